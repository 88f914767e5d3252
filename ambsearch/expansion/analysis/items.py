"""What the containers visibly hold that a function makes, and keeps to itself: rows = [set() for _ in range(9)].

Each place that names such a container is looked at: one that gives it another item says which; one that might, because
the container itself goes elsewhere, such as `f(rows)` or `other = rows`, ends what can be seen.
"""

import ast
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.analysis.bindings import assigned_parts, bindings, taken_from
from ambsearch.expansion.analysis.uses import use_of
from ambsearch.expansion.reading.source import HARMLESS, LAZY, Source
from ambsearch.expansion.trees import nodes as ir

Given = list[ast.expr | None]  # the items that a container is given; None for those that cannot be seen
Parents = dict[ast.AST, Any]  # of each node the one around it
Let = Callable[[ast.Name, Parents], bool]

# what gives no item to its argument, and does not give it out again
LOOKING = HARMLESS | LAZY | {"print"}
TURNS = frozenset("turns turns_of_enumerate turns_of_zip turns_of_reversed".split())
METHODS = frozenset("values items keys get copy index count pop remove discard clear sort reverse".split())
# the first item among the arguments of those methods that give one
GIVING = {"append": 0, "add": 0, "insert": 1, "setdefault": 1}
SPLITS = frozenset("split rsplit splitlines partition rpartition".split())
DEFINITIONS = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef


def items_given(source: Source, body: list[Any], names: list[str], is_let: Let = lambda *_: False) -> dict[str, Given]:
    """Of each of these variables what the containers are given that it holds; is_let: may one go there all the same?"""
    found: dict[str, Given] = {name: [] for name in names}
    for node in ir.inside(*body):
        for name, value in bindings(node):
            found.setdefault(name, []).extend([None] if is_shared(node) else items_begun_with(source, value))
    parents = ir.parents_in(*body)
    for node in parents:
        if isinstance(node, ast.Name) and node.id in names:
            found[node.id] += [] if is_let(node, parents) else _items_from(source, node, parents)
    return found


def is_shared(node: ast.AST) -> bool:
    """Does this give one container to two variables?"""
    return isinstance(node, ast.Assign) and len(node.targets) > 1


def items_begun_with(source: Source, value: ast.expr | None) -> Given:
    """The items with which this container is made: none of list(), dict() or set(); those that a defaultdict makes itself."""
    match value:
        case ast.List(elts=items) | ast.Set(elts=items) if not any(isinstance(item, ast.Starred) for item in items):
            return [*items]
        case ast.Dict(keys=keys, values=items) if None not in keys:
            return [*items]
        case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.DictComp(value=item):
            return [item]
        case ast.BinOp(left=ast.List() as left, op=ast.Mult()):
            return items_begun_with(source, left)
        case ast.Call(func=function, args=[make], keywords=[]) if source.resolve(function) is defaultdict:
            return [ir.at(ast.Call(make, [], []), value)]
        case ast.Call(args=[], keywords=[]) if source.builtin(value) in ("list", "dict", "set"):
            return []
        case ast.Call(args=[items]) if source.builtin(value) in ("list", "set", "sorted"):
            return [taken_from(items, value)]
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            return [taken_from(one, value), taken_from(other, value)]
        case ast.Call() if is_split(value):
            return [taken_from(value, value)]
    return [None]


def is_split(value: ast.expr | None) -> bool:
    """Is this text.split() or the like, which of a string gives its parts?"""
    return isinstance(value, ast.Call) and getattr(value.func, "attr", "") in SPLITS


def _items_from(source: Source, node: Any, parents: Parents) -> Given:
    """The items that the place of this name, or attribute, gives to its container."""
    if not isinstance(getattr(node, "ctx", None), ast.Load | None):
        return items_added(source, parents[node])
    match use_of(node, parents):
        case "item" | "looked" | "over", _:
            return []
        case "yielded", _ if source.is_ambiguous(source.tree):  # one of them is chosen
            return []
        case "changed", ast.Subscript() as place:
            return items_put(place, parents)
        case "asked", ast.Call(func=ast.Attribute(attr=name), args=given):
            return [*given[GIVING[name] :]] or [None] if name in GIVING else [] if name in METHODS else [None]
        case "given", ast.Call(func=ir.Helper(id=name)):
            return [] if name in TURNS else [None]
        case "given", ast.Call(args=given) as call if node in given:
            is_same = source.builtin(call) in ("min", "max") and len(given) > 1
            return [] if source.builtin(call) in LOOKING and not is_same else [None]
        case "held", ast.Tuple() | ast.List() | ast.Dict() as display:
            return [] if is_answer(source, parents[display]) else [None]
        case _, by:
            return [] if is_answer(source, by) else [None]


def items_added(source: Source, node: ast.AST) -> Given:
    """What `rows += E` gives to its container."""
    if not isinstance(node, ast.AugAssign):
        return []
    if not isinstance(node.op, ast.Add):
        return [None]
    is_literal = isinstance(node.value, ast.List | ast.ListComp)
    return items_begun_with(source, node.value) if is_literal else [taken_from(node.value, node.value)]


def items_put(place: ast.Subscript, parents: Parents) -> Given:
    """What is assigned to this place in it."""
    above: Any = parents[place]
    if isinstance(place.ctx, ast.Del):
        return []
    if isinstance(above, ast.AugAssign):
        return [ir.at(ast.BinOp(place, above.op, above.value), above)]
    while isinstance(above, ir.UNPACKED):
        above = parents.get(above)
    return [None if isinstance(place.slice, ast.Slice) else dict(assigned_parts(above)).get(place)]


def is_answer(source: Source, node: Any) -> bool:
    """Is this an answer, which is copied, or changed by a search that takes that back?"""
    is_return = isinstance(node, ast.Return) and node in source.nodes
    return isinstance(node, ir.Answer) or is_return and source.is_ambiguous(source.tree)
