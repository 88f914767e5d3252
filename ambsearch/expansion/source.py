"""The function as it was written: its syntax tree with the file's own positions, and its names.

Source      the tree of one function, the class around it, and what its names stand for
Source.complaint   a Refused error with file, line, caret
"""

import ast
import builtins
import inspect
import itertools
from collections.abc import Callable
from typing import Any

from ambsearch import language
from ambsearch.errors import Refused
from ambsearch.expansion.nodes import inside
from ambsearch.expansion.texts import NoSource, Text, definition

WORDS: dict[Any, str] = {
    language.amb: "amb",
    language.ramb: "ramb",
    language.require: "require",
    language.fail: "fail",
    language.permanent: "permanent",
}
UNKNOWN: Any = object()


# builtins that give an iterator, which goes on when the branch does
LAZY = frozenset({"enumerate", "zip", "reversed", "map", "filter", "iter"})


class Source:
    """A function to be expanded.

    function: the plain function; tree: its definition, which nobody may mutate; class_name: the class
    around it, whose name mangles private names; lines: the file's lines.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.tree, self.class_name, text = _definition(function)
        self.lines = text.lines
        self.function = function
        self.name = function.__name__
        self.filename = function.__code__.co_filename
        self.captured = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self.taken = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)} | {
            node.arg for node in ast.walk(self.tree) if isinstance(node, ast.arg)
        }
        self.declared: dict[str, set[str]] = {"global": set(), "nonlocal": set()}
        for node in inside(*self.tree.body):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self.declared[type(node).__name__.lower()].update(node.names)
        self.locals: frozenset[str] = frozenset()  # set by the fence
        self.boxes: frozenset[str] = frozenset()  # those of them that are assigned permanently

    def fresh(self, name: str) -> str:
        """A name like `name` that the function does not use."""
        candidates = itertools.chain([name], (f"{name}_{i}" for i in itertools.count(2)))
        chosen = next(candidate for candidate in candidates if candidate not in self.taken)
        self.taken.add(chosen)
        return chosen

    def mangled(self, name: str) -> str:
        """The name that Python makes of a private name in a class."""
        private = self.class_name is not None and name.startswith("__") and not name.endswith("__")
        return f"_{self.class_name.lstrip('_')}{name}" if private and self.class_name else name

    def resolve(self, node: ast.expr) -> Any:
        """What a name or a dotted name stands for when the function is decorated, or UNKNOWN."""
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            return getattr(owner, node.attr, UNKNOWN) if inspect.ismodule(owner) else UNKNOWN
        if not isinstance(node, ast.Name) or node.id in self.locals:
            return UNKNOWN
        if node.id in self.captured:
            try:
                return self.captured[node.id].cell_contents
            except ValueError:  # not assigned yet
                return UNKNOWN
        scope = self.function.__globals__
        return scope.get(node.id, getattr(builtins, node.id, UNKNOWN))

    def builtin(self, node: ast.Call) -> str:
        """The name of the builtin function or class that this call calls, else nothing."""
        found = self.resolve(node.func)
        name = getattr(found, "__name__", "") if callable(found) else ""
        return name if isinstance(name, str) and getattr(builtins, name, None) is found else ""

    def word(self, node: ast.AST) -> str | None:
        """The word of the language that this call calls, e.g. 'require'."""
        if not isinstance(node, ast.Call):
            return None
        found = self.resolve(node.func)
        return WORDS.get(found) if callable(found) and hashable(found) else None

    def is_ambiguous(self, node: ast.FunctionDef) -> bool:
        """Is this nested definition decorated with @ambiguous?"""
        decorators = [part.func if isinstance(part, ast.Call) else part for part in node.decorator_list]
        return any(getattr(self.resolve(part), "__module__", "") == "ambsearch.decorator" for part in decorators)

    def complaint(self, node: ast.AST, message: str) -> Refused:
        """The error that points at `node`."""
        line = getattr(node, "lineno", self.tree.lineno)
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        end_line = getattr(node, "end_lineno", line)
        encoded = text.encode()
        column = len(encoded[:start].decode(errors="replace")) + 1
        end_column = len(encoded[:end].decode(errors="replace")) + 1 if end_line == line else len(text)
        return Refused(message, (self.filename, line, column, text, line, end_column))


def hashable(value: object) -> bool:
    return getattr(type(value), "__hash__", None) is not None


def _definition(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str | None, Text]:
    plain = inspect.isfunction(function) and function.__name__ != "<lambda>"
    if hasattr(function, "__wrapped__") or not plain:
        raise Refused(
            f"@ambiguous expands a function written with def, not {function!r}; "
            "put @ambiguous directly above the def, below other decorators"
        )
    try:
        node, class_name, text = definition(function.__code__, function.__globals__)
    except NoSource as missing:
        raise Refused(str(missing)) from None
    if isinstance(node, ast.FunctionDef):
        return node, class_name, text
    raise Refused(
        f"{function.__name__} is an async function; an ambiguous function is an ordinary def",
        (text.filename, node.lineno, 1, text.lines[node.lineno - 1]),
    )
