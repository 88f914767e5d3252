"""What the containers visibly hold that a function makes, and keeps to itself: rows = [set() for _ in range(9)].

Each place that names such a container is looked at: one that gives it another item says which; one that might, because
the container itself goes elsewhere, such as `f(rows)` or `other = rows`, ends what can be seen.
"""

import ast
import heapq
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.values import assigned_parts, bindings
from ambsearch.expansion.reading.comprehensions import COMPREHENSIONS
from ambsearch.expansion.reading.source import HARMLESS, LAZY, Source
from ambsearch.expansion.trees import nodes as ir

Given = list[ast.expr | None]  # the items that a container is given; None for those that cannot be seen

# what gives no item to its argument, and does not give it out again
LOOKING = HARMLESS | LAZY | {"print"}
TURNS = frozenset("turns turns_of_enumerate turns_of_zip turns_of_reversed".split())
METHODS = frozenset("values items keys get copy index count pop remove discard clear sort reverse".split())
# the first item among the arguments of those methods that give one
GIVING = {"append": 0, "add": 0, "insert": 1, "setdefault": 1}
HEAPS = heapq.heapify, heapq.heappop, heapq.heappush, heapq.heappushpop, heapq.heapreplace
TAKING, VIEWS = ("get", "pop", "setdefault"), ("values", "items")
LOOPS = ast.For, ast.comprehension, ir.Choose
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
            found.setdefault(name, []).extend([None] if is_shared(node) else items_begun_with(source, value))
    parents = ir.parents_in(*body)
    for node in parents:
        if isinstance(node, ast.Name) and node.id in names:
            is_passed = isinstance(parents[node], ast.Call) and is_own(parents[node])
            found[node.id] += [] if is_passed else _items_from(source, node, parents)
    return found


def is_shared(node: ast.AST) -> bool:
    """Does this give one container to two variables?"""
    return isinstance(node, ast.Assign) and len(node.targets) > 1


def items_in_field(source: Source, name: str) -> Given:
    """What a function gives to the containers that attributes of this name hold, whatever object has them."""
    alone = [node for node in source.nodes if not is_shared(node)]
    values = {place: value for node in alone for place, value in assigned_parts(node)}
    parents = ir.parents_in(*source.body)
    found: Given = []
    for node in parents:
        if isinstance(node, ast.Attribute) and source.mangled_name(node.attr) == name:
            is_set = isinstance(node.ctx, ast.Store)
            found += items_begun_with(source, values.get(node)) if is_set else _items_from(source, node, parents)
    return found


def items_inside(source: Source, body: list[Any], names: Collection[str], dicts: Collection[str]) -> dict[str, Given]:
    """Of each of these variables, which hold containers of containers, what those inside are given after they are made."""
    found: dict[str, Given] = {name: [] for name in names}
    if not names:
        return found
    parents = ir.parents_in(*body)
    for node in parents:
        if isinstance(node, ast.Name) and node.id in names:
            found[node.id] += _items_from_inside(source, node, parents)
    in_text = [node for node in source.nodes if isinstance(node, ast.For)]  # with choices in it, it is nowhere else
    for loop in [*parents, *body, *in_text]:
        for target, taken in parts_taken(source, loop):
            name = owner_of_items(taken, dicts)
            if name in names:
                found[name] += _items_from_variable(source, target, parents, parents.get(loop))
    return found


def parts_taken(source: Source, loop: Any) -> list[tuple[Any, ast.expr]]:
    """What a loop or a choice assigns to, each with what it takes: of `key, value in d.items()` both."""
    if not isinstance(loop, LOOPS):
        return []
    target, items = loop.target, loop.items if isinstance(loop, ir.Choose) else loop.iter
    match target, items:
        case ast.Tuple(elts=[one, other]), ast.Call(func=ast.Attribute(value=owner, attr="items"), args=[]):
            keys, values = (ast.Call(ast.Attribute(owner, name, ast.Load()), [], []) for name in ("keys", "values"))
            return [(one, taken_from(keys, items)), (other, taken_from(values, items))]
        case ast.Tuple(elts=[one, other]), ast.Call(args=[owner], keywords=[]) if source.builtin(items) == "enumerate":
            return [(one, ir.constant(0, items)), (other, taken_from(owner, items))]
    return [(target, taken_from(items, items))]


def taken_from(items: ast.expr, place: ast.expr) -> ast.expr:
    found: ast.expr = ir.at(ast.Starred(items, ast.Load()), place)
    return found


def owner_of_items(taken: Any, dicts: Collection[str]) -> str:
    """The variable from whose container, or from the values of whose dict, this takes an item."""
    match taken:
        case ast.Starred(value=ast.Name(id=name)) if name not in dicts:
            return name
        case ast.Starred(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="values"))):
            return name
        case ast.Subscript(value=ast.Name(id=name), slice=place) if not isinstance(place, ast.Slice):
            return name
    return ""


def _items_from_inside(source: Source, node: ast.Name, parents: dict[ast.AST, Any]) -> Given:
    """The items that the place of this name gives to the containers in its container."""
    parent: Any = parents[node]
    above: Any = parents.get(parent)
    match parent:
        case ast.Subscript(slice=place) if parent.value is node and not isinstance(place, ast.Slice):
            return _items_from_taken(source, parent, parents) if isinstance(parent.ctx, ast.Load) else []
        case ast.Attribute(attr=name) if isinstance(above, ast.Call) and above.func is parent:
            if name in TAKING:
                return _items_from_taken(source, above, parents)
            is_seen = name in GIVING or name in ("clear", "keys")
            return [] if is_seen or name in VIEWS and is_gone_over(source, above, parents) else [None]
        case ast.Call() if node in parent.args and source.builtin(parent) in ("len", "enumerate"):
            return [] if source.builtin(parent) == "len" or is_gone_over(source, parent, parents) else [None]
        case ast.Call(func=ir.Helper(id=name)):
            return [] if name in TURNS else [None]
        case ast.Call() if node in parent.args and isinstance(above, ASKING):
            return [None] if changes(source, [parent]) else []
        case ast.Tuple() | ast.List():
            return [] if is_answer(source, above) else [None]
    is_seen = isinstance(parent, (*ASKING, *LOOPS, ir.Condition, ir.Answer)) or is_answer(source, parent)
    return [] if is_seen or not isinstance(node.ctx, ast.Load) else [None]


def is_gone_over(source: Source, items: Any, parents: dict[ast.AST, Any]) -> bool:
    """Does a loop or a choice take the items of this apart?"""
    loop = parents[items]
    is_turns = isinstance(loop, ast.Call) and isinstance(loop.func, ir.Helper) and loop.func.id in TURNS
    return is_turns or any(owner_of_items(taken, ()) for _, taken in parts_taken(source, loop))


def _items_from_taken(source: Source, node: Any, parents: dict[ast.AST, Any]) -> Given:
    """The same where an item is taken, perhaps into a variable."""
    match parents[node]:
        case ast.Assign(targets=[target]):
            return _items_from_variable(source, target, parents)
    return _items_from(source, node, parents)


def _items_from_variable(source: Source, target: Any, parents: dict[ast.AST, Any], within: Any = None) -> Given:
    """What a variable gives to the container that it holds; within: the comprehension whose variable it is."""
    if not isinstance(target, ast.Name):
        return [None]
    name, is_inner = target.id, isinstance(within, COMPREHENSIONS)
    is_seen = name in source.locals | source.temporaries and name not in source.boxes | source.nonlocals
    nodes = ir.walk(within) if is_inner else parents if is_seen else None
    if nodes is None:
        return [None]
    places = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
    return [item for place in places for item in _items_from(source, place, parents)]


def items_begun_with(source: Source, value: ast.expr | None) -> Given:
    """The items with which this container is made: none of list(), dict() or set(); those that a defaultdict makes itself."""
    match value:
        case ast.Call(func=function, args=[make], keywords=[]) if source.resolve(function) is defaultdict:
            return [ir.at(ast.Call(make, [], []), value)]
        case ast.Call(args=[], keywords=[]) if source.builtin(value) in ("list", "dict", "set"):
            return []
        case ast.Call(args=[items]) if source.builtin(value) in ("list", "set", "sorted"):
            return [taken_from(items, value)]
        case ast.BinOp(left=one, op=ast.Add(), right=other):
            return [taken_from(one, value), taken_from(other, value)]
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


def _items_from(source: Source, node: Any, parents: dict[ast.AST, Any]) -> Given:
    """The items that the place of this name, or attribute, gives to its container."""
    parent: Any = parents[node]
    above: Any = parents.get(parent)
    if not isinstance(getattr(node, "ctx", None), ast.Load | None):
        if not isinstance(parent, ast.AugAssign):
            return []
        if not isinstance(parent.op, ast.Add):
            return [None]
        is_literal = isinstance(parent.value, ast.List | ast.ListComp)
        return items_in(parent.value) if is_literal else [taken_from(parent.value, parent.value)]
    match parent:
        case ast.Subscript(ctx=context, slice=place) if parent.value is node:
            if isinstance(context, ast.Load | ast.Del):
                return []
            if isinstance(above, ast.AugAssign):
                return [ir.at(ast.BinOp(parent, above.op, above.value), above)]
            while isinstance(above, ir.UNPACKED):
                above = parents.get(above)
            return [None if isinstance(place, ast.Slice) else dict(assigned_parts(above)).get(parent)]
        case ast.Attribute(attr=name) if isinstance(above, ast.Call) and above.func is parent:
            return [*above.args[GIVING[name] :]] or [None] if name in GIVING else [] if name in METHODS else [None]
        case ast.Call(func=function, args=given) if node in given:
            if isinstance(function, ir.Helper):
                return [] if function.id in TURNS else [None]
            if isinstance(above, ASKING) and not changes(source, [parent]):
                return []
            if parent.args[:1] == [node] and is_of_heap(source, parent):
                return [*parent.args[1:]]
            is_same = source.builtin(parent) in ("min", "max") and len(given) > 1
            return [] if source.builtin(parent) in LOOKING and not is_same else [None]
        case ast.Tuple() | ast.List() | ast.Dict():
            return [] if is_answer(source, above) else [None]
    return [] if isinstance(parent, LOOKS) or is_answer(source, parent) else [None]


def is_of_heap(source: Source, call: ast.Call) -> bool:
    """Does this call make a list a heap, or give it an item or take one as one?"""
    found = source.resolve(call.func)
    return any(found is function for function in HEAPS)


def is_answer(source: Source, node: Any) -> bool:
    """Is this an answer, which is copied, or changed by a search that takes that back?"""
    is_return = isinstance(node, ast.Return) and node in source.nodes
    return isinstance(node, ir.Answer) or is_return and source.is_ambiguous(source.tree)
