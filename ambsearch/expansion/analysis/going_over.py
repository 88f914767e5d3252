"""What a generator goes over while it waits at a `yield`: is that visibly no set or the like?

>>> def squares(n):
...     for i in range(n):
...         yield i * i
>>> def all_of(items):
...     yield from items
>>> [goes_over_unknown(function.__code__, globals(), False) for function in (squares, all_of)]
[False, True]
"""

import ast
import types
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.facts import consult, is_harmless
from ambsearch.expansion.analysis.world import Own
from ambsearch.expansion.reading.codes import EXPRESSION
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import TWINS

NEW = ("range", "list", "tuple", "sorted", "str")  # they give a sequence


def goes_over_unknown(code: types.CodeType, globals: dict[str, Any], is_recorded: bool) -> bool:
    """May this generator go over a set or the like? is_recorded: is it seen when it changes something? If not, it must not."""
    source = Source.of_code(code, globals)
    if not is_recorded and not is_free(source, Own(code, globals)):
        return False
    return source is None or not all(is_known(source, node) for node in source.nodes)


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
    is_made = isinstance(iterable, ast.Call) and source.builtin(iterable) in NEW
    return is_made or isinstance(iterable, (ast.Tuple, ast.List, ast.ListComp, ast.Constant))


TWINS.goes_over = goes_over_unknown
