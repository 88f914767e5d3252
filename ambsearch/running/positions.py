"""The position of an iterator of Python's own, which goes back with the branch.

One over a list, tuple or string is set back; `zip`, `map` and `filter` have their place in what they go over, see `over`.
Any other is read once, each of its steps is remembered, an error or the end as well as an item, and each branch has its
own place among them, whoever holds it.

advance         how to take its next item, recorded; None for what is no such iterator
names_holding   by which names does a value hold one, if any?

>>> trail, letters = [], zip("ab")
>>> take = advance(letters)
>>> take(trail, letters)
('a',)
>>> from ambsearch.running.undoing import undo
>>> undo(trail)
>>> take(trail, letters), take(trail, letters)
(('a',), ('b',))
"""

import io
import itertools
import operator
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from gc import get_referents
from types import FunctionType, ModuleType, WrapperDescriptorType
from typing import Any, NoReturn

from ambsearch.errors import SENT, NotUndoable
from ambsearch.ground.alarms import is_alarm
from ambsearch.ground.registry import LEFT
from ambsearch.running.undoing import Trail, own_attributes, record_place, take_back, take_out

# those that can be set back, but not from their end, where they let go of what they go over: they are kept from it
SETTABLE = frozenset(map(type, [*map(iter, ([], (), "", "\u00e9", b"", bytearray())), reversed([])]))
# those of the classes whose objects only give items; a file or a cursor of a database can be set to another place, too
MODULES = frozenset({"builtins", "collections", "_collections", "itertools", "array", "csv", "_csv"})
ATOMS = frozenset({int, float, bool, str, bytes, range, type(None), ModuleType, type})
CONTAINERS = frozenset({list, tuple, deque, dict, defaultdict, OrderedDict})
COLLECTIONS = (list, tuple, dict, set, frozenset, deque)
MANY = 100  # items in dictionaries, which are not looked at one by one
WITHOUT = ATOMS | CONTAINERS | {set, frozenset, FunctionType}  # which are no iterators
CLOSED = -1  # how far a branch is in a generator that it has closed
ENDED: dict[int, Any] = {}  # those of them that have come to it in this branch, by id


class Read:
    """How far the branch has come in the steps of an iterator."""

    __slots__ = ("i", "iterator", "steps")

    def __init__(self, iterator: Any) -> None:
        self.iterator, self.i = iterator, 0
        self.steps: list[tuple[Any, ...]] = []  # an item; or an error, and where it was raised

    def after(self, trail: Trail) -> Any:
        i = self.i
        if i == CLOSED:
            raise StopIteration
        if i == len(self.steps):
            self.steps.append(step_of(self.iterator))
        trail.append((take_back, setattr, self, "i", i))
        self.i = i + 1
        found, *origin = self.steps[i]
        if origin:  # a StopIteration that is raised would hold the iterator
            raise StopIteration(*found.args) if isinstance(found, StopIteration) else found.with_traceback(*origin)
        return found if type(self.iterator) is not itertools.groupby else (found[0], iter(found[1]))

    def send(self, trail: Trail, value: Any) -> Any:
        """What a generator gives next when it is sent a value."""
        if value is None or self.i == CLOSED:
            return self.after(trail)
        trail.append((take_back, setattr, self, "__class__", Gone))
        return self.iterator.send(value)

    def close(self, trail: Trail) -> None:
        trail.append((take_back, setattr, self, "__class__", Gone))
        self.iterator.close()


class Gone(Read):
    """A generator that another branch has sent a value, or has closed."""

    __slots__ = ()

    def after(self, trail: Trail) -> Any:
        raise NotUndoable(self.iterator.__qualname__, SENT)

    def send(self, trail: Trail, value: Any) -> Any:
        return self.after(trail)

    def close(self, trail: Trail) -> None:
        """It is closed already."""


def step_of(iterator: Any) -> tuple[Any, ...]:
    try:
        item = next(iterator)
        # the items of a group come from the iterator of `groupby` itself
        return ((item[0], list(item[1])) if type(iterator) is itertools.groupby else item,)
    except Exception as error:
        if is_alarm(error):
            raise
        origin = error.__traceback__ and error.__traceback__.tb_next
        return error.with_traceback(origin), origin


# of those that need not be remembered, how they are read; see also `over`
READING: dict[type, Callable[[Any], Read]] = {}
READ: dict[int, Read] = {}  # by the id of the iterator, which cannot hold it
LATEST = 32  # so many are looked at after each search, which may be one of many short ones


def advance(iterator: Any) -> Callable[[Trail, Any], Any] | None:
    kind = type(iterator)
    if (found := STEPS.get(kind)) is not None:
        return found
    step = type(getattr(kind, "__next__", None))
    return read_on if kind.__module__ in MODULES and step in (WrapperDescriptorType, FunctionType) else None


def names_holding(value: Any) -> list[str]:
    """By which attributes or variables it holds one; "" if it is one itself, or a container that begins with one."""
    kind = type(value)
    if kind in ATOMS or issubclass(kind, type):
        return []
    if kind in CONTAINERS:
        parts = dict(zip(("",), dict.values(value) if issubclass(kind, dict) else value, strict=False))
    elif kind is FunctionType:
        parts = held_by(value)
    elif kind is partial:
        parts = {"": next(filter(is_iterator, (*value.args, *value.keywords.values())), None)}
    elif kind.__dictoffset__ and kind not in STEPS:
        # in one go: another thread may give it one
        parts = own_attributes(value).copy() if may_hold(value) else {}
    else:
        parts = {"": value}
    if WITHOUT.issuperset(map(type, parts.values())):  # nearly always
        return []
    return [name for name, part in parts.items() if is_iterator(part)]


def may_hold(value: Any) -> bool:
    """May an attribute of it be one? On Python 3.11 and 3.12 an object is slow as soon as its __dict__ has been asked for."""
    if issubclass(type(value), COLLECTIONS):  # not isinstance, which a __getattribute__ would see
        return True
    held = get_referents(value)  # the __dict__ itself where it has been asked for
    dicts = [part for part in held if type(part) is dict]
    inside = itertools.chain.from_iterable(map(list, map(dict.values, dicts)))
    return sum(map(len, dicts)) > MANY or any(map(is_iterator, [*held, *inside]))


def held_by(function: FunctionType) -> dict[str, Any]:
    """What a function has for its variables from around it, and, under "", a default value that is an iterator."""
    cells = zip(function.__code__.co_freevars, map(get_referents, function.__closure__ or ()), strict=True)
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return {"": next(filter(is_iterator, defaults), None), **{name: part for name, held in cells for part in held}}


def is_iterator(value: Any) -> bool:
    return hasattr(type(value), "__next__") and advance(value) is not None


def set_back(trail: Trail, iterator: Any) -> Any:
    if id(iterator) in ENDED:
        raise StopIteration
    if not operator.length_hint(iterator):
        end(trail, iterator)
    trail.append((take_back, iterator.__setstate__, iterator.__reduce__()[-1]))
    return next(iterator)


def next_line(trail: Trail, file: Any) -> Any:
    """Of a text in memory."""
    record_place(trail, file)
    return next(file)


def end(trail: Trail, iterator: Any) -> NoReturn:
    """It has come to its end in this branch."""
    trail.append((take_out, ENDED.pop, id(iterator)))
    ENDED[id(iterator)] = iterator
    raise StopIteration


# how to take a step of one that has no place of its own, or one that can be set back; see also `over`
STEPS: dict[type, Callable[[Trail, Any], Any]] = dict.fromkeys(SETTABLE, set_back)
STEPS |= dict.fromkeys((io.StringIO, io.BytesIO), next_line)


def reading_of(iterator: Any) -> Read:
    read = READ.get(id(iterator))
    if read is None:
        if not len(READ) & len(READ) - 1:  # whenever they are twice as many, as during a long search
            forget_dropped()
        read = READ[id(iterator)] = READING.get(type(iterator), Read)(iterator)
    return read


def read_on(trail: Trail, iterator: Any) -> Any:
    return reading_of(iterator).after(trail)


def is_behind(iterator: Any) -> bool:
    """Has another branch taken more items from it than this one?"""
    read = READ.get(id(iterator))
    return read is not None and read.i != CLOSED and any(len(step) == 1 for step in read.steps[read.i :])


def forget_dropped(most: int | None = None) -> None:
    """Forget what nothing else holds, the latest first, as what a search has changed is taken back. most: of how many; None for all."""
    for key, read in list(itertools.islice(reversed(READ.items()), most)):
        if references(read) <= ONCE:
            READ.pop(key, None)  # another thread may have done so


def let_go() -> None:
    """After a search: one that such an iterator held, or a generator in a `finally`, ends with it."""
    if READ:  # it is None where Python itself has ended
        forget_dropped(LATEST)


LEFT.append(let_go)


def references(read: Read) -> int:
    return sys.getrefcount(read.iterator)


# how many references there are to an iterator that only this table holds
ONCE = references(Read(iter("")))
