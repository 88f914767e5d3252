"""What every copier does: shells, parts and attributes."""

import types
from collections.abc import Callable, Iterable
from operator import is_not
from typing import Any

NONE: Any = object()
UNFINISHED: Any = object()
ATOMS = frozenset({int, str, bool, float, complex, bytes, type(None), range})
Copies = dict[int, Any]
Copied = Callable[[Any, Copies], Any]


def are_atoms(values: Iterable[Any]) -> bool:
    for value in values:
        if type(value) not in ATOMS:
            return False
    return True


class Unusual(Exception):
    """This cannot be copied in one pass; the walk in `snapshots` copies it."""


def in_class(cls: type, name: str) -> Any:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


class AsItIs(dict[int, Any]):
    """What has been copied for a reader who runs nothing of the program: no __copy__ and no __deepcopy__ of the user's."""


class Copier:
    """For objects with only attributes; the base of the others.
    lazy: is a value copied only if it holds something that is copied? Otherwise always.
    hashes: does a value look up its parts by their hash? Then it is filled last.
    is_plain: has it nothing but attributes, all in slots or none, that are found by Python alone?
    """

    lazy = hashes = False

    def __init__(self, cls: type, base: type) -> None:
        self.base = base
        classes = [c for c in cls.__mro__ if c not in ATOMS]  # the real part of a complex number is set by `new`
        members = [m for c in classes for m in vars(c).values() if type(m) is types.MemberDescriptorType]
        self.slots: dict[Any, Any] = {
            member.__set__: member.__get__ for member in members if member.__name__ != "__dict__"
        }
        self.has_dict = cls.__dictoffset__ != 0
        self.dict_of, self.set_dict = _dict_of(cls)
        self.bare = not self.slots and not self.has_dict
        own = [name for name in ("__deepcopy__", "__copy__") if in_class(cls, name) is not in_class(base, name)]
        self.own = own[0] if own else None
        usual = {name: vars(object).get(name) for name in ("__getattribute__", "__setattr__", "__getattr__")}
        usual |= {setter.__self__.__name__: setter.__self__ for setter in self.slots}
        is_usual = all(in_class(cls, name) is found for name, found in usual.items())
        is_usual &= not self.has_dict or type(in_class(cls, "__dict__")) is types.GetSetDescriptorType
        self.is_plain = type(self) is Copier and not own and is_usual and self.has_dict != bool(self.slots)

    def begin(self, value: Any, memo: dict[int, Any]) -> tuple[Any, Iterable[Any]]:
        """The shell, or NONE if there is none, and the parts; memo: what has been copied, as for `copy.deepcopy`."""
        own = None if type(memo) is AsItIs else self.own
        if own == "__deepcopy__":
            return value.__deepcopy__(memo), ()
        shell = self.shell(value) if own is None else value.__copy__()
        if shell is NONE:
            return NONE, self.parts(value)
        return shell, self.parts(shell) if type(shell) is type(value) else ()

    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        """The copy, or the value itself, in one pass, see `snapshots`; copied: how that copies each part."""
        if self.own is not None:
            raise Unusual
        is_plain = self.is_plain
        twin: Any = self.base.__new__(type(value)) if is_plain else self.new(value)  # type: ignore[call-overload]
        copies[id(value)] = twin
        if self.has_dict:
            attributes = value.__dict__.copy() if is_plain else self.dict_of(value).copy()
            for name, part in attributes.items():
                if type(part) not in ATOMS:
                    attributes[name] = copied(part, copies)
            if is_plain:
                twin.__dict__ = attributes
            else:
                self.set_dict(twin, attributes)
        for setter, getter in self.slots.items() if self.slots else ():
            try:
                part = getter(value)
            except AttributeError:
                continue
            setter(twin, part if type(part) in ATOMS else copied(part, copies))
        return twin

    def keys(self, value: Any) -> int:
        """How many of the items are looked up by their hash."""
        return len(self.items(value))

    def shell(self, value: Any) -> Any:
        shell = self.new(value)
        self.set_attributes(shell, self.attributes(value))
        return shell

    def new(self, value: Any) -> Any:
        """The same items in a new value, still without attributes."""
        return self.base.__new__(type(value))  # type: ignore[call-overload]

    def parts(self, value: Any) -> list[Any]:
        """Those in slots before those in the __dict__, as `attributes` has them."""
        found = self.items(value)
        if self.slots:
            found += in_slots(self.slots, value).values()
        if self.has_dict:
            found += self.dict_of(value).values()
        return found

    def put(self, twin: Any, parts: list[Any]) -> None:
        """Put these parts into the twin; `parts` are as many as it holds, in the same order."""
        if not self.bare:
            names = self.attributes(twin)
            start = len(parts) - len(names)
            self.set_attributes(twin, dict(zip(names, parts[start:], strict=True)))
            del parts[start:]
        self.fill(twin, parts)

    def attributes(self, value: Any) -> dict[Any, Any]:
        """Those in the __dict__ by name, those in slots by what sets them."""
        if not self.slots:
            return self.dict_of(value).copy() if self.has_dict else {}
        found = in_slots(self.slots, value)
        return found | self.dict_of(value) if self.has_dict else found

    def set_attributes(self, twin: Any, attributes: dict[Any, Any]) -> None:
        named = {} if self.slots else attributes
        if self.slots:
            for name, value in attributes.items():
                if isinstance(name, str):
                    named[name] = value
                else:
                    name(twin, value)
        if self.has_dict:
            self.set_dict(twin, named)

    def items(self, value: Any) -> list[Any]:
        return []

    def fill(self, twin: Any, items: list[Any]) -> None:
        pass

    def build(self, value: Any, parts: list[Any]) -> Any:
        raise NotImplementedError


def _dict_of(cls: type) -> tuple[Callable[[Any], dict[str, Any]], Callable[[Any, dict[str, Any]], None]]:
    """What gives and what sets the __dict__ of an object of this class, whatever the class itself says of it."""
    for base in cls.__mro__:
        found = vars(base).get("__dict__")
        if type(found) is types.GetSetDescriptorType:
            return found.__get__, found.__set__
    return dict_of, lambda value, attributes: dict_of(value).update(attributes)


def dict_of(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    return found


def in_slots(slots: dict[Any, Any], value: Any) -> dict[Any, Any]:
    """The attributes in those of these slots that have a value, by what sets them."""
    found = {}
    for setter, getter in slots.items():
        try:
            found[setter] = getter(value)
        except AttributeError:
            continue
    return found


class AtomCopier(Copier):
    """For the attributes of numbers and strings of classes that searches change."""

    def new(self, value: Any) -> Any:
        return self.base.__new__(type(value), *self.base.__getnewargs__(value))  # type: ignore[attr-defined]


class BuiltCopier(Copier):
    """For what is built from the copies of its parts."""

    lazy = True

    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        raise Unusual

    def lazily_at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        """The same of a value that is copied only if it holds something that is."""
        if self.own is not None:
            raise Unusual
        copies[id(value)] = UNFINISHED
        parts = self.parts(value)
        found = [part if type(part) in ATOMS else copied(part, copies) for part in parts]
        is_changed = not self.lazy or any(map(is_not, found, parts))
        if is_changed and self.hashes:
            raise Unusual
        twin = copies[id(value)] = self.build(value, found) if is_changed else value
        return twin

    def shell(self, value: Any) -> Any:
        return NONE

    def build(self, value: Any, parts: list[Any]) -> Any:
        names = self.attributes(value)
        start = len(parts) - len(names)
        twin = self.base.__new__(type(value), parts[:start])
        self.set_attributes(twin, dict(zip(names, parts[start:], strict=True)))
        return twin
