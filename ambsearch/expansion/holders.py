"""Whose containers a function changes from outside: in answers, these objects are copied.

    board.cells[i][k] = v, robot.path.append(v)     the own classes whose methods assign `cells`, `path`
    row = board.cells[i]; row[k] = v                the same

What a method changes of its own object is not asked here, because the run knows the class.
"""

import ast
from typing import Any

from ambsearch.expansion.effects import changes_first_argument
from ambsearch.expansion.source import Source
from ambsearch.expansion.world import WORLD
from ambsearch.running.twins import copied_if_own
from ambsearch.running.undoing import METHODS


def copy_holders(source: Source) -> None:
    """Let answers copy the instances of these classes."""
    aliases = dict(alias for node in source.nodes for alias in aliases_in(node))
    arguments = source.tree.args
    itself = [part.arg for part in (*arguments.posonlyargs, *arguments.args)][:1] if source.class_name else []
    for node in source.nodes:
        holder = without_items(changed_by(source, node))
        if isinstance(holder, ast.Name):
            holder = aliases.get(holder.id)
        if isinstance(holder, ast.Attribute) and getattr(holder.value, "id", None) not in itself:
            for cls in WORLD.storing(holder.attr):
                copied_if_own(cls)


def changed_by(source: Source, node: Any) -> ast.expr | None:
    """The container that this node changes."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return owner
        case ast.Call(func=function, args=[owner, *_]) if changes_first_argument(source, function):
            return owner
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.AugAssign(target=ast.Name()):
            return node.value if isinstance(node, ast.Subscript) else node.target
    return None


def aliases_in(node: Any) -> list[tuple[str, ast.expr]]:
    """The variables that this node makes stand for something held in an attribute."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.For(target=ast.Name(id=name), iter=value):
            held = without_items(value)
            return [(name, held)] if isinstance(held, ast.Attribute) else []
    return []


def without_items(place: Any) -> Any:
    """robot.path of robot.path[0][1]"""
    while isinstance(place, ast.Subscript):
        place = place.value
    return place
