"""Warns of a loop or an `if` that decides nothing, or at its first turn.

for other in row:
    if other == x: break        only leaves the loop: fail() was meant, or `return False`

for other in row:
    if other == x: return False
    return True                 comes too early: below the loop it is true of all

if other == x: pass             decides nothing: fail() was meant

for x in range(n):
    return x                    is no choice, which is x = yield range(n)

while i < n: xs.append(i)       never ends, for nothing in it changes i

for x in xs:
    if x > 3: xs.remove(x)      misses the item behind each that is taken out

>>> import warnings
>>> from ambsearch import ambiguous
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def placed(n):
...         rows = []
...         while len(rows) < n:
...             row = yield range(n)
...             for other in rows:
...                 if other == row:
...                     break
...             rows.append(row)
...         return rows
>>> print(told[0].message)
this loop does nothing but end, and decides nothing; to give the branch up write fail() in the place of `break`
"""

import ast
from collections.abc import Set
from typing import Any

from ambsearch.diagnostics.visible import COUNT, LIST, is_of
from ambsearch.expansion.analysis.effects import changed_target
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.values import fresh_names
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

WALKED = frozenset({"range", "enumerate", "zip", "reversed", "sorted"})
ASKING = frozenset("abs len all any min max sum isinstance int str set tuple list sorted".split())
LEAVES = (ast.Return, ast.Raise, ast.Break)
STEPS: dict[type, str] = {ast.Lt: "+=", ast.LtE: "+=", ast.Gt: "-=", ast.GtE: "-=", ast.NotEq: ""}


def warn_of_turns(source: Source) -> None:
    others = {part for node in source.nodes if isinstance(node, ast.If) for part in node.orelse}
    for node in source.nodes:
        if isinstance(node, ast.For):
            warn_of_break(source, node)
            warn_of_first(source, node)
            warn_of_missed(source, node)
        elif isinstance(node, ast.While):
            warn_of_endless(source, node)
        elif isinstance(node, ast.If) and node not in others:  # `elif p: pass` keeps from what follows
            warn_of_pass(source, node)


def warn_of_pass(source: Source, node: ast.If) -> None:
    """Warn of `if p: pass`, of which nothing comes."""
    match node:
        case ast.If(body=[ast.Pass() as last], orelse=[]) if is_idle(source, [node]):
            told = f"`if {ast.unparse(node.test)}: pass` decides nothing"
            source.warn(last.lineno, f"{told}; to give the branch up write fail() in the place of `pass`")


def warn_of_endless(source: Source, loop: ast.While) -> None:
    """Warn of `while i < n`, or `while i != n`, in which nothing changes i, which is a number, nor n."""
    match loop.test:
        case ast.Compare(ast.Name(name) as counter, [sign], [end]) if type(sign) in STEPS and name in source.locals:
            is_number = is_of(COUNT, source, counter) and isinstance(end, (ast.Name, ast.Constant))
            if (is_number or is_steady(source, loop, end)) and not Names(loop.test).read & may_change(source, loop):
                step = STEPS[type(sign)]
                instead = f"write `{name} {step} 1` in it" if step else f"change {name} in it"
                source.warn(loop.lineno, f"nothing in this loop changes {name}, so it is never left; {instead}")


def may_change(source: Source, loop: ast.While) -> Set[str]:
    """The variables that may have another value at the next turn, if there is one: all, where the loop may be left."""
    if any(isinstance(node, LEAVES) for node in ir.inside(*loop.body)):
        return Names(loop.test).read
    return Names(*loop.body).bound.union(source.nonlocals, *source.declared.values())


def is_steady(source: Source, loop: ast.While, end: ast.expr) -> bool:
    """Is the variable compared with a number, or the length of a list, and does the loop visibly change no object?"""
    inside = list(ir.inside(*loop.body))
    calls = [node for node in inside if isinstance(node, ast.Call)]
    is_length = isinstance(end, ast.Call) and source.builtin(end) == "len"
    return (is_length or is_of(COUNT, source, end)) and all(source.word(call) or source.builtin(call) for call in calls)


def warn_of_break(source: Source, loop: ast.For) -> None:
    """Warn of a loop of which nothing is left: no change, no `else`, and no variable that is read after it."""
    inside = list(ir.inside(*loop.body))
    if loop.orelse or not any(isinstance(node, ast.Break) for node in inside):
        return
    is_kept = changed_target(loop.target) or read_elsewhere(source, loop)  # as is that of `for self.row in range(9)`
    if is_idle(source, loop.body) and is_walk(source, loop.iter) and not is_kept:
        instead = "to give the branch up write fail()" if source.function is not None else "write `return False`"
        told = "this loop does nothing but end, and decides nothing"
        source.warn(loop.lineno, f"{told}; {instead} in the place of `break`")


def is_idle(source: Source, block: list[Any]) -> bool:
    """Do these statements only ask, and leave the loop?"""
    for node in block:
        if isinstance(node, ast.If):
            parts = list(ir.inside(node.test))
            acts = any(isinstance(part, (ast.NamedExpr, ast.Await, *ir.YIELDS)) for part in parts)
            calls = [part for part in parts if isinstance(part, ast.Call)]
            if acts or any(source.builtin(call) not in ASKING for call in calls):
                return False
            if not is_idle(source, node.body) or not is_idle(source, node.orelse):
                return False
        elif not isinstance(node, (ast.Break, ast.Continue, ast.Pass)):
            return False
    return True


def is_walk(source: Source, items: ast.expr) -> bool:
    """Does nothing come of going over this? An iterator would be further on."""
    if isinstance(items, ast.Call):
        return source.builtin(items) in WALKED
    return isinstance(items, ast.Name) and items.id in fresh_names(source)


def read_elsewhere(source: Source, loop: ast.For) -> set[str]:
    inside = set(ir.inside(loop))
    names = [node for node in source.nodes if isinstance(node, ast.Name) and node not in inside]
    return Names(loop.target).bound & {node.id for node in names}


def warn_of_first(source: Source, loop: ast.For) -> None:
    """Warn of a loop that each way through it leaves, so that there is one turn: of one that gives True or False, or chooses."""
    inside = list(ir.inside(*loop.body))
    if not leaves(source, loop.body) or any(isinstance(node, ast.Continue) for node in inside):
        return
    told = "this loop ends at its first turn, for each way through it leaves it"
    given = [node.value for node in inside if isinstance(node, ast.Return)]
    if {getattr(value, "value", None) for value in given} == {True, False}:
        source.warn(loop.lineno, f"{told}; write what is to be returned after all turns below the loop")
    elif given and source.function is not None and (source.is_range(loop.iter) or asks(source, loop)):
        choice = f", or to choose, `{ast.unparse(loop.target)} = yield {ast.unparse(loop.iter)}`"
        instead = "" if ir.yields(*loop.body) else choice
        source.warn(loop.lineno, f"{told}; write `return ...` below it{instead}")


def asks(source: Source, loop: ast.For) -> bool:
    """Does it require something of its first item, as if another were tried?"""
    return any(isinstance(node, ast.Expr) and source.word(node.value) == "require" for node in loop.body)


def warn_of_missed(source: Source, loop: ast.For) -> None:
    """Warn of a list that a loop goes over and takes items out of, unless it ends with that."""
    items = loop.iter.id if isinstance(loop.iter, ast.Name) else ""
    for block in [loop.body, *(node.body for node in ir.inside(*loop.body) if isinstance(node, ast.If))]:
        for number, node in enumerate(block):
            match node:
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(name) as owner, "remove" | "pop" as method))) if (
                    name == items
                ):
                    is_plain = source.function is None and method not in WORLD.functions
                    is_list = is_of(LIST, source, owner) or is_plain and name in parameters(source.tree.args)
                    below = list(ir.inside(*block[number:]))
                    if is_list and not any(isinstance(part, LEAVES) or source.word(part) == "fail" for part in below):
                        told = (
                            f"{ast.unparse(node)} takes an item out of what the loop goes over, which misses the next"
                        )
                        source.warn(node.lineno, f"{told}; write `for {ast.unparse(loop.target)} in list({name})`")


def leaves(source: Source, block: list[Any]) -> bool:
    """Does each way through these statements leave the loop?"""
    match block:
        case [*_, ast.If(body=body, orelse=orelse)]:
            return leaves(source, body) and leaves(source, orelse)
        case [*_, last]:
            return isinstance(last, LEAVES) or isinstance(last, ast.Expr) and source.word(last.value) == "fail"
    return False
