"""Builtin functions that iterate over their arguments, whose special methods may be user-defined: next(x), list(x), ...

Each function here does what the builtin function does, with the trail as its first argument, see `asking`.
"""

import functools
import heapq
import itertools
import math
import operator
import re
import sys
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from collections.abc import Mapping as Mapping
from contextlib import suppress
from functools import partial
from types import GeneratorType
from typing import Any

from ambsearch.copiers import COPIERS
from ambsearch.copiers.base import BuiltCopier
from ambsearch.copiers.views import LiveCopier
from ambsearch.running.ahead import ahead, may_move, moves
from ambsearch.running.asking import exactly, giving, has_attribute, truth
from ambsearch.running.calls import BUILTINS, OPERANDS, apply, later, recording, recording_later
from ambsearch.running.choices import ALONE, CHANGEABLE, references
from ambsearch.running.driver import END
from ambsearch.running.live import Live
from ambsearch.running.methods import SPECIAL, special
from ambsearch.running.positions import advance
from ambsearch.running.reads import OF_PYTHON, OPERATIONS, attribute, item, operate
from ambsearch.running.resumed import Resumed, Unshared, unshared_iterator
from ambsearch.running.turns import apart, more, turns
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import GONE, Trail, in_class, take_back

PLAIN = frozenset({list, dict, set, tuple, str, frozenset, range, deque})
TEXTS = (str, bytes, bytearray)  # sequences that no sequence pattern looks into


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
    if method is None or end:
        return iter(iterable, *end) if end or not goes_by_number(iterable) else ByNumber(trail, iterable)
    given: Any = giving("__iter__", iterable)(method(trail, iterable))
    return iter(given)


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


def counts_variables() -> bool:
    """Does what is in a variable have a reference more than what is just made? From Python 3.14 on it does not."""
    held = iter("")
    return references(held) > ALONE


COUNTS_VARIABLES = counts_variables()


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
    is_left = hasattr(type(source), "__next__") and (sys.getrefcount(source) <= ALONE or may_move(source) > 0)
    items = step_through(trail, source, is_left)
    if items is source:
        return items
    return tuple(items) if issubclass(type(source), CHANGEABLE) else ahead(items) if moves(items) else items


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


def stepping(trail: Trail, iterable: Any) -> Any:
    """What a loop around choices iterates over, by number: such an iterator, or the turns of anything else."""
    iterator: Any = unshared_iterator(iterable)
    is_alone = iterator is not None
    if iterator is None:
        iterator = own_iterator(trail, iterable)
        is_alone = iterator is not iterable and sys.getrefcount(iterator) <= ALONE
    if is_alone and is_stepping(iterator):  # the expression goes over it by steps of its own
        iterator = Held(trail, iterator.gi_frame.f_locals["iterator"])
    elif is_alone and not takes_from_held(iterator):
        iterator = apart(iterator, trail)
    is_by_number = type(iterator) is Resumed or stepper(iterator, is_alone) is None
    return turns(iterator) if is_by_number else Steps(iterator)


def more_steps(trail: Trail, steps: Any, i: int) -> bool:
    """Is there an item number i after all?"""
    return more(steps, i, trail)


def with_backs(
    trail: Trail, plain: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments, with what is called back recorded."""
    place = CALLING_BACK.get(plain, -1)
    record = recording_later if isinstance(plain, type) else recording
    if plain in SIFTING and place == 0 and args and args[0] is None:
        args[0] = bool
    if plain is itertools.accumulate and args[1:] in ([], [None]) and kwargs.get("func") is None:
        args[1:], kwargs = [operator.add], {name: part for name, part in kwargs.items() if name != "func"}
    args = [record(trail, part) if i == place and not is_recorded(part) else part for i, part in enumerate(args)]
    return args, {name: record(trail, part) if name in BACKS else part for name, part in kwargs.items()}


def is_recorded(function: Any) -> bool:
    return type(function) is partial and function.func in (apply, later)


def of_items(
    plain: Callable[..., Any], where: slice, going_over: Callable[[Trail, Any], Any] = iterate
) -> Callable[..., Any]:
    """A function that iterates over these of its arguments; min(a, b) over none."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        given = list(args)
        if len(args) < 2 or plain not in (min, max):
            given[where] = [going_over(trail, part) for part in given[where]]
        given, kwargs = with_backs(trail, plain, given, kwargs)
        return plain(*given, **kwargs)

    return call


def compressed(trail: Trail, data: Any, selectors: Any) -> Any:
    """compress(data, selectors)"""
    return itertools.compress(iterate(trail, data), map(recording_later(trail, bool), iterate(trail, selectors)))


def total(trail: Trail, iterable: Any, /, start: Any = 0) -> Any:
    """sum(xs); what is not the user's Python adds by itself, floats with care."""
    others: list[Any] = []
    for one in iterate(trail, iterable):
        is_plain = type(one) in OF_PYTHON and type(start) in OF_PYTHON
        if not is_plain and any(special(part, name) for part in (start, one) for name in OPERATIONS[operator.add]):
            start, others = operate(trail, operator.add, sum(others, start), one), []
        else:
            others.append(one)
    return sum(others, start)


def of_truth(plain: Callable[..., bool]) -> Callable[..., bool]:
    """any or all"""
    return exactly(1, plain, lambda trail, items: plain(truth(trail, one) for one in iterate(trail, items)))


def spread(trail: Trail, iterable: Any) -> Any:
    """What f(*iterable) and [*iterable] iterate over, and what list(iterable) does, all of which ask for its length, too."""
    if type(iterable) in PLAIN:
        return iterable
    is_alone = COUNTS_VARIABLES and sys.getrefcount(iterable) <= ALONE
    items = step_through(trail, iterable, is_alone)
    counted = iterable.iterator if type(iterable) is Unshared else iterable
    counted = counted.owner if type(counted) is ByNumber and counted.i >= 0 else counted
    if special(counted, "__len__") is not None:
        with suppress(TypeError):
            BUILTINS[len](trail, counted)
    return items


def as_mapping(trail: Trail, source: Any) -> Any:
    """What f(**source) unpacks: a new dictionary, if user-defined methods return its keys and values."""
    if type(source) is dict:  # nearly always
        return source
    asks = any(special(source, name) is not None for name in ("keys", "__iter__", "__getitem__"))
    return dictionary(trail, source) if asks and has_attribute(trail, source, "keys") else source


def entries(trail: Trail, source: Any) -> Any:
    """What d.update(source) reads: a mapping, or pairs."""
    return iterate(trail, as_mapping(trail, source))


def members(trail: Trail, source: Any) -> Any:
    """What a set is made from: all that another set holds, whatever a user-defined __iter__ of it says."""
    return source if isinstance(source, (set, frozenset)) else iterate(trail, source)


def of_set(plain: Callable[..., Any]) -> Callable[..., Any]:
    return lambda trail, *args: plain(*(members(trail, part) for part in args))


def dictionary(trail: Trail, *args: Any, **kwargs: Any) -> dict[Any, Any]:
    """dict(...), which asks a mapping for all its keys, and then for the value of each."""
    if len(args) != 1 or type(args[0]) is dict:
        return dict(*args, **kwargs)
    (source,) = args
    is_plain = isinstance(source, dict) and in_class(type(source), "__iter__") is dict.__dict__["__iter__"]
    if is_plain or not has_attribute(trail, source, "keys"):
        return dict(source if is_plain else iterate(trail, source), **kwargs)
    keys = apply(trail, attribute(trail, source, "keys"))
    found = {key: item(trail, source, key) for key in [*iterate(trail, keys)]}
    return {**found, **kwargs}


FIRST, ALL, SECOND, REST = slice(1), slice(None), slice(1, 2), slice(1, None)
# of what goes over some of its arguments, one item after the other: which
GOING_ALONG: dict[Any, slice] = {
    **dict.fromkeys(
        (deque, enumerate, itertools.accumulate, itertools.groupby, itertools.islice, itertools.pairwise), FIRST
    ),
    **dict.fromkeys((itertools.permutations, itertools.combinations, itertools.cycle, itertools.tee), FIRST),
    **dict.fromkeys((dict.fromkeys, math.fsum, math.prod, bytearray), FIRST),
    **dict.fromkeys((zip, itertools.chain, itertools.zip_longest, itertools.product, itertools.compress), ALL),
    **dict.fromkeys((filter, functools.reduce, itertools.filterfalse, itertools.starmap), SECOND),
    **{itertools.takewhile: SECOND, itertools.dropwhile: SECOND, array: SECOND, map: REST},
}
# the same of functions written in Python
IN_PYTHON: dict[Any, slice] = {heapq.nlargest: SECOND, heapq.nsmallest: SECOND, heapq.merge: ALL}
# functions that call one that they are given: the place of that argument, if it is not given by its name
CALLING_BACK: dict[Any, int] = {
    **dict.fromkeys((map, filter, functools.reduce, itertools.starmap, itertools.filterfalse), 0),
    **dict.fromkeys((itertools.takewhile, itertools.dropwhile, functools.cmp_to_key, iter), 0),
    **dict.fromkeys((itertools.accumulate, itertools.groupby, re.sub), 1),
    **{heapq.nlargest: 2, heapq.nsmallest: 2, **dict.fromkeys((sorted, min, max, list.sort), -1)},
}
BACKS = frozenset({"key", "func", "repl"})
# which ask the items themselves, if they are given no function
SIFTING: tuple[Any, ...] = (filter, itertools.filterfalse, itertools.compress)
ITERATING: dict[Any, Callable[..., Any]] = {
    **{plain: of_items(plain, where) for plain, where in {**GOING_ALONG, min: FIRST, max: FIRST}.items()},
    **{sum: total, any: of_truth(any), all: of_truth(all)},
    itertools.compress: exactly(2, itertools.compress, compressed),
    **{plain: of_items(plain, FIRST, spread) for plain in (list, tuple, sorted)},  # which ask for the length, too
    **{set: of_set(set), frozenset: of_set(frozenset), dict: dictionary, next: next_item, iter: iterator_of},
    reversed: exactly(1, reversed, backwards),
    operator.contains: exactly(2, operator.contains, lambda trail, owner, item: is_in(trail, item, owner)),
}
BUILTINS.update(ITERATING)
TWINS.given.update({id(plain.__code__): of_items(plain, where) for plain, where in IN_PYTHON.items()})
# methods of sets that change nothing
COMPARING = frozenset("union intersection difference symmetric_difference issubset issuperset isdisjoint".split())
OPERANDS.update(
    {
        **{(kind, name): spread for kind in (list, bytearray) for name in ("extend", "__iadd__", "[:]")},
        **{(deque, name): iterate for name in ("extend", "extendleft", "__iadd__")},
        **{(kind, name): entries for kind in (dict, OrderedDict) for name in ("update", "__ior__")},
        **{(set, f"{kind}update"): members for kind in ("", "difference_", "intersection_", "symmetric_difference_")},
        **{(kind, "join"): spread for kind in (str, bytes)},
        **{(kind, name): members for kind in (set, frozenset) for name in COMPARING},
    }
)
