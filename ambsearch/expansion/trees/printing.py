"""Printing: an expansion, and the normal form before it, as Python text.

source_text    the definitions of an expansion
in_words       the normal form in the words of the language: an ambiguous function with the same answers

A loop with choices is printed as a `while` over its turns; a helper gets an underscore if the user has used its name.

>>> loop = ir.at(ir.Turns([], ast.Constant(True), [ir.Guard(ast.Name("p")), ir.Leave(1)], [], 1), ast.parse("x").body[0])
>>> print(ast.unparse(_InWords(set(), str).block([loop])[0]))
while True:
    require(p)
    break
"""

import ast
import builtins
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def source_text(functions: list[ast.FunctionDef], taken: set[str]) -> str:
    """The expansion as Python source; the items of a choice are shown as written.

    taken: the names of the function, from which an underscore distinguishes a helper.
    """
    return _text([_Shown(taken).visit(ir.copy_of(function)) for function in functions])


def in_words(source: Source, body: list[ast.stmt]) -> str:
    """A normal form as the text of a function."""
    shown = _InWords(source.taken - source.constants.keys(), source.fresh).block(ir.copy_of(body))
    return _text([ir.definition(source.tree, source.name, source.tree.args, shown)])


def _text(functions: list[Any]) -> str:
    return "\n\n".join(ast.unparse(ast.fix_missing_locations(function)) for function in functions) + "\n"


class _Shown(ir.Rewriter):
    """Helpers by their names, and the items of a choice as written."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def visit_Helper(self, node: ir.Helper) -> ast.expr:
        is_ambiguous = node.id in self.taken and not hasattr(builtins, node.id)
        return ir.load(node.id + "_" * is_ambiguous, node)

    def visit_Save(self, node: ir.Save) -> list[ast.stmt]:
        self.generic_visit(node)
        return ir.quote(node, "target = value", target=node.target, value=node.value)

    def visit_Back(self, node: ir.Back) -> list[ast.stmt]:
        return self.block(node.body)

    def visit_Items(self, node: ir.Items) -> ast.expr:
        return node.value

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`not a in b`, as a guard becomes where it is turned round, as `a not in b`."""
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(ast.Not(), ast.Compare(ops=[operator]) as test) if type(operator) in OPPOSITES:
                test.ops = [OPPOSITES[type(operator)]()]
                return test
        return node

    def visit_Condition(self, node: ir.Condition) -> ast.expr:
        return self.visit(node.value)  # type: ignore[no-any-return]


OPPOSITES: dict[type, type[ast.cmpop]] = {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
TEXTS: dict[type, str] = {
    **{ir.PassOn: "return (yield items)", ir.Guard: "require(test)", ir.Answer: "return value", ir.Dead: "fail()"},
    **{ir.Next: "continue", ir.Leave: "break"},
}


class _InWords(_Shown):
    """The statements of the normal form as the user would write them."""

    def __init__(self, taken: set[str], fresh: Callable[[str], str]) -> None:
        super().__init__(taken)
        self.fresh = fresh

    def visit(self, node: ast.AST) -> Any:
        text = TEXTS.get(type(node))
        if text is None:
            return super().visit(node)
        self.generic_visit(node)
        return ir.quote(node, text, **{name: getattr(node, name) for name in node._fields})

    def visit_Choose(self, node: ir.Choose) -> list[ast.stmt]:
        self.generic_visit(node)
        chosen = ir.load(f"yield {ast.unparse(node.items)}", node)  # as a name, without parentheses around it
        return ir.quote(node, "target = chosen", target=node.target, chosen=chosen)

    def visit_Turns(self, node: ir.Turns) -> list[ast.stmt]:
        self.generic_visit(node)
        parts: dict[str, Any] = {name: getattr(node, name) for name in node._fields}
        if not node.prelude:
            text = "while test: body\nelse: orelse" if node.orelse else "while test: body"
            return ir.quote(node, text, **parts)
        if not node.orelse:
            return ir.quote(node, "while True:\n    prelude\n    if not test: break\n    body", **parts)
        text = "while True:\n    prelude\n    over = not test\n    if over: break\n    body\nif over: orelse"
        return ir.quote(node, text, over=self.fresh("over"), **parts)
