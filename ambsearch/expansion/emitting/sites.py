"""Sites: the places in a program at which something is reported, and what they are called there.

Site            a choice, a guard, a dead end or an answer
site_of_dead    the place in a helper that has just ended a branch
text_of         an expression as the user wrote it
name_of_choice  what is chosen, as the user wrote it
"""

import ast
import functools
import sys
from dataclasses import dataclass
from typing import Any

from ambsearch.expansion.analysis.bindings import once
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


@dataclass(frozen=True)
class Site:
    """A place in a program.

    kind: "choice", "guard", "fail" or "answer"; name: of the variable that is chosen, else the text itself;
    function: the ambiguous function, by its qualified name; line and column are counted from 1.
    """

    kind: str
    name: str
    function: str
    file: str
    line: int
    column: int

    @functools.cached_property
    def fields(self) -> tuple[Any, ...]:
        """All of it as a plain tuple, which the garbage collector need not follow."""
        return self.kind, self.name, self.function, self.file, self.line, self.column

    def __hash__(self) -> int:
        return hash((self.file, self.line, self.column))


def site_of_dead() -> Site:
    """The place of the helper that has just ended a branch."""
    error = sys.exception()
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    assert trace is not None
    code = trace.tb_frame.f_code
    return _site_in(code.co_name, code.co_qualname, code.co_filename, trace.tb_lineno)


@functools.cache
def _site_in(name: str, qualified_name: str, filename: str, line: int) -> Site:
    return Site("fail", f"in {name}", qualified_name, filename, line, 1)


# as the user wrote it


def text_of(source: Source, node: ast.expr) -> str:
    """An expression as the user wrote it, although a part of it may have been computed before; None may be added behind it."""
    return ast.unparse(node if isinstance(node, ast.Constant) else expressions(source).get(place_of(node), node))


@once
def expressions(source: Source) -> dict[tuple[int, ...], ast.expr]:
    """The expressions in a function by their places, of several in one place the outermost."""
    found: dict[tuple[int, ...], ast.expr] = {}
    for node in ir.walk(source.tree):
        if isinstance(node, ast.expr):
            found.setdefault(place_of(node), node)
    return found


def place_of(node: ast.AST) -> tuple[int, ...]:
    return (*ir.position_of(node).values(),)


def name_of_choice(source: Source, node: ir.Choose) -> str:
    """What is assigned, as the user wrote it; else what is chosen from."""
    names = names_in(node.target)
    if names <= names_in(source.tree):
        return text_of(source, node.target)
    for part in ast.walk(source.tree):
        match part:
            case ast.Assign(targets=[target], value=ast.Yield() as chosen):
                if place_of(chosen) == place_of(node):
                    return ast.unparse(target)
    is_amb = isinstance(node.items, (ast.Tuple, ast.Call)) and min(names).startswith("which")
    return "the alternative of amb, from 0," if is_amb else f"yield {text_of(source, node.items)}"


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
