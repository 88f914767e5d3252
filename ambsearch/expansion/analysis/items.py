"""What the containers visibly hold that a function makes, and keeps to itself: rows = [set() for _ in range(9)].

Each place that names such a container is looked at: one that gives it another item says which; one that might, because
the container itself goes elsewhere, such as `f(rows)` or `other = rows`, ends what can be seen.
"""

import ast
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.values import assigned_parts, bindings
from ambsearch.expansion.reading.source import HARMLESS, LAZY, Source
from ambsearch.expansion.trees import nodes as ir

Given = list[ast.expr | None]  # the items that a container is given; None for those that cannot be seen

# what gives no item to its argument, and does not give it out again
LOOKING = HARMLESS | LAZY | {"print"}
TURNS = frozenset("turns turns_of_enumerate turns_of_zip turns_of_reversed".split())
METHODS = frozenset("values items keys get copy index count pop remove discard clear sort reverse".split())
# the first item among the arguments of those methods that give one
GIVING = {"append": 0, "add": 0, "insert": 1, "setdefault": 1}
# what only asks about a value
ASKING = (ir.Guard, ast.If, ast.While, ast.Compare, ast.FormattedValue, ast.Expr)
LOOKS = (*ASKING, ir.Condition, ast.UnaryOp, ast.For, ast.comprehension, ast.Starred, ir.Choose, ir.PassOn, ir.Answer)


def items_given(
    source: Source, body: list[Any], names: list[str], is_own: Callable[[ast.Call], bool] = lambda call: False
) -> dict[str, Given]:
    """Of each of these variables what the containers are given that it holds; is_own: is this a call of the function itself?"""
    found: dict[str, Given] = {name: [] for name in names}
    for node in ir.inside(*body):
        for name, value in bindings(node):
            found.setdefault(name, []).extend(items_begun_with(source, value))
    parents = ir.parents_in(*body)
    for node in parents:
        if isinstance(node, ast.Name) and node.id in names:
            is_passed = isinstance(parents[node], ast.Call) and is_own(parents[node])
            found[node.id] += [] if is_passed else _items_from(source, node, parents)
    return found


def items_in_field(source: Source, name: str) -> Given:
    """What a function gives to the containers that attributes of this name hold, whatever object has them."""
    values = {place: value for node in source.nodes for place, value in assigned_parts(node)}
    parents = ir.parents_in(*source.body)
    found: Given = []
    for node in parents:
        if isinstance(node, ast.Attribute) and source.mangled_name(node.attr) == name:
            is_set = isinstance(node.ctx, ast.Store)
            found += items_begun_with(source, values.get(node)) if is_set else _items_from(source, node, parents)
    return found


def items_begun_with(source: Source, value: ast.expr | None) -> Given:
    """The items with which this container is made: none of list(), dict() or set(); those that a defaultdict makes itself."""
    match value:
        case ast.Call(func=function, args=[make], keywords=[]) if source.resolve(function) is defaultdict:
            return [ir.at(ast.Call(make, [], []), value)]
        case ast.Call(args=[], keywords=[]) if source.builtin(value) in ("list", "dict", "set"):
            return []
    return items_in(value)


def items_in(value: ast.expr | None) -> Given:
    """The items with which this container is made."""
    match value:
        case ast.List(elts=items) | ast.Set(elts=items) if not any(isinstance(item, ast.Starred) for item in items):
            return [*items]
        case ast.Dict(keys=keys, values=items) if None not in keys:
            return [*items]
        case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.DictComp(value=item):
            return [item]
        case ast.BinOp(left=ast.List() as left, op=ast.Mult()):
            return items_in(left)
    return [None]


def _items_from(source: Source, node: ast.Name | ast.Attribute, parents: dict[ast.AST, Any]) -> Given:
    """The items that the place of this name, or attribute, gives to its container."""
    parent: Any = parents[node]
    above: Any = parents.get(parent)
    if not isinstance(node.ctx, ast.Load):
        return [None] if isinstance(parent, ast.AugAssign) else []
    match parent:
        case ast.Subscript(ctx=context, slice=place) if parent.value is node:
            is_plain = isinstance(above, ast.Assign) and not isinstance(place, ast.Slice)
            if is_plain and parent in above.targets:
                return [above.value]
            return [None] if isinstance(context, ast.Store) else []
        case ast.Attribute(attr=name) if isinstance(above, ast.Call) and above.func is parent:
            return [*above.args[GIVING[name] :]] or [None] if name in GIVING else [] if name in METHODS else [None]
        case ast.Call(func=function, args=given) if node in given:
            if isinstance(function, ir.Helper):
                return [] if function.id in TURNS else [None]
            if isinstance(above, ASKING) and not changes(source, [parent]):
                return []
            is_same = source.builtin(parent) in ("min", "max") and len(given) > 1
            return [] if source.builtin(parent) in LOOKING and not is_same else [None]
        case ast.Tuple() | ast.List() | ast.Dict():
            return [] if is_answer(source, above) else [None]
    return [] if isinstance(parent, LOOKS) or is_answer(source, parent) else [None]


def is_answer(source: Source, node: Any) -> bool:
    """Is this an answer, which is copied, or changed by a search that takes that back?"""
    is_return = isinstance(node, ast.Return) and node in source.nodes
    return isinstance(node, ir.Answer) or is_return and source.is_ambiguous(source.tree)
