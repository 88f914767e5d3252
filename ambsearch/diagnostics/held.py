"""What a variable, item or attribute holds, as far as the file tells, and whether that is only compared and returned.

colour = {}; colour[i] = range(3)           colour[i] and colour[j] hold range(3)
self.cells = [[0] * n for _ in range(n)]    what cells[r][c] holds are constants, and what other methods store there

>>> from ambsearch.expansion.reading.source import Source
>>> def solve(names):
...     colour = {}
...     for name in names:
...         colour[name] = range(3)
...     return colour["a"] == colour["b"]
>>> source = Source.of(solve, loads=False)
>>> [(ast.unparse(value), instead) for value, instead in held(source, ast.parse("colour['a']", mode="eval").body)]
[('range(3)', 'colour[name] = yield ...')]
"""

import ast
import functools
from collections.abc import Iterable, Iterator
from typing import Any

from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

Held = tuple[ast.expr | None, str]  # what it is, None if that cannot be seen; how to choose it instead
DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict)


def held(source: Source, part: Any) -> list[Held]:
    """What this place may hold, apart from the constants of a display, which fill a board that is still empty."""
    owner, depth = owner_of(part)
    found = []
    for node in nodes_around(source, owner):
        for place, value, instead in stored_by(node):
            root, above = owner_of(place)
            if is_like(root, owner) and above <= depth:
                found += items_of(source, value, depth - above, instead, place, part)
    return found


def owner_of(place: Any) -> tuple[Any, int]:
    """The variable or attribute whose item this is, and at which depth: of `b.cells[r][c]` it is `b.cells`, at depth 2."""
    depth = 0
    while isinstance(place, ast.Subscript):
        place, depth = place.value, depth + 1
    return place, depth


def is_like(place: Any, owner: Any) -> bool:
    """Is this the same variable, or an attribute of the same name?"""
    return (
        isinstance(owner, (ast.Name, ast.Attribute)) and type(place) is type(owner) and name_of(place) == name_of(owner)
    )


def name_of(owner: Any) -> str:
    name: str = owner.attr if isinstance(owner, ast.Attribute) else owner.id
    return name


def nodes_around(source: Source, owner: Any) -> Iterable[Any]:
    """Where this variable is used, or an attribute of its name: other methods of the file may store what this one reads."""
    return nodes_of_file(source) if isinstance(owner, ast.Attribute) else ir.walk(source.tree)


def nodes_of_file(source: Source) -> Iterable[ast.AST]:
    """All of the file, in which other methods change what this one has made."""
    return parsed(text_of(source))[1] or source.nodes


def module_of(source: Source) -> ast.Module | None:
    """The whole file; None where the text is a part of one, as in a notebook."""
    return parsed(text_of(source))[0]


def text_of(source: Source) -> str:
    return "\n".join(line.rstrip("\n") for line in source.lines)


@functools.lru_cache(1)
def parsed(text: str) -> tuple[ast.Module | None, tuple[ast.AST, ...]]:
    try:
        module = ast.parse(text)
    except SyntaxError:
        return None, ()
    return module, tuple(ast.walk(module))


def stored_by(node: Any) -> Iterator[tuple[Any, ast.expr | None, str]]:
    """The variables, items and attributes that this stores, each with what it is, and the choice of it; what is appended is an item."""
    for place, value in assigned_parts(node):
        yield place, value, f"{ast.unparse(place)} = yield ..."
    match node:
        case ast.AugAssign(target) | ast.For(target) | ast.comprehension(target) | ast.NamedExpr(target):
            yield target, None, ""
        case ast.Call(ast.Attribute(owner, "append"), [value], []):
            yield ast.Subscript(owner, ast.Slice()), value, f"{ast.unparse(owner)}.append((yield ...))"
        case ast.arg(name):
            yield ast.Name(name), None, ""


def items_of(source: Source, value: Any, depth: int, instead: str, place: Any, part: Any) -> list[Held]:
    """What stands in this value at this depth. place: what the value is stored in; part: which of its items is meant."""
    if depth == 0 or value is None:
        return [(value, instead)]
    inner: list[Any] = []
    text = ast.unparse(place)
    match value:
        case ast.List(inner) | ast.Tuple(inner) | ast.Dict(values=inner):
            instead = f"{ast.unparse(part)} = yield ..."
        case ast.ListComp(item):
            inner, instead = [item], f"{text}.append((yield ...))"
        case ast.DictComp(key, item):
            inner, instead = [item], f"{text}[{ast.unparse(key)}] = yield ..."
        case ast.BinOp(ast.List(inner), ast.Mult()):
            instead = f"{ast.unparse(part)} = yield ..."
        case ast.Call(args=[], keywords=named) if source.builtin(value) in ("dict", "list"):
            inner, instead = [keyword.value for keyword in named], f"{ast.unparse(part)} = yield ..."
        case _:
            inner = [None]
    items = [item for item in inner if not isinstance(item, ast.Constant)]
    return [found for item in items for found in items_of(source, item, depth - 1, instead, place, part)]


def is_only_compared(source: Source, part: Any) -> bool:
    """Is what this variable or place holds read in comparisons alone, and returned?"""
    owner, depth = owner_of(part)
    nodes = list(nodes_around(source, owner))
    asked = {side for node in nodes for side in shown_by(source, node)}
    if depth:
        asked |= {place for node in nodes for place, *_ in stored_by(node)}
        asked |= {owner_of(place)[0] for place in asked}
    return asked.issuperset(reads_of(owner, nodes))


def reads_of(owner: Any, nodes: Iterable[Any]) -> list[Any]:
    """Where these nodes read this variable, or an attribute of this name."""
    return [node for node in nodes if is_like(node, owner) and isinstance(node.ctx, ast.Load)]


def shown_by(source: Source, node: Any) -> Iterator[Any]:
    """What this compares, or returns, alone or in a display."""
    match node:
        case ast.Compare(left, _, others):
            yield from (left, *others)
        case ast.Call(args=parts) if known_call(source, node) == "distinct":
            yield from (part.value if isinstance(part, ast.Starred) else part for part in parts)
        case ast.Return(value) if value is not None:
            yield value
            yield from (part for part in ir.children(value) if isinstance(value, DISPLAYS))
