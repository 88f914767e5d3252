"""The user's functions that a call may run, and what they visibly give.

functions_of(source, call)      plain functions and methods; searches_of: ambiguous ones
asks_only(own)                  gives True or False, and does nothing besides; gives_only: gives something
returned(code, space)           what its `return` statements give

>>> is_condition(ast.parse("x > 1", mode="eval").body), is_condition(ast.parse("x + 1", mode="eval").body)
(True, False)
"""

import ast
import types
from collections import deque
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.facts import is_fatal, is_harmless
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import WORLD, methods_of
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.texts import NoSource, definition
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own

OF_PYTHON = list, dict, set, str, deque  # which have methods of their own


def functions_of(source: Source, call: ast.Call) -> list[types.FunctionType]:
    """The user's functions that this call may run; none if others may be among them."""
    function = call.func
    if isinstance(function, ast.Attribute) and source.is_method(function):
        is_other = function.attr in WORLD.stored or any(hasattr(kind, function.attr) for kind in OF_PYTHON)
        found = [] if is_other else WORLD.methods(function.attr)
    else:
        found = [source.resolve(function)]
    return found if all(type(part) is types.FunctionType and is_own(part.__code__) for part in found) else []


def searches_of(source: Source, call: ast.Call) -> list[Own]:
    """The user's ambiguous functions that this call may run; none if others may be among them."""
    function, found = call.func, source.resolve(call.func)
    if isinstance(found, Ambiguous):
        return [Own(found.__wrapped__.__code__, found.__wrapped__.__globals__)]
    methods = methods_of(source, function.attr) if found is UNKNOWN and isinstance(function, ast.Attribute) else []
    return [own for own, _ in methods] if all(type(value) is Ambiguous for _, value in methods) else []


def asks_only(own: Own) -> bool:
    """Does this function give True or False, or is it named `require`, and changes, prints, requires and raises nothing?"""
    is_test = own.code.co_name in ENDS or all(map(is_condition, returned(own.code, own.space)))
    return is_test and gives_only(own)


def gives_only(own: Own) -> bool:
    """Does this function give something, and changes, prints, requires and raises nothing?"""
    try:
        node: Any = definition(own.code, own.space)[0]
    except NoSource:
        return False
    is_plain = isinstance(node, ast.FunctionDef) and [*map(ast.unparse, node.decorator_list)] in ([], ["property"])
    parts = list(ir.inside(*node.body)) if is_plain else []
    acts = [part for part in parts if isinstance(part, (ast.Raise, ast.Assert, *ir.YIELDS))]
    if acts or any(isinstance(part, ast.Expr) and isinstance(part.value, ast.Call) for part in parts):
        return False
    given = [part.value for part in parts if isinstance(part, ast.Return)]
    return bool(given) and all(given) and is_harmless(own) and not is_fatal(own)


def returned(code: types.CodeType, space: dict[str, Any]) -> list[ast.expr | None]:
    """What the `return` statements of this function give, if it is no generator, and its text can be read."""
    try:
        node: Any = definition(code, space)[0]
    except NoSource:
        return []
    is_plain = isinstance(node, ast.FunctionDef) and not code.co_flags & GIVES_LATER
    return [part.value for part in ir.inside(*node.body) if isinstance(part, ast.Return)] if is_plain else []


def is_condition(value: ast.expr | None) -> bool:
    match value:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=True | False):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ("all", "any", "distinct", "isinstance")
    return False
