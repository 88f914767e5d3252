"""Tables of methods, by the class of their owner: how to call each, recorded."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from ambsearch.running.calls import called
from ambsearch.running.twins import TABLES, TWINS, changes, own_recorded
from ambsearch.running.undoing import base_of_class, in_class, in_classes


class Methods(dict[type, Callable[..., Any]]):
    """How to call the method of a name, recorded: for each class the twin of its method, (trail, owner, *args)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, cls: type) -> Callable[..., Any]:
        TWINS.rely(cls, self.name)
        self[cls] = found = self.find(cls)
        return found

    def find(self, cls: type) -> Callable[..., Any]:
        method, name = in_class(cls, self.name), self.name
        is_usual = in_class(cls, "__getattribute__") is object.__dict__["__getattribute__"] and not issubclass(
            cls, type
        )
        if type(method) is FunctionType and is_usual and base_of_class(cls) is None:
            return recorded(method, cls)
        return lambda trail, owner, /, *args, **kwargs: called(trail, TWINS.read(trail, owner, name), *args, **kwargs)


class Inherited(dict[tuple[type, type], Callable[..., Any]]):
    """The same for super().name in the class (first) of an object of another class (second)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, classes: tuple[type, type]) -> Callable[..., Any]:
        TWINS.rely(classes[1], self.name)
        self[classes] = found = self.find(*classes)
        return found

    def find(self, here: type, cls: type) -> Callable[..., Any]:
        name = self.name
        bases = cls.__mro__[cls.__mro__.index(here) + 1 :] if here in cls.__mro__ else ()
        method = in_classes(bases, name)
        if type(method) is FunctionType and base_of_class(cls) is None:
            return recorded(method, cls)
        return lambda trail, owner, /, *args, **kwargs: called(
            trail, getattr(super(here, owner), name), *args, **kwargs
        )


def recorded(method: Any, cls: type) -> Callable[..., Any]:
    """How to call this function as a method of an object of this class."""
    twin: Callable[..., Any] | None = TWINS.find(method)
    if twin is None:
        return lambda trail, owner, /, *args, **kwargs: method(owner, *args, **kwargs)
    changes(cls)
    return twin


class Special(dict[type, Callable[..., Any] | None]):
    """The same for a special method, looked up only in the class; None for a class without one in user code."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, cls: type) -> Callable[..., Any] | None:
        TWINS.rely(cls, self.name)
        method = in_class(cls, self.name)
        found = own_recorded(method)
        if method is object.__ne__:  # which asks __eq__
            found = negated(own_recorded(in_class(cls, "__eq__")))
        self[cls] = found
        return found


def negated(equal: Callable[..., Any] | None) -> Callable[..., Any] | None:
    if equal is None:
        return None

    def is_unequal(trail: Any, /, *operands: Any) -> Any:
        found = equal(trail, *operands)
        return found if found is NotImplemented else not found

    return is_unequal


def table(kind: type[Methods] | type[Inherited] | type[Special], name: str) -> Any:
    """The table of this kind for this name; it is cleared when anything is replaced."""
    return TABLES.setdefault((kind, name), kind(name))


def special(owner: Any, name: str) -> Callable[..., Any] | None:
    """The special method of this owner, if it is the user's."""
    found: Callable[..., Any] | None = SPECIAL[name][type(owner)]
    return found


class SpecialTables(dict[str, Special]):
    """The table of each special method."""

    def __missing__(self, name: str) -> Special:
        found: Special = table(Special, name)
        self[name] = found
        return found


SPECIAL = SpecialTables()
