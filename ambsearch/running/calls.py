"""Calls whose target is known only at run time: `apply` finds the twin of a function, or what to do without one."""

import random
import sys
from collections import deque
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import partial
from operator import methodcaller
from types import BuiltinFunctionType, CellType, FunctionType, GenericAlias, MethodType, WrapperDescriptorType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.errors import OutsideSearch, name_of
from ambsearch.ground.levels import Level
from ambsearch.ground.ownership import PERMANENT
from ambsearch.running import twins, undoing
from ambsearch.running.choices import Begun, search_of
from ambsearch.running.twins import TWINS, VALUES, Dead, recorded
from ambsearch.running.undoing import BASES, GONE, METHODS, RECORD, Trail, base_of, in_class

KNOWN, FREE = TWINS.known, TWINS.known.free  # what an expansion asks


def apply(trail: Trail, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """function(*args, **kwargs), with its changes on the trail."""
    kind = type(function)
    if kind is FunctionType:
        twin = KNOWN[function]
        return function(*args, **kwargs) if twin is None else twin(trail, *args, **kwargs)
    if kind is MethodType:
        owner, inner = function.__self__, function.__func__
        twin = TWINS.methods.get((type(owner), inner), GONE) if type(inner) is FunctionType else GONE
        if twin is GONE:
            return apply_method(trail, function, args, kwargs)
        return function(*args, **kwargs) if twin is None else twin(trail, owner, *args, **kwargs)
    if kind is BuiltinFunctionType:
        if id(function) in PERMANENT:
            return function(*args, **kwargs)
        found = BUILTINS.get(function)
        if found is not None:
            is_plain = not kwargs and VALUES.issuperset(map(type, args))  # as of an operator from a table
            return function(*args) if is_plain else found(trail, *args, **kwargs)
        owner = function.__self__
        # of a derived class the base is known when it has been asked for
        key: Any = BASES.get(type(owner)), function.__name__
        is_known = not kwargs and (key not in OPERANDS or PLAIN.issuperset(map(type, args)))
        record = RECORD.get(key) if is_known else None
        if record is not None:
            record(trail, owner, *args)
            return function(*args)
    how = HOW.get(kind)
    if how is not None:
        return how(trail, function, args, kwargs)
    if issubclass(kind, type):
        return construct(trail, function, args, kwargs)
    call = kind.__dict__.get("__call__") or in_class(kind, "__call__")
    if type(call) is FunctionType:
        twin = KNOWN[call]
        return function(*args, **kwargs) if twin is None else twin(trail, function, *args, **kwargs)
    if call is GONE or type(call) is WrapperDescriptorType:
        how = HOW.get(getattr(call, "__objclass__", object))  # of a class derived from partial
        return function(*args, **kwargs) if how is None else how(trail, function, args, kwargs)
    return apply(trail, call.__get__(function, kind) if hasattr(call, "__get__") else call, *args, **kwargs)


def begin(level: Level, trail: Trail, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """The same for a choice from what it gives: the search, at a level, if the function is ambiguous."""
    search = search_of(function, level)
    return apply(trail, function, *args, **kwargs) if search is None else Begun(search(level.after, *args, **kwargs))


class Calling(dict[Any, Callable[..., Any]]):
    """Of a function what to call, with the trail first: its twin, if it has one, which may call itself as deep as it did."""

    def __missing__(self, function: Any) -> Callable[..., Any]:
        twin: Any = None
        if type(function) is FunctionType:
            twin = recorded(function)
        elif function is next:
            twin = BUILTINS[next]
        else:  # what is there instead may equal another
            return lambda trail, /, *args, **kwargs: apply(trail, function, *args, **kwargs)
        self[function] = twin
        return twin  # type: ignore[no-any-return]


calling = KNOWN.calling = Calling()


def is_harmless(function: Any) -> bool:
    """Is it known already that this changes nothing?"""
    kind = type(function)
    if kind is FunctionType:
        return KNOWN[function] is None
    if kind is MethodType:
        return type(function.__func__) is FunctionType and FREE[function.__func__]
    return function is None or kind is partial and type(function.func) is FunctionType and KNOWN[function.func] is None


def recording(trail: Trail, function: Any) -> Any:
    """What to call for a function, with its changes on this trail."""
    if type(function) is FunctionType:
        twin = KNOWN[function]
        return function if twin is None else partial(twin, trail)
    return function if is_harmless(function) else partial(apply, trail, function)


def recording_later(trail: Trail, function: Any) -> Any:
    """The same for a function that an iterator calls, perhaps when a later choice has been made: it can end no branch."""
    return partial(later, trail, function) if recording(trail, function) is not function else function


def later(trail: Trail, function: Any, *args: Any) -> Any:
    try:
        return apply(trail, function, *args)
    except Dead:
        name = name_of(function) or "this"
        raise OutsideSearch(
            f"require or fail ends a branch, and {name} is called by an iterator, such as `accumulate`, which may be read "
            f"in another branch; call {name} in a loop of your own"
        ) from None


def called(function: Any) -> Any:
    """What a function calls that `recording_later` gave for it, where an iterator was made."""
    while type(function) is partial and function.func is later:
        function = function.args[-1]
    return function


def apply_method(trail: Trail, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A bound method that is not in a table yet."""
    inner, owner = method.__func__, method.__self__
    if type(inner) is not FunctionType:
        return method(*args, **kwargs) if type(inner) is Ambiguous else apply(trail, inner, owner, *args, **kwargs)
    twin = TWINS.known[inner]
    if twins.is_lasting(inner) and (twin is not None or inner.__name__ not in METHODS):
        TWINS.methods[type(owner), inner] = twin
    if twin is not None:
        twins.changes(type(owner))
        return twin(trail, owner, *args, **kwargs)
    if inner.__name__ in METHODS and not twins.is_users(inner):
        record_inside(trail, method, args, kwargs)
    return method(*args, **kwargs)


def record_inside(trail: Trail, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Record what a method of a library, written in Python, changes in its owner or its first argument."""
    owner = method.__self__
    if base_of(owner) is not None or isinstance(owner, undoing.WEAK):
        undoing.record_contents(trail, owner)
        return
    if method.__func__ is random.Random.shuffle:
        undoing.record_first_argument(trail, args, kwargs)
    if method.__name__ in ("setdefault", "pop") and args and isinstance(owner, MutableMapping):  # such as os.environ
        undoing.record_item(trail, owner, args[0])


def apply_method_caller(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """operator.methodcaller("append", x)(xs)"""
    if len(args) != 1 or kwargs:
        return function(*args, **kwargs)
    make, given = function.__reduce__()
    options = make.keywords if isinstance(make, partial) else {}
    name, *given = (*make.args, *given) if isinstance(make, partial) else given
    return apply(trail, TWINS.read(trail, args[0], name), *given, **options)


def apply_partial(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    inner = function.func
    if type(inner) is FunctionType and KNOWN[inner] is None:
        return function(*args, **kwargs)
    return apply(trail, inner, *function.args, *args, **{**function.keywords, **kwargs})


def apply_alias(trail: Trail, alias: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Stack[int](), where Stack has a __class_getitem__ that gives a types.GenericAlias."""
    made = apply(trail, alias.__origin__, *args, **kwargs)
    with suppress(AttributeError, TypeError):
        made.__orig_class__ = alias
    return made


# by the type of what is called; `builtin_calls` adds what is written in C
HOW: dict[type, Callable[..., Any]] = {
    partial: apply_partial,
    staticmethod: lambda trail, function, args, kwargs: apply(trail, function.__func__, *args, **kwargs),
    methodcaller: apply_method_caller,
    GenericAlias: apply_alias,
    Ambiguous: lambda trail, function, args, kwargs: function(*args, **kwargs),
}


def construct(trail: Trail, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A new object, whose __new__ and __init__ are recorded, except for what they set in the object itself."""
    make = TWINS.makers.get(cls)
    if make is None:
        twins.copy_if_own(cls)
        make = TWINS.makers[cls] = maker(cls)
    return cls(*args, **kwargs) if make is as_it_is else make(trail, cls, *args, **kwargs)


HOW[type] = construct  # one of a metaclass is found by `isinstance`

# how a container's method reads its argument, recorded, by the container and the method; `protocols` fills it
OPERANDS: dict[tuple[Any, str], Callable[[Trail, Any], Any]] = {}


PLAIN = frozenset({list, dict, set, tuple, str})  # what is read without steps that are to be recorded


def operand(trail: Trail, owner: Any, name: str, given: Any) -> Any:
    """What owner.name(given) reads: the argument itself, unless its steps must be recorded."""
    if type(given) in PLAIN:  # nearly always
        return given
    base = base_of(owner)
    prepare = OPERANDS.get((base, name))
    if prepare is None or given is owner and (base in TAKEN_WHOLE or name == "[:]"):
        return given
    return [*prepare(trail, given)] if given is owner and base in (list, deque) else prepare(trail, given)


# of which another class's __iter__ is not asked where an object is added to itself
TAKEN_WHOLE: tuple[type, ...] = (bytearray, list) if sys.version_info >= (3, 13) else (bytearray,)


# of builtin functions and types that call special methods of their arguments: how, recorded; `protocols` fills it
BUILTINS: dict[Any, Callable[..., Any]] = {}


def maker(cls: Any) -> Callable[..., Any]:
    """How objects of this class are made, (trail, cls, *args)."""
    if cls in BUILTINS:
        return lambda trail, cls, /, *args, **kwargs: BUILTINS[cls](trail, *args, **kwargs)
    of_metaclass = twins.own_method(in_class(type(cls), "__call__"))
    if of_metaclass is not None:
        return of_metaclass
    if type(cls).__call__ is not type.__call__:
        return lambda trail, cls, /, *args, **kwargs: cls(*args, **kwargs)
    return instance_maker(cls)


def instance_maker(cls: Any) -> Callable[..., Any]:
    """The same, as `type` makes them, whatever the metaclass says."""
    new, init = in_class(cls, "__new__"), in_class(cls, "__init__")
    if is_recorded(new, False) or is_recorded(init, not isinstance(new, staticmethod)):
        for name in ("__new__", "__init__"):
            TWINS.rely(cls, name)
        if new is not object.__dict__["__new__"]:
            return make_and_initialise
        return partial(initialise_by, TWINS.find(init, True))
    changing = {id(make) for make in twins.default_factories(cls).values() if not makes_only(make)}
    sets, told = in_class(cls, "__setattr__"), in_class(cls, "__init_subclass__")
    if told is not object.__dict__["__init_subclass__"] or not is_recorded(sets, True):
        sets = None  # a class that stands in for one that is told of its subclasses cannot be made
    if changing or sets or is_recorded(in_class(cls, "__post_init__"), True):
        return partial(initialise, changing, sets)
    return as_it_is


def as_it_is(trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    return type.__call__(cls, *args, **kwargs)


def initialise_by(twin: Any, trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    """The usual: an object whose user-defined __init__ changes something else, too."""
    result = cls.__new__(cls)
    twin(trail, result, *args, **kwargs)
    return result


def make_and_initialise(trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    new = in_class(cls, "__new__")
    is_own = isinstance(new, staticmethod)
    result = apply(trail, new.__func__, cls, *args, **kwargs) if is_own else cls.__new__(cls, *args, **kwargs)
    if cls in type(result).__mro__:
        init = in_class(type(result), "__init__")  # __new__ may return one that was there, or of a class below
        twin = TWINS.find(init, not is_own) if type(init) is FunctionType else None
        if twin is None:
            type(result).__init__(result, *args, **kwargs)
        else:
            twin(trail, result, *args, **kwargs)
    return result


def is_recorded(method: Any, makes: bool) -> bool:
    plain = method.__func__ if isinstance(method, staticmethod) else method
    return type(plain) is FunctionType and TWINS.find(plain, makes) is not None


def initialise(changing: set[int], sets: Any, trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A dataclass whose methods or factories change something else: its __init__ finds the twins in their place."""
    made, init = cls.__new__(cls), with_factories(trail, cls.__init__, changing)
    after = in_class(cls, "__post_init__")
    twin = TWINS.find(after, True) if type(after) is FunctionType else None
    if twin is None and sets is None:
        init(made, *args, **kwargs)
        return made

    attributes, stand_in = undoing.own_attributes(made), None

    def restore() -> None:
        attributes.pop("__post_init__", None)
        if type(made) is stand_in:
            object.__setattr__(made, "__class__", cls)

    def record(*rest: Any) -> None:
        restore()
        apply(trail, after, made, *rest) if twin is None else twin(trail, made, *rest)

    if hasattr(made, "__dict__") and sets is None:
        attributes["__post_init__"] = record
    else:
        inside: dict[str, Any] = {"__slots__": ()}
        inside |= {"__post_init__": staticmethod(record)} if after is not GONE else {}
        inside |= {"__setattr__": storing(trail, cls, sets)} if sets is not None else {}
        stand_in = type(cls)(cls.__name__, (cls,) if sets is not None else (Unannounced, cls), inside)
        object.__setattr__(made, "__class__", stand_in)
    try:
        init(made, *args, **kwargs)
    finally:  # a user-defined __init__ need not call it
        restore()
    return made


def storing(trail: Trail, cls: type, sets: Any) -> Callable[..., None]:
    """A __setattr__, recorded, for a class that stands in for this one: it finds its object in its own class."""

    def store(made: Any, name: str, value: Any) -> None:
        stand_in = type(made)
        object.__setattr__(made, "__class__", cls)
        try:
            TWINS.find(sets, True)(trail, made, name, value)
        finally:
            object.__setattr__(made, "__class__", stand_in)

    return store


def makes_only(make: Any) -> bool:
    """Does this default factory change nothing? It may, if it is no function or class: deck.pop, count().__next__."""
    if isinstance(make, type):
        return make in BUILTINS or maker(make) is as_it_is
    return type(make) is FunctionType and KNOWN[make] is None


def with_factories(trail: Trail, init: Any, changing: set[int]) -> Any:
    """The __init__ of a dataclass, which finds its default factories in its closure, with these recorded."""
    if not changing or type(init) is not FunctionType or init.__closure__ is None:
        return init
    values = [cell.cell_contents for cell in init.__closure__]
    cells = [CellType(recording(trail, value) if id(value) in changing else value) for value in values]
    return twins.rebind(init, init.__code__, tuple(cells))


class Unannounced:
    """A class beside another, which is not notified of the class made from both."""

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        pass


TWINS.call = apply
