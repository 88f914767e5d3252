"""The user's functions, in all modules, by name; and what the expansions rely on.

WORLD           all of it, found when the first search begins, and anew when something is replaced
World.of_name   the user's functions of a name, e.g. all methods `put`
World.assume    records that an expansion relies on this name standing for this value
World.holds     is everything still as it was when the expansions were made?
"""

import ast
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.functions import Functions, Own, calls_back_only, function_in, is_mixed_in
from ambsearch.expansion.analysis.lookups import DEFAULT, Lookups, Space
from ambsearch.expansion.analysis.relations import modules_taken, reach
from ambsearch.expansion.reading.attached import Attached
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.texts import read
from ambsearch.ground import ownership
from ambsearch.running.twins import MANY, TWINS
from ambsearch.running.undoing import HEAP_TYPE, is_default

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


class World(Functions):
    """The user's functions in all modules, by name; what they do, see `facts`; and what the expansions in use rely on."""

    has_for_itself: Callable[[Source, ast.Attribute], bool]  # of `kinds`, which asks the facts

    def forget(self) -> None:
        """Look at everything again when it is needed."""
        super().forget()
        self.noted: set[Own] = set()  # those of which it is noted what they change, see `holders`
        # besides `data`, the attributes that may hold what is called if a text is open, see `attached`
        self.words: set[str] = set()
        self.is_open = False
        self.texts: dict[int, dict[int, Attached]] = {}  # what has been found in those of each namespace
        self.advancing: dict[Own, bool] = {}  # whether they advance iterators that something else may hold
        self.returning: dict[Own, bool] = {}  # whether they return one, see `giving`
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
        has_met = self.relations.has_met()
        if self.marks != len(ownership.PERMANENT) + len(ownership.UNDOABLE) or not self.is_as_assumed():
            return False
        if loaded() != self.modules:
            if next(self.unknown_spaces(), None) is not None:
                return False
            self.settle()
        return has_met and not self.relations.has_news()

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
        spaces = self.relations.of(space) if self.bases else frozenset[int]()
        return {name for name in self.bases if self.bases.is_said(name, spaces)}

    def attach(self, found: Attached | None, space: dict[str, Any]) -> None:
        """Learn the names under which a text may give an object something called."""
        if found is not None:
            self.data.note(found.names, space)
            self.words |= found.words
            self.is_open |= found.is_open
            self.relations.take(space, modules_taken(found.taken, space))
            texts = self.texts.setdefault(id(space), {})
            if id(found) not in texts:
                texts[id(found)] = found
                self.held.clear()

    def may_be_given(self, name: str, spaces: frozenset[int] | None) -> bool:
        """May an object that comes from these namespaces have something called under this name that no function assigns?"""
        if self.data.is_said(name, spaces):
            return True
        texts = [one for key in (self.texts if spaces is None else spaces) for one in self.texts.get(key, {}).values()]
        return any(one.is_open for one in texts) and any(name in one.words for one in texts)

    def is_rebound(self, name: str, space: dict[str, Any]) -> bool:
        """May a function assign to this global variable of this namespace?"""
        return self.rebound.is_said(name, self.relations.of(space))

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


WORLD = World()


def steady_value(source: Source, function: ast.expr, *kinds: type) -> Any:
    """What a global variable stands for, of one of these kinds, if nothing assigns to it: the expansion relies on that."""
    found = source.resolve(function)
    if not isinstance(function, ast.Name) or type(found) not in kinds or source.space.get(function.id) is not found:
        return UNKNOWN
    if WORLD.is_rebound(function.id, source.space):
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


def methods_of(source: Source, name: str, kind: type = object) -> list[tuple[Own, Any]]:
    """The methods of this name in the related modules, each with what its class has for it."""
    name = source.mangled_name(name)
    if name not in WORLD.owners:  # nearly always
        return []
    values = [value for _, value in WORLD.owners[name].values() if isinstance(value, kind)]
    found = [(plain, value) for value in values if (plain := function_in(value)) is not None]
    related = WORLD.relations.of(source.space)
    return [(Own(f.__code__, f.__globals__), value) for f, value in found if id(f.__globals__) in related]


def relatives(spaces: frozenset[int] | None, found: list[Own]) -> list[Own]:
    """Those of these functions that stand in one of these namespaces."""
    if spaces is None:
        return found
    mixes = not spaces.isdisjoint(WORLD.mixing)
    return [own for own in found if id(own.space) in spaces or mixes and is_mixed_in(own.space)]


def methods_of_objects(name: str) -> set[int]:
    """The codes, by their ids, of the methods of this name whose first parameter is an object of their class."""
    held = [value for _, value in WORLD.owners.get(name, {}).values()]
    others = [value for value in held if type(value) not in (types.FunctionType, property)]
    codes = {id(value.__code__) for value in held if type(value) is types.FunctionType}
    return codes - {id(getattr(function_in(value), "__code__", None)) for value in others}


def heirs(source: Source) -> list[type]:
    """The classes that have this method for their own, and those derived from them."""
    return list(reach({cls for cls, _ in owners_of(source)}, lambda one: set(type.__subclasses__(one))))


def owners_of(source: Source) -> list[tuple[type, object]]:
    """The classes that have this method for their own, each with what stands there."""
    if source.code is None:
        return []
    owners = WORLD.owners.get(source.code.co_name, {}).values()
    return [(cls, value) for cls, value in owners if getattr(function_in(value), "__code__", None) is source.code]
