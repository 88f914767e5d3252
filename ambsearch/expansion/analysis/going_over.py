"""What a generator goes over while it waits at a `yield`: is that visibly no set or the like?

If not, a choice from it is one from a generator of the same text, whose loops go over what is there when they begin.

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
[False, False, True, True]
"""

import ast
import types
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.facts import consult, is_harmless
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import steady_value
from ambsearch.expansion.reading.codes import EXPRESSION
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.ahead import POOLS, parameters_of
from ambsearch.running.twins import CO_GENERATOR, TWINS

NEW = ("range", "list", "tuple", "sorted", "str")  # they give a sequence


def goes_over_unknown(code: types.CodeType, globals: dict[str, Any], is_recorded: bool) -> bool:
    """May this generator go over a set or the like? is_recorded: is it seen when it changes something? If not, it must not."""
    source = Source.of_code(code, globals)
    if not is_recorded and not is_free(source, Own(code, globals)):
        return code.co_name == EXPRESSION  # what that goes over is there already
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
        case ast.YieldFrom(value=iterable):
            return is_sequence(source, iterable)
    return True


def is_sequence(source: Source, iterable: ast.expr) -> bool:
    """Does this visibly go over a range, a list or the like?"""
    if isinstance(iterable, ast.Call) and source.builtin(iterable) in ("enumerate", "zip", "reversed"):
        return all(is_sequence(source, part) for part in iterable.args)
    if isinstance(iterable, ast.Call):
        return source.builtin(iterable) in NEW or is_pool(source, iterable) or gives_at_rest(source, iterable.func)
    return isinstance(iterable, (ast.Tuple, ast.List, ast.ListComp, ast.Constant))


def is_pool(source: Source, call: ast.Call) -> bool:
    """Is this `combinations` or the like, which read what they are given when they are called?"""
    found = source.resolve(call.func)
    return any(found is kind for kind in POOLS)


def gives_at_rest(source: Source, function: ast.expr) -> bool:
    """Is this a user's generator, perhaps the one with this text, that visibly goes over no set or the like?"""
    found = generator_called(source, function)
    return found and (found.__code__ is source.code or not TWINS.may_move(found.__code__, found.__globals__))


def generator_called(source: Source, function: ast.expr) -> Any:
    """The user's generator function that this global variable stands for, as long as nothing assigns to it; or None."""
    found = steady_value(source, function, types.FunctionType)
    is_one = found is not UNKNOWN and TWINS.is_own(found.__code__) and found.__code__.co_flags & CO_GENERATOR
    return found if is_one else None


def settled_function(source: Source, call: ast.Call) -> Any:
    """What `settled` makes of the generator that is called here, with all that it takes by its place; None if it cannot, or changes something."""
    found = generator_called(source, call.func)
    if found is None or call.keywords or ir.has_star(call):
        return None
    if not len(call.args) == found.__code__.co_argcount == len(parameters_of(found.__code__)):
        return None
    return TWINS.settled_twin(found) if is_harmless(Own(found.__code__, found.__globals__)) else None
