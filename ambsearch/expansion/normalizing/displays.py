"""A loop of changes over a few things that are written down there: its turns, one after the other.

for s in (a, b[i]): s.add(v)    ->    item = b[i]; s = a; s.add(v); s = item; s.add(v)

So each change has its inverse beside it, and needs no trail.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(row, columns, i):
...     x = yield (1, 2)
...     for house in (row, columns[i]):
...         house.add(x)
...     return x
>>> print(expand(f, normal=True), end="")
def f(row, columns, i):
    x = yield (1, 2)
    item = columns[i]
    house = row
    house.add(x)
    house = item
    house.add(x)
    return x
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

FEW = 4  # things, for which the statements are repeated
PLAIN = (ast.Assign, ast.AugAssign, ast.Expr)


class Written(ir.Shallow):
    """The statements without such loops."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        if not self.is_short(node):
            return node
        before: list[Any] = []
        turns: list[Any] = []
        steady = self.source.locals - Names(node).bound - self.source.nonlocals
        for thing in node.iter.elts:  # type: ignore[attr-defined]
            if not (isinstance(thing, ast.Constant) or isinstance(thing, ast.Name) and thing.id in steady):
                name = self.source.new_local("item")
                before += ir.quote(thing, "name = thing", name=name, thing=thing)
                thing = ir.load(name, thing)
            turns += [ir.at(ast.Assign([ir.copy_of(node.target)], thing), node), *ir.copy_of(node.body)]
        return before + turns

    def is_short(self, node: ast.For) -> bool:
        """Is it over a few things, with one or two changes, and nothing to be chosen?"""
        things = node.iter.elts if isinstance(node.iter, ast.Tuple | ast.List) else []
        is_plain = isinstance(node.target, ast.Name) and node.target.id in self.source.locals and not node.orelse
        if not is_plain or not 0 < len(things) <= FEW or any(isinstance(thing, ast.Starred) for thing in things):
            return False
        if len(node.body) > 2 or not all(isinstance(statement, PLAIN) for statement in node.body):
            return False
        return not ir.has_yield(node) and not ir.gives(node) and bool(changes(self.source, node.body))
