"""Whose classes a function may meet: those of the modules that import its own, and of all that is imported there.

So may it those that are derived from theirs, and those of objects that its searches are given. A method or an operator may
be one of their classes' own; what other modules have under the same names is not looked for.
"""

import os
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from functools import lru_cache
from importlib.util import resolve_name
from itertools import islice
from typing import Any, TypeVar

from ambsearch.answers import Ambiguous, Answers
from ambsearch.copiers.base import ATOMS
from ambsearch.ground.given import GIVEN

T = TypeVar("T")
S = TypeVar("S", frozenset[int], frozenset[int] | None)
NAMED = (type, types.FunctionType, Ambiguous, type(lru_cache(len)))  # they say which module they come from


class Relations:
    """The user's namespaces, by id, each with the length that it had when it was learned."""

    def __init__(self) -> None:
        self.spaces: dict[int, tuple[dict[str, Any], int]] = {}
        self.growing: dict[int, tuple[dict[str, Any], set[str]]] = {}  # those that grow while they are used, by name
        self.mentioned: dict[int, set[str]] = {}  # the names in functions, and the modules that they may import
        self.imported: dict[int, set[str]] = {}  # these alone
        self.conftests: dict[int, str] = {}  # the folders in which they are
        self.taken: dict[int, set[str]] = {}  # the modules from which data is taken, see `modules_taken`
        self.takers: dict[str, set[int]] = {}  # of each of these the namespaces that take it
        self.imports: dict[int, set[str]] = {}
        self.importers: dict[str, set[int]] = {}
        self.heirs: dict[str, set[int]] = {}  # of a module the namespaces in which classes are derived from its own
        self.givers: dict[str, set[str]] = {}  # of a module those of whose classes its searches have been given objects
        self.given = 0  # how many of these pairs are known
        self.found: dict[int, frozenset[int]] = {}
        self.known: dict[frozenset[int] | None, dict[Any, Any]] = {}  # what has been found in some of them, or in all
        self.defaulting: set[int] = set()  # those in which there are defaultdicts, or functions that may make them

    def learn(self, space: dict[str, Any]) -> bool:
        """Is there something new in this namespace?"""
        key = id(space)
        if key in self.spaces and self.spaces[key][1] == len(space):
            return False
        self.spaces[key] = space, len(space)
        if space.get("__name__", "").rpartition(".")[2] == "conftest":
            self.conftests[key] = folder(space)
        if is_growing(space):
            self.growing[key] = space, set(space)
        if any(value is defaultdict or issubclass(type(value), defaultdict) for value in list(space.values())):
            self.defaulting.add(key)
        self.imports.pop(key, None)
        self.found.clear()
        for spaces in [spaces for spaces in self.known if spaces is None or key in spaces]:
            del self.known[spaces]
        return True

    def mention(self, space: dict[str, Any], names: Iterable[str], modules: Set[str]) -> None:
        self.mentioned.setdefault(id(space), set()).update(names, modules)
        self.imported.setdefault(id(space), set()).update(modules)
        if "defaultdict" in names:
            self.defaulting.add(id(space))

    def take(self, space: dict[str, Any], modules: Set[str]) -> None:
        """Note that it takes something out of these modules: `from board import PIECES`."""
        if not modules <= self.taken.get(id(space), set()):
            self.taken.setdefault(id(space), set()).update(modules)
            for name in modules:
                self.takers.setdefault(name, set()).add(id(space))
            self.found.clear()

    def derive(self, cls: type, space: dict[str, Any]) -> None:
        """Objects of this class of a namespace may be met wherever one of its bases is known."""
        for base in cls.__mro__[1:]:
            if base.__module__ != cls.__module__:
                self.heirs.setdefault(base.__module__, set()).add(id(space))

    def may_make_keys(self, space: dict[str, Any]) -> bool:
        """May what is read here be a defaultdict, which makes an item that is not there?"""
        return not self.defaulting.isdisjoint(self.of(space))

    def is_imported(self, module: str, space: dict[str, Any]) -> bool:
        """May objects of this module of Python's be met here?"""
        names = {module, f"_{module}"}  # the part that is written in C
        return any(not names.isdisjoint(self.imports.get(key, ())) for key in self.of(space))

    def forget_grown(self) -> None:
        """Forget namespaces with new names; they are learned again when needed."""
        for key, (space, length) in list(self.spaces.items()):
            if len(space) != length:
                del self.spaces[key]
                self.growing.pop(key, None)
                self.imports.pop(key, None)
        self.found.clear()
        self.known.clear()

    def once(self, spaces: S, find: Callable[..., T], *more: Any) -> T:
        """What `find` gives for these namespaces, None for all: once, until there is something new in one of them."""
        known, key = self.known.setdefault(spaces, {}), (find, *more)
        if key not in known:
            known[key] = find(spaces, *more)
        found: T = known[key]
        return found

    def has_news(self) -> bool:
        """Is there anything new, in a namespace that grows, of which the expansions should know?"""
        for key, (space, names) in self.growing.items():
            if len(space) != len(names):
                if any(is_news(space[name], space) for name in space.keys() - names):
                    return True
                self.growing[key], self.spaces[key] = (space, set(space)), (space, len(space))
        return False

    def has_met(self) -> bool:
        """Do all objects that searches have been given since this was last asked come from related modules?"""
        new, self.given = [*islice(GIVEN, self.given, None)], len(GIVEN)
        is_related = True
        for name, giver in new:
            self.givers.setdefault(name, set()).add(giver)
            space, other = (getattr(sys.modules.get(one), "__dict__", {}) for one in (name, giver))
            is_known = id(space) in self.spaces and id(other) in self.spaces
            is_related &= not is_known or id(other) in self.of(space)
        return is_related

    def of(self, space: dict[str, Any]) -> frozenset[int]:
        """The own namespaces that import this one, directly or through others, and all that those and this one import."""
        if id(space) not in self.found:
            for key in self.spaces.keys() - self.imports.keys():
                self.note_imports(key)
            callers = set(reach({id(space)}, self.importers_of))
            self.found[id(space)] = frozenset(reach(callers, self.spaces_imported_by))
        return self.found[id(space)]

    def note_imports(self, key: int) -> None:
        space, used = self.spaces[key][0], self.imported.get(key, set())
        self.imports[key] = {module_of(value) for value in list(space.values())} | used
        # at a prompt nobody knows which block has imported what; `queue` is imported by IPython itself
        if is_prompt(space):
            self.imports[key] |= {str(other.get("__name__")) for other, _ in self.spaces.values()} - {"queue"}
        has_own = space.get("__name__", "") in map(module_of, list(space.values()))
        for name in self.imports[key]:
            if has_own or name in used or not is_inside(name, space):
                self.importers.setdefault(name, set()).add(key)

    def spaces_imported_by(self, key: int) -> set[int]:
        names = sys.modules.keys() & (self.imports.get(key, set()) | self.taken.get(key, set()))
        heirs = self.heirs.get(self.spaces[key][0].get("__name__", ""), set()) if key in self.spaces else set[int]()
        return ({id(vars(sys.modules[name])) for name in names} | heirs) & self.spaces.keys()

    def importers_of(self, key: int) -> set[int]:
        """Those that may hand their objects to what is in this namespace; a conftest does to all tests below it."""
        space = self.spaces[key][0] if key in self.spaces else {}
        name = space.get("__name__", "")
        found: set[int] = set()
        if getattr(sys.modules.get(name), "__dict__", None) is space:
            found |= self.importers.get(name, set()) | self.takers.get(name, set())
            found |= {id(vars(sys.modules[giver])) for giver in self.givers.get(name, ()) if giver in sys.modules}
            package, _, short = name.rpartition(".")
            while package:  # which is what `import package.module` gives
                found |= {other for other in self.importers.get(package, ()) if self.may_use(other, package, short)}
                package, _, short = package.rpartition(".")
        found |= {other for other, place in self.conftests.items() if folder(space).startswith(place)}
        return found & self.spaces.keys()

    def may_use(self, key: int, package: str, module: str) -> bool:
        """May this namespace, which has a package, mean this module of it? In the package itself it is to be named."""
        name = str(self.spaces[key][0].get("__name__")) if key in self.spaces else ""
        return not f"{name}.".startswith(f"{package}.") or module in self.mentioned.get(key, ())


def reach(start: set[T], neighbours: Callable[[T], set[T]]) -> Iterator[T]:
    """These, their neighbours, and theirs in turn, each once."""
    found, waiting = set(start), list(start)
    while waiting:
        one = waiting.pop()
        yield one
        new = neighbours(one) - found
        found |= new
        waiting += new


def is_inside(name: str, space: dict[str, Any]) -> bool:
    """Is this a module of a package? Whoever imports it puts it there, so the package need not use it."""
    return name.startswith(f"{space.get('__name__')}.")


def is_growing(space: dict[str, Any]) -> bool:
    """Is this the namespace of a script, a prompt or a notebook, or of a module that is being imported?"""
    is_begun = getattr(space.get("__spec__"), "_initializing", False)
    return "__file__" not in space or space.get("__name__") == "__main__" or is_begun


def is_prompt(space: dict[str, Any]) -> bool:
    """Is this the namespace of a prompt or a notebook, rather than of `python -c`?"""
    is_typed = hasattr(sys, "ps1") or "idlelib.run" in sys.modules
    return is_typed and space.get("__name__") == "__main__" and "__file__" not in space


def is_news(value: Any, space: dict[str, Any]) -> bool:
    """Is this a class, a function or a module, or an object of a class from elsewhere?"""
    known = "builtins", Answers.__module__, space.get("__name__")
    return issubclass(type(value), (types.ModuleType, *NAMED)) or type(value).__module__ not in known


def modules_taken(pairs: Iterable[tuple[str, str]], space: dict[str, Any]) -> set[str]:
    """The full names of the modules from which this namespace takes data, which do not say themselves where they are from.

    pairs: of modules, as they are written, and variables.
    """
    found = set()
    for module, name in pairs:
        value = space.get(name, NAMED if name == "*" else None)
        if not issubclass(type(value), (types.ModuleType, *NAMED)) and type(value) not in ATOMS:
            with suppress(ImportError):  # which the import itself has raised
                found.add(resolve_name(module, str(space.get("__package__") or "")))
    return found


def folder(space: dict[str, Any]) -> str:
    return str(space.get("__file__", "")).rpartition(os.sep)[0]


def module_of(value: Any) -> str:
    """The name of the module that a value comes from: itself, or that of a function, a class or an object's class."""
    if issubclass(type(value), types.ModuleType):
        return value.__name__  # type: ignore[no-any-return]
    name = value.__module__ if issubclass(type(value), NAMED) else type(value).__module__
    return name if isinstance(name, str) else ""
