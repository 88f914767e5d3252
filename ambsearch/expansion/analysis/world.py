"""The user's functions, in all modules, by name; and what the expansions rely on.

WORLD           all of it, found when the first search begins, and anew when something is replaced
World.of_name   the user's functions of a name, e.g. all methods `put`
World.assume    records that an expansion relies on this name standing for this value
World.holds     is everything still as it was when the expansions were made?
"""

import ast
import collections.abc
import contextlib
import functools
import itertools
import sys
import types
from collections.abc import Iterator, Set
from typing import Any

from ambsearch import ownership
from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis import bytecode
from ambsearch.expansion.analysis.lookups import DEFAULT, Lookups, Space
from ambsearch.expansion.analysis.relations import NAMED, Relations
from ambsearch.expansion.reading.attached import Attached
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.texts import read
from ambsearch.running.positions import names_holding
from ambsearch.running.twins import MANY, TWINS, default_factories
from ambsearch.running.undoing import HEAP_TYPE, in_class, is_default

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

    def source(self, is_called: bool = True) -> Source | None:
        """Its source; None if it cannot be found."""
        return Source.of_code(self.code, self.space, is_called)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.key == other.key


# what all iterators have for a __next__ where functions hold Python's own, and what changes a container
MOVES = Own((lambda: None).__code__, {})


def loaded() -> tuple[int, str]:
    """How many modules are loaded, and the last of them: it may have come in the place of one that is gone."""
    return len(sys.modules), next(reversed(sys.modules), "")


class Facts:
    """What one function does.

    changes: does it change something that it did not make? dies: may it call `require` or `fail`?
    called: the lists of the user's functions that it may call, by their ids: all that compare share one. outer: variables
    of the function around it, and those that go over one; calls of these do not count, but are noted in met.
    """

    def __init__(self, changes: bool = False) -> None:
        self.changes, self.dies = changes, False
        self.called: dict[int, list[Own]] = {}
        self.outer, self.met = dict[str, str](), set[str]()

    @property
    def calls(self) -> set[Own]:
        return {own for owns in self.called.values() for own in owns}


class World:
    """The user's functions in all modules, by name; what they do, see `facts`; and what the expansions in use rely on."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Look at everything again when it is needed."""
        self.functions: dict[str, dict[int, Own]] = {}
        self.getters: dict[str, dict[int, Own]] = {}
        self.cached: set[str] = set()  # the attributes of which only the run says what a read does: of @cached_property
        self.described: set[str] = set()  # those that a class made in a function may give a descriptor
        # of each name the classes that have it, each with its value there, by the ids of both
        self.owners: dict[str, dict[tuple[int, int], tuple[type, Any]]] = {}
        self.noted: set[Own] = set()  # those of which it is noted what they change, see `holders`
        self.data: set[str] = set()  # the attributes that may hold what is called
        self.words: set[str] = set()  # and those that may, too, if a text is open, see `attached`
        self.is_open = False
        self.texts: dict[int, dict[int, Attached]] = {}  # what has been found in those of each namespace
        self.rebound: set[str] = set()  # the global variables that functions assign
        self.stored: dict[str, dict[int, Own]] = {}  # of each attribute the functions that assign to it, see `held`
        self.annotated: dict[str, dict[int, tuple[type, Any]]] = {}  # the annotations of each class
        self.called: dict[str, bool] = {}
        self.objects: set[str] = set()  # the names for which a class has anything but plain data
        self.plain: dict[str, dict[Any, bool]] = {}  # see `holds_plain`
        self.inside: dict[int, dict[int, Own]] = {}  # the functions of each namespace
        self.holding: dict[int, set[str]] = {}  # the names that hold an iterator in classes, see `advancing`
        self.advancing: dict[Own, bool] = {}  # whether they advance iterators that something else may hold
        self.returning: dict[tuple[Own, bool], bool] = {}  # whether they return one, see `advancing`
        # the classes of collections.abc that user-defined classes inherit from, or only such a view
        self.mixins: set[tuple[type, type | None]] = set()
        self.mixing: set[int] = set()  # the namespaces where these stand
        self.bases: dict[str, set[int]] = {}  # those where classes are derived from a list, a set or a dict
        for make in RECREATING:
            self.functions.setdefault(make.__name__, {})[id(make.__code__)] = Own(make.__code__, make.__globals__)
        self.relations = Relations()
        self.known = Lookups()  # the user's classes, and the modules, which must be the same
        self.forget_facts()

    def forget_facts(self) -> None:
        """Look again at what the functions do: there are others, or one was marked."""
        self.relations.forget_grown()
        self.is_stale = False
        self.modules: tuple[int, str] = 0, ""  # how many are loaded, and the last of them
        self.marks = len(ownership.PERMANENT) + len(ownership.UNDOABLE)
        self.facts = {MOVES: Facts(changes=True)}
        self.changing: dict[Own | int, bool] = {}  # of functions, and of lists of them, by id, see `facts`
        self.dying: dict[Own | int, bool] = {}
        self.returned: dict[Any, str | type] = {}  # the kind of what a function gives
        self.given: dict[Any, Any] = {}  # what its calls need to give constants, or what is new, see `kept_answers`
        self.asked_again: set[Any] = set()  # of which this has been asked
        self.assumed = Lookups()
        self.passing = Lookups()  # the same of classes made in functions, see `rely_meanwhile`
        self.relied_on: dict[str, int] = {}  # how many of the owners of each name are assumed

    # what the expansions rely on

    def holds(self) -> bool:
        """Is everything still as it was when the expansions were made?"""
        if self.marks != len(ownership.PERMANENT) + len(ownership.UNDOABLE) or not self.is_as_assumed():
            return False
        if loaded() != self.modules:
            if next(self.unknown_spaces(), None) is not None:
                return False
            self.settle()
        return not self.relations.has_news()

    def is_as_assumed(self) -> bool:
        return not self.is_stale and self.assumed.hold() and self.known.hold() and self.passing.hold()

    def settle(self) -> None:
        self.modules = loaded()

    def unknown_spaces(self) -> Iterator[dict[str, Any]]:
        """The namespaces of the user's modules, and of those with functions that are undoable, that have not been looked at."""
        marked = {code.co_filename for code in ownership.UNDOABLE.values()}
        for module in list(sys.modules.values()):
            space = getattr(module, "__dict__", None)
            if type(space) is dict and id(space) not in self.relations.spaces:
                if ownership.is_own_space(space) or space.get("__file__") in marked and not calls_back_only(space):
                    yield space

    def assume(self, space: Space, name: str, value: Any, owner: Any = None, notes: Lookups | None = None) -> None:
        if not (notes or self.assumed).note(space, name, value, space if owner is None else owner):
            self.is_stale = True  # replaced meanwhile: another expansion relies on what it was

    def rely(self, cls: type, name: str, notes: Lookups | None = None) -> None:
        """The method of this name is found by the class: all of its bases are to have what they have now."""
        for base in cls.__mro__:
            if base.__flags__ & HEAP_TYPE:
                value = vars(base).get(name, UNKNOWN)
                self.assume(vars(base), name, DEFAULT if is_default(value) else value, base, notes)

    def rely_meanwhile(self, cls: type, name: str) -> None:
        """The same for the tables of a search; it may make any number of classes, so those made in functions are forgotten in time."""
        if "<locals>" not in type.__getattribute__(cls, "__qualname__"):
            return self.rely(cls, name)
        if len(self.passing.values) >= MANY:
            self.passing = Lookups()
            TWINS.forget_classes()
        self.rely(cls, name, self.passing)

    # the functions by name

    def look_around(self, space: dict[str, Any]) -> None:
        """Learn the names of the functions in all of the user's modules, and in this namespace."""
        self.learn(space)
        if loaded() != self.modules:
            self.settle()
            for other in self.unknown_spaces():
                self.learn(other)

    def learn(self, space: dict[str, Any]) -> None:
        if calls_back_only(space) or not self.relations.learn(space):
            return
        self.forget_library()
        text = read(str(space.get("__file__") or ""), space)
        self.attach(None if text is None else text.attached, space)
        module = sys.modules.get(space.get("__name__", ""))
        if getattr(module, "__dict__", None) is space:
            self.known.note(sys.modules, space["__name__"], module, sys.modules)
        for name, value in list(space.items()):
            if not issubclass(type(value), type):
                self.learn_function(value, space)
            elif value.__module__ == space.get("__name__", "builtins"):
                self.known.note(space, name, value, space)
                self.learn_class(value, space)
                if any(base.__module__ in ("collections.abc", "ast") for base in value.__mro__):
                    self.mixing.add(id(space))

    def forget_library(self) -> None:
        """Look again at what the functions of the library do, which call those of classes that stand anywhere."""
        library = {own for own in self.facts if is_mixed_in(own.space)}
        if not library:
            return
        self.facts = {own: facts for own, facts in self.facts.items() if own not in library}
        for name in ("changing", "dying"):  # a list is known by its id, and may be gone
            found = getattr(self, name).items()
            setattr(self, name, {own: is_so for own, is_so in found if type(own) is Own and own not in library})
        TWINS.forget_codes({id(own.code) for own in library})

    def bases_met(self, space: dict[str, Any]) -> set[str]:
        """From which of Python's containers classes in the modules related to this one are derived."""
        spaces = self.relations.of(space) if self.bases else ()
        return {name for name, found in self.bases.items() if not found.isdisjoint(spaces)}

    def attach(self, found: Attached | None, space: dict[str, Any]) -> None:
        """Learn the names under which a text may give an object something called."""
        if found is not None:
            self.data |= found.names
            self.words |= found.words
            self.is_open |= found.is_open
            texts = self.texts.setdefault(id(space), {})
            if id(found) not in texts:
                texts[id(found)] = found
                self.plain.clear()

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

    def forget_held(self, name: str) -> None:
        self.called.pop(name, None)
        self.plain.pop(name, None)

    def learn_class(self, cls: type, space: dict[str, Any]) -> None:
        for name, annotation in annotations_of(cls).items():
            self.annotated.setdefault(name, {})[id(cls)] = cls, annotation
            self.forget_held(name)
        for name, value in list(vars(cls).items()):
            function = function_in(value)
            self.note_held(f"{function.__name__}()" if function else name, function or value, space)
            if isinstance(value, type):
                if value.__qualname__.startswith(cls.__qualname__ + "."):
                    self.learn_class(value, space)
                continue
            accessors = [value.fset, value.fdel] if isinstance(value, property) else []
            if isinstance(value, property) and callable(value.fget) and function_in(value) is None:
                self.cached.add(name)  # it calls an object, which the run says
            for part in (value, *accessors):
                self.learn_method(cls, name, value, part, space)
            self.learn_object(name, value)
            is_slot = type(value) is types.MemberDescriptorType
            if not is_slot and not is_default(value):
                self.objects.add(name)
            if is_slot and value.__name__ != name:  # it holds what is assigned to that
                self.data.add(name)
        for make in default_factories(cls).values():
            function = function_in(make)
            if function is not None:
                self.learn_code(function.__code__, function.__globals__)
        for base in cls.__mro__:
            if base in (list, set, dict):
                self.bases.setdefault(base.__name__, set()).add(id(space))
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
        is_search = isinstance(value, Ambiguous)
        self.learn_code(own.code, own.space, is_search)
        self.functions.setdefault(name, {}).update({} if is_search else {id(own.code): own})
        self.owners.setdefault(name, {})[id(cls), id(value)] = cls, value
        if isinstance(part, property):
            self.data.add(name)
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

    def learn_object(self, name: str, value: Any) -> None:
        """An attribute of a class that is an object: a descriptor, or something that is called like a method."""
        if isinstance(value, Ambiguous):
            return
        if isinstance(value, functools.cached_property):
            self.cached.add(name)
        if isinstance(value, functools.singledispatchmethod):
            self.data.add(name)
        if function_in(value) is None and callable(getattr(value, "__func__", value)):
            self.data.add(name)
        getter = in_class(type(value), "__get__")
        if type(getter) is types.FunctionType:
            self.data.add(name)
            own = Own(getter.__code__, getter.__globals__, function=getter)
            self.getters.setdefault(name, {})[id(own.code)] = own

    def learn_code(self, code: types.CodeType, space: dict[str, Any], is_search: bool = False) -> None:
        """is_search: of an ambiguous function or method, a call of which runs nothing yet?"""
        self.functions.setdefault(code.co_name, {}).update({} if is_search else {id(code): Own(code, space)})
        self.relations.mention(space, {*code.co_names, *bytecode.modules_imported(code, str(space.get("__package__")))})
        if not {"setattr", "__dict__", "vars"}.isdisjoint(code.co_names):
            self.data.update(bytecode.strings_in(code))
        if "setattr" in code.co_names or not NAMESPACES.isdisjoint(code.co_names) and bytecode.changes_something(code):
            # it may give a module another function; a string that is the name of a class is mostly an annotation
            self.rebound |= {name for name in bytecode.strings_in(code) if not isinstance(space.get(name), type)}
        self.rebound |= bytecode.names_stored_by(code, "STORE_GLOBAL")
        given: Set[str] = bytecode.names_stored_by(code, "STORE_ATTR")  # also what a decorator of classes gives them
        self.cached.update(given if "property" in code.co_names else ())
        self.inside.setdefault(id(space), {})[id(code)] = Own(code, space)
        modules = {name for name in code.co_names if given and issubclass(type(space.get(name)), types.ModuleType)}
        stored = bytecode.owners_stored(code) if modules else {}
        self.rebound |= {name for name, owners in stored.items() if owners & modules}
        for name in given:
            self.stored.setdefault(name, {})[id(code)] = Own(code, space)
            self.forget_held(name)
        inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
        if not code.co_flags & bytecode.OPTIMIZED:  # the body of a class made in a function: the run says what it is
            self.data.update({*code.co_names, *bytecode.strings_in(code)} - {part.co_name for part in inner})
            for part in inner:
                self.getters.setdefault(part.co_name, {})[id(part)] = Own(part, space)
                self.cached.update({part.co_name} if "cached_property" in code.co_names else ())
            # e.g. __radd__ = __add__, x = property(get_x)
            given = bytecode.attributes_assigned_in(code) - {part.co_name for part in inner}
            self.described |= given
        functions = [part for part in inner if part.co_name not in bytecode.COMPREHENSIONS]
        for name, part in itertools.product(given, functions):
            self.functions.setdefault(name, {})[id(part)] = Own(part, space)
            if "property" in code.co_names:
                self.getters.setdefault(name, {})[id(part)] = Own(part, space)
        for part in inner:
            self.learn_code(part, space)

    def methods(self, name: str) -> list[types.FunctionType]:
        """The methods of this name in the user's classes; none if one of them has it as a property or a value."""
        if name in self.data or name not in self.functions:
            return []
        classes = [value for value in self.known.values if issubclass(type(value), type)]
        values = [vars(cls)[name] for cls in classes if name in vars(cls)]
        return values if all(type(value) is types.FunctionType for value in values) else []

    def of_name(self, name: str) -> list[Own]:
        """The user's functions of this name; the expansion relies on them staying where they are."""
        owners = [*self.owners.get(name, {}).values()]
        for cls, value in owners[self.relied_on.get(name, 0) :]:
            self.assume(vars(cls), name, value, cls)
        self.relied_on[name] = len(owners)
        return [own for own in self.functions.get(name, {}).values() if ownership.is_own(own.code)]

    def may_search(self, name: str) -> bool:
        """Is this a method that is ambiguous in one of the user's classes?"""
        return any(isinstance(value, Ambiguous) for _, value in self.owners.get(name, {}).values())

    def got(self, name: str) -> list[Own]:
        """The getters of properties of this name, or of what may be a descriptor."""
        getters = [own for own in self.getters.get(name, {}).values() if ownership.is_own(own.code)]
        return [*getters, *self.of_name("__get__")] if name in self.described else getters


# collections.abc, collections, ast and contextlib: methods of theirs belong to the user-defined classes that inherit
# or decorate with them
MIXINS = collections.abc.MutableSequence.append.__globals__, vars(collections), vars(ast), vars(contextlib)
# what a function that a context manager decorates calls for the one to enter
MANAGERS = type(contextlib.contextmanager(iter)(())).__mro__
RECREATING = [vars(cls)["_recreate_cm"] for cls in MANAGERS if "_recreate_cm" in vars(cls)]
VIEWS = (collections.abc.KeysView, collections.abc.ItemsView, collections.abc.ValuesView)
WORLD = World()

CALLABLES = (staticmethod, classmethod, property, types.MethodType, functools.cached_property, *NAMED[1:])


def steady_value(source: Source, function: ast.expr, *kinds: type) -> Any:
    """What a global variable stands for, of one of these kinds, if nothing assigns to it: the expansion relies on that."""
    found = source.resolve(function)
    if not isinstance(function, ast.Name) or type(found) not in kinds or source.space.get(function.id) is not found:
        return UNKNOWN
    if function.id in WORLD.rebound:
        return UNKNOWN
    WORLD.assume(source.space, function.id, found)
    return found


def functions_in(spaces: frozenset[int]) -> list[Own]:
    """The functions in these namespaces, and in the functions there, also those that are marked permanent."""
    return [own for key in spaces for own in list(WORLD.inside.get(key, {}).values())]


def values_in(spaces: frozenset[int]) -> list[tuple[str, Any]]:
    """The global variables in these namespaces."""
    known = WORLD.relations.spaces
    return [pair for key in spaces if key in known for pair in list(known[key][0].items())]


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
