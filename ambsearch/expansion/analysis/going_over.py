"""What a generator goes over while it waits at a `yield`: is that visibly no set or the like? Does its first item tell?

>>> def squares(n):
...     for i in range(n):
...         yield i * i
>>> from itertools import combinations
>>> def pairs(items):
...     for pair in combinations(items, 2):
...         yield pair
>>> def each_of(items):
...     for item in items:
...         yield item
>>> def each_of_all(rows):
...     for row in rows:
...         for item in row:
...             yield item
>>> [goes_over_unknown(function.__code__, globals(), False) for function in (squares, pairs, each_of, each_of_all)]
[0, 0, 1, 2]
>>> def pairs_of(items):
...     for i, one in enumerate(items):
...         for other in items:
...             yield one, other
>>> goes_over_unknown(pairs_of.__code__, globals(), False)
1
"""

import ast
import types
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.facts import consult, is_harmless
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.world import Own
from ambsearch.expansion.reading.codes import EXPRESSION
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.ahead import POOLS

NEW = ("range", "list", "tuple", "sorted", "str")  # they give a sequence


def goes_over_unknown(code: types.CodeType, globals: dict[str, Any], is_recorded: bool) -> int:
    """May this generator go over a set or the like? 1: only in loops in which it is at each item, as at the first; 2: in any.

    is_recorded: is it seen when it changes something? If not, it must not.
    """
    source = Source.of_code(code, globals)
    if not is_recorded and not is_free(source, Own(code, globals)):
        return 0
    if source is None:
        return 2
    unknown = [node for node in source.nodes if not is_known(source, node)]
    return (1 if is_around_all(source, unknown) else 2) if unknown else 0


def is_around_all(source: Source, nodes: list[Any]) -> bool:
    """Is each of these a loop around every `yield`, which is entered once, or goes over the same each time?"""
    loops = [node for node in source.nodes if isinstance(node, (ast.For, ast.While)) and ir.yields(node)]
    yields = [node for node in source.nodes if isinstance(node, (ast.Yield, ast.YieldFrom))]
    bound = Names(*source.body).bound
    for node in nodes:
        inner = set(ir.inside(node))
        is_entered_once = inner.issuperset(loops)
        if node not in loops or not inner.issuperset(yields) or not (is_entered_once or is_steady(node, bound)):
            return False
    return True


def is_steady(node: Any, bound: set[str]) -> bool:
    """Is this expression, or what this loop goes over, the same each time? bound: the variables that the function binds."""
    match node:
        case ast.Name(id=name):
            return name not in bound
        case ast.For(iter=part) | ast.Attribute(value=part):
            return is_steady(part, bound)
    return False


def is_free(source: Source | None, own: Own) -> bool:
    """Does it change nothing, apart from what a generator expression goes over, which is there already?"""
    if source is None or own.code.co_name != EXPRESSION:
        return is_harmless(own)
    consult(source)
    loop: Any = source.body[0]
    return not changes(source, loop.body)


def is_known(source: Source, node: Any) -> bool:
    match node:
        case ast.For(iter=iterable) if ir.yields(node):
            return is_sequence(source, iterable)
        case ast.Call():
            return source.builtin(node) not in ("iter", "next")
    return not isinstance(node, ast.YieldFrom)


def is_sequence(source: Source, iterable: ast.expr) -> bool:
    """Does this visibly go over a range, a list or the like?"""
    if isinstance(iterable, ast.Call) and source.builtin(iterable) in ("enumerate", "zip", "reversed"):
        return all(is_sequence(source, part) for part in iterable.args)
    is_made = isinstance(iterable, ast.Call) and (source.builtin(iterable) in NEW or is_pool(source, iterable))
    return is_made or isinstance(iterable, (ast.Tuple, ast.List, ast.ListComp, ast.Constant))


def is_pool(source: Source, call: ast.Call) -> bool:
    """Is this `combinations` or the like, which read what they are given when they are called?"""
    found = source.resolve(call.func)
    return any(found is kind for kind in POOLS)
