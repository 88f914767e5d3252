"""Unpackings apart: each is an assignment of its own, so that what it iterates over can be recorded, see `implicit`.

(a, b), c = E                   part, part_2 = E; a, b = part; c = part_2
x = a, b = E                    value = E; x = value; a, b = value
for a, b in E: body             for item in E: a, b = item; body
with E as (a, b): body          with E as item: a, b = item; body
[f(a) for a, b in E if p]       [f(a) for item in E for a, b in [iterated(item)] if p]

>>> from ambsearch import ambiguous, expand
>>> class Counter:
...     steps = 0
...
...     def __iter__(self):
...         return self
...
...     def __next__(self):
...         self.steps += 1
...         return self.steps
>>> @ambiguous
... def f(counter):
...     x = yield (1, 2)
...     for y, (a, *b) in counter:
...         return a, b, x
>>> print(expand(f, normal=True), end="")
def f(counter):
    x = yield (1, 2)
    value = iterate(counter)
    for item in value:
        part, part_2 = iterate(item)
        y = part
        a, *b = iterate(part_2)
        return (a, b, x)
"""

import ast
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.analysis.effects import is_nested, unpacks_items
from ambsearch.expansion.normalizing.managed import one_manager
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


class Apart(ir.Shallow):
    """The statements with one unpacking each; in the body of a class a variable would be an attribute."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Assign(self, node: ast.Assign) -> list[Any]:
        self.generic_visit(node)
        if len(node.targets) == 1:
            return self.assign(node.targets[0], node.value)
        name = self.source.new_local("value")
        each = [self.assign(target, ir.load(name, node)) for target in node.targets]
        return [*ir.quote(node, "name = E", name=name, E=node.value), *sum(each, [])]

    def assign(self, target: Any, value: ast.expr) -> list[Any]:
        """target = value, and then what is inside the target."""
        inner = parts_apart(target, lambda: self.source.new_local("part")) if is_nested(target) else []
        found = [ir.at(ast.Assign([target], value), target)]
        return found + sum([self.assign(part, ir.load(name, part)) for part, name in inner], [])

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if unpacks_items(self.source, node):
            name = self.source.new_local("item")
            node.body[:0] = self.assign(node.target, ir.load(name, node.target))
            node.target = ir.store(name, node.target)
        return node

    def visit_With(self, node: ast.With) -> ast.With:
        (item,), body = one_manager(node)
        body = self.block(body)
        if isinstance(item.optional_vars, ir.UNPACKED):
            name = self.source.new_local("item")
            body = self.assign(item.optional_vars, ir.load(name, node)) + body
            item.optional_vars = ir.store(name, node)
        return ir.at(ast.With([item], body), node)  # type: ignore[no-any-return]

    def comprehension(self, node: Any) -> Any:
        self.generic_visit(node)
        node.generators = sum(map(self.loops, node.generators), [])
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def loops(self, node: ast.comprehension) -> list[Any]:
        """The same with one loop for each unpacking."""
        if not unpacks_items(self.source, node):
            return [node]
        inner = [(node.target, self.source.fresh("item"))]
        found = [ir.at(ast.comprehension(ir.store(inner[0][1], node.target), node.iter, [], node.is_async), node)]
        for target, name in inner:
            text = "[iterate(E)]" if isinstance(target, ir.UNPACKED) else "[E]"
            inner += parts_apart(target, lambda: self.source.fresh("part")) if is_nested(target) else []
            items = ir.expression(target, text, E=ir.load(name, target))
            found.append(ir.at(ast.comprehension(target, items, [], 0), node))
        found[-1].ifs = node.ifs
        return found


def parts_apart(target: Any, new: Callable[[], str]) -> list[tuple[Any, str]]:
    """The targets in this one, each with the new variable that takes its place."""
    found = []
    for i, part in enumerate(target.elts):
        name = new()
        if isinstance(part, ast.Starred):
            found.append((part.value, name))
            part.value = ir.store(name, part)
        else:
            found.append((part, name))
            target.elts[i] = ir.store(name, part)
    return found
