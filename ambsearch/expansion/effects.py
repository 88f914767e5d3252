"""Finds the changes in a piece of code that backtracking must undo.

changes(source, nodes)      the changes in these nodes, each with the variable whose object it changes
in_place                    may an augmented assignment change its target?
slice_object                the key of a place, as an expression of its own

`values` says what a variable visibly holds, `facts` what a call may do, `recorder` how each change is recorded.
"""

import ast
import sys
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.source import Source
from ambsearch.expansion.values import atoms
from ambsearch.running.undoing import CHANGE_FIRST_ARGUMENT, METHODS

PLACES = (ast.Subscript, ast.Attribute)
# what may run an own function
RUNNING = (ast.Call, ast.Attribute, ast.Subscript, ast.Compare, ast.BinOp, ast.With)


def changes(source: Source, nodes: list[Any]) -> list[tuple[ast.AST, str | None]]:
    """The changes in these nodes, each with the variable whose object it changes, if that can be seen."""
    found: list[tuple[ast.AST, str | None]] = []
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if is_permanent(source, node):
            continue
        found += [(node, root_of(owner)) for owner in _changed_by(source, node)]
        if source.asks is not None and isinstance(node, RUNNING) and source.asks(source, node):
            found.append((node, None))
        waiting += n.evaluated(node)
    return found


def _changed_by(source: Source, node: Any) -> list[ast.expr]:
    """What this one node changes, without the nodes inside it."""
    if is_put_in(node):
        return [node.args[0]]
    match node:
        case n.Touch():
            return [node.target]
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            if node.value is None or is_permanent(source, node.value):
                return []
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and in_place(source, node):
                return targets
            return [part for target in targets for part in parts_of(target) if changed_target(part)]
        case ast.For() if changed_target(node.target):
            return [part for part in parts_of(node.target) if changed_target(part)]
        case ast.withitem(optional_vars=ast.expr() as target):
            return [part for part in parts_of(target) if changed_target(part)]
        case ast.Delete():
            return [target for target in node.targets if isinstance(target, PLACES)]
        case ast.Call() if node.args and changes_first_argument(source, node.func):
            return [node.args[0]]
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
    return []


def parts_of(target: ast.expr) -> list[ast.expr]:
    """What a target assigns to: of `a, (b.x, *c[i])` each of the three."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [part for item in target.elts for part in parts_of(item)]
    return [target.value if isinstance(target, ast.Starred) else target]


def changed_target(target: ast.AST) -> bool:
    """Does assigning to this target change an object, rather than only rebind names?"""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(changed_target(item) for item in target.elts)
    return isinstance(target.value if isinstance(target, ast.Starred) else target, PLACES)


def is_put_in(node: Any) -> bool:
    """Is this the walrus of a variable in a box?"""
    return isinstance(node, ast.Call) and isinstance(node.func, n.Helper) and node.func.id == "put_in"


def changes_first_argument(source: Source, function: ast.expr) -> bool:
    found = source.resolve(function)
    return any(found is other for other in CHANGE_FIRST_ARGUMENT)


def root_of(node: ast.expr) -> str | None:
    """The variable at the root of a place, e.g. board of board[i].cells; None if there is none."""
    if isinstance(node, PLACES) and not isinstance(node.value, ast.Name):
        return None  # what an inner object is, is known only at run time
    place = node.value if isinstance(node, PLACES) else node
    return place.id if isinstance(place, ast.Name) else None


def is_permanent(source: Source, value: ast.AST | None) -> bool:
    return source.says_permanent and value is not None and source.word(value) == "permanent"


def mentions_permanent(source: Source, node: ast.AST) -> bool:
    return source.says_permanent and any(is_permanent(source, part) for part in n.inside(node))


def in_place(source: Source, node: ast.AugAssign) -> bool:
    """May this augmented assignment change its target in place, as xs += [x] and array *= 2 do?"""
    if isinstance(node.target, ast.Name) and node.target.id in atoms(source):
        return False
    if type(node.op).__name__ in ("Add", "Mult", "Sub", "BitOr", "BitAnd", "BitXor") and not is_number(node.value):
        return True
    return (
        isinstance(node.op, ast.Mult) or "numpy" in sys.modules or source.asks is not None and source.asks(source, node)
    )


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))


def slice_object(key: ast.expr) -> ast.expr:
    """The key of a subscript as an expression of its own: a[i:j] has the key slice(i, j, None)."""
    if isinstance(key, ast.Slice):
        bounds = [part or n.constant(None, key) for part in (key.lower, key.upper, key.step)]
        return n.expression(key, "slice(a, b, c)", **dict(zip("abc", bounds, strict=True)))
    if isinstance(key, ast.Tuple):
        key.elts = [slice_object(item) for item in key.elts]
    return key
