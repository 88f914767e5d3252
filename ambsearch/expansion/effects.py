"""Changes: which there are in a piece of code, and the code that records them on a trail.

changes(source, nodes)      the changes that backtracking must take back
recorded(source, ...)       plain statements, rewritten so that each change is on the trail
"""

import ast
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.source import Source, hashable
from ambsearch.running.undoing import CHANGE_FIRST_ARGUMENT, IN_PLACE, METHODS

PLACES = (ast.Subscript, ast.Attribute)
MAKERS = frozenset("list dict set deque bytearray sorted Counter defaultdict OrderedDict".split())


def changed_target(target: ast.AST) -> bool:
    """Does assigning to this target change an object, rather than only rebind names?"""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(changed_target(item) for item in target.elts)
    return isinstance(target.value if isinstance(target, ast.Starred) else target, PLACES)


def fresh_container(value: ast.expr | None) -> bool:
    """Does this expression make a new container or an immutable value?"""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in MAKERS
    comprehensions = (ast.ListComp, ast.DictComp, ast.SetComp)
    made = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr)
    return isinstance(value, (*made, *comprehensions))


def is_permanent(source: Source, value: ast.AST | None) -> bool:
    return value is not None and source.word(value) == "permanent"


def mentions_permanent(source: Source, node: ast.AST) -> bool:
    return any(is_permanent(source, part) for part in n.inside(node))


def in_place(node: ast.AugAssign) -> bool:
    """May this augmented assignment change its target in place, as xs += [x] and xs *= 2 do?"""
    number = isinstance(node.value, ast.Constant) and isinstance(node.value.value, (int, float, complex))
    return type(node.op).__name__ in IN_PLACE and not (number and not isinstance(node.op, ast.Mult))


def changes(source: Source, nodes: list[Any]) -> list[tuple[ast.AST, str | None]]:
    """The changes in these nodes, each with the variable whose object it changes, if that can be seen."""
    found: list[tuple[ast.AST, str | None]] = []
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if is_permanent(source, node):
            continue
        found += [(node, _root(owner)) for owner in _changed(source, node)]
        if not isinstance(node, n.FUNCTIONS):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _changed(source: Source, node: Any) -> list[ast.expr]:
    """What this one node changes, the nodes inside it apart."""
    if getattr(node, "recorded", False):
        return []
    match node:
        case n.Touch():
            return [node.target]
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            if node.value is None or is_permanent(source, node.value):
                return []
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and in_place(node):
                return targets
            return [target for target in targets if changed_target(target)]
        case ast.For() if changed_target(node.target):
            return [node.target]
        case ast.Delete():
            return [target for target in node.targets if isinstance(target, PLACES)]
        case ast.Call() if node.args and _changes_first_argument(source, node.func):
            return [node.args[0]]
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
    return []


def _changes_first_argument(source: Source, function: ast.expr) -> bool:
    found = source.resolve(function)
    return callable(found) and hashable(found) and found in CHANGE_FIRST_ARGUMENT


def _root(node: ast.expr) -> str | None:
    """The variable at the root of a place, e.g. board of board[i].cells; None if there is none."""
    if isinstance(node, PLACES) and not isinstance(node.value, ast.Name):
        return None  # what an inner object is, only the run tells
    place = node.value if isinstance(node, PLACES) else node
    return place.id if isinstance(place, ast.Name) else None


def recorded(source: Source, statement: ast.stmt, trail: str) -> list[ast.stmt]:
    """The statement with its changes recorded on the trail; `permanent` is taken away."""
    new = _Recorder(source, trail).visit(statement)
    return new if isinstance(new, list) else [new]


class _Recorder(ast.NodeTransformer):
    def __init__(self, source: Source, trail: str) -> None:
        self.source = source
        self.trail = trail

    def skip(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_Lambda = skip

    def call(self, origin: ast.AST, text: str, **parts: Any) -> ast.expr:
        return n.expression(origin, text, trail=self.trail, **parts)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_permanent(self.source, node):
            return node.args[0]
        self.generic_visit(node)
        first: list[ast.expr] = [n.load(self.trail, node)]
        if _changes_first_argument(self.source, node.func):
            first.append(node.func)
            helper = "changed_argument"
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            first += [node.func.value, n.constant(node.func.attr, node.func)]
            helper = "changed"
        else:
            return node
        node.func, node.args = n.expression(node.func, helper), first + node.args
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if is_permanent(self.source, node.value):
            node.value = node.value.args[0]  # type: ignore[attr-defined]
            return node
        self.generic_visit(node)
        if not isinstance(target, PLACES) or getattr(node, "recorded", False):
            return node
        return self.place_set(node, target, node.value)

    def place_set(self, origin: ast.AST, target: ast.Subscript | ast.Attribute, value: ast.expr) -> ast.stmt:
        parts = _place(self.source, target)
        text = f"set_{parts.pop('kind')}(trail, value, owner, key)"
        return n.quote(origin, "call", call=[_statement(self.call(origin, text, value=value, **parts))])[0]

    def visit_Touch(self, node: n.Touch) -> ast.stmt:
        parts = _place(self.source, node.target)
        text = f"trail.append(before_{parts.pop('kind')}(owner, key))"
        return _statement(self.call(node, text, **parts))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if is_permanent(self.source, node.value):
            node.value = node.value.args[0]  # type: ignore[attr-defined]
            return node
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            return self.augmented_name(node) if in_place(node) else node
        touch = n.at(n.Touch(node.target), node)
        return [self.visit_Touch(touch), node]

    def augmented_name(self, node: ast.AugAssign) -> ast.stmt:
        call = self.call(
            node,
            "augmented(trail, operation, target, operand)",
            operation=n.constant(type(node.op).__name__, node),
            target=node.target,
            operand=node.value,
        )
        return n.quote(node, "target = call", target=node.target, call=call)[0]

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        self.generic_visit(node)
        deletions: list[ast.stmt] = []
        for target in node.targets:
            parts = _place(self.source, target)
            text = f"delete_{parts.pop('kind')}(trail, owner, key)"
            deletions.append(_statement(self.call(node, text, **parts)))
        return deletions


def _place(source: Source, target: Any) -> dict[str, Any]:
    """A place as the run-time functions take it: its kind, its owner, and its key or name."""
    if isinstance(target, ast.Subscript):
        return {"kind": "item", "owner": target.value, "key": slice_object(target.slice)}
    return {"kind": "attribute", "owner": target.value, "key": n.constant(source.mangled(target.attr), target)}


def slice_object(key: ast.expr) -> ast.expr:
    """The key of a subscript as an expression of its own: a[i:j] has the key slice(i, j, None)."""
    if isinstance(key, ast.Slice):
        bounds = [part or n.constant(None, key) for part in (key.lower, key.upper, key.step)]
        return n.expression(key, "slice(a, b, c)", **dict(zip("abc", bounds, strict=True)))
    if isinstance(key, ast.Tuple):
        key.elts = [slice_object(item) for item in key.elts]
    return key


def _statement(value: ast.expr) -> ast.stmt:
    return n.at(ast.Expr(value), value)  # type: ignore[no-any-return]
