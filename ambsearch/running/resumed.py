"""Generators of the user's that can go back: a loop around choices steps through them, and each branch goes on from its own step.

A generator object cannot be copied; but one that has not begun holds no more than its function and its arguments. The
expansion makes a function of its steps, which takes the place where the generator stands and the values of its
variables, and gives the next item with the next of these, see `expansion.helpers.resumable`.

Unshared    a generator that nothing else holds, as an expansion marks it by `resumable`
Resumed     a generator by its steps
resumed     the steps of a generator; itself if it has none
generator_in    the generator that a loop may take apart so
"""

import gc
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType, GeneratorType
from typing import Any

from ambsearch.running.live import Live
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import UNBOUND, Trail, in_class, take_back
from ambsearch.snapshots import is_constant

CO_GENERATOR = 0x20
State = tuple[Any, ...]


class Unshared:
    """A generator that nothing else holds, so that a loop may take its steps in its place."""

    __slots__ = ("generator",)

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def __iter__(self) -> Any:
        return self.generator


def resumable(iterable: Any) -> Any:
    return Unshared(iterable) if type(iterable) is GeneratorType else iterable


class Resumed(Live):
    """A generator by its steps. states: its place and its variables before each item, None at its end."""

    __slots__ = ("i", "items", "states", "step")

    def __init__(self, step: Callable[..., Any], state: State) -> None:
        self.step, self.i = step, 0
        self.states: list[State | None] = [state]
        self.items: list[Any] = []

    def more(self, i: int, trail: Trail | None = None) -> bool:
        """Is there an item number i? It is found anew by each branch that comes here."""
        state, self.states[i + 1 :], self.items[i:] = self.states[i], [None], []
        found = state and self.step(trail, *state)
        if not found:
            return False
        self.items.append(found[0])
        self.states[i + 1] = found[1]
        return True

    def __getitem__(self, i: int) -> Any:
        return self.items[i]

    def after(self, trail: Trail) -> Any:
        """The next item."""
        trail.append((take_back, setattr, self, "i", self.i))
        self.i += 1
        if not self.more(self.i - 1, trail):
            raise StopIteration
        return self.items[self.i - 1]


def resumed(generator: Any, is_recorded: bool = True) -> Any:
    """The steps of a generator of the user's that has not begun; itself if it has none.

    is_recorded: is a trail at hand for what it changes?
    """
    if generator.gi_frame is None or generator.gi_suspended:
        return generator
    code, values = generator.gi_code, generator.gi_frame.f_locals
    function: Any = next(part for part in gc.get_referents(generator) if is_function_of(part, code))
    cut = TWINS.cut_of(code, function.__globals__)
    if cut is None or not (cut.is_free or is_recorded) or cut.is_closed and is_constant(values.values()):
        return generator
    state = 0, *(values.get(name, UNBOUND) for name in cut.variables)
    if any(map(is_iterator, state)) or not set(cut.code.co_freevars) <= set(code.co_freevars):
        return generator  # the latter is so in a function that an expansion makes
    return Resumed(TWINS.function(function, cut.code), state)


def generator_in(iterable: Any) -> Any:
    """A generator that nothing else holds: this one, or what the user's __iter__ makes; None if there is none."""
    if type(iterable) is Unshared:
        return iterable.generator
    method = in_class(type(iterable), "__iter__")
    if type(method) is not FunctionType or not is_resumable(method.__code__):
        return None
    made = iter(iterable)
    return made if type(made) is GeneratorType else None


def is_resumable(code: CodeType) -> bool:
    """Is this the code of a generator of the user's? A sequence of collections.abc goes over its items by their numbers."""
    return bool(code.co_flags & CO_GENERATOR) and TWINS.is_own(code) and code is not Sequence.__iter__.__code__


def is_iterator(value: Any) -> bool:
    """Does this move on, without going back?"""
    step = getattr(type(value), "__next__", None)
    return step is not None and not (type(step) is FunctionType and TWINS.is_own(step.__code__))


def is_function_of(value: Any, code: CodeType) -> bool:
    return type(value) is FunctionType and value.__code__ is code
