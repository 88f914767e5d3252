"""Sites: the places in a program at which something is reported, and what they are called there.

Site            a choice, a guard, a dead end or an answer
site_of_dead    the place in a helper that has just ended a branch
text_of         an expression as the user wrote it
name_of_choice, text_of_test    what is chosen, and what is required, as the user wrote it
"""

import ast
import functools
import sys
from dataclasses import dataclass
from typing import Any

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
    """An expression with plain variables, even if they are in boxes or checked first."""
    return ast.unparse(_Unboxed(source.boxes).visit(ir.copy_of(node)))


def name_of_choice(source: Source, node: ir.Choose) -> str:
    """What is assigned, as the user wrote it; else what is chosen from."""
    names = names_in(node.target)
    if names <= names_in(source.tree):
        return text_of(source, node.target)
    for part in ast.walk(source.tree):
        match part:
            case ast.Assign(targets=[target], value=ast.Yield() as chosen):
                if ir.position_of(chosen) == ir.position_of(node):
                    return ast.unparse(target)
    is_amb = isinstance(node.items, (ast.Tuple, ast.Call)) and min(names).startswith("which")
    return "the alternative of amb, from 0," if is_amb else f"yield {text_of(source, node.items)}"


def text_of_test(source: Source, test: ast.expr, origin: ast.AST) -> str:
    """The test of a guard, although a part of it may have been computed before."""
    if not names_in(test) <= names_in(source.tree):
        for part in ast.walk(source.tree):
            match part:
                case ast.Call(args=[argument]) if ir.position_of(part) == ir.position_of(origin):
                    return ast.unparse(argument)
    return text_of(source, test)


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


class _Unboxed(ir.Rewriter):
    def __init__(self, boxes: frozenset[str]) -> None:
        self.boxes = boxes

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(name), slice=ast.Constant(0)) if name in self.boxes:
                return node.value
        return self.generic_visit(node)  # type: ignore[no-any-return]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        match node.test:
            case ast.Compare(comparators=[ir.Helper(id="UNBOUND")]):
                return self.visit(node.body)  # type: ignore[no-any-return]
        return self.generic_visit(node)  # type: ignore[no-any-return]
