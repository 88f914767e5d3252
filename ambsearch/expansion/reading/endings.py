"""Endings: a `require` or `fail` in the branch of an expression becomes a statement in the branch of an `if`.

    x = a if c else fail()              if c: x = a
                                        else: x = fail()
    x = yield E if c else fail()        if c: x = yield E
                                        else: x = yield fail()
    return a or fail()                  value = a
                                        if value: return value
                                        else: return fail()
    c or require(p)                     if not c: require(p)

That is the same whatever the two names stand for.
"""

import ast
import itertools
import re
from collections.abc import Sequence
from typing import Any

from ambsearch.expansion.trees import nodes as ir

NAMES = ("fail", "require")
# most modules have none; the operator may stand at the end of a line, and an `if` at its beginning
LIKELY = re.compile(
    r"\b(?:or|and|else)[\s\\]+(?:\w+\.)*(?:fail|require)\s*\(|\b(?:fail|require)\s*\(.*\)\s+if\b(?!.*:\s*$)", re.M
)


def endings_apart(tree: ast.Module, lines: Sequence[str]) -> ast.Module:
    """The same tree if there are none; else a copy.

    >>> text = "x = a if c else b and fail()"
    >>> print(ast.unparse(endings_apart(ast.parse(text), [text])))
    if c:
        x = a
    else:
        value = b
        if value:
            x = fail()
        else:
            x = value
    """
    places = [i for i, line in enumerate(lines) if "fail" in line or "require" in line]
    likely = any(LIKELY.search("\n".join(lines[max(i - 1, 0) : i + 2])) for i in places)
    return _Apart(tree).visit(ir.copy_of(tree)) if likely else tree


def ends(value: Any) -> bool:
    """Is this a call of `require` or `fail`, or an expression with one in a branch?"""
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in NAMES
        case ast.IfExp(body=body, orelse=orelse):
            return ends(body) or ends(orelse)
        case ast.BoolOp(values=[*_, last]):
            return ends(last)
    return False


class _Apart(ir.Rewriter):
    """Statements whose value is such an expression."""

    def __init__(self, tree: ast.Module) -> None:
        taken = {getattr(node, "id", getattr(node, "arg", "")) for node in ir.walk(tree)}
        names = itertools.chain(["value"], (f"value_{i}" for i in itertools.count(2)))
        self.name = next(name for name in names if name not in taken)

    def visit_Expr(self, node: Any) -> list[ast.stmt]:
        self.generic_visit(node)
        return self.apart(node)

    visit_Assign = visit_AnnAssign = visit_Return = visit_Expr

    def apart(self, node: Any) -> list[ast.stmt]:
        holder = holder_of(node)
        if not ends(holder.value):
            return [node]
        match holder.value:
            case ast.IfExp(test=test, body=body, orelse=orelse):
                parts = {"body": self.of(node, body), "orelse": self.of(node, orelse)}
                return ir.quote(node, "if test: body\nelse: orelse", test=test, **parts)
            case ast.BoolOp(op=operator, values=[first, *others]):
                last = self.of(node, ir.at(ast.BoolOp(operator, others), node) if others[1:] else others[0])
                is_and = isinstance(operator, ast.And)
                if isinstance(holder, ast.Expr):
                    return ir.quote(node, "if E: last" if is_and else "if not E: last", E=first, last=last)
                this = self.of(node, ir.load(self.name, first))
                text = "if name: last\nelse: this" if is_and else "if name: this\nelse: last"
                return ir.quote(node, f"name = E\n{text}", name=self.name, E=first, this=this, last=last)
        return [node]

    def of(self, node: Any, value: ast.expr) -> list[ast.stmt]:
        """The same statement with this value."""
        made = ir.copy_of(node)
        holder_of(made).value = value
        return self.apart(made)


def holder_of(node: Any) -> Any:
    """What has the value: the statement, or the choice that is its value."""
    return node.value if isinstance(node.value, ast.Yield) else node
