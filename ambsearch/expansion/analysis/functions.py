"""The user's functions in all modules, by name: what their classes, and they themselves, tell of them.

Own             a user's function
Functions       all of them, each learned when its module or class is met, see `world`
function_in     the plain function behind a method, a property or the like
"""

import ast
import collections.abc
import contextlib
import functools
import itertools
import sys
import types
from collections.abc import Iterable, Set
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis import bytecode
from ambsearch.expansion.analysis.relations import NAMED, Relations
from ambsearch.expansion.reading.source import Source
from ambsearch.ground import ownership
from ambsearch.running.positions import names_holding
from ambsearch.running.twins import OF_FUNCTIONS, default_factories
from ambsearch.running.undoing import in_class, is_default

GENERATED = frozenset(
    "__init__ __eq__ __repr__ __hash__ __lt__ __le__ __gt__ __ge__ __new__ __replace__ __setattr__ __delattr__".split()
)

NAMESPACES = frozenset({"__dict__", "vars", "globals", "__globals__"})


class Own:
    """A user's function: its code, its globals, and whether its first parameter is an object just made."""

    __slots__ = ("code", "function", "key", "makes", "space")

    def __init__(self, code: types.CodeType, space: dict[str, Any], makes: bool = False, function: Any = None) -> None:
        self.code, self.space, self.makes, self.function = code, space, makes, function
        self.key = id(code), id(space), makes

    @property
    def is_generated(self) -> bool:
        """Was this written by @dataclass or namedtuple?"""
        return self.code.co_filename == "<string>" and self.code.co_name in GENERATED

    def making(self) -> "Own":
        """The same, given an object that is just made."""
        return Own(self.code, self.space, True)

    def source(self, is_called: bool = True) -> Source | None:
        """Its source; None if it cannot be found."""
        return Source.of_code(self.code, self.space, is_called)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.key == other.key


class Said(dict[str, set[int]]):
    """Names, each with the namespaces in which this is said of it."""

    def note(self, names: Iterable[str], space: dict[str, Any]) -> None:
        for name in names:
            self.setdefault(name, set()).add(id(space))

    def is_said(self, name: str, spaces: Set[int] | None) -> bool:
        """Is it said in one of these namespaces? None: in any."""
        return name in self and (spaces is None or not self[name].isdisjoint(spaces))


class Functions:
    """The user's functions by name, and what names mean for them."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Look at everything again when it is needed."""
        self.functions: dict[str, dict[int, Own]] = {}
        self.getters: dict[str, dict[int, Own]] = {}
        self.cached = Said()  # the attributes of which only the run says what a read does: of @cached_property
        self.described = Said()  # those that a class made in a function may give a descriptor
        # of each name the classes that have it, each with its value there, by the ids of both
        self.owners: dict[str, dict[tuple[int, int], tuple[type, Any]]] = {}
        self.data = Said()  # the attributes that may hold what is called
        self.rebound = Said()  # the global variables that functions assign
        self.stored: dict[str, dict[int, Own]] = {}  # of each attribute the functions that assign to it, see `held`
        # the annotations of each class, each with the namespace where it stands
        self.annotated: dict[str, dict[int, tuple[type, Any, int]]] = {}
        self.objects = Said()  # the names for which a class has anything but plain data
        self.held: dict[str, dict[Any, bool]] = {}  # what is known of each attribute, see `held`
        self.inside: dict[int, dict[int, Own]] = {}  # the functions of each namespace
        self.holding: dict[int, set[str]] = {}  # the names that hold an iterator in classes, see `advancing`
        self.factories: dict[int, set[tuple[str, Own]]] = {}  # the fields that a function makes
        # the classes of collections.abc that user-defined classes inherit from, or only such a view
        self.mixins: set[tuple[type, type | None]] = set()
        self.mixing: set[int] = set()  # the namespaces where these stand
        self.bases = Said()  # those where classes are derived from a list, a set or a dict
        for make in RECREATING:
            self.functions.setdefault(make.__name__, {})[id(make.__code__)] = Own(make.__code__, make.__globals__)
        self.relations = Relations()

    def learn_function(self, value: Any, space: dict[str, Any]) -> None:
        function = function_in(value)
        if function is not None and function.__globals__ is space:
            self.learn_code(function.__code__, space, isinstance(value, Ambiguous))
            self.note_held(f"{function.__name__}()", function, space)

    def note_held(self, name: str, value: Any, space: dict[str, Any]) -> None:
        """Is this value of a class an iterator, or has this function one, as a default value?"""
        if names := names_holding(value):
            plain = name[name.find("__", 1) :] if name.startswith("_") and "__" in name[1:] else name  # a private name
            self.holding.setdefault(id(space), set()).update(part or plain for part in names)

    def learn_class(self, cls: type, space: dict[str, Any]) -> None:
        self.relations.derive(cls, space)
        for name, annotation in annotations_of(cls).items():
            self.annotated.setdefault(name, {})[id(cls)] = cls, annotation, id(space)
            self.held.pop(name, None)
        for name, value in list(vars(cls).items()):
            function = function_in(value)
            self.note_held(f"{function.__name__}()" if function else name, function or value, space)
            if issubclass(type(value), type):
                if value.__qualname__.startswith(cls.__qualname__ + "."):
                    self.learn_class(value, space)
                continue
            accessors = [value.fset, value.fdel] if issubclass(type(value), property) else []
            if issubclass(type(value), property) and callable(value.fget) and function_in(value) is None:
                self.cached.note([name], space)  # it calls an object, which the run says
            for part in (value, *accessors):
                self.learn_method(cls, name, value, part, space)
            self.learn_object(name, value, space)
            is_slot = type(value) is types.MemberDescriptorType
            if not is_slot and not is_default(value):
                self.objects.note([name], space)
            if is_slot and value.__name__ != name:  # it holds what is assigned to that
                self.data.note([name], space)
        for name, make in default_factories(cls).items():
            function = function_in(make)
            if function is not None:
                self.learn_code(function.__code__, function.__globals__)
                own = Own(function.__code__, function.__globals__)
                self.factories.setdefault(id(space), set()).add((name, own))
        for base in cls.__mro__:
            if base in (list, set, dict):
                self.bases.note([base.__name__], space)
            if base.__module__ in ("collections.abc", "collections", "ast"):
                self.learn_mixin(base)

    def learn_method(self, cls: type, name: str, value: Any, part: Any, space: dict[str, Any]) -> None:
        """part: what a class has under this name, or a function that sets or deletes it."""
        function = function_in(part)
        is_decorated = hasattr(function, "__wrapped__")  # perhaps by a context manager
        if function is None or not is_decorated and ownership.calls_back(function.__code__):
            return
        own = Own(function.__code__, function.__globals__, function=function)
        self.mixing.update([id(space)] if is_mixed_in(own.space) else ())
        is_search = issubclass(type(value), Ambiguous)
        self.learn_code(own.code, own.space, is_search)
        self.functions.setdefault(name, {}).update({} if is_search else {id(own.code): own})
        self.owners.setdefault(name, {})[id(cls), id(value)] = cls, value
        if isinstance(part, property):
            self.data.note([name], space)
            self.getters.setdefault(name, {})[id(own.code)] = own

    def learn_mixin(self, cls: type, heir: type | None = None) -> None:
        """The methods that a user-defined class inherits from these, and those of the views that they return.

        heir: such a view, which is the only class that is known to inherit from this one.
        """
        if not self.mixins.isdisjoint({(cls, heir), (cls, None)}):
            return
        self.mixins.add((cls, heir))
        for name, value in vars(cls).items():
            function = function_in(value) if heir is None or in_class(heir, name) is value else None
            if function is not None and is_mixed_in(function.__globals__):
                own = Own(function.__code__, function.__globals__, function=function)
                for known in (name, function.__name__):  # the second is that of a private one in the text
                    self.functions.setdefault(known, {})[id(own.code)] = own
                self.owners.setdefault(name, {})[id(cls), id(value)] = cls, value
        for view in VIEWS if cls is collections.abc.Mapping else ():
            for base in view.__mro__[:-1]:
                self.learn_mixin(base, view)

    def learn_object(self, name: str, value: Any, space: dict[str, Any]) -> None:
        """An attribute of a class that is an object: a descriptor, or something that is called like a method."""
        if issubclass(type(value), Ambiguous):
            return
        if issubclass(type(value), functools.cached_property):
            self.cached.note([name], space)
        if issubclass(type(value), functools.singledispatchmethod):
            self.data.note([name], space)
        if function_in(value) is None and callable(ownership.held(value, "__func__") or value):
            self.data.note([name], space)
        getter = in_class(type(value), "__get__")
        if type(getter) is types.FunctionType:
            self.data.note([name], space)
            own = Own(getter.__code__, getter.__globals__, function=getter)
            self.getters.setdefault(name, {})[id(own.code)] = own

    def learn_code(self, code: types.CodeType, space: dict[str, Any], is_search: bool = False) -> None:
        """is_search: of an ambiguous function or method, a call of which runs nothing yet?"""
        self.functions.setdefault(code.co_name, {}).update({} if is_search else {id(code): Own(code, space)})
        self.relations.mention(space, code.co_names, bytecode.modules_imported(code, str(space.get("__package__"))))
        if not {"setattr", "__dict__", "vars"}.isdisjoint(code.co_names):
            self.data.note(bytecode.strings_in(code), space)
        if "setattr" in code.co_names or not NAMESPACES.isdisjoint(code.co_names) and bytecode.changes_something(code):
            # it may give a module another function; a string that is the name of a class is mostly an annotation
            self.rebound.note(
                [name for name in bytecode.strings_in(code) if not isinstance(space.get(name), type)], space
            )
        self.rebound.note(bytecode.names_stored_by(code, "STORE_GLOBAL"), space)
        given: Set[str] = bytecode.names_stored_by(code, "STORE_ATTR")  # also what a decorator of classes gives them
        self.cached.note(given if "property" in code.co_names else (), space)
        self.inside.setdefault(id(space), {})[id(code)] = Own(code, space)
        modules = {name for name in code.co_names if given and issubclass(type(space.get(name)), types.ModuleType)}
        remade = OF_FUNCTIONS & given
        stored = bytecode.owners_stored(code) if modules or remade else {}
        self.rebound.note([name for name, owners in stored.items() if owners & modules], space)
        self.rebound.note([owner for name in remade for owner in stored.get(name, ())], space)
        for name in given:
            self.stored.setdefault(name, {})[id(code)] = Own(code, space)
            self.held.pop(name, None)
        inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
        if not code.co_flags & bytecode.OPTIMIZED:  # the body of a class made in a function: the run says what it is
            self.data.note({*code.co_names, *bytecode.strings_in(code)} - {part.co_name for part in inner}, space)
            for part in inner:
                self.getters.setdefault(part.co_name, {})[id(part)] = Own(part, space)
                self.cached.note([part.co_name] if "cached_property" in code.co_names else [], space)
            # e.g. __radd__ = __add__, x = property(get_x)
            given = bytecode.attributes_assigned_in(code) - {part.co_name for part in inner}
            self.described.note(given, space)
        functions = [part for part in inner if part.co_name not in bytecode.COMPREHENSIONS]
        for name, part in itertools.product(given, functions):
            self.functions.setdefault(name, {})[id(part)] = Own(part, space)
            if "property" in code.co_names:
                self.getters.setdefault(name, {})[id(part)] = Own(part, space)
        # a class may be given one of the module's functions as a method that Python calls
        names = given | (bytecode.strings_in(code) if "setattr" in code.co_names else set())
        read = filter(None, map(function_in, map(space.get, code.co_names)))
        owns = [Own(part, space) for part in functions] + [Own(one.__code__, one.__globals__) for one in read]
        for name, own in itertools.product([name for name in names if name.startswith("__")], owns):
            self.functions.setdefault(name, {})[id(own.code)] = own
        for part in inner:
            self.learn_code(part, space)


# collections.abc, collections, ast and contextlib: methods of theirs belong to the user-defined classes that inherit
# or decorate with them
MIXINS = collections.abc.MutableSequence.append.__globals__, vars(collections), vars(ast), vars(contextlib)
# what a function that a context manager decorates calls for the one to enter
MANAGERS = type(contextlib.contextmanager(iter)(())).__mro__
RECREATING = [vars(cls)["_recreate_cm"] for cls in MANAGERS if "_recreate_cm" in vars(cls)]
VIEWS = (collections.abc.KeysView, collections.abc.ItemsView, collections.abc.ValuesView)

CALLABLES = (staticmethod, classmethod, property, types.MethodType, functools.cached_property, *NAMED[1:])


def function_in(value: Any) -> Any:
    """The plain function behind a function, method, property or the like; None if there is none."""
    if issubclass(type(value), functools.partialmethod):  # not isinstance, which a __getattribute__ would see
        value = value.func
    return ownership.plain_function(value) if issubclass(type(value), CALLABLES) else None


def annotations_of(cls: type) -> dict[str, Any]:
    """The annotations of a class itself; as text if they are evaluated only when they are asked for, as from Python 3.14 on."""
    if sys.version_info >= (3, 14) and "__annotations__" not in vars(cls):
        import annotationlib

        annotations: dict[str, Any] = annotationlib.get_annotations(cls, format=annotationlib.Format.STRING)
        return annotations
    return vars(cls).get("__annotations__", {})  # type: ignore[no-any-return]


def calls_back_only(space: dict[str, Any]) -> bool:
    """Is this a module of Python's, where only some functions count as the user's, because they call those?"""
    return is_mixed_in(space) or space.get("__file__") in ownership.FILES_CALLING_BACK


def is_mixed_in(space: dict[str, Any]) -> bool:
    return any(space is other for other in MIXINS)
