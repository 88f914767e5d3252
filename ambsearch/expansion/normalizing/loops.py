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
import itertools
from typing import Any

from ambsearch.expansion.analysis.effects import changed_target, changes
from ambsearch.expansion.normalizing.assignments import Assignments
from ambsearch.expansion.normalizing.generated import first_number
from ambsearch.expansion.normalizing.implicit import marked
from ambsearch.expansion.trees import nodes as ir

FIXED = (ast.Tuple, ast.List, ast.ListComp)  # what nobody else can change during the loop


class Loops(Assignments):
    """The normal form of `while` and `for`; a loop without a choice stays as it is."""

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop = self.takes_turns(node, node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        if loop is None:
            return [node]
        before, test = self.settle(node.test)
        return [self.turns(node, loop, before, test, node.body)]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        loop = self.takes_turns(node)
        head: list[ast.stmt] = []
        if changed_target(node.target) or not self.is_local(node.target):
            name = self.source.new_local("item")
            head = self.block(ir.quote(node, "target = name", target=node.target, name=name))
            node.target = ir.store(name, node)
        node.body, node.orelse = head + self.block(node.body), self.block(node.orelse)
        if loop is not None and changes(self.source, [node.iter]):  # it is kept in a variable, which holds it, too
            node.iter = marked(self.source, node.iter)
        before, node.iter = self.settle(node.iter) if ir.leaps(node) or loop is not None else self.lift(node.iter)
        kept, node.iter = self.changes_apart(node.iter, True)
        return [*before, *kept] + ([node] if loop is None else self.for_turns(node, loop))

    def takes_turns(self, node: Any, *tests: ast.expr) -> int | None:
        """The number of a loop that each branch must resume, whose jumps become leaps; None for a plain loop."""
        head = [node.target] if isinstance(node, ast.For) else []
        chooses = any(ir.has_yield(part) for part in (*tests, *head, *node.body, *node.orelse))
        if not chooses and not ir.has_choice(*node.orelse):
            return None
        number = next(self.numbers)
        node.body = _Leaping(number).block(node.body)
        return number

    def for_turns(self, node: ast.For, loop: int) -> list[ast.stmt]:
        """A for loop as turns, which each branch can resume."""
        *before, made = self.by_number(node)
        return [*before, self.turns(node, loop, [], made.test, made.body)]

    def by_number(self, node: ast.For) -> list[Any]:
        """What begins a for loop, and last the loop as one over items by number."""
        parts: dict[str, Any] = {"i": self.source.new_counter("i"), "target": node.target}
        if self.source.is_range(node.iter):
            parts |= {"stop": self.source.new_counter("stop"), "E": node.iter}
            start, test, item = "stop = E; i = stop.start; stop = stop.stop", "i < stop", "i"
        else:
            form, sources = self.side_by_side(node.iter)
            start, tests, items = "", [], []
            for number, source in enumerate(sources):
                name, value = f"source_{number}", f"E_{number}"
                fixed = isinstance(source, FIXED)
                parts |= {name: self.source.new_local("items"), value: source if fixed else self.items_of_turns(source)}
                self.source.turned.add(parts[name])
                start += f"{name} = {value}; "
                tests.append(f"i < len({name})" if fixed else f"(i < len({name}) or more({name}, i))")
                items.append(f"{name}[i]")
            start, test, item = start + "i = 0", " and ".join(tests), form.format(*items)
        before = ir.quote(node.iter, start, **parts)
        body = ir.quote(node.target, f"target = {item}; i = i + 1", **parts) + node.body
        return [*before, ir.at(ast.While(ir.expression(node.iter, test, **parts), body, node.orelse), node)]

    def side_by_side(self, iterable: Any) -> tuple[str, list[ast.expr]]:
        """enumerate(xs, 1), zip(xs, ys), also of one another: what is made of the items; what runs in parallel."""
        is_call = isinstance(iterable, ast.Call) and not ir.has_star(iterable)
        found = self.source.resolve(iterable.func) if is_call else None
        if found is enumerate and (number := first_number(iterable)) is not None:
            item, sources = self.side_by_side(iterable.args[0])
            return f"(i + {number}, {item})" if number else f"(i, {item})", sources
        if found is zip and iterable.args and not iterable.keywords:
            items, lists = zip(*map(self.side_by_side, iterable.args), strict=True)
            return f"({', '.join(items)},)", [*itertools.chain(*lists)]
        return "{}", [iterable]

    def items_of_turns(self, iterable: ast.expr) -> ast.expr:
        """The items of a loop by number; of enumerate, zip, reversed and iter the arguments are read: lists stay live."""
        if isinstance(iterable, ast.Call):
            found = self.source.resolve(iterable.func)
            if found is iter and len(iterable.args) == 1 and not ir.has_star(iterable):
                return self.items_of_turns(iterable.args[0])
            if any(found is one for one in (enumerate, zip, reversed)):
                call: Any = ir.expression(iterable, f"turns_of_{found.__name__}()")
                parts = iterable.args if found is reversed else [self.take_apart(part) for part in iterable.args]
                call.args, call.keywords = parts, iterable.keywords
                return call  # type: ignore[no-any-return]
        return ir.expression(iterable, "turns(E)", E=marked(self.source, iterable))

    def take_apart(self, argument: ast.expr) -> ast.expr:
        """An argument of enumerate or zip, which may itself be a call of enumerate, zip or reversed."""
        turned: Any = self.items_of_turns(argument)
        return turned.args[0] if turned.func.id == "turns" else turned  # type: ignore[no-any-return]  # the rest is checked at run time

    def turns(self, node: Any, loop: int, before: list[ast.stmt], test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        return ir.at(ir.Turns(before, test, body, node.orelse, loop), node)  # type: ignore[no-any-return]


class _Leaping(ir.Jumps):
    """Turns the jumps of a loop into leaps to its next turn, or to what follows it."""

    def __init__(self, loop: int) -> None:
        self.loop = loop

    def jump(self, node: ast.Break | ast.Continue) -> ast.stmt:
        kind = ir.Leave if isinstance(node, ast.Break) else ir.Next
        return ir.at(kind(self.loop), node)  # type: ignore[no-any-return]
