"""Changes as an expansion makes them: recorded on a trail, in one's own functions and methods too.

An own function that changes something has a twin, the same text in which every change is recorded; the twin takes the
trail as its first argument. `twin_of` finds it, `called` calls a function that only the run knows.

    set_item, delete_item, set_attribute, delete_attribute      a[k] = v, del a[k], o.x = v, del o.x
    changed                     xs.append(v), seen.add(v), ...
    changed_argument            heapq.heappush(xs, v), random.shuffle(xs), ...
    augmented                   n += v
    called, attribute, operated, entered      f(x), o.x, a[k] and operators, with
"""

import heapq
import operator
import random
import types
from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType
from types import MethodType as MethodType
from typing import Any

from ambsearch.answers import Ambiguous, snapshot
from ambsearch.copiers import stateful
from ambsearch.ownership import PERMANENT
from ambsearch.running import undoing
from ambsearch.running.undoing import (
    CHANGE_FIRST_ARGUMENT,
    GONE,
    IMMUTABLE,
    IN_PLACE,
    METHODS,
    RECORD,
    Trail,
    base_of,
    in_class,
)
from ambsearch.running.undoing import base_of_class as base_of_class


class Dead(BaseException):
    """A helper has called `require` or `fail`, which ends the branch of its caller."""


# Twins


class Methods(dict[type, Callable[..., Any]]):
    """How to call the method of a name, recorded: of each class the twin of its method, (trail, owner, *args)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, cls: type) -> Callable[..., Any]:
        self[cls] = found = self.find(cls)
        return found

    def find(self, cls: type) -> Callable[..., Any]:
        method, name = in_class(cls, self.name), self.name
        is_usual = in_class(cls, "__getattribute__") is object.__dict__["__getattribute__"] and not issubclass(
            cls, type
        )
        if type(method) is FunctionType and is_usual and base_of_class(cls) is None:
            twin = TWINS.find(method)
            if twin is None:
                return lambda trail, owner, /, *args, **kwargs: method(owner, *args, **kwargs)
            changes(cls)
            return twin  # type: ignore[no-any-return]
        return lambda trail, owner, /, *args, **kwargs: called(trail, getattr(owner, name), *args, **kwargs)


class Inherited(dict[tuple[type, type], Callable[..., Any]]):
    """The same for super().name in the class (first) of an object of another class (second)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, classes: tuple[type, type]) -> Callable[..., Any]:
        self[classes] = found = self.find(*classes)
        return found

    def find(self, here: type, cls: type) -> Callable[..., Any]:
        name = self.name
        bases = cls.__mro__[cls.__mro__.index(here) + 1 :] if here in cls.__mro__ else ()
        method = next((vars(base)[name] for base in bases if name in vars(base)), None)
        if type(method) is FunctionType and base_of_class(cls) is None:
            twin = TWINS.find(method)
            if twin is None:
                return lambda trail, owner, /, *args, **kwargs: method(owner, *args, **kwargs)
            changes(cls)
            return twin  # type: ignore[no-any-return]
        return lambda trail, owner, /, *args, **kwargs: called(
            trail, getattr(super(here, owner), name), *args, **kwargs
        )


class Special(dict[type, Callable[..., Any] | None]):
    """The same for a special method, looked up in the class alone; None of a class to which one's own code gives none."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, cls: type) -> Callable[..., Any] | None:
        self[cls] = found = own_recorded(in_class(cls, self.name))
        return found


def own_recorded(method: Any) -> Callable[..., Any] | None:
    """How to call one's own function, the trail first; None for any other."""
    if type(method) is not FunctionType or not OWN(method.__code__):
        return None
    twin: Callable[..., Any] | None = TWINS.of(method)
    return twin or (lambda trail, /, *args, **kwargs: method(*args, **kwargs))


TABLES: dict[tuple[type, str], Any] = {}


def table(kind: type[Methods] | type[Inherited] | type[Special], name: str) -> Any:
    """The only table of this kind for this name, which is emptied when anything is replaced."""
    return TABLES.setdefault((kind, name), kind(name))


def special(owner: Any, name: str) -> Callable[..., Any] | None:
    """One's own special method of this owner."""
    found: Callable[..., Any] | None = SPECIAL[name][type(owner)]
    return found


class SpecialTables(dict[str, Special]):
    """The table of each special method."""

    def __missing__(self, name: str) -> Special:
        self[name] = found = table(Special, name)
        return found


SPECIAL = SpecialTables()


class Twins:
    """The twins of own functions, by their code; `make` is set by the expansion, which compiles them.

    make(function, makes) gives the code of the twin, or None if the function may be called as it is.
    """

    def __init__(self) -> None:
        self.make: Callable[[FunctionType, bool], types.CodeType | None] = lambda function, makes: None
        self.forget()

    def forget(self) -> None:
        for known in TABLES.values():
            known.clear()
        self.known: dict[FunctionType, FunctionType | None] = {}  # of functions without a closure
        self.methods: dict[
            tuple[type, FunctionType], FunctionType | None
        ] = {}  # the same by the owner's class
        self.plain_reads: set[tuple[type, str]] = set()  # attributes of classes that run no function
        self.makers: dict[type, Callable[..., Any]] = {}
        self.codes: dict[tuple[int, bool], tuple[types.CodeType, types.CodeType | None]] = {}
        self.making: list[types.CodeType] = []  # those whose text is being written

    def find(self, function: Any, makes: bool = False) -> Any:
        """The twin of a function, or None; makes: its first argument is an object that is being made."""
        code = function.__code__
        found = self.codes.get((id(code), makes))
        if found is None:
            self.making.append(code)
            try:
                found = self.codes[id(code), makes] = code, self.make(function, makes)
            finally:
                self.making.remove(code)
        return found[1] and self.function(function, found[1])

    def of(self, function: Any) -> Any:
        """The same, remembered where the function has no variables of a function around it."""
        found = self.known.get(function, self)
        if found is self:
            found = self.find(function)
            if is_lasting(function):
                self.known[function] = found
        return found

    def function(self, function: Any, code: types.CodeType) -> Any:
        closure = function.__closure__
        if closure is not None:
            cells = dict(zip(function.__code__.co_freevars, closure, strict=True))
            closure = tuple([cells[name] for name in code.co_freevars])
        made = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
        made.__kwdefaults__ = function.__kwdefaults__
        return made


def is_lasting(function: Any) -> bool:
    """Is this a function of a module or a class, rather than one that is made at each call of another?"""
    return function.__closure__ is None or function.__code__.co_freevars == ("__class__",)


TWINS = Twins()


def called(trail: Trail, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """function(*args, **kwargs), with what it changes on the trail."""
    kind = type(function)
    if kind is FunctionType:
        twin = TWINS.of(function)
        return function(*args, **kwargs) if twin is None else twin(trail, *args, **kwargs)
    if kind is MethodType:
        owner, inner = function.__self__, function.__func__
        twin = TWINS.methods.get((type(owner), inner), GONE)
        if twin is GONE:
            return method_called(trail, function, args, kwargs)
        return function(*args, **kwargs) if twin is None else twin(trail, owner, *args, **kwargs)
    if kind is BuiltinFunctionType and not kwargs and id(function) not in PERMANENT:
        owner = function.__self__
        record = RECORD.get((type(owner), function.__name__))
        if record is not None:
            if not record(trail, owner, *args):
                undoing.record_contents(trail, owner)
            return function(*args)
    how = HOW.get(kind)
    if how is not None:
        return how(trail, function, args, kwargs)
    if isinstance(function, type):
        return constructed(trail, function, args, kwargs)
    call = in_class(kind, "__call__")
    if type(call) is FunctionType:
        return called(trail, call, function, *args, **kwargs)
    return function(*args, **kwargs)


def method_called(trail: Trail, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A bound method, of which nothing is remembered yet."""
    inner, owner = method.__func__, method.__self__
    if type(inner) is not FunctionType:
        return method(*args, **kwargs) if type(inner) is Ambiguous else called(trail, inner, owner, *args, **kwargs)
    if base_of(owner) is not None and inner.__name__ in METHODS:
        return changed_by(trail, method, args, kwargs)
    twin = TWINS.of(inner)
    if is_lasting(inner):
        TWINS.methods[type(owner), inner] = twin
    if twin is None:
        return method(*args, **kwargs)
    changes(type(owner))
    return twin(trail, owner, *args, **kwargs)


def changes(cls: type) -> None:
    """A search changes objects of this class: an answer that holds one is handed out with a copy of it."""
    CHANGED.add(cls)
    stateful(cls)


CHANGED: set[type] = set()


def changed_by(trail: Trail, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A method, written in Python, of a container: one's own is recorded, a package's counts as its base's."""
    twin = TWINS.find(method.__func__)
    if twin is not None:
        return twin(trail, method.__self__, *args, **kwargs)
    if not is_own_function(method.__func__):
        undoing.record_contents(trail, method.__self__)
    return method(*args, **kwargs)


def is_own_function(function: Any) -> bool:
    return OWN(function.__code__)


OWN: Callable[[types.CodeType], bool] = lambda code: False  # noqa: E731  set by the expansion


def builtin_called(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A builtin function, or a bound method of a container, which may change it."""
    owner, name = function.__self__, function.__name__
    if id(function) in PERMANENT:
        return function(*args, **kwargs)
    if isinstance(owner, types.ModuleType):
        if function in CHANGE_FIRST_ARGUMENT:
            undoing.record_first_argument(trail, args, kwargs)
        elif name in BUILTINS and not kwargs and owner.__name__ == "builtins":
            return BUILTINS[name](trail, *args)
        return function(*args, **kwargs)
    return bound_called(trail, owner, name, function, args, kwargs)


def bound_called(
    trail: Trail, owner: Any, name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """A method that C gives to this owner."""
    if name == "__setattr__" and len(args) == 2:
        return store(trail, args[1], owner, args[0], function)
    if name == "__delattr__" and len(args) == 1:
        undoing.record_attributes(trail, owner, args[0])
    elif base_of(owner) is not None:
        if name == "__setitem__" and args:
            undoing.record_item(trail, owner, args[0])
        elif name == "__delitem__" and args:
            undoing.record_deletion(trail, owner, args[0])
        elif name in METHODS or name in undoing.SPECIAL:
            undoing.record_method(trail, owner, name, args)
    return function(*args, **kwargs)


def unbound_called(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """list.append(xs, v), object.__setattr__(o, "x", v)."""
    if not args:
        return function(*args, **kwargs)
    bound = partial(function, args[0])
    return bound_called(trail, args[0], function.__name__, bound, args[1:], kwargs)


def partial_called(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return called(trail, function.func, *function.args, *args, **{**function.keywords, **kwargs})


def static_called(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return called(trail, function.__func__, *args, **kwargs)


def bound_method_called(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return bound_called(trail, function.__self__, function.__name__, function, args, kwargs)


HOW: dict[type, Callable[..., Any]] = {
    BuiltinFunctionType: builtin_called,
    types.MethodWrapperType: bound_method_called,
    types.MethodDescriptorType: unbound_called,
    types.WrapperDescriptorType: unbound_called,
    partial: partial_called,
    staticmethod: static_called,
    Ambiguous: lambda trail, function, args, kwargs: function(*args, **kwargs),
}


def constructed(trail: Trail, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A new object, whose __new__ and __init__ are recorded; what they set in the object itself need not be."""
    make = TWINS.makers.get(cls)
    if make is None:
        make = TWINS.makers[cls] = maker(cls)
    return make(trail, cls, *args, **kwargs)


def maker(cls: Any) -> Callable[..., Any]:
    """How objects of this class are made, (trail, cls, *args)."""
    new, init, after = (in_class(cls, name) for name in ("__new__", "__init__", "__post_init__"))
    if type(cls).__call__ is type.__call__ and (is_recorded(new, False) or is_recorded(init, True)):
        return made
    if type(after) is FunctionType and TWINS.find(after, True) is not None:
        return initialised
    return lambda trail, cls, /, *args, **kwargs: cls(*args, **kwargs)


def made(trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    new, init = in_class(cls, "__new__"), in_class(cls, "__init__")
    if isinstance(new, staticmethod):
        result = called(trail, new.__func__, cls, *args, **kwargs)
    else:
        result = cls.__new__(cls) if new is object.__dict__["__new__"] else cls.__new__(cls, *args, **kwargs)
    if isinstance(result, cls):
        twin = TWINS.find(init, True) if type(init) is FunctionType else None
        if twin is None:
            type(result).__init__(result, *args, **kwargs)
        else:
            twin(trail, result, *args, **kwargs)
    return result


def is_recorded(method: Any, makes: bool) -> bool:
    plain = method.__func__ if isinstance(method, staticmethod) else method
    return type(plain) is FunctionType and TWINS.find(plain, makes) is not None


def initialised(trail: Trail, cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A dataclass whose __post_init__ changes something else: its __init__ finds the twin in its place."""
    made = cls.__new__(cls)
    twin = TWINS.find(in_class(cls, "__post_init__"), True)
    stand_in = type(cls.__name__, (cls,), {"__post_init__": lambda self, *rest: twin(trail, made, *rest)})
    if hasattr(made, "__dict__"):
        object.__setattr__(made, "__class__", stand_in)
        try:
            cls.__init__(made, *args, **kwargs)
        finally:
            object.__setattr__(made, "__class__", cls)
        return made
    return cls(*args, **kwargs)


# Changes


def calling(function: Any) -> Callable[..., Any]:
    """What to call, with the trail first, for a function that only the run knows."""
    return lambda trail, /, *args, **kwargs: called(trail, function, *args, **kwargs)


def set_item(trail: Trail, value: Any, owner: Any, key: Any) -> None:
    method = special(owner, "__setitem__")
    if method is None:
        undoing.record_item(trail, owner, key)
        owner[key] = value
    else:
        method(trail, owner, key, value)


def touch_item(trail: Trail, owner: Any, key: Any) -> None:
    """Record what stands at owner[key], which may be changed in a moment; one's own class sees to that itself."""
    if special(owner, "__setitem__") is None:
        undoing.record_item(trail, owner, key)


def augment_item(trail: Trail, operation: str, owner: Any, key: Any, operand: Any) -> None:
    """owner[key] op= operand."""
    set_item(trail, augmented(trail, operation, item(trail, owner, key), operand), owner, key)


def augment_attribute(trail: Trail, operation: str, owner: Any, name: str, operand: Any) -> None:
    """owner.name op= operand."""
    set_attribute(trail, augmented(trail, operation, attribute(trail, owner, name), operand), owner, name)


def touch_attribute(trail: Trail, owner: Any, name: str) -> None:
    """The same for owner.name."""
    place = in_class(type(owner), name)
    if undoing.is_generic(type(owner), "__setattr__") and (place is GONE or not isinstance(place, property)):
        undoing.record_attribute(trail, owner, name)


def delete_item(trail: Trail, owner: Any, key: Any) -> None:
    method = special(owner, "__delitem__")
    if method is None:
        undoing.record_deletion(trail, owner, key)
        del owner[key]
    else:
        method(trail, owner, key)


def set_attribute(trail: Trail, value: Any, owner: Any, name: str) -> None:
    method = in_class(type(owner), "__setattr__")
    if type(method) is FunctionType and OWN(method.__code__):
        called(trail, method, owner, name, value)
    elif undoing.is_generic(type(owner), "__setattr__"):
        store(trail, value, owner, name, partial(setattr, owner))
    else:
        if base_of(owner) is not None and method is in_class(base_of(owner), "__setitem__"):
            undoing.record_item(trail, owner, name)
        elif isinstance(owner, (type, types.ModuleType)):
            undoing.record_attribute(trail, owner, name)
        else:
            undoing.record_foreign_attribute(trail, owner, name)
        setattr(owner, name, value)


def store(trail: Trail, value: Any, owner: Any, name: str, plainly: Callable[[str, Any], Any]) -> None:
    """owner.name = value as every object does it: a property, or another descriptor, decides what that means."""
    changes(type(owner))
    undoing.plain(name).learn(type(owner))
    place = in_class(type(owner), name)
    if isinstance(place, property):
        method: Any = place.fset
        subject: tuple[Any, ...] = ()
    else:
        method, subject = in_class(type(place), "__set__"), (place,)
    if type(method) is FunctionType and OWN(method.__code__):
        called(trail, method, *subject, owner, value)
        return
    if not isinstance(place, property):
        undoing.record_attribute(trail, owner, name)
    elif place.fset is not None:
        undoing.record_foreign_attribute(trail, owner, name)
    plainly(name, value)


def delete_attribute(trail: Trail, owner: Any, name: str) -> None:
    method, place = in_class(type(owner), "__delattr__"), in_class(type(owner), name)
    if type(method) is FunctionType and OWN(method.__code__):
        called(trail, method, owner, name)
        return
    if isinstance(place, property) and place.fdel is not None:
        called(trail, place.fdel, owner)
        return
    if base_of(owner) is not None and method is in_class(base_of(owner), "__delitem__"):
        undoing.record_deletion(trail, owner, name)
    elif undoing.is_generic(type(owner), "__delattr__") or isinstance(owner, (type, types.ModuleType)):
        undoing.record_attributes(trail, owner, name)
    else:
        undoing.record_foreign_attribute(trail, owner, name)
    delattr(owner, name)


def changed(trail: Trail, owner: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
    """owner.name(*args), whose inverse goes on the trail."""
    kind = type(owner)
    if kind in undoing.BASES and undoing.BASES[kind] is kind:
        undoing.record_method(trail, owner, name, args)
        return getattr(owner, name)(*args, **kwargs)
    if name == "shuffle" and isinstance(owner, random.Random):
        return changed_argument(trail, owner.shuffle, *args, **kwargs)
    for wrapper, inner in undoing.WRAPPERS.items():
        if isinstance(owner, wrapper):
            data = getattr(owner, inner)
            undoing.record_contents(trail, data[0] if inner == "maps" else data)
    return called(trail, getattr(owner, name), *args, **kwargs)


def changed_argument(trail: Trail, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """A call of a function of heapq, bisect or random, which changes its first argument."""
    is_push = function is heapq.heappush
    if (is_push or function is heapq.heappop) and args and type(args[0]) is list and len(args[0]) >= undoing.SMALL:
        undoing.record_heap(trail, args[0], is_push)
    else:
        undoing.record_first_argument(trail, args, kwargs)
    return function(*args, **kwargs)


INPLACE_NAMES = {
    name: f"__{function.__name__.rstrip('_')}__" for name, function in IN_PLACE.items()
}  # e.g. Add: __iadd__


def augmented(trail: Trail, operation: str, target: Any, operand: Any) -> Any:
    """target op= operand, with what it does to target itself on the trail."""
    if type(target) in undoing.IMMUTABLE:
        return IN_PLACE[operation](target, operand)
    method = special(target, INPLACE_NAMES[operation])
    if method is not None:
        result = method(trail, target, operand)
        if result is not NotImplemented:
            return result
        return getattr(operator, INPLACE_NAMES[operation].replace("__i", "__", 1))(target, operand)
    undoing.record_augmented(trail, operation, target, operand)
    return IN_PLACE[operation](target, operand)


def put_in(trail: Trail, box: list[Any], value: Any) -> Any:
    """name := value of a variable in a box."""
    set_item(trail, value, box, 0)
    return value


def kept(value: Any) -> Any:
    """What a permanent change keeps: the containers in it as they are now, since the search goes on to change them."""
    return snapshot(value)


def named(function: Any, name: str) -> Any:
    """A function under the name that the user gave it."""
    function.__qualname__ = function.__qualname__.removesuffix(function.__name__) + name
    function.__name__ = name
    return function


# Reads that may run an own method


def attribute(trail: Trail, owner: Any, name: str) -> Any:
    """owner.name, which may be a property."""
    if (type(owner), name) in TWINS.plain_reads:
        return getattr(owner, name)
    place = in_class(type(owner), name)
    if isinstance(place, property) and type(place.fget) is FunctionType:
        return called(trail, place.fget, owner)
    missing = in_class(type(owner), "__getattr__")
    if place is GONE and type(missing) is FunctionType and name not in undoing.own_attributes(owner):
        return called(trail, missing, owner, name)
    if missing is GONE and not isinstance(owner, (type, types.ModuleType)):
        TWINS.plain_reads.add((type(owner), name))
    return getattr(owner, name)


BUILT_IN = frozenset({list, dict, tuple, str})


def item(trail: Trail, owner: Any, key: Any) -> Any:
    """owner[key], which may make the key."""
    if type(owner) in BUILT_IN:
        return owner[key]
    if isinstance(owner, defaultdict) and owner.default_factory is not None and not dict.__contains__(owner, key):
        undoing.record_item(trail, owner, key)
    else:
        method, missing = special(owner, "__getitem__"), special(owner, "__missing__")
        if method is not None:
            return method(trail, owner, key)
        if missing is not None and isinstance(owner, dict) and not dict.__contains__(owner, key):
            return missing(trail, owner, key)
    return owner[key]


def operated(trail: Trail, names: str, plain: Callable[..., Any], *operands: Any) -> Any:
    """An operator, whose special methods may be one's own: names is e.g. "__add__ __radd__"."""
    if IMMUTABLE.issuperset(map(type, operands)):
        return plain(*operands)
    forward, _, backward = names.partition(" ")
    for name, order in ((forward, operands), (backward, operands[::-1])):
        method = special(order[0], name) if name else None
        if method is not None:
            result = method(trail, *order)
            if result is not NotImplemented:
                return result
    return plain(*operands)


CONTAINS = frozenset({list, dict, set, tuple, str, frozenset, range, deque})


def contained(trail: Trail, item: Any, owner: Any) -> bool:
    """item in owner."""
    if type(owner) in CONTAINS:
        return item in owner
    method = special(owner, "__contains__")
    return item in owner if method is None else bool(method(trail, owner, item))


class Entered:
    """A context manager whose own __enter__ and __exit__ are recorded."""

    def __init__(self, trail: Trail, manager: Any) -> None:
        self.trail, self.manager = trail, manager

    def __enter__(self) -> Any:
        enter = special(self.manager, "__enter__")
        return type(self.manager).__enter__(self.manager) if enter is None else enter(self.trail, self.manager)

    def __exit__(self, *error: Any) -> Any:
        leave = special(self.manager, "__exit__")
        return type(self.manager).__exit__(self.manager, *error) if leave is None else leave(self.trail, self.manager, *error)


class Within:
    """A context manager around choices.

    One of your own classes is left by each branch, and entered again by undoing that. Any other, a file or a lock, is
    entered once, and left when all branches inside it are.
    inside: is the search in the text of the `with`? An exception that comes from behind it is none of its business.
    """

    def __init__(self, trail: Trail, manager: Any) -> None:
        self.trail, self.manager = trail, manager
        self.inside = True
        self.end = special(manager, "__exit__")

    def __enter__(self) -> Any:
        return entered(self.trail, self.manager).__enter__()

    def leave(self, trail: Trail) -> None:
        """A branch has come to the end of the `with`."""
        self.inside = False
        if self.end is not None:
            self.end(trail, self.manager, None, None, None)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        is_meant = self.inside and kind is not None and kind is not GeneratorExit
        if is_meant:
            if entered(self.trail, self.manager).__exit__(kind, error, trace):
                error.add_note("a `with` around a choice cannot swallow an exception: it ends the other branches, too")
        elif self.end is None:
            self.manager.__exit__(None, None, None)


def entered(trail: Trail, manager: Any) -> Any:
    """What `with` enters."""
    is_own = special(manager, "__enter__") or special(manager, "__exit__")
    return Entered(trail, manager) if is_own else manager


def _protocol(name: str, plain: Callable[[Any], Any]) -> Callable[[Trail, Any], Any]:
    def call(trail: Trail, *args: Any) -> Any:
        method = special(args[0], name) if len(args) == 1 else None
        return plain(*args) if method is None else method(trail, *args)

    return call


ONE_ARGUMENT: dict[str, Any] = {"len": len, "repr": repr, "abs": abs, "hash": hash}
BUILTINS: dict[str, Callable[..., Any]] = {
    "setattr": lambda trail, owner, name, value: set_attribute(trail, value, owner, name),
    "delattr": delete_attribute,
    **{name: _protocol(f"__{name}__", plain) for name, plain in ONE_ARGUMENT.items()},
}
