"""Loops: one with a choice in it becomes turns, which each branch can resume.

for x in E: choices     items = E; i = 0; turns while i < len(items): x = items[i]; i = i + 1; choices
while p: choices        turns while p: choices
break, continue         leaps: to what follows the loop, and to its next turn

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     total = 0
...     for x in xs:
...         if (yield (True, False)):
...             total = total + x
...     return total
>>> print(expand(f, normal=True), end="")
def f(xs):
    total = 0
    items = turns(xs)
    i = 0
    while i < len(items) or more(items, i):
        x = items[i]
        i = i + 1
        chosen = yield (True, False)
        if chosen:
            total = total + x
    return total
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changed_target, changes
from ambsearch.expansion.normalizing.assignments import Assignments
from ambsearch.expansion.normalizing.numbered import as_while, marked
from ambsearch.expansion.trees import nodes as ir


class Loops(Assignments):
    """The normal form of `while` and `for`; a loop without a choice stays as it is."""

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop = next(self.numbers) if self.chooses(node, node.test) else None
        if loop is not None:
            node.body = _Leaping(loop).block(node.body)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        if loop is None:
            return [node]
        before, test = self.settle(node.test)
        return [ir.at(ir.Turns(before, test, node.body, node.orelse, loop), node)]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        takes_turns = self.chooses(node)
        if not takes_turns:
            self.plain_body(node)
        elif changes(self.source, [node.iter]):  # it is kept in a variable, which holds it, too
            node.iter = marked(self.source, node.iter)
        before, node.iter = self.settle(node.iter) if ir.leaps(node) or takes_turns else self.lift(node.iter)
        kept, node.iter = self.take_out(node.iter)
        return [*before, *kept, *(self.block(as_while(self.source, node)) if takes_turns else [node])]

    def plain_body(self, node: ast.For) -> None:
        """The blocks of a loop that stays one; a target that is a change, or no local variable, is assigned in its body."""
        head: list[ast.stmt] = []
        if changed_target(node.target) or not self.is_local(node.target):
            name = self.source.new_local("item")
            head = self.block(ir.quote(node, "target = name", target=node.target, name=name))
            node.target = ir.store(name, node)
        node.body, node.orelse = head + self.block(node.body), self.block(node.orelse)

    def chooses(self, node: Any, *tests: ast.expr) -> bool:
        """Must each branch resume this loop?"""
        head = [node.target] if isinstance(node, ast.For) else []
        chooses = any(ir.has_yield(part) for part in (*tests, *head, *node.body, *node.orelse))
        return chooses or ir.has_choice(*node.orelse)


class _Leaping(ir.Jumps):
    """Turns the jumps of a loop into leaps to its next turn, or to what follows it."""

    def __init__(self, loop: int) -> None:
        self.loop = loop

    def jump(self, node: ast.Break | ast.Continue) -> ast.stmt:
        kind = ir.Leave if isinstance(node, ast.Break) else ir.Next
        return ir.at(kind(self.loop), node)  # type: ignore[no-any-return]
