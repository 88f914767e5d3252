"""The position of an iterator of Python's own, which goes back with the branch.

One over a list, tuple or string is set back. Any other is read once, each of its steps is remembered, an error or the end
as well as an item, and each branch has its own place among them, whoever holds it.

advance     how to take its next item, recorded; None for what is no such iterator

>>> trail, letters = [], zip("ab")
>>> take = advance(letters)
>>> take(trail, letters)
('a',)
>>> from ambsearch.running.undoing import undo
>>> undo(trail)
>>> take(trail, letters), take(trail, letters)
(('a',), ('b',))
"""

import itertools
import operator
import sys
from collections.abc import Callable
from types import FunctionType, WrapperDescriptorType
from typing import Any

from ambsearch.running.undoing import Trail, take_back, take_out

# those that can be set back, but not from their end, where they let go of what they go over: they are kept from it
SETTABLE = frozenset(map(type, [*map(iter, ([], (), "", "\u00e9", b"", bytearray())), reversed([])]))
# those of the classes whose objects only give items; a file or a cursor of a database can be set to another place, too
MODULES = frozenset({"builtins", "collections", "_collections", "itertools", "array", "csv", "_csv"})
ENDED: dict[int, Any] = {}  # those of them that have come to it in this branch, by id


class Read:
    """How far the branch has come in the steps of an iterator."""

    __slots__ = ("i", "iterator", "steps")

    def __init__(self, iterator: Any) -> None:
        self.iterator, self.i = iterator, 0
        self.steps: list[tuple[Any, ...]] = []  # an item; or an error, and where it was raised

    def after(self, trail: Trail) -> Any:
        i = self.i
        if i == len(self.steps):
            self.steps.append(step_of(self.iterator))
        trail.append((take_back, setattr, self, "i", i))
        self.i = i + 1
        found, *origin = self.steps[i]
        if origin:  # a StopIteration that is raised would hold the iterator
            raise StopIteration(*found.args) if isinstance(found, StopIteration) else found.with_traceback(*origin)
        return found if type(self.iterator) is not itertools.groupby else (found[0], iter(found[1]))


def step_of(iterator: Any) -> tuple[Any, ...]:
    try:
        item = next(iterator)
        # the items of a group come from the iterator of `groupby` itself
        return ((item[0], list(item[1])) if type(iterator) is itertools.groupby else item,)
    except Exception as error:
        origin = error.__traceback__ and error.__traceback__.tb_next
        return error.with_traceback(origin), origin


READ: dict[int, Read] = {}  # by the id of the iterator, which cannot hold it
FEW = 8
most = FEW  # of them, before those are dropped that nothing else holds


def advance(iterator: Any) -> Callable[[Trail, Any], Any] | None:
    kind = type(iterator)
    if kind in SETTABLE:
        return set_back
    step = type(getattr(kind, "__next__", None))
    return read_on if kind.__module__ in MODULES and step in (WrapperDescriptorType, FunctionType) else None


def set_back(trail: Trail, iterator: Any) -> Any:
    if id(iterator) in ENDED:
        raise StopIteration
    if not operator.length_hint(iterator):
        trail.append((take_out, ENDED.pop, id(iterator)))
        ENDED[id(iterator)] = iterator
        raise StopIteration
    trail.append((take_back, iterator.__setstate__, iterator.__reduce__()[-1]))
    return next(iterator)


def read_on(trail: Trail, iterator: Any) -> Any:
    read = READ.get(id(iterator))
    if read is None:
        forget_dropped()
        read = READ[id(iterator)] = Read(iterator)
    return read.after(trail)


def is_behind(iterator: Any) -> bool:
    """Has another branch taken more items from it than this one?"""
    read = READ.get(id(iterator))
    return read is not None and any(len(step) == 1 for step in read.steps[read.i :])


def forget_dropped() -> None:
    """Forget what nothing else holds any more, now and then."""
    global most
    if len(READ) >= most:
        for key, read in list(READ.items()):
            if references(read) <= ONCE:
                del READ[key]
        most = max(FEW, 2 * len(READ))


def references(read: Read) -> int:
    return sys.getrefcount(read.iterator)


# how many references there are to an iterator that only this table holds
ONCE = references(Read(iter("")))
