"""Tables of methods, by the class of their owner: how to call each, recorded."""

from collections.abc import Callable
from functools import partial
from types import FunctionType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.ground.finding import Finding
from ambsearch.ground.levels import Found, Level, Levels
from ambsearch.running.calls import OPERANDS, apply
from ambsearch.running.driver import deep_choosing
from ambsearch.running.twins import TABLES, TWINS, changes, is_users, own_method, recorded
from ambsearch.running.undoing import METHODS, RECORD, base_of_class, in_class, in_classes

IN_C = MethodDescriptorType, WrapperDescriptorType
Find = Callable[[str, Any], Any]
INHERITED: dict[Any, Callable[..., Any]] = {}  # how what every object inherits is called; `changes` has it


def table(find: Find, name: str) -> dict[Any, Any]:
    """What this finds for a name in each class that is asked for: how to call a method, the trail first.

    All tables are in TABLES, and are cleared when anything is replaced.
    """
    found: dict[Any, Any] = TABLES.setdefault((find, name), Finding(partial(look_up, find, name)))
    return found


def look_up(find: Find, name: str, key: Any) -> Any:
    """The same of a class, or of one and what is derived from it; all that this relies on in the class is watched."""
    found = find(name, key)
    TWINS.rely(key[1] if isinstance(key, tuple) else key, name)
    return found


def method_of(name: str, cls: type) -> Callable[..., Any]:
    """The method of an object of this class: (trail, owner, *args)."""
    method = plain_method(name, cls)
    if method is not None:
        return twin_or_plain(method, cls)
    return lambda trail, owner, /, *args, **kwargs: apply(trail, TWINS.read(trail, owner, name), *args, **kwargs)


def levels_of_method(name: str, cls: type) -> Levels:
    """The search of an ambiguous method of this class at each level: (after, owner, *args); of any other what is chosen from."""
    method = in_class(cls, name)
    if type(method) is Ambiguous and is_usual(cls):
        return method.make()

    def find(place: int) -> Callable[..., Any]:
        return lambda after, owner, /, *args, **kwargs: deep_choosing(getattr(owner, name), Level(place, after))(
            after, *args, **kwargs
        )

    return Found(find)


def plain_method(name: str, cls: type) -> Any:
    """The function that is called as this method of objects of this class; None if that is known only when it is called."""
    method = in_class(cls, name)
    is_known = type(method) is FunctionType if base_of_class(cls) is None and name not in METHODS else is_users(method)
    return method if is_known and is_usual(cls) else None


def object_method(name: str, cls: type) -> Any:
    """The same, unless these objects are containers, whose changes are common only where it is known of which kind they are."""
    return plain_method(name, cls) if base_of_class(cls) is None else None


def is_usual(cls: type) -> bool:
    """Are the methods of its objects found by Python alone?"""
    finds = in_class(cls, "__getattribute__")
    return finds is in_class(base_of_class(cls) or object, "__getattribute__") and not issubclass(cls, type)


def inherited_method(name: str, classes: tuple[type, type]) -> Callable[..., Any]:
    """super().name in the first class, of an object of the second."""
    here, cls = classes
    bases = cls.__mro__[cls.__mro__.index(here) + 1 :] if here in cls.__mro__ else ()
    method = in_classes(bases, name)
    if type(method) is FunctionType and (base_of_class(cls) is None or is_users(method)):
        return twin_or_plain(method, cls)
    key = base_of_class(cls), name
    record = RECORD[key] if type(method) in IN_C and key in RECORD and key not in OPERANDS else None
    if method is object.__setattr__:
        return INHERITED[method]

    def call(trail: Any, owner: Any, /, *args: Any, **kwargs: Any) -> Any:
        if record is None or kwargs or args and type(args[0]) is slice:
            return apply(trail, getattr(super(here, owner), name), *args, **kwargs)
        record(trail, owner, *args)
        return method(owner, *args)

    return call


def twin_or_plain(method: Any, cls: type) -> Callable[..., Any]:
    """How to call this function as a method of an object of this class."""
    if TWINS.known[method] is not None:
        changes(cls)
    return recorded(method)


def special_of(name: str, cls: type) -> Callable[..., Any] | None:
    """A special method, which Python looks up only in the class; None if the class has none of the user's."""
    method = in_class(cls, name)
    if name in ("__setitem__", "__getitem__", "__delitem__"):
        TWINS.learn(cls)
    if method is object.__ne__:  # which asks __eq__
        return negation(own_method(in_class(cls, "__eq__")))
    return own_method(method)


def negation(equal: Callable[..., Any] | None) -> Callable[..., Any] | None:
    if equal is None:
        return None

    def is_unequal(trail: Any, /, *operands: Any) -> Any:
        found = equal(trail, *operands)
        return found if found is NotImplemented else not found

    return is_unequal


SPECIAL = Finding(partial(table, special_of))


def special(owner: Any, name: str) -> Callable[..., Any] | None:
    """The special method of this owner, if it is the user's."""
    found: Callable[..., Any] | None = SPECIAL[name][type(owner)]
    return found
