"""The emission: from the normal form to the nested generator.

    Choose(x, E); Guard(p); Answer(r)       for x in E:
                                                if p:
                                                    yield r

A statement is emitted with its continuation, see `blocks`. The methods of Emission are in the order of the rules in
`ambsearch.expansion`; `statements` says how a statement without a leap is emitted.

>>> from ambsearch import ambiguous, expand, require
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     require(x > 1)
...     if x > 2:
...         return x
...     return (yield range(x))
>>> print(expand(f), end="")
def f(xs):
    for x in xs:
        if x > 1:
            if x > 2:
                yield x
            else:
                yield from range(x)
"""

import ast
import copy
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Names, captures, irrefutable
from ambsearch.expansion.analysis.kinds import kind_of
from ambsearch.expansion.emitting.blocks import END, SIMPLE, Continuation, Jump, Then, is_short
from ambsearch.expansion.emitting.guards import as_guard
from ambsearch.expansion.emitting.statements import Statements
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.frames import Here


class Emission(Statements):
    """The rules."""

    def emit_Choose(self, node: ir.Choose, then: Continuation, here: Here) -> list[ast.stmt]:
        targets = Names(node.target).bound
        kept = self.lives(then) - targets
        inner = here.deeper(self.choice_blocks(node))._replace(made=frozenset())
        if self.has_escaping(then):
            then = self.jump(then, node, always=True)
        body = self.go_on(then, inner, node)
        rebound = (kept | captures(node.items)) & (self.names_in(*body).bound - targets) & self.source.locals
        self.missing |= rebound & self.source.unsure
        saved = {name: self.source.fresh(f"{name}_saved") for name in self.in_order(rebound)}
        before = [part for name in saved for part in ir.quote(node, "saved = name", saved=saved[name], name=name)]
        after = [part for name in saved for part in ir.quote(node, "name = saved", saved=saved[name], name=name)]
        return [*before, *self.choice(node, body + after)]

    def has_escaping(self, then: Continuation) -> bool:
        """Does what follows make a function that sees the variables of its branch?"""
        while isinstance(then, Then):
            if self.escaping and not self.escaping.isdisjoint(ir.inside(*then.statements)):
                return True
            then = then.next
        return False

    def emit_PassOn(self, node: ir.PassOn, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.pass_on(node.items, node)

    def emit_Guard(self, node: ir.Guard, then: Continuation, here: Here) -> list[ast.stmt]:
        body = self.go_on(then, here.after(self.source, node.test), node)
        test: Any = node.test
        if isinstance(test, ir.Condition) and kind_of(self.source, test.value, self.changes.common.kinds):
            test = test.value  # it visibly is no function
        return ir.quote(node, "if test: body", test=test, body=body)

    def emit_Answer(self, node: ir.Answer, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.answer(node.value, node)

    def emit_Dead(self, node: ir.Dead, then: Continuation, here: Here) -> list[ast.stmt]:
        return ir.quote(node, "pass")

    def emit_If(self, node: ast.If, then: Continuation, here: Here) -> list[ast.stmt]:
        guard = as_guard(node)
        if guard is not None:
            return self.emit_Guard(guard, then, here)
        if self.live.falls(node.body) and self.live.falls(node.orelse):
            if not ir.has_choice(node) and not changes(self.source, [node]):
                return self.guard_inside(node, then, here.after(self.source, node.test))
            then = then if _is_brief(then) else self.jump(then, node)
        again = Then(ir.copy_of(then.statements), then.next) if isinstance(then, Then) else then
        here = here.after(self.source, node.test)
        body = self.block(node.body, then, here)
        orelse = self.block(node.orelse, again, here)
        ends = all(isinstance(part, ast.Pass) for part in orelse)
        text = "if test: body" if ends else "if test: body\nelse: orelse"
        return ir.quote(node, text, test=node.test, body=body, orelse=orelse)

    def emit_Match(self, node: ast.Match, then: Continuation, here: Here) -> list[ast.stmt]:
        here = here.after(self.source, node)
        if not ir.has_choice(node) and isinstance(then, Then):
            return self.guard_inside(node, then, here)
        then = self.jump(then, node)
        cases = [copy.copy(case) for case in node.cases]
        if not irrefutable(cases[-1]):
            cases.append(ast.match_case(ir.at(ast.MatchAs(), node), None, []))
        for case in cases:
            case.body = self.block(case.body, then, here)
        return [ir.at(ast.Match(node.subject, cases), node)]

    emit_For = emit_While = Statements.guard_inside

    def emit_Turns(self, node: ir.Turns, then: Continuation, here: Here) -> list[ast.stmt]:
        endless = ir.is_endless(node)
        leaves = sum(isinstance(part, ir.Leave) and part.loop == node.loop for part in ir.inside(*node.body))
        if leaves + (not endless) > 1:
            then = self.jump(then, node)
        head = self.live.head(node, self.lives(then)) | self.source.seen_at_once
        again = Jump(self.source.fresh(f"{self.source.name}_loop"), self.in_order(head), node)
        self.loops[node.loop] = (again, then)
        body, end = [*node.body, ir.at(ir.Next(node.loop), node)], [*node.orelse, ir.at(ir.Leave(node.loop), node)]
        turn = ir.quote(node, "if test: body\nelse: end", test=node.test, body=body, end=end)
        statements = [*node.prelude, *(body if endless else turn)]
        arguments = ir.positional(again.arguments, node)
        self.waiting.append((again.name, node, arguments, statements, END))
        return self.go_on(again, here, node)

    def emit_Next(self, node: ir.Next, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][0], here, node)

    def emit_Leave(self, node: ir.Leave, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][1], here, node)

    emit_Try = emit_TryStar = emit_With = Statements.guard_inside


def _is_brief(after: Continuation) -> bool:
    """May this stand in both branches: one simple statement and a leap? That is cheaper than a function for them."""
    if not isinstance(after, Then) or len(after.statements) < 2 or not is_short(after.statements[1:]):
        return False
    first = after.statements[0]
    return isinstance(first, SIMPLE) and not any(isinstance(node, ir.SCOPES) for node in ir.inside(first))
