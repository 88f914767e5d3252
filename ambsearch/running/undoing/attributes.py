"""Attributes: o.x = v and del o.x, whatever says what an attribute of this object is."""

import functools
import sys
import types
from collections.abc import Iterable
from typing import Any

from ambsearch.ground.alarms import unless_it_fails
from ambsearch.running.undoing.contents import record_contents
from ambsearch.running.undoing.kinds import HEAP_TYPE, IMMUTABLE, base_of_class
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back, take_out


def record_attribute(trail: Trail, owner: Any, name: str) -> None:
    """Record the inverse of owner.name = value; a default of the class is not taken for the object's own."""
    kind: Any = type if issubclass(type(owner), type) else object
    if not bears(kind, owner):
        return record_foreign_attribute(trail, owner, name)
    on_class = in_class(type(owner), name)
    # a slot, or a property of a package; or the object alone has it, and need not be asked for its __dict__
    if hasattr(type(on_class), "__set__") or kind is object and on_class is GONE:
        old = unless_it_fails(GONE, kind.__getattribute__, owner, name)  # GONE: it has no value yet
    else:
        old = own_attributes(owner).get(name, GONE)
    if issubclass(type(owner), BaseException):
        trail.append((take_back_unless_raised, owner, name, old))
    elif old is GONE:
        trail.append((take_out, kind.__delattr__, owner, name))
    else:
        trail.append((take_back, kind.__setattr__, owner, name, old))


def take_back_unless_raised(inverse: Inverse) -> None:
    """An exception that leaves the branch takes with it what was set in it, as an answer does."""
    _, owner, name, old = inverse
    raised = sys.exception()
    while raised is not None and raised is not owner:
        raised = raised.__cause__ or raised.__context__
    if raised is None and old is GONE:
        forget_attribute(owner, name)
    elif raised is None:
        object.__setattr__(owner, name, old)


def bears(kind: Any, owner: Any) -> bool:
    """May kind.__setattr__ set attributes of this object? Not if its class, written in C, has a setter of its own."""
    own = in_class(type(owner), "__setattr__")
    if own is kind.__dict__["__setattr__"]:
        return True
    if getattr(own, "__objclass__", kind).__flags__ & HEAP_TYPE:  # since Python 3.13 such a class is not refused
        return own_attributes(owner) is getattr(owner, "__dict__", None)
    try:
        kind.__delattr__(owner, "no such attribute")
    except TypeError:
        return False
    except AttributeError:
        pass
    return True


def is_generic(cls: type, name: str) -> bool:
    """Does this class set, or delete, attributes as every object does?"""
    method = in_class(cls, name)
    return type(method) is types.WrapperDescriptorType and method.__name__ == name


class Keepers:
    """The classes whose objects keep an attribute in themselves.

    plain: those that have no value of their own for it. It is no set of a derived class, in which Python looks slowly.
    kept: those that would be plain without a __setattr__ or __getattr__ of the user's.
    defaults: those whose objects keep it in their __dict__, whatever value the class has, unless that runs code.
    Each class is asked once, when an object of it is changed for the first time.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.plain: set[type] = set()
        self.kept: set[type] = set()
        self.asked: set[type] = set()
        self.defaults: set[type] = set()
        KEEPERS.append(self)

    def learn(self, cls: type) -> None:
        self.asked.add(cls)
        place = in_class(cls, self.name)
        if self.is_plain(cls, place):
            self.plain.add(cls)
        setters = [vars(base).get("__setattr__") for base in cls.__mro__[:-1]]
        if all(setter is None or type(setter) is types.FunctionType for setter in setters) and self.is_kept(cls, place):
            self.kept.add(cls)
        keeps = type(in_class(cls, "__dict__")) is types.GetSetDescriptorType
        if keeps and type(place) is not types.MemberDescriptorType:
            if self.is_plain(cls, GONE if is_default(place) else place):
                self.defaults.add(cls)

    def forget(self, base: type = object) -> None:
        """What is known of this class, and of those derived from it."""
        for kinds in (self.plain, self.kept, self.asked, self.defaults):
            kinds.difference_update([cls for cls in kinds if base in cls.__mro__])

    def is_plain(self, cls: type, place: Any) -> bool:
        """place: what the class says of the attribute."""
        reads = in_class(cls, "__getattribute__")
        is_read = reads is in_class(base_of_class(cls) or object, "__getattribute__") or reads is READING_AS_OBJECTS
        own = is_read and is_generic(cls, "__setattr__") and in_class(cls, "__getattr__") is GONE
        return own and self.is_kept(cls, place)

    def is_kept(self, cls: type, place: Any) -> bool:
        """The same, whatever methods of the user's stand before object.__setattr__ and object.__getattribute__."""
        if issubclass(cls, (type, types.ModuleType, BaseException)):
            return False
        if type(place) is types.MemberDescriptorType:
            return "__slots__" in place.__objclass__.__dict__  # else one of C's, which may be read-only
        if is_set_by_init(cls, self.name):
            return True
        return place is GONE and in_class(cls, "__dict__") is not GONE


# which says itself what it inherits
READING_AS_OBJECTS = vars(types.SimpleNamespace).get("__getattribute__")
KEEPERS: list[Keepers] = []  # all of them


def is_default(place: Any) -> bool:
    """Is what a class says of an attribute just a value of Python's, which reading it from an object gives?"""
    return type(place) in IMMUTABLE or type(place) in (list, dict, set)


def is_set_by_init(cls: type, name: str) -> bool:
    """Does the __init__ that @dataclass wrote set this attribute of each object, whatever default the class has?"""
    fields = in_class(cls, "__dataclass_fields__")
    field = None if fields is GONE else fields.get(name)
    init = in_class(cls, "__init__")
    is_written = type(init) is types.FunctionType and init.__code__.co_filename == "<string>"
    return field is not None and field.init and is_written and not hasattr(type(in_class(cls, name)), "__set__")


def forget_attribute(owner: Any, name: str) -> None:
    """Take out an attribute that was not there, if it is there now."""
    try:
        object.__delattr__(owner, name)
    except AttributeError:
        pass


@functools.cache
def keepers(name: str) -> Keepers:
    return Keepers(name)


def record_foreign_attribute(trail: Trail, owner: Any, name: str) -> None:
    """The same where a package's own __setattr__ decides what an attribute is."""
    old = unless_it_fails(GONE, getattr, owner, name)
    trail.append((take_out, delattr, owner, name) if old is GONE else (take_back, setattr, owner, name, old))


def in_class(cls: type, name: str) -> Any:
    """What the class says of an attribute, as it stands in the class; GONE if it says nothing."""
    return in_classes(cls.__mro__, name)


def in_classes(classes: Iterable[type], name: str) -> Any:
    """What the first of these classes says that says something."""
    for cls in classes:
        if name in cls.__dict__:
            return cls.__dict__[name]
    return GONE


def own_attributes(owner: Any) -> Any:
    try:
        return object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return {}


def record_attributes(trail: Trail, owner: Any, name: str) -> None:
    """Record the inverse of del owner.name: the object gets the order of its attributes back, too."""
    own = own_attributes(owner)
    if type(own) is dict and name in own:
        record_contents(trail, own)
    else:
        record_attribute(trail, owner, name)
