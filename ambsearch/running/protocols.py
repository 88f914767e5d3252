"""Builtin functions that iterate over their arguments, whose special methods may be user-defined: next(x), list(x), ...

Each function here does what the builtin function does, with the trail as its first argument, see `asking`.
"""

import bisect
import functools
import heapq
import itertools
import math
import operator
import re
import sys
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from contextlib import suppress
from types import FunctionType
from typing import Any

from ambsearch.running import stepped
from ambsearch.running.ahead import ALONE, COUNTS_VARIABLES
from ambsearch.running.asking import exactly, has_attribute, truth
from ambsearch.running.calls import BUILTINS, OPERANDS, apply, is_harmless, recording, recording_later
from ambsearch.running.methods import special
from ambsearch.running.reads import OF_PYTHON, OPERATIONS, attribute, item, operate
from ambsearch.running.resumed import Unshared
from ambsearch.running.stepped import iterate
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import Trail, in_class

TEXTS = (str, bytes, bytearray)  # sequences that no sequence pattern looks into


def with_backs(trail: Trail, plain: Any, args: list[Any], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments, with what is called back recorded."""
    place = CALLING_BACK.get(plain, -1)
    record = recording_later if isinstance(plain, type) else recording
    if plain in SIFTING and place == 0 and args and args[0] is None:
        args[0] = bool
    if plain is itertools.accumulate and args[1:] in ([], [None]) and kwargs.get("func") is None:
        args[1:], kwargs = [operator.add], {name: part for name, part in kwargs.items() if name != "func"}
    if 0 <= place < len(args) and not stepped.is_recorded(args[place]):
        args[place] = record(trail, args[place])
    return args, {name: record(trail, part) if name in BACKS else part for name, part in kwargs.items()}


def of_items(plain: Any, where: slice, going_over: Callable[..., Any] = iterate) -> Callable[..., Any]:
    """A function that iterates over these of its arguments; min(a, b) over none."""

    place = CALLING_BACK.get(plain, -1)

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs and type(args[0]) in stepped.PLAIN and plain is not itertools.accumulate:
            return plain(*args)  # as mostly
        if place == 0 and not kwargs and args and type(args[0]) is FunctionType and is_harmless(args[0]):
            if stepped.PLAIN.issuperset(map(type, args[where])):
                return plain(*args)
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
    if type(iterable) in stepped.PLAIN and type(start) is int and OF_PYTHON.issuperset(map(type, iterable)):
        return sum(iterable, start)
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
    if type(iterable) in stepped.PLAIN:
        return iterable
    is_alone = COUNTS_VARIABLES and sys.getrefcount(iterable) <= ALONE
    items = stepped.step_through(trail, iterable, is_alone)
    counted = iterable.iterator if type(iterable) is Unshared else iterable
    counted = counted.owner if type(counted) is stepped.ByNumber and counted.i >= 0 else counted
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
    **dict.fromkeys((dict.fromkeys, math.fsum, math.prod, bytearray, operator.countOf, operator.indexOf), FIRST),
    **dict.fromkeys((zip, itertools.chain, itertools.zip_longest, itertools.product, itertools.compress), ALL),
    **dict.fromkeys((filter, functools.reduce, itertools.filterfalse, itertools.starmap), SECOND),
    **{itertools.takewhile: SECOND, itertools.dropwhile: SECOND, array: SECOND, map: REST},
}
if sys.version_info >= (3, 12):
    GOING_ALONG |= {itertools.batched: FIRST, math.sumprod: ALL}
# the same of functions written in Python
IN_PYTHON: dict[Any, slice] = {heapq.nlargest: SECOND, heapq.nsmallest: SECOND, heapq.merge: ALL}
# functions that call one that they are given: the place of that argument, if it is not given by its name
CALLING_BACK: dict[Any, int] = {
    **dict.fromkeys((map, filter, functools.reduce, itertools.starmap, itertools.filterfalse), 0),
    **dict.fromkeys((itertools.takewhile, itertools.dropwhile, functools.cmp_to_key, iter), 0),
    **dict.fromkeys((itertools.accumulate, itertools.groupby, re.sub, re.subn), 1),
    **dict.fromkeys((re.Pattern.sub, re.Pattern.subn), 0),
    **{heapq.nlargest: 2, heapq.nsmallest: 2, **dict.fromkeys((sorted, min, max, list.sort, heapq.merge), -1)},
    **dict.fromkeys((bisect.bisect_left, bisect.bisect_right, bisect.insort_left, bisect.insort_right), -1),
}
BACKS = frozenset({"key", "func", "repl"})
# which ask the items themselves, if they are given no function
SIFTING: tuple[Any, ...] = (filter, itertools.filterfalse, itertools.compress)
ITERATING: dict[Any, Callable[..., Any]] = {
    **{plain: of_items(plain, where) for plain, where in {**GOING_ALONG, min: FIRST, max: FIRST}.items()},
    **{sum: total, any: of_truth(any), all: of_truth(all)},
    itertools.compress: exactly(2, itertools.compress, compressed),
    **{plain: of_items(plain, FIRST, spread) for plain in (list, tuple, sorted)},  # which ask for the length, too
    **{set: of_set(set), frozenset: of_set(frozenset), dict: dictionary},
    **{next: stepped.next_item, iter: stepped.iterator_of},
    reversed: exactly(1, reversed, stepped.backwards),
    operator.contains: exactly(2, operator.contains, lambda trail, owner, item: stepped.is_in(trail, item, owner)),
}
BUILTINS.update(ITERATING)
BUILTINS[operator.call] = apply
TWINS.given.update({id(plain.__code__): of_items(plain, where) for plain, where in IN_PYTHON.items()})
TWINS.given.update({id(plain.__code__): of_items(plain, slice(0)) for plain in (re.sub, re.subn)})
# methods of sets that change nothing
COMPARING = frozenset("union intersection difference symmetric_difference issubset issuperset isdisjoint".split())
OPERANDS.update(
    {
        **{(kind, name): spread for kind in (list, bytearray) for name in ("extend", "__iadd__")},
        **{(kind, "[:]"): iterate for kind in (list, bytearray)},
        **{(deque, name): iterate for name in ("extend", "extendleft", "__iadd__")},
        **{(kind, name): entries for kind in (dict, OrderedDict) for name in ("update", "__ior__")},
        **{(set, f"{kind}update"): members for kind in ("", "difference_", "intersection_", "symmetric_difference_")},
        **{(kind, "join"): spread for kind in (str, bytes)},
        **{(kind, name): members for kind in (set, frozenset) for name in COMPARING},
    }
)
