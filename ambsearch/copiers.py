"""How a value of each class is copied, without running a line of the class's own code where that can be.

A copier gives for a value a shell, which is a new value of the same class that holds the same parts, and the parts;
when the walk in `snapshots` knows the copy of each part, the copier puts these into the shell.
What cannot be changed afterwards, such as a tuple, has no shell: it is built from the copies of its parts.
"""

import sys
import types
import weakref
from array import array
from collections import ChainMap, OrderedDict, UserDict, UserList, deque
from collections.abc import Callable, Iterable, ItemsView, KeysView, ValuesView
from enum import Enum
from gc import get_referents
from itertools import count
from typing import Any

from ambsearch.errors import LiveAnswer

NONE: Any = object()
STATEFUL: "weakref.WeakSet[type]" = weakref.WeakSet()


class Copier:
    """For objects with attributes and nothing else; the base of the others.

    lazy: is a value copied only if it holds something that is copied? Else always.
    hashes: does a value look for its parts by their hash? These are filled last.
    """

    lazy = hashes = False

    def __init__(self, cls: type, base: type) -> None:
        self.base = base
        members = [m for c in cls.__mro__ for m in vars(c).values() if type(m) is types.MemberDescriptorType]
        self.slots = [member for member in members if member.__name__ != "__dict__"]
        self.bare = not self.slots and not cls.__dictoffset__
        own = [name for name in ("__deepcopy__", "__copy__") if getattr(cls, name, 0) is not getattr(base, name, 0)]
        self.own = own[0] if own else None

    def begin(self, value: Any) -> tuple[Any, Iterable[Any]]:
        """The shell, or NONE if there can be none, and the parts."""
        if self.own == "__deepcopy__":
            return value.__deepcopy__({}), ()
        shell = self.shell(value) if self.own is None else value.__copy__()
        if shell is NONE:
            return NONE, self.parts(value)
        return shell, self.parts(shell) if type(shell) is type(value) else ()

    def shell(self, value: Any) -> Any:
        shell = self.base.__new__(type(value))
        self.fill(shell, self.items(value))
        self.set_attributes(shell, self.attributes(value))
        return shell

    def parts(self, value: Any) -> Iterable[Any]:
        return self.items(value) if self.bare else [*self.items(value), *self.attributes(value).values()]

    def put(self, twin: Any, parts: list[Any]) -> None:
        """Let the twin hold these parts; `parts` are as many as it holds, in that order."""
        if not self.bare:
            names = self.attributes(twin)
            start = len(parts) - len(names)
            self.set_attributes(twin, dict(zip(names, parts[start:], strict=True)))
            del parts[start:]
        self.fill(twin, parts)

    def attributes(self, value: Any) -> dict[Any, Any]:
        """By name those in the __dict__, by descriptor those in slots."""
        if self.bare:
            return {}
        found = {slot: slot.__get__(value) for slot in self.slots if _is_set(slot, value)}
        return found | getattr(value, "__dict__", {})

    def set_attributes(self, twin: Any, attributes: dict[Any, Any]) -> None:
        for name, value in attributes.items():
            if isinstance(name, str):
                twin.__dict__[name] = value
            else:
                name.__set__(twin, value)

    def items(self, value: Any) -> list[Any]:
        return []

    def fill(self, twin: Any, items: list[Any]) -> None:
        pass

    def build(self, value: Any, parts: list[Any]) -> Any:
        raise NotImplementedError


def _is_set(slot: types.MemberDescriptorType, value: Any) -> bool:
    try:
        slot.__get__(value)
    except AttributeError:
        return False
    return True


class FrozenCopier(Copier):
    """For frozen dataclasses."""

    lazy = True


class ListCopier(Copier):
    def items(self, value: Any) -> list[Any]:
        return list.copy(value)

    def fill(self, twin: Any, items: list[Any]) -> None:
        list.__setitem__(twin, slice(None), items)


class DequeCopier(Copier):
    def items(self, value: Any) -> list[Any]:
        return [value.maxlen, *deque.__iter__(value)]

    def fill(self, twin: Any, items: list[Any]) -> None:
        deque.__init__(twin, items[1:], items[0])


class SetCopier(Copier):
    hashes = True

    def items(self, value: Any) -> list[Any]:
        return list(set.__iter__(value))

    def fill(self, twin: Any, items: list[Any]) -> None:
        found = set(items)  # where an item has no hash, before anything is lost
        set.clear(twin)
        set.update(twin, found)


class DictCopier(Copier):
    """The items are the keys, then the values."""

    hashes = True

    def items(self, value: Any) -> list[Any]:
        of: Any = OrderedDict if isinstance(value, OrderedDict) else dict
        keys = list(of.__iter__(value))
        return keys + [dict.__getitem__(value, key) for key in keys]

    def fill(self, twin: Any, items: list[Any]) -> None:
        half = len(items) // 2
        of: Any = OrderedDict if isinstance(twin, OrderedDict) else dict
        found = dict(zip(items[:half], items[half:], strict=True))
        of.clear(twin)
        for key, value in found.items():  # update would use the class's own __setitem__, if it is ordered
            of.__setitem__(twin, key, value)


class BytearrayCopier(Copier):
    def shell(self, value: Any) -> Any:
        shell = bytearray.__new__(type(value))
        bytearray.__init__(shell, memoryview(value))
        self.set_attributes(shell, self.attributes(value))
        return shell


class ArrayCopier(Copier):
    def shell(self, value: Any) -> Any:
        shell = array.__new__(type(value), value.typecode, array.__getitem__(value, slice(None)))
        self.set_attributes(shell, self.attributes(value))
        return shell


class NumpyCopier(Copier):
    def shell(self, value: Any) -> Any:
        shell = self.base.copy(value)  # type: ignore[attr-defined]
        self.set_attributes(shell, self.attributes(value))
        return shell

    def items(self, value: Any) -> list[Any]:
        return list(value.flat) if value.dtype == object else []

    def fill(self, twin: Any, items: list[Any]) -> None:
        for i, item in enumerate(items):
            twin.flat[i] = item


class BuiltCopier(Copier):
    """For what is built from the copies of its parts."""

    lazy = True

    def shell(self, value: Any) -> Any:
        return NONE

    def build(self, value: Any, parts: list[Any]) -> Any:
        attributes = self.attributes(value)
        twin = self.base.__new__(type(value), parts[: len(parts) - len(attributes)])  # type: ignore[call-arg]
        self.set_attributes(twin, attributes)
        return twin


class TupleCopier(BuiltCopier):
    def begin(self, value: Any) -> tuple[Any, Iterable[Any]]:
        return (NONE, value) if type(value) is tuple else super().begin(value)

    def items(self, value: Any) -> list[Any]:
        return list(tuple.__iter__(value))


class FrozensetCopier(BuiltCopier):
    def items(self, value: Any) -> list[Any]:
        return list(frozenset.__iter__(value))


class ViewCopier(BuiltCopier):
    """For views: a view of the copy of what is viewed."""

    def items(self, value: Any) -> list[Any]:
        return [value._mapping] if isinstance(value, PYTHON_VIEWS) else get_referents(value)

    def build(self, value: Any, parts: list[Any]) -> Any:
        return VIEWS.get(type(value), type(value))(parts[0])

    def attributes(self, value: Any) -> dict[Any, Any]:
        return {}


class MemoryviewCopier(BuiltCopier):
    """A view of all of a buffer becomes a view of its copy; one of a slice, a view of bytes of its own."""

    def items(self, value: Any) -> list[Any]:
        return [value.obj]

    def build(self, value: Any, parts: list[Any]) -> Any:
        twin = memoryview(parts[0])
        if twin.nbytes != value.nbytes or not value.c_contiguous:
            twin = memoryview(bytearray(value.tobytes()))
        if (twin.format, twin.shape) != (value.format, value.shape):
            twin = twin.cast("B").cast(value.format, value.shape)
        return twin.toreadonly() if value.readonly else twin


class IteratorCopier(BuiltCopier):
    """For Python's own iterators: one at the same place, over the copy of what is gone over."""

    lazy = False

    def items(self, value: Any) -> list[Any]:
        try:
            return [value.__reduce__()]
        except Exception:
            raise LiveAnswer(value) from None

    def build(self, value: Any, parts: list[Any]) -> Any:
        make, arguments, *state = parts[0]
        twin = make(*arguments)
        if state:
            twin.__setstate__(state[0])
        return twin


class LiveCopier(Copier):
    """For iterators that cannot be copied."""

    def begin(self, value: Any) -> tuple[Any, Iterable[Any]]:
        raise LiveAnswer(value)


def _iterators() -> list[type]:
    """The classes of Python's own iterators, but for generators and itertools."""
    views = [view for d in ({}, OrderedDict()) for view in (d, d.keys(), d.values(), d.items())]
    reversible: list[Any] = [[], deque(), *views]
    iterable: list[Any] = [(), set(), "", "é", b"", bytearray(), range(0), range(1 << 99), array("i"), memoryview(b"")]
    sequence = type("Sequence", (), {"__getitem__": list.__getitem__})()
    found = [*map(reversed, reversible), *map(iter, [*reversible, *iterable, sequence]), iter(int, 0)]
    return [*map(type, found), reversed, enumerate, zip, map, filter]


PYTHON_VIEWS = (KeysView, ValuesView, ItemsView)
VIEWS: dict[type, Callable[[Any], Any]] = {
    type(view(base())): view for base in (dict, OrderedDict) for view in (base.keys, base.values, base.items)
}
COPIERS: dict[type, type[Copier]] = {
    list: ListCopier,
    dict: DictCopier,
    set: SetCopier,
    deque: DequeCopier,
    bytearray: BytearrayCopier,
    array: ArrayCopier,
    tuple: TupleCopier,
    frozenset: FrozensetCopier,
    memoryview: MemoryviewCopier,
    **dict.fromkeys((UserDict, UserList, ChainMap, types.SimpleNamespace), Copier),
    **dict.fromkeys((*VIEWS, *PYTHON_VIEWS, types.MappingProxyType), ViewCopier),
    **dict.fromkeys(_iterators(), IteratorCopier),
    **dict.fromkeys((types.GeneratorType, types.AsyncGeneratorType), LiveCopier),
}
PLAIN = {cls: copier(cls, cls) for cls, copier in COPIERS.items()}
_KNOWN: "weakref.WeakKeyDictionary[type, Copier | None]" = weakref.WeakKeyDictionary()


def copier_of(cls: type) -> Copier | None:
    """The copier for values of exactly this class; None if they are handed out as they are."""
    if cls in PLAIN:
        return PLAIN[cls]
    try:
        return _KNOWN[cls]
    except KeyError:
        copier = _KNOWN[cls] = _copier_of(cls)
        return copier


def _copier_of(cls: type) -> Copier | None:
    if issubclass(cls, (Enum, type, BaseException)) or cls is count:  # an endless count holds nothing that changes
        return None
    numpy = sys.modules.get("numpy")
    for base in cls.__mro__:
        if base in COPIERS:
            return COPIERS[base](cls, base)
        if base is getattr(numpy, "ndarray", None):
            return NumpyCopier(cls, base)
        if base.__module__ == "itertools":
            return LiveCopier(cls, base)
    if not STATEFUL.isdisjoint(cls.__mro__):
        return Copier(cls, object)
    if hasattr(cls, "__dataclass_params__"):
        return (FrozenCopier if cls.__dataclass_params__.frozen else Copier)(cls, object)
    return None


def stateful(cls: type) -> None:
    """Let instances of this class, and of classes made from it, be copied in answers that are handed out.

    >>> class Board:
    ...     pass
    >>> copier_of(Board)
    >>> stateful(Board)
    >>> type(copier_of(Board)).__name__
    'Copier'
    """
    STATEFUL.add(cls)
    _KNOWN.clear()
