"""Loops: one with a choice in it becomes turns, which each branch can resume.

while p: choices        turns while p: choices
for x in E: choices     turns over items by number, so that each branch goes on from its own turn
break, continue         leaps: to what follows the loop, and to its next turn

    for x in range(n): body                 stop = range(n); i = stop.start; stop = stop.stop; while i < stop: x = i; i = i + 1; body
    for x in E: body                        items = turns(E); i = 0; while i < len(items) or more(items, i): x = items[i]; ...
    for i, x in enumerate(E): body          the same; so with zip, and these in one another: of what they read
    the same, with steps that are recorded  steps = stepping(E); ... more_steps(steps, i), see `implicit`

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs, ys):
...     for i, (x, y) in enumerate(zip(xs, ys)):
...         if (yield (True, False)):
...             return i, x, y
>>> print(expand(f, normal=True), end="")
def f(xs, ys):
    items = turns(xs)
    items_2 = turns(ys)
    i_2 = 0
    while (i_2 < len(items) or more(items, i_2)) and (i_2 < len(items_2) or more(items_2, i_2)):
        i, (x, y) = (i_2, (items[i_2], items_2[i_2]))
        i_2 = i_2 + 1
        chosen = yield (True, False)
        if chosen:
            return (i, x, y)
"""

import ast
import itertools
from typing import Any

from ambsearch.expansion.analysis.effects import changed_target, changes
from ambsearch.expansion.analysis.facts import callees
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.giving import gives_iterator
from ambsearch.expansion.analysis.iterators import iterators_of, may_die_later
from ambsearch.expansion.normalizing.assignments import Assignments
from ambsearch.expansion.normalizing.generated import first_number
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import CO_GENERATOR

FIXED = (ast.Tuple, ast.List, ast.ListComp)  # what nobody else can change during the loop


def as_while(source: Source, node: ast.For, steps: bool = False) -> list[Any]:
    """What begins a for loop, and last the loop as one over items by number; steps: are those of iterators recorded?"""
    parts: dict[str, Any] = {"i": source.new_counter("i"), "target": node.target, "E": node.iter}
    is_left = False
    before: list[ast.stmt] = []
    if source.is_range(node.iter):
        parts["stop"] = source.new_counter("stop")
        start, test, item = "stop = E; i = stop.start; stop = stop.stop", "i < stop", "i"
    else:
        form, sources = side_by_side(source, node.iter)
        is_left = len(sources) == 1 and may_be_closing(source, node)
        may_die = steps and (any(map(source.may_die, ir.inside(node.iter))) or may_die_later(source))
        if steps and len(sources) > 1:
            before, sources = read_first(source, sources)
        tests, items, start = [], [], ""
        for number, over in enumerate(sources):
            name, value = f"items_{number}", f"E_{number}"
            parts[name] = source.new_local("steps" if steps else "items")
            source.turned.add(parts[name])
            source.dying |= {parts[name]} if may_die else set()
            parts[value] = items_of(source, over, steps)
            if is_left and getattr(parts[value], "func", over) is not getattr(over, "func", over):
                call = parts[value]
                parts[value] = ir.expression(over, "call(E, leaves=True)", call=call.func, E=call.args[0])
            more = f" or {'more_steps' if steps else 'more'}({name}, i)"
            more = "" if not steps and isinstance(over, FIXED) else more
            start += f"{name} = {value}; "
            tests.append(f"(i < len({name}){more})")
            items.append(f"{name}[i]")
        start, test, item = start + "i = 0", " and ".join(tests), form.format(*items)
    before += ir.quote(node.iter, start, **parts)
    head = ir.quote(node.target, f"target = {item}; i = i + 1", **parts)
    if not is_left:
        return [*before, ir.at(ast.While(ir.expression(node.iter, test, **parts), head + node.body, node.orelse), node)]
    parts |= {"stands": source.new_local("stands"), "body": head + node.body, "orelse": node.orelse}
    text = f"stands = False\ntry:\n    while not (stands := False) and ({test}):\n        stands = True\n        body\n    else: orelse"
    return [*before, *ir.quote(node, f"{text}\nfinally:\n    if stands: leave_turns(items_0, i)", **parts)]


def may_be_closing(source: Source, loop: Any, seen: frozenset[Own] = frozenset()) -> bool:
    """May this loop go over a generator of the user's that does something when it is closed before its end?"""
    over = loop.value if isinstance(loop, ast.YieldFrom) else loop.iter
    calls = [node for node in ir.inside(over) if isinstance(node, ast.Call)]
    found = {own for node in (loop, *calls) for own in callees(source, node) or () if own.code.co_flags & CO_GENERATOR}
    return any(is_closing(own.source(), seen | found) for own in found - seen)


def is_closing(source: Source | None, seen: frozenset[Own] = frozenset()) -> bool:
    """Does this generator yield in a `with` or before a `finally`, or does one that it goes over?"""
    nodes: list[Any] = [node for node in source.nodes if ir.yields(node)] if source else []
    if any(isinstance(node, ast.With) or isinstance(node, ast.Try) and node.finalbody for node in nodes):
        return True
    loops = [node for node in nodes if isinstance(node, (ast.For, ast.YieldFrom))]
    return source is not None and any(may_be_closing(source, loop, seen) for loop in loops)


def side_by_side(source: Source, iterable: Any) -> tuple[str, list[ast.expr]]:
    """enumerate(xs, 1), zip(xs, ys), also of one another: what is made of the items; what runs in parallel."""
    found = source.resolve(iterable.func) if isinstance(iterable, ast.Call) and not ir.has_star(iterable) else None
    if found is enumerate and (number := first_number(iterable)) is not None:
        item, sources = side_by_side(source, iterable.args[0])
        return f"(i + {number}, {item})" if number else f"(i, {item})", sources
    if found is zip and iterable.args and not iterable.keywords:
        items, lists = zip(*(side_by_side(source, part) for part in iterable.args), strict=True)
        return f"({', '.join(items)},)", [*itertools.chain(*lists)]
    return "{}", [iterable]


def read_first(source: Source, sources: list[ast.expr]) -> tuple[list[ast.stmt], list[ast.expr]]:
    """What reads all of these before the first is begun, and the variables."""
    before: list[ast.stmt] = []
    names = [source.new_local("source") for _ in sources]
    for name, over in zip(names, sources, strict=True):
        is_apart = isinstance(over, ast.Call) and source.builtin(over) in ("enumerate", "zip", "reversed")
        read = items_of(source, over) if is_apart else marked(source, over)
        before += ir.quote(over, "name = E", name=name, E=read)
    return before, [ir.load(name, over) for name, over in zip(names, sources, strict=True)]


def items_of(source: Source, iterable: ast.expr, steps: bool = False) -> ast.expr:
    """The items of a loop by number; of enumerate, zip, reversed and iter the arguments are read: lists stay live.

    steps: are those of an iterator recorded?
    """
    if steps:
        return ir.expression(iterable, "stepping(E)", E=marked(source, iterable))
    if isinstance(iterable, FIXED):
        return iterable
    if isinstance(iterable, ast.Call):
        found = source.resolve(iterable.func)
        if found is iter and len(iterable.args) == 1 and not ir.has_star(iterable):
            return items_of(source, iterable.args[0])
        if any(found is one for one in (enumerate, zip, reversed)):
            iterable.func = ir.helper(f"turns_of_{found.__name__}", iterable.func)
            return iterable
    return ir.expression(iterable, "turns(E)", E=marked(source, iterable))


def marked(source: Source, node: ast.expr) -> ast.expr:
    """What a loop with a choice iterates over; marked if it may be an iterator that nothing else holds."""
    is_made = not isinstance(node, ast.Name) and (iterators_of(source, node) or gives_iterator(source, node))
    return ir.expression(node, "resumable(E)", E=node) if is_made else node


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
