"""The fence: it refuses code, at the exact place, and says what to write instead.

check(source)   raises Refused

>>> from ambsearch import ambiguous
>>> @ambiguous
... def f(xs):
...     yield from xs
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: yield from; write `return (yield E)` to pass all answers of E on, or `x = yield E`
"""

import ast
from typing import Any, NoReturn

from ambsearch.diagnostics.aliases import warn_of_aliases
from ambsearch.diagnostics.by_hand import warn_of_take_back
from ambsearch.diagnostics.choosing import (
    check_amb,
    check_chosen,
    check_element,
    check_several,
    is_text,
)
from ambsearch.diagnostics.endings import warn_of_endings
from ambsearch.diagnostics.expressions import warn_of_expression
from ambsearch.diagnostics.forgotten import calls_of_others, is_all_or_any, probes
from ambsearch.diagnostics.hidden import warn_of_hidden_word, warn_of_parameters
from ambsearch.diagnostics.locks import warn_of_locks
from ambsearch.diagnostics.lost import warn_of_lost
from ambsearch.diagnostics.methods import warn_of_asked_outside
from ambsearch.diagnostics.misplaced import is_function, warn_of_cache, warn_of_kept, warn_of_misplaced
from ambsearch.diagnostics.same import warn_of_same
from ambsearch.diagnostics.truths import check_distinct, check_truth, is_condition
from ambsearch.diagnostics.turns import warn_of_turns
from ambsearch.diagnostics.unkept import warn_of_unkept, warn_of_unkept_attribute
from ambsearch.diagnostics.unseen import warn_of_unseen
from ambsearch.diagnostics.whole import warn_of_whole
from ambsearch.diagnostics.words import check_called
from ambsearch.errors import PERMANENT_SEARCH
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.analysis.effects import changed_target, is_permanent
from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.binding import has_one_argument, known_call
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import PERMANENT

SIMPLE = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Delete, ast.Raise, ast.Assert),
    *(ast.Pass, ast.Break, ast.Continue, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal),
)
COMMENT = "a text that says why is a comment: require(p)  # why"
COMPOUND = (ast.If, ast.For, ast.While, ast.Match, ast.Try, ast.TryStar, ast.With, ast.FunctionDef, ast.ClassDef)


# special methods whose result Python itself uses, or drops
USED_BY_PYTHON = frozenset(
    "init post_init init_subclass set_name del iter next len length_hint bool str repr format bytes hash int index float "
    "complex contains exit setattr delattr setitem delitem set delete".split()
)


def check_helper(source: Source) -> None:
    """Refuse a `require` in a helper that requires nothing, and a `permanent` of more than one value."""
    fence = _Fence(source)
    if id(source.code) not in PERMANENT:
        warn_of_unkept(source, is_helper=True)
    for node in source.nodes:
        if source.word(node) == "permanent":
            fence.expression_Call(node)  # type: ignore[arg-type]
        elif source.says_permanent:
            warn_of_misplaced(source, node)
        node = source.without_target(node)
        word = source.word(node.value) if isinstance(node, ast.Expr) else None
        if word in ENDS:
            fence.check_Expr(node)
        elif word == "permanent":
            warn_of_kept(source, node.value)


def check(source: Source) -> None:
    """Refuse what cannot be expanded."""
    fence = _Fence(source)
    if id(source.code) in PERMANENT:
        fence.no(source.tree, PERMANENT_SEARCH)
    if source.class_name is not None and source.name[:2] == "__" and source.name[2:-2] in USED_BY_PYTHON:
        fence.no(
            source.tree,
            f"Python itself uses what {source.name} gives, which cannot be a search; write the choices in a method of "
            f"another name, and ask it in {source.name}, e.g. by iter(...) or .one()",
        )
    check_called(source)
    warn_of_parameters(source)
    fence.block(source.body)
    warn_of_endings(source)
    warn_of_lost(source)
    warn_of_turns(source)
    warn_of_aliases(source)
    warn_of_same(source)
    warn_of_unseen(source)
    warn_of_whole(source)
    warn_of_unkept(source)
    warn_of_unkept_attribute(source)
    warn_of_take_back(source)
    warn_of_locks(source)
    warn_of_cache(source)
    warn_of_asked_outside(source)


class _Fence:
    """Goes through statements and expressions; each refusal has its own sentence."""

    def __init__(self, source: Source) -> None:
        self.source = source
        # what directly follows a yield
        self.chosen = {part for node in source.nodes if isinstance(node, ast.Yield) for part in ir.sides(node.value)}
        self.elsewhere = {part for node in source.nodes for part in run_elsewhere(node)}

    def no(self, node: ast.AST, message: str) -> NoReturn:
        raise self.source.complaint(node, message)

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.AsyncFunctionDef):
            self.no(node, "an async function inside an ambiguous function; define it outside")
        if not isinstance(node, (*SIMPLE, *COMPOUND)):
            self.no(node, f"{type(node).__name__} statements are not supported in an ambiguous function")
        node = self.source.without_target(node)
        check = getattr(self, "check_" + type(node).__name__, None)
        if check is not None:
            check(node)
        elif isinstance(node, COMPOUND):
            self.compound(node)
        else:
            self.expressions(node)

    def compound(self, node: Any) -> None:
        for part in ir.children(node):
            if isinstance(part, ast.stmt):
                self.statement(part)
            elif isinstance(part, ir.HOLDERS):
                self.compound(part)
            else:
                self.expressions(part)

    def check_ClassDef(self, node: ast.ClassDef) -> None:
        for part in ir.inside(*node.body):
            word = self.source.word(part)
            if word in ("require", "fail", "permanent"):
                self.no(part, f"{word} in the body of a class; write it above")
        self.compound(node)

    def check_FunctionDef(self, node: ast.FunctionDef) -> None:
        if not self.source.is_ambiguous(node):
            self.check_nested(node, node.body)
        self.expressions(*node.decorator_list, node.args, *filter(None, [node.returns]))

    def check_Expr(self, node: ast.Expr) -> None:
        word = self.source.word(node.value)
        if word in ENDS:
            call = node.value
            assert isinstance(call, ast.Call)
            wanted = 1 if word == "require" else 0
            if len(call.args) != wanted or call.keywords or ir.has_star(call):
                advice = "compare by ==" if call.keywords else "join several with `and`"
                if any(map(is_text, call.args[1:])):
                    advice = COMMENT
                reason = "; a text that says why is a comment: fail()  # why" if any(map(is_text, call.args)) else ""
                self.no(call, f"require takes one condition; {advice}" if wanted else f"fail takes no argument{reason}")
            for argument in call.args:
                check_truth(self.source, argument)
                if is_text(argument):
                    self.no(argument, "a text is no condition; write it without quotation marks")
                self.expressions(argument)
        else:
            self.part_of_condition(node.value)
            self.expressions(node)

        if isinstance(node.value, ast.Constant) and node.value.value is False:
            self.no(node, "False alone does nothing; write fail() to give the branch up, or `return False`")
        if is_condition(self.source, node.value):
            what = "comparison" if isinstance(node.value, ast.Compare) else "condition"
            assigned = self.assigned(node.value)
            self.no(node, f"a {what} alone does nothing; write require({ast.unparse(node.value)}){assigned}")
        is_idle = is_all_or_any(self.source, node.value) and not calls_of_others(self.source, node.value)
        if word == "permanent":
            warn_of_kept(self.source, node.value)
        for part in node.value.values if isinstance(node.value, ast.BoolOp) else [node.value]:
            if is_function(self.source, part):
                name = ast.unparse(part)
                self.no(part, f"{name} is not called, so this does nothing; write {name}(...)")
        is_asked = isinstance(node.value, ast.Name) and node not in probes(self.source.nodes)
        if is_idle or is_asked and self.source.resolve(node.value) is UNKNOWN:
            text = ast.unparse(node.value)
            self.source.warn(node.lineno, f"{text} alone decides nothing; write require({text})")

    def assigned(self, condition: ast.expr) -> str:
        """That `best == x` may be meant to assign a variable, if nothing was chosen for it, or given."""
        match condition:
            case ast.Compare(ast.Name(name), [ast.Eq()], [value]) if name not in parameters(self.source.tree.args):
                if not any(isinstance(one, ast.Yield) for one in values_of(self.source).get(name, [])):
                    return f", or {name} = {ast.unparse(value)} to assign it"
        return ""

    def part_of_condition(self, node: ast.expr) -> None:
        """Refuse `require(x) == 1` and `not require(x)`, where the rest of the condition stands outside, and `require(x), "why"`."""
        whole: ast.expr | None = None
        match node:
            case ast.Tuple(elts=[part, *others]) if self.required(part) and all(map(is_text, others)):
                self.no(node, f"require takes one condition; {COMMENT}")
            case ast.Compare(left=part) if condition := self.required(part):
                whole = ast.Compare(condition, node.ops, node.comparators)
            case ast.UnaryOp(operand=part) if condition := self.required(part):
                whole = ast.UnaryOp(node.op, condition)
        if whole is not None:
            self.no(node, f"require takes the whole condition; write require({ast.unparse(whole)})")

    def required(self, node: ast.expr) -> ast.expr | None:
        """The condition of this `require`."""
        is_require = isinstance(node, ast.Call) and self.source.word(node) == "require" and has_one_argument(node)
        return node.args[0] if is_require else None  # type: ignore[attr-defined]

    def check_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            check_several(self.source, target, node.value)
            warn_of_hidden_word(self.source, target, node.value)
            if is_permanent(self.source, node.value):
                self.permanent_place(node, target)
        warn_of_misplaced(self.source, node)
        self.expressions(node)

    def check_AnnAssign(self, node: ast.AnnAssign) -> None:
        warn_of_hidden_word(self.source, node.target, node.annotation)
        if is_permanent(self.source, node.value):
            self.permanent_place(node, node.target)
        self.expressions(node)

    def permanent_place(self, node: ast.stmt, target: ast.expr) -> None:
        if isinstance(target, ir.UNPACKED) and changed_target(target):
            self.no(node, "permanent with several places; assign them one by one")
        if ir.has_yield(target):
            self.no(node, "permanent with a choice in its place; choose on the line above")

    def check_If(self, node: ast.If | ast.While) -> None:
        check_truth(self.source, node.test)
        self.compound(node)

    check_While = check_If

    def check_Try(self, node: ast.Try) -> None:
        """A `finally` runs once for each branch, so the search cannot go on in it."""
        for part in ir.inside(*node.finalbody):
            if isinstance(part, ast.Yield):
                self.no(part, "a choice in a `finally`; choose below the try statement")
            what = "return" if isinstance(part, ast.Return) else self.source.word(part)
            if what in ("return", *ENDS):
                self.no(part, f"{what} in a `finally`; write it below the try statement")
        _Leaving(self).block(ir.copy_of(node.finalbody))
        for handler in node.handlers:
            if handler.type is not None and ir.has_yield(handler.type):
                self.no(handler.type, "a choice in the head of `except`; choose on the line above")
        self.compound(node)

    def check_TryStar(self, node: Any) -> None:
        if ir.has_yield(node):
            self.no(node, "a choice inside `try` with except*; choose before it")
        self.check_Try(node)

    def expressions(self, *parts: ast.AST) -> None:
        for part in parts:
            for node in ir.inside(part):
                warn_of_expression(self.source, node, node in self.chosen)
                check = getattr(self, "expression_" + type(node).__name__, None)
                if check is not None:
                    check(node)

    def expression_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.no(node, "yield from; write `return (yield E)` to pass all answers of E on, or `x = yield E`")

    def expression_NamedExpr(self, node: ast.NamedExpr) -> None:
        if is_permanent(self.source, node.value):
            self.no(node, "permanent in a walrus; assign on a line of its own")

    def expression_Lambda(self, node: ast.Lambda) -> None:
        self.check_nested(node, [node.body])

    def comprehension(self, node: Any) -> None:
        for part in node.generators:
            if changed_target(part.target):
                self.no(part.target, "a changed item as the target of a comprehension; use a plain name")

    expression_ListComp = expression_SetComp = expression_DictComp = expression_GeneratorExp = comprehension

    def expression_Yield(self, node: ast.Yield) -> None:
        check_chosen(self.source, node)

    def expression_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            check_truth(self.source, node.operand)

    def expression_Attribute(self, node: ast.Attribute | ast.Subscript) -> None:
        warn_of_misplaced(self.source, node)

    expression_Subscript = expression_Attribute

    def expression_Call(self, node: ast.Call) -> None:
        warn_of_misplaced(self.source, node)
        word = self.source.word(node)
        if known_call(self.source, node) == "distinct":
            check_distinct(self.source, node)
        elif known_call(self.source, node) == "an_element_of":
            check_element(self.source, node)
        if word == "require" or word == "fail" and (node in self.elsewhere or node.args or node.keywords):
            self.no(node, f"{word} inside an expression; make it a statement of its own")
        if word == "permanent":
            self.permanent_value(node)
        if word in ("amb", "ramb"):
            check_amb(self.source, node, word, is_chosen=node in self.chosen)

    def permanent_value(self, node: ast.Call) -> None:
        if len(node.args) != 1 or node.keywords:
            self.no(node, "permanent takes one value: n = permanent(n + 1)")
        if isinstance(walrus := node.args[0], ast.NamedExpr):
            name, value = walrus.target.id, ast.unparse(walrus.value)
            self.no(node, f"permanent around a walrus keeps nothing of {name}; write {name} = permanent({value})")
        if ir.yields(node):
            self.no(node, "a choice inside permanent; choose on the line above")

    def check_nested(self, function: Any, body: list[Any]) -> None:
        """A plain function inside: it may require and fail, and chooses nothing."""
        is_lambda = isinstance(function, ast.Lambda)
        name = "a lambda" if is_lambda else function.name
        instead = "write a function with def" if is_lambda else f"decorate {name} with @ambiguous"
        for node in (part for statement in body for part in ast.walk(statement)):
            if isinstance(node, ir.YIELDS) and is_lambda:
                self.no(node, "a choice in a lambda; write an ambiguous function with def")
            word = self.source.word(node)
            if word in ("amb", "ramb") or word in ENDS and is_lambda:
                self.no(node, f"{word} inside {name}; {instead}")


def run_elsewhere(node: Any) -> set[ast.AST]:
    """The parts of a statement or an expression in which `fail()` can be no choice."""
    match node:
        case ast.TryStar() | ast.FunctionDef() | ast.ClassDef() | ast.Lambda():
            return {*ast.walk(node)}
        case ast.ExceptHandler(type=ast.expr() as kind):
            return {*ast.walk(kind)}
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return {*ast.walk(node)} - {*ast.walk(node.generators[0].iter)}
    return set()


class _Leaving(ir.Jumps):
    """Refuses a jump that leaves a `finally`, and would keep a branch that has ended in its `try`."""

    def __init__(self, fence: _Fence) -> None:
        self.fence = fence

    def jump(self, node: ast.Break | ast.Continue) -> NoReturn:
        self.fence.no(node, f"{type(node).__name__.lower()} in a `finally`; write it below the try statement")
