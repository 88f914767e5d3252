"""Warns of one thing under two names, or in two places, where two are meant.

x = y = yield E         is one choice, where neither is given another value
xs = [(yield E)] * 3    likewise: what is chosen once stands there three times
new = old               is no copy of a list, where one is changed and the other read
new = old[:]            is a copy, of which the rows are those of the old one, where an item of a row is assigned
rows.append(row)        is one row in each turn of a loop, where that changes it and makes no other

>>> import warnings
>>> from ambsearch import ambiguous
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         x = y = yield range(3)
...         return x, y
>>> print(told[0].message)
x and y are one choice, and always equal; write `y = yield ...` on a line of its own
"""

import ast
from typing import Any

from ambsearch.diagnostics.aliases import changed_by, has_name
from ambsearch.diagnostics.lost import is_named
from ambsearch.diagnostics.visible import LIST, NAMES, SET, is_dict, is_of
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def warn_of_same(source: Source) -> None:
    for node in source.nodes:
        match node:
            case ast.Assign([ast.Name(), ast.Name(), *_] as names, ast.Yield()):
                warn_of_one_choice(source, node, names)
            case (
                ast.BinOp(ast.List([ast.Yield(items)]), ast.Mult())
                | ast.BinOp(right=ast.List([ast.Yield(items)]), op=ast.Mult())
            ):
                told = f"{ast.unparse(items)} is chosen from once here, and the choice repeated"  # type: ignore[arg-type]
                source.warn(node.lineno, f"{told}; choose each in a loop: x = yield ...; xs.append(x)")
            case ast.Call(args=[ast.Name(one), ast.Name(other)]) if one == other and source.builtin(node) == "zip":
                if is_of(LIST, source, node.args[0]):
                    told = f"{ast.unparse(node)} pairs each item with itself"
                    source.warn(node.lineno, f"{told}; write zip({one}, {one}[1:]) for neighbours")
            case ast.For(body=body) | ast.While(body=body):
                warn_of_same_row(source, body)
            case ast.Assign([ast.Name(new)], ast.Name(old)) if new != old:
                warn_of_no_copy(source, node, new, old)
            case ast.Assign([ast.Name(new)], value) if old := copied(source, value):
                warn_of_shallow_copy(source, node, new, old)


def is_fixed(source: Source, name: str) -> bool:
    """Is this a variable of the function's own, which is given a value just once?"""
    changed = [node.target for node in source.nodes if isinstance(node, ast.AugAssign)]
    is_one = len(values_of(source).get(name, [])) == 1 and not any(has_name(place, ast.Name, name) for place in changed)
    return is_one and name not in parameters(source.tree.args)


def warn_of_one_choice(source: Source, node: ast.Assign, targets: list[Any]) -> None:
    fixed = [part.id for part in targets if isinstance(part, ast.Name) and is_fixed(source, part.id)]
    if len(fixed) > 1:
        told = f"{', '.join(fixed[:-1])} and {fixed[-1]} are one choice, and always equal"
        source.warn(node.lineno, f"{told}; write `{fixed[-1]} = yield ...` on a line of its own")


def warn_of_no_copy(source: Source, node: ast.Assign, new: str, old: str) -> None:
    """Warn of two names of one list, of which below one is changed, and the other read."""
    kind = next((kind for kind in (LIST, SET, (dict,)) if is_made(source, kind, old)), None)
    if kind is None or not is_fixed(source, new) or old in source.locals and not is_fixed(source, old):
        return
    end = node.end_lineno, node.end_col_offset
    placed: list[Any] = [part for part in source.nodes if hasattr(part, "lineno")]
    below = [part for part in placed if (part.lineno, part.col_offset) >= end]
    roots = {id(place): name for part in below for name in (new, old) if is_named(place := changed_by(part), name)}
    read = {name for part in below for name in (new, old) if is_named(part, name) and id(part) not in roots}
    if any(read - {name} for name in roots.values()) and read == {new, old}:
        told = f"{new} = {old} makes no copy, so {new} and {old} are one {NAMES.get(kind, 'dict')}"
        source.warn(node.lineno, f"{told}; write {new} = {old}.copy()")


def warn_of_same_row(source: Source, body: list[ast.stmt]) -> None:
    """Warn of `rows.append(row)` in a loop that changes the row, which is made above it."""
    inside = list(ir.inside(*body))
    changed = [place.id for part in inside if isinstance(place := changed_by(part), ast.Name)]
    for node in body:
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(rows), "append"), [ast.Name(row)], [])) if row != rows:
                if row in changed and row not in Names(*body).bound and is_of(LIST, source, ast.Name(row)):
                    told = f"{row} is one list in each turn of this loop, and what changes it changes all that is in {rows}"
                    source.warn(node.lineno, f"{told}; write {rows}.append({row}.copy()), or make {row} in the loop")


def is_made(source: Source, kind: Any, name: str) -> bool:
    """Is this variable visibly given a container of this kind, written there?"""
    if kind == (dict,):
        return is_dict(source, name) or name not in source.locals and type(source.space.get(name)) is dict
    return is_of(kind, source, ast.Name(name))


def copied(source: Source, value: Any) -> str:
    """What this makes a copy of, without those of its items: old[:], old.copy(), list(old)."""
    match value:
        case ast.Subscript(ast.Name(old), ast.Slice(None, None, None)) | ast.Call(
            ast.Attribute(ast.Name(old), "copy"), [], []
        ):
            return old
        case ast.Call(_, [ast.Name(old)], []) if source.builtin(value) in ("list", "dict"):
            return old
    return ""


def warn_of_shallow_copy(source: Source, node: ast.Assign, new: str, old: str) -> None:
    """Warn of a copy where an item of one of its rows is changed, and no row replaced."""
    changed = [place for part in source.nodes if (place := changed_by(part)) is not None]
    stores = [part for part in source.nodes if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)]
    replaces = any(has_name(part.value, ast.Name, new) for part in stores) or new == old
    rows = any(isinstance(place, ast.Subscript) and has_name(place.value, ast.Name, new) for place in changed)
    if rows and not replaces and is_fixed(source, new):
        told = f"{ast.unparse(node.value)} copies no row, so what is changed in a row of {new} is changed in {old}, too"
        is_list = isinstance(node.value, ast.Subscript) or isinstance(node.value.func, ast.Name)  # type: ignore[attr-defined]
        instead = f"[row[:] for row in {old}]" if is_list else f"copy.deepcopy({old})"
        source.warn(node.lineno, f"{told}; write {new} = {instead}")
