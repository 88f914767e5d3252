"""The fence: it only says no, at the exact place, and says what to write instead.

check(source)   raises Refused
"""

import ast
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.closures import Closures
from ambsearch.expansion.effects import changed_target
from ambsearch.expansion.source import Source

SIMPLE = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Delete, ast.Raise, ast.Assert),
    *(ast.Pass, ast.Break, ast.Continue, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal),
)
COMPOUND = (ast.If, ast.For, ast.While, ast.Match, ast.Try, ast.TryStar, ast.With, ast.FunctionDef)


def check(source: Source) -> None:
    """Refuse what cannot be expanded."""
    fence = _Fence(source)
    fence.block(source.body)
    source.shared = Closures(source, source.tree).shared()


class _Fence:
    """Goes through statements and expressions; each refusal has a sentence of its own."""

    def __init__(self, source: Source) -> None:
        self.source = source
        yields = (node for node in n.inside(*source.tree.body) if isinstance(node, ast.Yield))
        self.chosen = {node.value for node in yields}  # what stands directly behind a yield

    def no(self, node: ast.AST, message: str) -> None:
        raise self.source.complaint(node, message)

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.AsyncFunctionDef):
            self.no(node, "an async function inside an ambiguous function; define it outside")
        if isinstance(node, ast.ClassDef):
            self.no(node, f"a class inside an ambiguous function; define {node.name} outside the function")
        if not isinstance(node, (*SIMPLE, *COMPOUND)):
            self.no(node, f"{type(node).__name__} statements are not supported in an ambiguous function")
        check = getattr(self, "check_" + type(node).__name__, None)
        if check is not None:
            check(node)
        elif isinstance(node, COMPOUND):
            self.compound(node)
        else:
            self.expressions(node)

    def compound(self, node: Any) -> None:
        for _, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            for part in parts:
                if isinstance(part, ast.stmt):
                    self.statement(part)
                elif isinstance(part, ast.ExceptHandler):
                    self.compound(part)
                elif isinstance(part, ast.AST):
                    self.expressions(part)

    def check_FunctionDef(self, node: ast.FunctionDef) -> None:
        if not self.source.is_ambiguous(node):
            self.nested(node, node.body)
        for part in (*node.decorator_list, node.args):
            for choice in _yields(part):
                self.no(choice, "a choice where a function is defined; choose on the line above")
            self.expressions(part)

    def check_Expr(self, node: ast.Expr) -> None:
        word = self.source.word(node.value)
        if word in ("require", "fail"):
            call = node.value
            assert isinstance(call, ast.Call)
            wanted = 1 if word == "require" else 0
            starred = any(isinstance(argument, ast.Starred) for argument in call.args)
            if len(call.args) != wanted or call.keywords or starred:
                self.no(
                    call,
                    "require takes one condition; join several with `and`" if wanted else "fail takes no argument",
                )
            for argument in call.args:
                self.expressions(argument)
        else:
            self.expressions(node)

    def check_Match(self, node: ast.Match) -> None:
        self.expressions(node.subject)
        for case in node.cases:
            if case.guard is not None and _yields(case.guard):
                self.no(case.guard, "a choice in a case guard; choose inside the case, then require")
            self.compound(case)

    def check_Try(self, node: ast.Try) -> None:
        self.sealed(node)

    check_TryStar = check_Try

    def check_With(self, node: ast.With) -> None:
        for item in node.items:
            if item.optional_vars is not None and changed_target(item.optional_vars):
                self.no(item.optional_vars, "a changed item as the target of with; use a plain name")
            for choice in _yields(item.context_expr):
                self.no(choice, "a choice in the head of `with`; choose on the line above")
        self.compound(node)

    def sealed(self, node: Any) -> None:
        """A try: it would have to be entered again for each branch, and an exception belongs to one of them."""
        for part in n.inside(*ast.iter_child_nodes(node)):
            if isinstance(part, ast.YieldFrom):
                self.expression_YieldFrom(part)
        for part in n.inside(*getattr(node, "finalbody", ())):
            what = self.leap(part)
            if what:
                self.no(part, f"{what} in a `finally`; write it below the try statement")
        self.compound(node)

    def leap(self, node: ast.AST) -> str | None:
        if isinstance(node, ast.Return):
            return "return"
        word = self.source.word(node)
        return word if word in ("require", "fail") else None

    def check_Assert(self, node: ast.Assert) -> None:
        if node.msg is not None and _yields(node.msg):
            self.no(node.msg, "a choice in the message of an assert; choose on a line of its own before")
        self.expressions(node)

    def expressions(self, *parts: ast.AST) -> None:
        for part in parts:
            for node in n.inside(part):
                check = getattr(self, "expression_" + type(node).__name__, None)
                if check is not None:
                    check(node)

    def expression_Yield(self, node: ast.Yield) -> None:
        if node.value is None:
            self.no(node, "yield without anything to choose from; write `x = yield choices`")

    def expression_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.no(node, "yield from; write `return (yield E)` to pass all answers of E on, or `x = yield E`")

    def expression_Lambda(self, node: ast.Lambda) -> None:
        for choice in _yields(node.args):
            self.no(choice, "a choice where a function is defined; choose on the line above")
        self.nested(node, [node.body])

    def comprehension(self, node: Any) -> None:
        for choice in _yields(node):
            self.no(choice, "a choice in a comprehension; write a for loop, or choose before it")
        for part in node.generators:
            if changed_target(part.target):
                self.no(part.target, "a changed item as the target of a comprehension; use a plain name")

    expression_ListComp = expression_SetComp = expression_DictComp = expression_GeneratorExp = comprehension

    def expression_Call(self, node: ast.Call) -> None:
        word = self.source.word(node)
        if word in ("require", "fail"):
            self.no(node, f"{word} inside an expression; make it a statement of its own")
        if word == "permanent" and (len(node.args) != 1 or node.keywords):
            self.no(node, "permanent takes one value: n = permanent(n + 1)")
        if word == "permanent" and _yields(node):
            self.no(node, "a choice inside permanent; choose on the line above")
        if word in ("amb", "ramb") and node not in self.chosen:
            self.no(node, f"{word} without yield; write `x = yield {word}(...)`")

    def nested(self, function: Any, body: list[Any]) -> None:
        """A plain function inside: it may require and fail, and chooses nothing."""
        name = getattr(function, "name", "a lambda")
        for node in (part for statement in body for part in ast.walk(statement)):
            if isinstance(node, (ast.Yield, ast.YieldFrom)) and isinstance(function, ast.Lambda):
                self.no(node, "a choice in a lambda; write an ambiguous function with def")
            word = self.source.word(node)
            if word in ("amb", "ramb") or word in ("require", "fail") and isinstance(function, ast.Lambda):
                self.no(node, f"{word} inside {name}; decorate {name} with @ambiguous")


def _yields(node: ast.AST) -> list[ast.AST]:
    return [part for part in n.inside(node) if isinstance(part, (ast.Yield, ast.YieldFrom))]
