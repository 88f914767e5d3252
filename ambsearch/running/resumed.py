"""Iterators that can go back: a loop around choices steps through them, and each branch goes on from its own step.

A generator object cannot be copied; but one that has not begun holds no more than its function and its arguments. The
expansion makes a function of its steps, which takes the place where the generator stands and the values of its
variables, and gives the next item with the next of these, see `expansion.helpers.resumable`. A generator expression is
a generator whose argument is an iterator, and what Python makes of `map` or `filter` is one, too; `turns.apart` says
what other iterators go over.

Unshared                 an iterator that nothing else holds, as an expansion marks it by `resumable`
Resumed                  an iterator by its steps
resume                   the steps of a generator; itself if it has none
scope_of                 what a generator does around a `with`
map_step, filter_step    a step of map(f, xs), of filter(f, xs)
call_step                a step of iter(f, last)
unshared_iterator        the iterator that a loop may take apart so
"""

import gc
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodDescriptorType, MethodType
from typing import Any

from ambsearch.copiers.snapshots import is_constant
from ambsearch.running.ahead import ALONE, FIRST, function_of
from ambsearch.running.calls import apply, is_harmless
from ambsearch.running.live import Live
from ambsearch.running.methods import special
from ambsearch.running.twins import CO_GENERATOR, TWINS, Cut
from ambsearch.running.undoing import METHODS, UNBOUND, Trail, in_class, take_back

OUTERMOST = "__items__"  # what a generator expression iterates over, in its steps
CALLING: Any = type(iter(int, 1))
RECORDED = METHODS | {"__next__"}
State = tuple[Any, ...]


class Unshared:
    """An iterator that nothing else holds, so that a loop may take its steps in its place.

    parts: what only this one takes its items from, by id; each branch finds these as the one before has left them.
    """

    __slots__ = ("iterator", "parts")

    def __init__(self, iterator: Any, parts: "Parts | None" = None) -> None:
        self.iterator = iterator
        self.parts: Parts = {} if parts is None else parts

    def __iter__(self) -> Any:
        return self.iterator

    def __repr__(self) -> str:
        return repr(self.iterator)


Parts = dict[int, Unshared]


def part_of(parts: Parts, iterator: Any) -> Unshared:
    return parts.setdefault(id(iterator), Unshared(iterator, parts))


def resumable(iterable: Any) -> Any:
    """What has just been made, marked if it is an iterator that nothing else holds."""
    return Unshared(iterable) if is_iterator(iterable) and sys.getrefcount(iterable) <= ALONE else iterable


class Resumed(list[Any], Live):
    """An iterator by its steps. states: its place and its variables before each item, None at its end.

    As a list, which stays empty, it has its length without a step of Python's. item: the one found last.
    """

    __slots__ = ("i", "item", "left", "states", "step")

    def __init__(self, step: Callable[..., Any], state: State, left: int = 0) -> None:
        super().__init__()
        self.step, self.i, self.item, self.left = step, 0, None, left
        self.states: dict[int, State | None] = {0: state}

    def more(self, i: int, trail: Trail | None = None) -> bool:
        """Is there an item number i? It is found anew by each branch that comes here."""
        state = self.states[i]
        found = state and self.step(trail, *state)
        # an item and the next state; at the end what it returns, or nothing
        self.item, self.states[i + 1] = (*(found or ()), None, None)[:2]
        return self.states[i + 1] is not None

    def __getitem__(self, i: Any) -> Any:
        """The item number i, right after `more` has found it."""
        return self.item

    def after(self, trail: Trail) -> Any:
        """The next item."""
        if self.i < 0:  # it was closed
            raise StopIteration
        trail.append((take_back, setattr, self, "i", self.i))
        self.i += 1
        self.states[self.i] = None  # one that raises has ended
        if not self.more(self.i - 1, trail):
            raise StopIteration(*() if self.item is None else (self.item,))
        return self.item

    def end(self, trail: Trail) -> None:
        """End it before its end, by closing it."""
        trail.append((take_back, setattr, self, "i", self.i))
        self.i, self.states[-1] = -1, None


def resume(generator: Any, parts: Parts, is_recorded: bool = True, turns: Any = None, leaves: bool = False) -> Any:
    """The steps of a generator of the user's that has not begun; itself if it has none. parts: see Unshared.

    is_recorded: is a trail at hand for what it changes? turns: makes items by number of an iterator that it was given;
    leaves: is it closed where its loop is left?
    """
    if generator.gi_frame is None or generator.gi_suspended:
        return generator
    code, is_expression = generator.gi_code, FIRST in generator.gi_frame.f_locals
    is_held = is_expression and not holds_alone(generator, FIRST, parts)
    given = [name for name, value in generator.gi_frame.f_locals.items() if name != FIRST and is_iterator(value)]
    is_shared = turns is None or not all(holds_alone(generator, name, parts) for name in given)
    values = dict(generator.gi_frame.f_locals)
    cut = TWINS.cut_of(code, generator.gi_frame.f_globals)
    if cut is None or not (cut.is_free or is_recorded) or cut.left and not leaves:
        return generator
    source = values.pop(FIRST, ())
    first = [iter(source)] if is_expression else []  # from Python 3.15 on it is made only now
    is_held = is_held and first[0] is source
    is_known = any(id(iterator) in parts for iterator in first)  # what has been used up looks like a constant
    if cut.is_closed and not is_known and is_constant([*values.values(), *gc.get_referents(*first)]):
        return generator
    if given and (is_shared or not cut.gone_over.issuperset(given)):
        return generator
    if not set(cut.code.co_freevars) <= set(code.co_freevars):
        return generator  # as in a function that an expansion makes
    if turns is not None:
        values.update({name: turns(part_of(parts, values[name])) for name in given})
    if first:
        values[OUTERMOST] = first[0] if is_held else part_of(parts, *first)
    return Resumed(*begun(generator, cut, values), cut.left)


def leave_turns(trail: Trail, items: Any, i: int) -> None:
    """Close a generator of the user's that a branch leaves at its item number i."""
    state = items.states.get(i) if type(items) is Resumed and items.left else None
    if state is None or not state[0]:
        return
    try:
        found = items.step(trail, *state[: items.left], GeneratorExit(), *state[items.left + 1 :])
    except GeneratorExit:
        return
    if found and len(found) > 1:
        raise RuntimeError("generator ignored GeneratorExit")


def begun(generator: Any, cut: Cut, values: dict[str, Any]) -> tuple[Any, State]:
    """The function of the steps, and its arguments for the first."""
    if cut.code.co_freevars:
        step = TWINS.function(function_of(generator), cut.code)
    else:
        step = FunctionType(cut.code, generator.gi_frame.f_globals)
    return step, (0, *[values.get(name, UNBOUND) for name in cut.variables])


class Scope:
    """A generator of the user's around a `with`, as what it does before and after; each branch leaves it by itself.

    given: where in the arguments of a step stands what ended the `with`.
    """

    __slots__ = ("given", "state", "step")

    def __init__(self, step: Callable[..., Any], state: State, given: int) -> None:
        self.step, self.state, self.given = step, state, given

    def enter(self, trail: Trail) -> Any:
        """What `as` binds."""
        found = self.step(trail, *self.state)
        if found is None:
            raise RuntimeError("generator didn't yield")
        value, self.state = found
        return value

    def leave(self, trail: Trail, error: BaseException | None) -> bool:
        """Is the exception swallowed?"""
        try:
            found = self.step(trail, *self.state[: self.given], error, *self.state[self.given + 1 :])
        except BaseException as raised:
            if raised is error:
                return False
            raise
        if found is not None:
            raise RuntimeError("generator didn't stop after throw()" if error else "generator didn't stop")
        return error is not None


def scope_of(generator: Any) -> Scope | None:
    """The same of a generator that has not begun; None if its text cannot be cut so."""
    if generator.gi_frame is None or generator.gi_suspended:
        return None
    cut = TWINS.cut_of(generator.gi_code, generator.gi_frame.f_globals, is_scope=True)
    if cut is None or not set(cut.code.co_freevars) <= set(generator.gi_code.co_freevars):
        return None
    return Scope(*begun(generator, cut, generator.gi_frame.f_locals), cut.sent)


def holds_alone(generator: Any, name: str, parts: Container[int] = ()) -> bool:
    """Does nothing else hold what a variable of this generator holds, other than its part does?"""
    return id(generator.gi_frame.f_locals[name]) in parts or references(generator, name) <= ONCE[name == FIRST]


def references(generator: Any, name: str) -> int:
    return sys.getrefcount(generator.gi_frame.f_locals[name])


def iterated(iterator: Any) -> Iterator[Any]:
    yield from iterator


# how many references there are to an iterator that only a generator holds: in a variable, and as what its expression goes over,
# for which there is one more from Python 3.15 on
ONCE = references(iterated(iter("")), "iterator"), references((character for character in iter("")), FIRST)


def map_step(trail: Trail | None, function: Any, items: Any, i: int) -> Any:
    if not items.more(i, trail):
        return None
    return apply_plainly(trail, function, *items[i]), (function, items, i + 1)


def filter_step(trail: Trail | None, function: Any, items: Any, i: int) -> Any:
    while items.more(i, trail):
        (item,) = items[i]
        i += 1
        if apply_plainly(trail, bool if function is None else function, item):
            return item, (function, items, i)
    return None


def call_step(trail: Trail | None, function: Any, last: Any) -> Any:
    try:
        item = apply_plainly(trail, function)
    except StopIteration:
        return None
    return None if item is last or last == item else (item, (function, last))


def is_called_again(function: Any) -> bool:
    """Does each branch call it by itself: one of the user's, or what is taken back? Not what reads a file, or a queue of a package."""
    while type(function) is partial:
        function = function.func
    inner = function.__func__ if type(function) is MethodType else function
    if type(inner) is FunctionType:
        return TWINS.is_own(inner.__code__)
    return special(inner, "__call__") is not None or getattr(inner, "__name__", "") in RECORDED


def apply_plainly(trail: Trail | None, function: Any, *items: Any) -> Any:
    return function(*items) if trail is None else apply(trail, function, *items)


def changes_nothing(function: Any) -> bool:
    """Is there visibly nothing to record when this is called?"""
    is_builtin = isinstance(function, (BuiltinFunctionType, MethodDescriptorType)) and function.__name__ not in METHODS
    return is_builtin or is_harmless(function) or function in (int, str, float, bool, tuple)


def unshared_iterator(iterable: Any) -> Any:
    """An iterator that nothing else holds: this one, or the generator that the user's __iter__ makes; None if there is none."""
    if type(iterable) is Unshared:
        return iterable.iterator
    method = in_class(type(iterable), "__iter__")
    return iter(iterable) if type(method) is FunctionType and is_resumable(method.__code__) else None


def is_resumable(code: CodeType) -> bool:
    """Is this the code of a generator of the user's? A sequence of collections.abc goes over its items by their numbers."""
    return bool(code.co_flags & CO_GENERATOR) and TWINS.is_own(code) and code is not Sequence.__iter__.__code__


def is_iterator(value: Any) -> bool:
    """Does this move on, without going back?"""
    step = getattr(type(value), "__next__", None)
    return step is not None and not (type(step) is FunctionType and TWINS.is_own(step.__code__))
