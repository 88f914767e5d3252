"""Iterators that are stepped through, recorded: the user's own, and Python's where something holds them.

Stepped                 an iterator whose steps are recorded: Held, ByNumber
stepper                 how to take the next item of an iterator
next_item, iterator_of, backwards       next(x), iter(x), reversed(x)
iterate, choose_from, stepping          what a `for`, a choice and a loop around choices go over
is_in                   x in xs
"""

import functools
import operator
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from types import FunctionType, GeneratorType
from typing import Any

from ambsearch.copiers import COPIERS
from ambsearch.copiers.base import BuiltCopier
from ambsearch.copiers.views import LiveCopier
from ambsearch.running.ahead import ALONE, COUNTS_VARIABLES, ahead, left_with, may_move, moves
from ambsearch.running.asking import giving, truth
from ambsearch.running.calls import BUILTINS, apply, later, recording_later
from ambsearch.running.choices import CHANGEABLE, Yours
from ambsearch.running.driver import END
from ambsearch.running.live import Live, Remembered
from ambsearch.running.methods import SPECIAL, special
from ambsearch.running.positions import advance
from ambsearch.running.reads import item, operate
from ambsearch.running.resumed import Parts, Resumed, Unshared, holds_alone, unshared_iterator
from ambsearch.running.turns import apart, more, remembered_by, turns
from ambsearch.running.undoing import GONE, Trail, in_class, take_back

PLAIN = frozenset({list, dict, set, tuple, str, frozenset, range, deque})


class Stepped:
    """An iterator whose steps are recorded: where they are taken, or else on the trail of where it was made."""

    __slots__ = ("trail",)

    def __init__(self, trail: Trail) -> None:
        self.trail = trail

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.after(self.trail)

    def after(self, trail: Trail) -> Any:
        """The next item."""
        raise NotImplementedError


class Held(Stepped):
    """One that other iterators go over."""

    __slots__ = ("iterator",)

    def __init__(self, trail: Trail, iterator: Any) -> None:
        super().__init__(trail)
        self.iterator = iterator

    def after(self, trail: Trail) -> Any:
        return next_item(trail, self.iterator)


class ByNumber(Stepped):
    """An iterator over an object of a user-defined class that has no __iter__, only __getitem__; or backwards, no __reversed__."""

    __slots__ = ("i", "owner", "step")

    def __init__(self, trail: Trail, owner: Any, first: int = 0, step: int = 1) -> None:
        super().__init__(trail)
        self.owner, self.i, self.step = owner, first, step

    def after(self, trail: Trail) -> Any:
        i = self.i
        if i < 0:
            raise StopIteration
        trail.append((take_back, setattr, self, "i", i))
        self.i = i + self.step
        try:
            return item(trail, self.owner, i)
        except (IndexError, StopIteration):
            self.i = -1  # it has ended, and asks no more
            raise StopIteration from None


def goes_by_number(iterable: Any) -> bool:
    """Are its items those that a user-defined __getitem__ gives for the numbers from 0 on?"""
    method = in_class(type(iterable), "__iter__")
    return (method is GONE or method is Sequence.__iter__) and special(iterable, "__getitem__") is not None


def stepper(iterator: Any, is_alone: bool = False) -> Callable[..., Any] | None:
    """How to take the next item of an iterator, recorded; None if there is nothing to record.

    is_alone: does nothing else hold it, so that one of Python's own need not go back?
    """
    if isinstance(iterator, Stepped) or type(iterator) is Resumed:
        return lambda trail, iterator: iterator.after(trail)
    method = special(iterator, "__next__")
    if method is not None or is_stepping(iterator) or is_alone and not takes_from_held(iterator):
        return method
    return advance(iterator)


def takes_from_held(iterator: Any) -> bool:
    """Does one of Python's own iterators take its items from another that has to go back?"""
    return type(iterator) in OVER and any(isinstance(part, Stepped) for part in iterator.__reduce__()[1])


class HeldCopier(BuiltCopier):
    """In an answer nothing else takes steps of what it goes over: a copy of that will do."""

    lazy = False

    def items(self, value: Any) -> list[Any]:
        return [value.iterator]

    def attributes(self, value: Any) -> dict[Any, Any]:
        return {}

    def build(self, value: Any, parts: list[Any]) -> Any:
        return parts[0]


COPIERS[Held], COPIERS[Stepped] = HeldCopier, LiveCopier
# the iterators that have no place of their own, only in what they go over
OVER: tuple[Any, ...] = (zip, map, filter)


def next_item(trail: Trail, iterator: Any, *default: Any) -> Any:
    is_alone = type(iterator) is Unshared
    iterator = iterator.iterator if is_alone else iterator
    method = SPECIAL["__next__"][type(iterator)] or stepper(iterator, is_alone)
    if method is None:
        return next(iterator, *default)
    try:
        return method(trail, iterator)
    except StopIteration:
        if not default:
            raise
        return default[0]


def iterator_of(trail: Trail, iterable: Any, *end: Any) -> Any:
    method = special(iterable, "__iter__")
    if end:
        return iter(iterable if is_recorded(iterable) else recording_later(trail, iterable), *end)
    if method is None:
        return ByNumber(trail, iterable) if goes_by_number(iterable) else iter(iterable)
    given: Any = giving("__iter__", iterable)(method(trail, iterable))
    return iter(given)


def is_recorded(function: Any) -> bool:
    return type(function) is functools.partial and function.func in (apply, later)


def backwards(trail: Trail, iterable: Any) -> Any:
    """reversed(iterable)"""
    method = special(iterable, "__reversed__")
    if method is not None:
        given: Any = giving("__reversed__", iterable)(method(trail, iterable))
        return reversed(given)
    is_asked = any(special(iterable, name) is not None for name in ("__len__", "__getitem__"))
    has_items = hasattr(type(iterable), "__getitem__") and in_class(type(iterable), "__reversed__") is GONE
    if not (is_asked and has_items):
        return reversed(iterable)
    return ByNumber(trail, iterable, BUILTINS[len](trail, iterable) - 1, -1)


def own_iterator(trail: Trail, iterable: Any) -> Any:
    """An iterator over this whose steps are recorded, or what a user-defined __iter__ has returned; else the iterable."""
    if goes_by_number(iterable):
        return ByNumber(trail, iterable)
    if special(iterable, "__iter__") is None or in_class(type(iterable), "__iter__") is Sequence.__iter__:
        return iterable
    return iterator_of(trail, iterable)


def iterate(trail: Trail, iterable: Any) -> Any:
    """What a `for` iterates over: the iterable itself, unless its steps must be recorded."""
    if type(iterable) in PLAIN:  # nearly always
        return iterable
    is_alone = COUNTS_VARIABLES and sys.getrefcount(iterable) <= ALONE
    return step_through(trail, iterable, is_alone)


def step_through(trail: Trail, iterable: Any, is_alone: bool) -> Any:
    if type(iterable) is Unshared:
        return iterable.iterator
    iterator = own_iterator(trail, iterable)
    if iterator is not iterable:
        is_alone = sys.getrefcount(iterator) <= ALONE
    is_recorded = stepper(iterator, is_alone) is not None
    return steps(trail, iterator) if is_recorded else iterator


def choose_from(trail: Trail, source: Any) -> Any:
    """What a choice iterates over: the same, but of a container what it holds now."""
    is_iterator = hasattr(type(source), "__next__")
    is_alone = is_iterator and COUNTS_VARIABLES and sys.getrefcount(source) <= ALONE
    items = step_through(trail, source, is_alone)
    if items is source:
        return items
    if issubclass(type(source), CHANGEABLE):
        return tuple(items)
    found = ahead(items) if moves(items) or is_iterator and may_move(source) else items
    if is_iterator:
        return left_with(source, found)
    return WithItems(source, found) if isinstance(getattr(type(source), "__iter__", None), FunctionType) else found


class WithItems(Yours):
    """An object of a user's class, with the items of it that are chosen from."""

    __slots__ = ("items",)

    def __init__(self, source: Any, items: Any) -> None:
        super().__init__(source)
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)


def is_in(trail: Trail, item: Any, owner: Any) -> bool:
    """item in owner."""
    if type(owner) in PLAIN:
        return item in owner
    method = special(owner, "__contains__")
    if method is not None:
        return truth(trail, method(trail, owner, item))
    if in_class(type(owner), "__contains__") is not GONE:
        return item in owner
    is_alone = COUNTS_VARIABLES and sys.getrefcount(owner) <= ALONE
    items = step_through(trail, owner, is_alone)
    equals = functools.partial(operate, trail, operator.eq)
    return any(item is other or truth(trail, equals(other, item)) for other in items)


def is_stepping(iterator: Any) -> bool:
    return type(iterator) is GeneratorType and iterator.gi_code is steps.__code__


def steps(trail: Trail, iterator: Any) -> Generator[Any, None, Any]:
    while True:
        try:
            item = next_item(trail, iterator)
        except StopIteration as end:
            return end.value  # for `yield from`
        yield item


class Steps(Live):
    """A user-defined iterator, or another whose steps are recorded, as what a loop around choices iterates over."""

    def __init__(self, iterator: Any) -> None:
        self.iterator, self.item = iterator, END

    def more(self, i: int, trail: Trail | None = None) -> bool:
        self.item = next_item([] if trail is None else trail, self.iterator, END)
        return self.item is not END

    def __getitem__(self, i: int) -> Any:
        """What the last step has given, which is asked for once."""
        item, self.item = self.item, END
        return item


def stepping(trail: Trail, iterable: Any, leaves: bool = False) -> Any:
    """What a loop around choices iterates over, by number: such an iterator, or the turns of anything else."""
    iterator: Any = unshared_iterator(iterable)
    is_alone = iterator is not None
    parts: Parts = iterable.parts if type(iterable) is Unshared else {}
    if iterator is None:
        iterator = own_iterator(trail, iterable)
        is_alone = iterator is not iterable and sys.getrefcount(iterator) <= ALONE
    if is_alone and is_stepping(iterator):  # the expression goes over it by steps of its own
        is_alone = holds_alone(iterator, "iterator", parts)  # what made the expression has ended
        iterator = iterator.gi_frame.f_locals["iterator"]
        iterator = iterator if is_alone else Held(trail, iterator)
    if is_alone and not takes_from_held(iterator):
        iterator = apart(iterator, trail, parts, leaves)
    is_by_number = type(iterator) is Resumed or stepper(iterator, is_alone) is None
    if not is_by_number:
        return Steps(iterator)
    found = turns(iterator)
    return remembered_by(iterable, found) if isinstance(found, Remembered) else found


def more_steps(trail: Trail, steps: Any, i: int) -> bool:
    """Is there an item number i after all?"""
    return more(steps, i, trail)
