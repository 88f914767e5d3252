"""What a call can reach: its arguments, and what its functions share, compared before and after it.

Place    a container or a variable, with its original contents
Held     all places that a call can reach
"""

import copy
import inspect
import sys
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from types import CellType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from ambsearch.ground.ownership import is_own_file
from ambsearch.testing.differences import in_words
from ambsearch.testing.forms import is_array, is_frame, normal

CONTAINERS = (list, dict, set, deque, bytearray)
PLAIN = (int, float, complex, str, bytes, tuple, frozenset, type(None))
SMALL = 1000  # items of a container that functions share; a larger one is a table, and not looked at


@dataclass(frozen=True)
class Change:
    """Something that has changed: its name, and what it held, as text."""

    name: str
    before: str
    after: str
    is_input: bool = False

    def __str__(self) -> str:
        return f"{self.name} was {self.before} before, and is {self.after} after"


class Place:
    """A container, or with `put` a variable that may be rebound, and what it held when this was made.

    >>> xs = [1]
    >>> place = Place("xs", lambda: xs)
    >>> xs.append(2)
    >>> print(place.change())
    xs was [1] before, and is [1, 2] after
    >>> place.restore()
    >>> xs
    [1]
    """

    def __init__(
        self,
        name: str,
        read: Callable[[], Any],
        put: Callable[[Any], object] | None = None,
        is_input: bool = False,
        saves: bool = True,
    ) -> None:
        self.name = name
        self.read = read
        self.put = put
        self.is_input = is_input
        self.saves = saves
        self.note()

    def note(self) -> None:
        """Take the current contents as the original ones."""
        self.value = self.read()  # the copy first: a class may keep in this container what its __new__ makes for it
        self.saved = copy_of(self.value) if self.saves and is_container(self.value) else None
        self.form = normal(self.value)
        self.before = in_words(self.value)

    def now(self) -> Hashable:
        return normal(self.read())

    def is_same(self) -> bool:
        now = self.read()
        if now is self.value and (not is_container(now) or (self.saved is not None and equal(now, self.saved))):
            return True  # fast path for the usual case
        return normal(now) == self.form

    def change(self) -> Change | None:
        return None if self.is_same() else Change(self.name, self.before, in_words(self.read()), self.is_input)

    def restore(self) -> None:
        """Restore the original contents as far as possible."""
        if self.is_same():
            return
        if self.put is not None:
            self.put(self.value)
        if self.saved is not None:
            refill(self.value, copy.deepcopy(self.saved))


class Held:
    """The places that a call can reach, with their contents before it.
    keeps: names to leave out, for attributes also the last part. lasts: does it exist before and after the call? Then
    it can be restored, and the variables of the module belong to it.

    >>> def emptied(xs):
    ...     while xs:
    ...         yield xs.pop()
    >>> held = Held()
    >>> held.add({"xs": (xs := [1, 2])}, is_input=True)
    >>> list(emptied(xs)), *map(str, held.changes())
    ([2, 1], 'xs was [1, 2] before, and is [] after')
    """

    def __init__(self, keeps: Collection[str] = (), lasts: bool = True) -> None:
        self.keeps = keeps
        self.lasts = lasts
        self.places: dict[Hashable, Place] = {}
        self.met: dict[int, Any] = {}  # functions and objects that were examined

    def changes(self) -> Iterator[Change]:
        return (change for place in self.places.values() if (change := place.change()) is not None)

    def renew(self) -> None:
        """Take the current contents of all places as the original ones."""
        for place in self.places.values():
            if not place.is_same():
                place.note()

    def restore(self) -> None:
        for place in self.places.values():
            place.restore()

    def add(self, values: Mapping[str, Any], is_input: bool = False) -> None:
        """Record what these hold now: containers, and those that functions and objects among them can reach."""
        for name, value in values.items():
            if is_container(value):
                self.note(id(value), name, partial(same, value), None, is_input)
            else:
                self.look_into(name, value)

    def add_program(self, name: str, program: Any) -> None:
        """Record what the calls of a program share: a function, a method, or an object that is called."""
        self.look_into(name, program)
        self.look_into(name, getattr(program, "__self__", None))
        self.look_into(name, getattr(program, "__func__", None) or vars(type(program)).get("__call__"))

    def add_frame(self, frame: FrameType) -> None:
        """Record what a beginning call can reach."""
        for name, value in frame.f_locals.items():
            if name in frame.f_code.co_freevars:
                self.add_variable((id(frame), name), name, partial(local, frame, name), None)
            else:
                self.add({name: value})
        self.add_globals(frame.f_code, frame.f_globals)

    def look_into(self, name: str, value: Any) -> None:
        if id(value) in self.met or not (isinstance(value, FunctionType) or is_object(value)):
            return
        self.met[id(value)] = value
        if not isinstance(value, FunctionType):
            self.add_object(name, value)
        elif is_own_file(value.__code__.co_filename):
            self.add(defaults(value))
            for variable, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
                if cell != CellType():
                    read, put = partial(getattr, cell, "cell_contents"), partial(setattr, cell, "cell_contents")
                    self.add_variable(id(cell), variable, read, put)
            if self.lasts:
                self.add_globals(value.__code__, value.__globals__)

    def add_object(self, name: str, value: Any) -> None:
        """Its attributes, and those of its class; for a class of a package, only containers."""
        is_own = is_own_file(getattr(sys.modules.get(type(value).__module__), "__file__", None) or "<typed>")
        for part, inner in vars(value).items():
            if not part.startswith("__") and (is_container(inner) or (is_own and isinstance(inner, PLAIN))):
                read, put = partial(vars(value).get, part), partial(vars(value).__setitem__, part)
                self.note((id(value), part), f"{name}.{part}", read, put)
        for kind in type(value).__mro__[:-1]:
            self.add({f"{name}.{part}": inner for part, inner in vars(kind).items() if is_common(part, inner)})

    def add_globals(self, code: CodeType, space: dict[str, Any]) -> None:
        """The variables of its module that a function names."""
        for name in names_in(code):
            value = space.get(name)
            if isinstance(value, FunctionType):
                if value.__globals__ is space:
                    self.look_into(name, value)
            elif is_object(value):
                if type(value).__module__ == space.get("__name__"):
                    self.look_into(name, value)
            elif name in space and size(value) <= SMALL:
                self.add_variable((id(space), name), name, partial(space.get, name), partial(space.__setitem__, name))

    def add_variable(
        self, key: Hashable, name: str, read: Callable[[], Any], put: Callable[[Any], object] | None
    ) -> None:
        value = read()
        if is_container(value) or isinstance(value, PLAIN):
            self.note(key, name, read, put)
        else:
            self.look_into(name, value)

    def note(
        self,
        key: Hashable,
        name: str,
        read: Callable[[], Any],
        put: Callable[[Any], object] | None,
        is_input: bool = False,
    ) -> None:
        if key not in self.places and name not in self.keeps and last(name) not in self.keeps:
            self.places[key] = Place(name, read, put, is_input, self.lasts)


def last(name: str) -> str:
    """The last part of a dotted name, e.g. of an attribute, whose object may have another name in each function.

    >>> last("self.used"), last("used")
    ('used', 'used')
    """
    return name.rpartition(".")[2]


def same(value: Any) -> Any:
    return value


def local(frame: FrameType, name: str) -> Any:
    return frame.f_locals.get(name)


def defaults(function: FunctionType) -> dict[str, Any]:
    """The default values of parameters, which all calls share."""
    there = inspect.signature(function).parameters.values()
    return {parameter.name: parameter.default for parameter in there if parameter.default is not parameter.empty}


@cache
def names_in(code: CodeType) -> tuple[str, ...]:
    """The names in a function, and in those inside it, that may be variables of its module."""
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in names_in(part)]
    return tuple(dict.fromkeys([*code.co_names, *inner]))


def is_common(part: str, value: Any) -> bool:
    """Is it a class attribute that the instances share, and that may change?"""
    return is_container(value) and not part.startswith("__")


def is_container(value: Any) -> bool:
    return isinstance(value, CONTAINERS) or is_array(value) or is_frame(value)


def size(value: Any) -> int:
    if is_array(value) or is_frame(value):
        return int(value.size)
    return len(value) if isinstance(value, CONTAINERS) else 0


def is_object(value: Any) -> bool:
    """Is it an object of a class written in Python, such as a board?"""
    return hasattr(value, "__dict__") and not isinstance(value, (type, FunctionType, ModuleType))


def copy_of(value: Any) -> Any:
    """A copy that can be restored; None for what cannot be copied."""
    try:
        return copy.deepcopy(value)
    except Exception:
        return None


def equal(one: Any, other: Any) -> bool:
    try:
        return (one == other) is True  # an array gives an array
    except Exception:
        return False


def refill(container: Any, saved: Any) -> None:
    """Restore the saved contents of a container."""
    if is_array(container):
        with suppress(Exception):  # some cannot be changed at all
            container[...] = saved
    elif isinstance(container, (dict, set)):
        container.clear()
        container.update(saved)
    elif isinstance(container, (list, deque, bytearray)):
        container.clear()
        container.extend(saved)
