"""The fence: it only says no, at the exact place, and says what to write instead.

check(source)   raises Refused
"""

import ast
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import changed_target, changes, fresh_container
from ambsearch.expansion.flow import Names, captured, parameters
from ambsearch.expansion.source import LAZY, Source
from ambsearch.running.undoing import METHODS

SIMPLE = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Delete, ast.Raise, ast.Assert),
    *(ast.Pass, ast.Break, ast.Continue, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal),
)
COMPOUND = (ast.If, ast.For, ast.While, ast.Match, ast.Try, ast.TryStar, ast.With, ast.FunctionDef)
# what uses its generator expressions and functions up before it returns
EAGER = frozenset("any all sum min max sorted list tuple set dict frozenset next".split())
EAGER_METHODS = METHODS | {"join", "union", "intersection", "difference", "symmetric_difference", "fromkeys"}
LAZY_WORDS = frozenset({"if_fail", "once", "interleave"})


def check(source: Source) -> None:
    """Refuse what cannot be expanded."""
    fence = _Fence(source)
    fence.block(source.body)
    _Closures(source).check()


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
                elif isinstance(part, ast.AST):
                    self.expressions(part)

    def check_For(self, node: ast.For) -> None:
        for choice in _yields(node.target):
            self.no(choice, "a choice in a loop's target; choose in its body")
        self.compound(node)

    def check_FunctionDef(self, node: ast.FunctionDef) -> None:
        if not self.source.is_ambiguous(node):
            self.nested(node, node.body)
        for part in ast.walk(node):  # an ambiguous function takes its changes back itself, but not in our branches
            if isinstance(part, ast.Nonlocal) and self.source.locals & set(part.names):
                self.rebinds(part, node.name)
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
            if isinstance(part, (ast.Yield, ast.YieldFrom)):
                self.no(part, "a choice inside `try`; choose before it, and try what needs it after the choice")
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

    def check_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, (ast.Name, ast.Tuple, ast.List)):
                self.no(target, "del of a variable; assign None to it, or leave it")
        self.expressions(node)

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
            self.target(part)

    def target(self, node: Any) -> None:
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        for target in targets:
            if target is not None and _yields(target):
                self.no(_yields(target)[0], "a choice in an assignment target; choose on the line above")

    def expression_Yield(self, node: ast.Yield) -> None:
        if node.value is None:
            self.no(node, "yield without anything to choose from; write `x = yield choices`")

    def expression_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.no(node, "yield from; write `return (yield E)` to pass all answers of E on, or `x = yield E`")

    def expression_BoolOp(self, node: ast.BoolOp) -> None:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        self.skipped(node.values[1:], f"a later operand of `{operator}`")

    def expression_Compare(self, node: ast.Compare) -> None:
        self.skipped(node.comparators[1:], "a later operand of a chained comparison")

    def expression_IfExp(self, node: ast.IfExp) -> None:
        self.skipped([node.body, node.orelse], "a conditional expression")

    def skipped(self, parts: list[ast.expr], where: str) -> None:
        for part in parts:
            for choice in _yields(part):
                self.no(choice, f"a choice in {where}, which may be skipped; use an if statement")

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
        """A plain function inside: no words in it, and no change that would silently be kept."""
        name = getattr(function, "name", "a lambda")
        own = parameters(function.args) | Names(*body).bound
        for node in (part for statement in body for part in ast.walk(statement)):
            if isinstance(node, (ast.Yield, ast.YieldFrom)) and isinstance(function, ast.Lambda):
                self.no(node, "a choice in a lambda; write an ambiguous function with def")
            if self.source.word(node) in ("require", "fail", "amb", "ramb"):
                self.no(node, f"{self.source.word(node)} inside {name}; decorate {name} with @ambiguous")
            if isinstance(node, (ast.Nonlocal, ast.Global)):
                self.rebinds(node, name)
        for node in self.kept_changes(body, own - parameters(function.args)):
            self.no(
                node,
                f"{name} changes something that it did not make, which would not be undone; "
                "make the change in the ambiguous function itself, write permanent(...) around it to keep it, "
                f"or define {name} outside",
            )

    def rebinds(self, node: ast.Nonlocal | ast.Global, name: str) -> None:
        self.no(
            node,
            f"{name} rebinds {node.names[0]}, which would not be undone; "
            "return the new value and assign it in the ambiguous function",
        )

    def kept_changes(self, body: list[Any], own: set[str]) -> list[ast.AST]:
        """The changes in a nested function that touch other things than containers that it makes."""
        made = {name for name in own if all(fresh_container(value) for value in _values_of(name, body))}
        return [change for change, root in changes(self.source, body) if root not in made]


def _values_of(name: str, body: list[Any]) -> list[ast.expr | None]:
    """All that is assigned to a name; None for what cannot be seen."""
    found: list[ast.expr | None] = []
    for node in (part for statement in body for part in ast.walk(statement)):
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and target.id == name:
                    found.append(node.value)
        elif isinstance(node, ast.AugAssign):
            continue
        elif isinstance(node, (ast.For, ast.comprehension)) and name in Names(node.target).bound:
            found.append(None)
    return found or [None]


def _yields(node: ast.AST) -> list[ast.AST]:
    return [part for part in n.inside(node) if isinstance(part, (ast.Yield, ast.YieldFrom))]


class _Closures:
    """No function that outlives its statement may capture a variable that is rebound later."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.immediate: set[ast.AST] = set()
        for node in ast.walk(source.tree):
            self.mark(node)

    def mark(self, node: ast.AST) -> None:
        """Remember what is used up by this node: the arguments of an eager call, and of lazy ones in it."""
        if isinstance(node, ast.Yield):
            used = [node.value]
        elif isinstance(node, ast.For):
            used = [node.iter]
        elif isinstance(node, ast.Call) and (self.is_eager(node) or node in self.immediate and self.is_lazy(node)):
            used = [*node.args, *(keyword.value for keyword in node.keywords)]
        else:
            return
        for part in used:
            if isinstance(part, ast.Call) and self.is_lazy(part):
                self.immediate.add(part)
                self.mark(part)
            elif isinstance(node, ast.Call):
                self.immediate.add(part)  # type: ignore[arg-type]

    def is_eager(self, node: ast.Call) -> bool:
        if isinstance(node.func, ast.Attribute) and node.func.attr in EAGER_METHODS:
            return True
        return self.source.builtin(node) in EAGER or self.source.word(node) == "require"

    def is_lazy(self, node: ast.Call) -> bool:
        found = self.source.resolve(node.func)
        is_word = getattr(found, "__module__", "") == "ambsearch.language" and found.__name__ in LAZY_WORDS
        return is_word or self.source.builtin(node) in LAZY

    def check(self) -> None:
        self.block(self.source.tree.body, set())

    def block(self, statements: list[ast.stmt], later: set[str]) -> None:
        """later: the variables that are rebound after these statements."""
        for i, statement in enumerate(statements):
            after = later | Names(*statements[i + 1 :]).bound
            self.statement(statement, after)

    def statement(self, node: ast.stmt, later: set[str]) -> None:
        if isinstance(node, n.LOOPS):
            later = later | Names(node).bound
        for field in ("body", "orelse", "finalbody"):
            if not isinstance(node, n.FUNCTIONS):
                self.block(getattr(node, field, []), later)
        for part in (*getattr(node, "cases", ()), *getattr(node, "handlers", ())):
            self.block(part.body, later)
        for part in _shallow(node):
            self.closure(part, node, later)

    def closure(self, node: ast.AST, statement: ast.stmt, later: set[str]) -> None:
        chosen = Names(statement).bound if isinstance(statement, ast.Assign) else set()
        if not isinstance(node, (*n.FUNCTIONS, ast.GeneratorExp)):
            return
        wrong = captured(node) & self.source.locals
        if isinstance(node, ast.GeneratorExp) and _chooses_from(statement, node):
            wrong &= chosen
        elif node in self.immediate:
            return
        else:
            setattr(node, "escapes", True)  # noqa: B010
            wrong &= later | (chosen if not isinstance(statement, ast.FunctionDef) else set())
        if wrong:
            name = min(wrong)
            raise self.source.complaint(
                node,
                f"this function uses {name}, which is rebound later, and may be called after that; "
                f"give it the value as a default, as in `lambda {name}={name}: ...`, or use another name",
            )


def _chooses_from(statement: ast.stmt, node: ast.AST) -> bool:
    return any(isinstance(part, ast.Yield) and part.value is node for part in n.inside(statement))


def _shallow(statement: ast.stmt) -> list[ast.AST]:
    """The nodes of a statement, without the statements inside it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, n.FUNCTIONS):
            continue
        waiting.extend(part for part in ast.iter_child_nodes(node) if not _holds_statements(part))
    return found


def _holds_statements(node: ast.AST) -> bool:
    return isinstance(node, (ast.stmt, ast.match_case, ast.ExceptHandler))
