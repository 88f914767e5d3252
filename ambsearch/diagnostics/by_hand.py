"""Warns of a change that is taken back by hand, in the very branch that needs it; the search takes it back by itself.

picked.append(x)
require(sum(picked) <= 3)
picked.pop()                below, or in the next turn of the loop, picked is empty, in every branch

>>> import warnings
>>> from ambsearch import ambiguous
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def three(n):
...         picked = []
...         for _ in range(n):
...             x = yield range(3)
...             picked.append(x)
...             picked.pop()
...         return picked
>>> print(told[0].message)
picked.pop() undoes picked.append(x) in this branch too, so picked is as it was made wherever else it is read; leave it out, for the search undoes changes where it goes back
"""

import ast
from typing import Any

from ambsearch.diagnostics.aliases import changed_by
from ambsearch.expansion.analysis.bindings import bindings
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees.walking import blocks, inside

JUMPS = ast.Break, ast.Continue, ast.Return, ast.Raise, ast.Try
EMPTY = frozenset({"[]", "{}", "set()", "list()", "dict()"})


def warn_of_take_back(source: Source) -> None:
    """Warn of a container whose only changes are one and, below it in the same block, the opposite one."""
    names = [node.id for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    bound = [pair for node in source.nodes for pair in bindings(node)]
    made = {name: value for name, value in bound if is_new(value) and names.count(name) == 1}
    changed = [owner.id for owner in map(changed_by, source.nodes) if isinstance(owner, ast.Name)]
    for holder, field in [place for node in (source.tree, *source.nodes) for place in blocks(node)]:
        block = getattr(holder, field)
        changes = {i: name for i, node in enumerate(block) if (name := changed_in(node)) in made}
        for name in set(changes.values()):
            places = [i for i in changes if changes[i] == name]
            if changed.count(name) == len(places) == 2:
                warn_of_two(source, name, made[name], block[places[0] : places[1] + 1])


def is_new(value: Any) -> bool:
    """Is this [], {}, set() or [0] * n?"""
    match value:
        case ast.BinOp(ast.List([ast.Constant()]), ast.Mult()):
            return True
    return value is not None and ast.unparse(value) in EMPTY


def changed_in(statement: Any) -> str:
    """The variable whose container this statement changes."""
    parts = [statement.value] if isinstance(statement, ast.Expr) else getattr(statement, "targets", [])
    owner = changed_by(parts[0]) if len(parts) == 1 else None
    return owner.id if isinstance(owner, ast.Name) else ""


def warn_of_two(source: Source, name: str, value: Any, statements: list[Any]) -> None:
    """Warn of the last of these, which takes the first back, if the container is read above or below, and nothing else has it."""
    put, *between, taken = statements
    within = set(inside(*statements))
    uses = [node for node in source.nodes if isinstance(node, ast.Name) and node.id == name]
    is_read = any(isinstance(node.ctx, ast.Load) and node not in within for node in uses)
    jumps = any(isinstance(node, JUMPS) for node in inside(*between))
    if is_read and not jumps and is_opposite(value, put, taken) and not is_handed_on(source, name):
        told = f"{ast.unparse(taken)} undoes {ast.unparse(put)} in this branch too"
        was = f"so {name} is as it was made wherever else it is read"
        source.warn(taken.lineno, f"{told}, {was}; leave it out, for the search undoes changes where it goes back")


def is_opposite(made: Any, put: Any, taken: Any) -> bool:
    """Does the second statement take the first back?"""
    match put, taken:
        case ast.Expr(ast.Call(ast.Attribute(attr="append"), [_])), ast.Expr(ast.Call(ast.Attribute(attr="pop"), [])):
            return True
        case ast.Expr(ast.Call(ast.Attribute(attr="append" | "add"), [one])), ast.Expr(
            ast.Call(ast.Attribute(attr="remove" | "discard"), [other])
        ):
            return ast.unparse(one) == ast.unparse(other)
        case ast.Assign([ast.Subscript(slice=one)]), ast.Delete([ast.Subscript(slice=other)]):
            return isinstance(made, (ast.Dict, ast.Call)) and ast.unparse(one) == ast.unparse(other)
        case ast.Assign([ast.Subscript(slice=one)]), ast.Assign([ast.Subscript(slice=other)], value):
            was = ast.unparse(made.left).strip("[]") if isinstance(made, ast.BinOp) else ""
            return (ast.unparse(one), was) == (ast.unparse(other), ast.unparse(value))
    return False


def is_handed_on(source: Source, name: str) -> bool:
    """May something else change the container: another variable, or a function to which it is given in a statement?"""
    for node in source.nodes:
        match node:
            case ast.Assign(value=ast.Name(id)) if id == name:
                return True
            case ast.Expr(ast.Call(args=given) as call) if source.word(call) is None:
                if any(isinstance(part, ast.Name) and part.id == name for part in given):
                    return True
    return False
