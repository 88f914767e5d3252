"""The normal form: every choice, guard and answer a statement of its own, in the order of evaluation.

n = 1 + (yield E)   ->  chosen = yield E; n = 1 + chosen            lifting
a[i], a[j] = v      ->  one, other = v; a[i] = one; a[j] = other    assignments
for x in E: choices ->  turns: a loop that each branch can take up  loops
yield amb(a, f())   ->  a choice of the alternative's number, and an if
return v            ->  the answer v

>>> from ambsearch import amb, ambiguous, expand, require
>>> @ambiguous
... def f(a, b):
...     require(a != (yield b))
...     return (yield amb(a, b()))
>>> print(expand(f, normal=True), end="")
def f(a, b):
    chosen = yield b
    require(a != chosen)
    which = yield (0, 1)
    if which == 0:
        return a
    else:
        value = b()
        return value
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changed_target, changes, mentions_permanent, owners_changed_by
from ambsearch.expansion.analysis.flow import Names, first_parameter
from ambsearch.expansion.normalizing import aliases, boxes, displays, implicit, lifting
from ambsearch.expansion.normalizing.loops import Loops
from ambsearch.expansion.reading.source import DIAGNOSIS, Source
from ambsearch.expansion.trees import nodes as ir


def normalize(source: Source) -> list[ast.stmt]:
    """The body of the function in normal form; the source's tree is left as it is."""
    assert source.seen_at_once is not None  # before temporaries are added to the variables
    body = ir.copy_of(source.tree.body)
    DIAGNOSIS.advise(source, body)
    body = _Failing(source).block(with_explicit_super(source, body))
    if ast.get_docstring(source.tree, clean=False) is not None:
        body = body[1:]
    if source.is_consulted:
        body = aliases.with_methods(source, implicit.explicit(source, displays.Written(source).block(body)))
    body = boxes.box(source, body)
    with_own_locals(source, body)
    return NormalForm(source).block(body)


def with_own_locals(source: Source, body: list[Any]) -> None:
    """locals(), and vars() and dir() without arguments, show the user's variables that have a value, and no others."""
    code = source.code
    if code is None or not source.seen_at_once:
        return
    local = dict.fromkeys(code.co_varnames + code.co_cellvars)  # from Python 3.12 on with those of comprehensions
    names = (*(name for name in local if name in source.seen_at_once), *code.co_freevars)
    calls: list[Any] = list(ir.inside(*body))
    for node in calls:
        name = source.builtin(node) if isinstance(node, ast.Call) and not node.args else ""
        if name in ("locals", "vars", "dir"):
            parts = {"names": ir.constant(names, node), "boxes": ir.constant(tuple(source.boxes), node)}
            shown: Any = ir.expression(node, "variables(locals(), names, boxes)", **parts)
            node.func, node.args = (ir.load("sorted", node), [shown]) if name == "dir" else (shown.func, shown.args)


def with_explicit_super(source: Source, body: list[Any]) -> list[Any]:
    """super() as super(__class__, self): the code may end up in a function with other parameters."""
    first = first_parameter(source.tree)
    for node in ir.inside(*body) if first and "super" in source.taken else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            node.args = [ir.load("__class__", node), ir.load(first, node)]
    return body


class _Failing(ir.Shallow):
    """`fail()` inside an expression is a choice of nothing there."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Expr(self, node: Any) -> Any:
        return node if self.source.word(self.source.without_target(node).value) == "fail" else self.generic_visit(node)

    visit_Assign = visit_AnnAssign = visit_Return = visit_Expr

    def visit_Call(self, node: ast.Call) -> Any:
        return ir.at(ast.Yield(node), node) if self.source.word(node) == "fail" else self.generic_visit(node)


class NormalForm(Loops):
    """The statements of the language, and compound statements."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.sure: set[str] = set()  # see `attempts`

    def raw(self) -> "NormalForm":
        """The form that leaves choices as written, each a separate statement."""
        return RawForm(self.source)

    def statement(self, node: Any) -> list[ast.stmt]:
        return super().statement(self.source.without_target(node))

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        word = self.source.word(node.value)
        if word == "fail":
            return [ir.at(ir.Dead(), node)]
        if word == "require":
            before, test = self.settle(node.value.args[0])  # type: ignore[attr-defined]
            return [*before, ir.at(ir.Guard(test), node)]
        if isinstance(node.value, ast.Yield):
            return self.choose(node.value, ir.store(self.source.new_local("_"), node))
        return self.operands_apart(self.lift_field(node, "value"))

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if isinstance(node.value, ast.Yield):
            return self.pass_on(node, node.value)
        before, value = self.settle(node.value or ir.constant(None, node))
        return [*before, ir.at(ir.Answer(value), node)]

    def visit_Raise(self, node: Any) -> list[ast.stmt]:
        before, node = self.lift(node)
        return [*before, node]

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Raise

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        if node.msg is None or not ir.has_yield(node.msg):
            return self.lift_field(node, "test")
        text = "if __debug__ and not test: raise AssertionError(E)"
        return self.block(ir.quote(node, text, test=node.test, E=node.msg))

    # compound statements

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        *others, last = ir.operands_of(node.test, ast.And)
        if others and ir.has_yield(last) and not node.orelse:  # where it is not asked, the rest goes on all the same
            inner: list[ast.stmt] = [ir.at(ast.If(last, node.body, []), node)]
            for test in reversed(others):
                inner = ir.quote(test, "if test: inner", test=test, inner=inner)
            return self.block(inner)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        before, node.test = self.settle(node.test) if ir.leaps(node) else self.lift(node.test)
        return [*before, node]

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        guards = [case.guard for case in node.cases if case.guard is not None]
        if any(map(ir.has_yield, guards)):
            return self.block(self.cases_apart(node))
        for case in node.cases:
            case.body = self.block(case.body)
        if ir.leaps(node) and changes(self.source, guards):
            before, node.subject = self.lift(node.subject)
            return [*before, *self.cases_apart(node)]
        before, node.subject = self.settle(node.subject) if ir.leaps(node) else self.lift(node.subject)
        return [*before, node]

    def cases_apart(self, node: ast.Match) -> list[ast.stmt]:
        """First find the case, then run it; a guard with a choice is asked when its pattern has matched."""
        names = {name: self.source.new_local(name) for name in ("which", "subject")}
        bodies: list[Any] = [case.body for case in node.cases]
        groups: list[list[ast.match_case]] = [[]]
        for i, case in enumerate(node.cases):
            case.body = ir.quote(case.pattern, "which = number", number=ir.constant(i, case.pattern), **names)
            groups[-1].append(case)
            if case.guard is not None and ir.has_yield(case.guard):
                case.body, case.guard = ir.quote(case.guard, "if E: body", E=case.guard, body=case.body), None
                groups.append([])
        head, found = ir.quote(node, "which = None", **names), list[ast.stmt]()
        if len(groups) > 1:
            head = [*ir.quote(node, "subject = E", E=node.subject, **names), *head]
            node.subject = ir.load(names["subject"], node.subject)
        for group in filter(None, reversed(groups)):
            more = ir.quote(node, "if which is None: found", found=found, **names) if found else []
            found = [ir.at(ast.Match(node.subject, group), node), *more]
        return [*head, *found, *lifting.by_number(names["which"], bodies, [])]

    def visit_With(self, node: ast.With) -> list[ast.stmt]:
        """With a changed item as its target, each manager has a statement of its own."""
        from ambsearch.expansion.normalizing.managed import one_manager, with_apart

        if ir.has_yield(node):
            return self.block(with_apart(self.source, node))
        if not any(map(changed_target, [item.optional_vars for item in node.items if item.optional_vars is not None])):
            node.body = self.block(node.body)
            return [node]
        (item,), inner = one_manager(node)
        target = item.optional_vars
        if target is not None and changed_target(target):
            kept = self.source.new_local("entered")
            inner = [*ir.quote(target, "target = kept", target=target, kept=kept), *inner]
            item.optional_vars = ir.store(kept, target)
        before, item.context_expr = self.settle(item.context_expr)
        return [*before, ir.at(ast.With([item], self.block(inner)), node)]

    def visit_Try(self, node: ast.Try) -> list[ast.stmt]:
        if ir.has_yield(node):
            from ambsearch.expansion.normalizing.attempts import Attempt  # here, because few programs need it

            return self.block(Attempt(self, node).apart())
        for part, field in ir.blocks(node):
            setattr(part, field, self.block(getattr(part, field)))
        return [node]

    visit_TryStar = visit_Try

    # choices

    def choose(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        """target = yield E."""
        if self.source.word(node.value) == "fail":
            return [ir.at(ir.Dead(), node)]
        branches = self.branches(node)
        if branches is not None:
            return self.block(ir.quote(node, "target = E", target=target, E=branches))
        if self.is_alternatives(node.value):
            return self.alternatives(node.value, lambda e: ir.quote(e, "t = e", t=target, e=e))
        return self.choice(node, target)

    def choice(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        before, items = self.choice_items(node)
        if Names(items).bound:  # a walrus: what it binds is part of the world that each branch starts from
            kept, items = self.temporary(items, "items")
            before = before + kept
        return [*before, ir.at(ir.Choose(target, items), node)]

    def pass_on(self, statement: ast.Return, node: Any) -> list[ast.stmt]:
        """return (yield E)."""
        branches = self.branches(node)
        if branches is not None:
            return self.block([ir.at(ast.Return(branches), statement)])
        if self.is_alternatives(node.value):
            return self.alternatives(node.value, lambda e: [ir.at(ast.Return(e), e)])
        before, items = self.choice_items(node)
        return [*before, ir.at(ir.PassOn(items), statement)]

    def choice_items(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        """What `yield E` chooses from; a variable that holds it, for this alone, if E may change something."""
        value = self.as_tuple(node.value)
        kept = self.settle_arguments(value)
        before, items = self.settle(value)
        if before and isinstance(items, ast.Name):
            self.source.chosen.add(items.id)
        return kept + before, items

    def settle_arguments(self, value: Any) -> list[ast.stmt]:
        """Those of a call that changes nothing itself, such as that of a search: it stays where it is chosen from."""
        is_call = isinstance(value, ast.Call) and callable(self.source.resolve(value.func)) and not ir.has_yield(value)
        if not is_call or self.source.may_change(value) or owners_changed_by(self.source, value):
            return []
        if mentions_permanent(self.source, value):
            return []
        places = lifting.children(value)
        changing = [i for i, (holder, key) in enumerate(places) if changes(self.source, [holder[key]])]
        rebound, before = Names(value).bound, []
        for holder, key in places[: max(changing, default=-1) + 1]:
            kept, holder[key] = self.save(holder[key], rebound)
            before += kept
        return before

    def branches(self, node: Any) -> ast.IfExp | None:
        """yield amb(...) if c else E as (yield amb(...)) if c else (yield E), because amb belongs to its yield."""
        if not isinstance(node.value, ast.IfExp) or not any(map(self.source.word, ir.sides(node.value))):
            return None
        test, *sides = node.value.test, node.value.body, node.value.orelse
        return ir.at(ast.IfExp(test, *(ir.at(ast.Yield(side), side) for side in sides)), node)  # type: ignore[no-any-return]

    def as_tuple(self, value: Any) -> ast.expr:
        """amb(a, b) of constants and names is the tuple of them."""
        if self.source.word(value) == "amb":
            return ir.at(ast.Tuple(value.args, ast.Load()), value)  # type: ignore[no-any-return]
        return value  # type: ignore[no-any-return]

    def is_alternatives(self, call: Any) -> bool:
        """Is this an amb of expressions for which the time of evaluation matters?"""
        if self.source.word(call) not in ("amb", "ramb"):
            return False
        return not all(isinstance(part, (ast.Constant, ast.Name, ast.Starred)) for part in call.args)

    def alternatives(self, call: Any, make: Any) -> list[ast.stmt]:
        """A choice of the alternative's number; each is evaluated when it is tried."""
        name = self.source.new_local("which")
        numbers: list[ast.expr] = [ir.constant(i, part) for i, part in enumerate(call.args)]
        numbered = ir.at(ast.Call(call.func, numbers, call.keywords), call)
        chosen = self.choose(ir.at(ast.Yield(numbered), call), ir.store(name, call))
        *others, last = [self.block(make(part)) for part in call.args]
        return chosen + lifting.by_number(name, others, last)


class RawForm(NormalForm):
    """The same, except for the choices."""

    def choice(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        before, items = self.lift(node.value)
        return [*before, ir.at(ast.Assign([target], ir.at(ast.Yield(items), node)), node)]

    def pass_on(self, statement: ast.Return, node: Any) -> list[ast.stmt]:
        name = self.source.new_local("chosen")
        back = ir.at(ast.Return(ir.load(name, node)), statement)
        return [*self.choose(node, ir.store(name, node)), *self.visit_Return(back)]
