"""Which namespaces belong together: those that import one another, and those of one folder.

An operator may be defined by one of their classes; unrelated modules are not searched.
"""

import os
import sys
import types
from typing import Any


class Relations:
    """The user's namespaces, by id, each with the length that it had when it was learned."""

    def __init__(self) -> None:
        self.spaces: dict[int, tuple[dict[str, Any], int]] = {}
        self.typed: dict[int, tuple[dict[str, Any], int]] = {}  # those that grow while they are used
        self.imports: dict[int, set[str]] = {}
        self.importers: dict[str, set[int]] = {}
        self.found: dict[int, set[int]] = {}

    def learn(self, space: dict[str, Any]) -> bool:
        """Is there something new in this namespace?"""
        key = id(space)
        if key in self.spaces and self.spaces[key][1] == len(space):
            return False
        self.spaces[key] = space, len(space)
        if is_typed(space):
            self.typed[key] = self.spaces[key]
        self.imports.pop(key, None)
        self.found.clear()
        return True

    def forget_grown(self) -> None:
        """Forget namespaces with new names; they are learned again when needed."""
        for key, (space, length) in list(self.spaces.items()):
            if len(space) != length:
                del self.spaces[key]
                self.typed.pop(key, None)
                self.imports.pop(key, None)
        self.found.clear()

    def of(self, space: dict[str, Any]) -> set[int]:
        """The user's namespaces that this one imports, and those of its folder that import it, even indirectly."""
        if id(space) not in self.found:
            for key in self.spaces.keys() - self.imports.keys():
                self.note_imports(key)
            found, waiting = {id(space)}, [id(space)]
            while waiting:
                new = self.neighbours(waiting.pop()) - found
                found |= new
                waiting += new
            self.found[id(space)] = found
        return self.found[id(space)]

    def note_imports(self, key: int) -> None:
        self.imports[key] = {module_of(value) for value in list(self.spaces[key][0].values())}
        for name in self.imports[key]:
            self.importers.setdefault(name, set()).add(key)

    def neighbours(self, key: int) -> set[int]:
        """The user's namespaces that this one imports, and those of its folder, and the main one, that import it."""
        if key not in self.spaces:
            return set()
        space = self.spaces[key][0]
        found = {id(vars(sys.modules[name])) for name in self.imports[key] if name in sys.modules}
        name = space.get("__name__", "")
        if getattr(sys.modules.get(name), "__dict__", None) is space:
            for importer in self.importers.get(name, set()) & self.spaces.keys():
                other = self.spaces[importer][0]
                if other.get("__name__") == "__main__" or folder(other) == folder(space):
                    found.add(importer)
        return found & self.spaces.keys()


def is_typed(space: dict[str, Any]) -> bool:
    """Is this the namespace of a prompt, a notebook or the like, which grows while it is used?"""
    return "__file__" not in space


def folder(space: dict[str, Any]) -> str:
    return str(space.get("__file__", "")).rpartition(os.sep)[0]


def module_of(value: Any) -> str:
    """The name of the module that a value comes from: itself, or that of a function, a class or an object's class."""
    if isinstance(value, types.ModuleType):
        return value.__name__
    if not isinstance(value, (type, types.FunctionType)):
        value = type(value)
    name = value.__module__
    return name if isinstance(name, str) else ""
