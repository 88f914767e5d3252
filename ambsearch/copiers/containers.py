"""Copiers of containers: a method of the built-in class reads and sets the items, never the class's own."""

from array import array
from collections import OrderedDict, deque
from collections.abc import Iterable
from operator import is_not
from typing import Any

from ambsearch.copiers.base import ATOMS, NONE, BuiltCopier, Copied, Copier, Copies, Unusual, are_atoms, dict_of


class ContainerCopier(Copier):
    """For what has items, perhaps with attributes."""

    def new(self, value: Any) -> Any:
        twin = super().new(value)
        self.fill(twin, self.items(value))
        return twin

    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        twin = super().at_once(value, copies, copied)
        items = self.items(twin)
        parts = [part if type(part) in ATOMS else copied(part, copies) for part in items]
        if any(map(is_not, parts, items)):
            values = dict.__len__(twin) if isinstance(twin, dict) else 0
            if self.hashes and any(map(is_not, parts[: len(parts) - values], items)):
                raise Unusual  # a key that is copied has its hash only afterwards
            self.fill(twin, parts)
        return twin


class ListCopier(ContainerCopier):
    def items(self, value: Any) -> list[Any]:
        return list.copy(value)

    def fill(self, twin: Any, items: list[Any]) -> None:
        list.__setitem__(twin, slice(None), items)


class DequeCopier(ContainerCopier):
    def items(self, value: Any) -> list[Any]:
        return [value.maxlen, *deque.__iter__(value)]

    def fill(self, twin: Any, items: list[Any]) -> None:
        deque.__init__(twin, items[1:], items[0])


class SetCopier(ContainerCopier):
    hashes = True

    def items(self, value: Any) -> list[Any]:
        return list(set.__iter__(value))

    def fill(self, twin: Any, items: list[Any]) -> None:
        found = set(items)  # where an item has no hash, before anything is lost
        set.clear(twin)
        set.update(twin, found)


class DictCopier(ContainerCopier):
    """The parts are the values; if a key can hold something, the keys and then the values."""

    hashes = True

    def new(self, value: Any) -> Any:
        twin = dict.__new__(type(value))
        dict.update(twin, dict(zip(dict.__iter__(value), dict.values(value), strict=True)))
        return twin

    def items(self, value: Any) -> list[Any]:
        keys = list(dict.__iter__(value))
        found = list(dict.values(value))
        return found if ATOMS.issuperset(map(type, keys)) else keys + found

    def fill(self, twin: Any, items: list[Any]) -> None:
        if len(items) == dict.__len__(twin):
            dict.update(twin, dict(zip(dict.__iter__(twin), items, strict=True)))
            return
        half = len(items) // 2
        found = dict(zip(items[:half], items[half:], strict=True))  # where a key has no hash, before anything is lost
        dict.clear(twin)
        dict.update(twin, found)


class OrderedDictCopier(ContainerCopier):
    """For dicts with their own order; the parts are the keys, then the values."""

    hashes = True

    def items(self, value: Any) -> list[Any]:
        keys = list(OrderedDict.__iter__(value))
        return keys + [dict.__getitem__(value, key) for key in keys]

    def fill(self, twin: Any, items: list[Any]) -> None:
        half = len(items) // 2
        found = dict(zip(items[:half], items[half:], strict=True))
        OrderedDict.clear(twin)
        for key in found:  # its update would use the class's own __setitem__
            OrderedDict.__setitem__(twin, key, found[key])


class BytearrayCopier(ContainerCopier):
    def new(self, value: Any) -> Any:
        twin = bytearray.__new__(type(value))
        bytearray.__init__(twin, memoryview(value))
        return twin


class ArrayCopier(ContainerCopier):
    def new(self, value: Any) -> Any:
        return array.__new__(type(value), value.typecode, array.__getitem__(value, slice(None)))


class TextCopier(Copier):
    """For a StringIO or a BytesIO: the same text, at the same place."""

    def __init__(self, cls: type, base: type) -> None:
        super().__init__(cls, base)
        self.set_dict = lambda value, attributes: dict_of(value).update(attributes)  # no other can be set

    def new(self, value: Any) -> Any:
        base: Any = self.base
        twin = super().new(value)
        base.__init__(twin)
        if value.closed:
            base.close(twin)
        else:
            base.__setstate__(twin, (*base.__getstate__(value)[:-1], None))
        return twin


class NumpyCopier(ContainerCopier):
    def new(self, value: Any) -> Any:
        return self.base.copy(value)  # type: ignore[attr-defined]

    def items(self, value: Any) -> list[Any]:
        return list(value.flat) if value.dtype == object else []

    def fill(self, twin: Any, items: list[Any]) -> None:
        for i, item in enumerate(items):
            twin.flat[i] = item


class TupleCopier(BuiltCopier):
    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        if self.bare and self.own is None and are_atoms(tuple.__iter__(value)):  # as most named tuples
            return value
        return self.lazily_at_once(value, copies, copied)

    def begin(self, value: Any, memo: dict[int, Any]) -> tuple[Any, Iterable[Any]]:
        return (NONE, value) if type(value) is tuple else super().begin(value, memo)

    def build(self, value: Any, parts: list[Any]) -> Any:
        return tuple(parts) if type(value) is tuple else super().build(value, parts)

    def items(self, value: Any) -> list[Any]:
        return list(tuple.__iter__(value))


class FrozensetCopier(BuiltCopier):
    hashes = True
    at_once = BuiltCopier.lazily_at_once

    def items(self, value: Any) -> list[Any]:
        return list(frozenset.__iter__(value))
