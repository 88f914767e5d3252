"""What a piece of code does besides giving a value: whether it has visible effects, and whether it may raise.

is_silent    nothing is printed, read, drawn at random or kept permanently, as far as the source and what it calls can
tell
may_raise    something in it fails for some values
"""

import ast
import builtins
from collections import Counter, deque
from types import FunctionType, ModuleType
from typing import Any

from ambsearch import language
from ambsearch.answers import Ambiguous
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes
from ambsearch.ground.ownership import PERMANENT
from ambsearch.reached import names_in

# builtins that only give a value; those of TOTAL fail only for a value of a wrong type
TOTAL = frozenset(
    "abs all any bool dict enumerate frozenset isinstance issubclass len list range repr reversed set sorted str sum "
    "tuple type zip".split()
)
PURE = TOTAL | frozenset("bin chr complex divmod filter float format hash int map max min ord pow round slice".split())
WORDS = frozenset(
    "amb an_element_of an_integer_between an_integer_from distinct fail if_fail interleave once require".split()
)
MODULES = frozenset("bisect collections fractions functools heapq itertools math operator string".split())
# by which a loop with choices goes over its items
TURNS = frozenset("turns turns_of_enumerate turns_of_zip turns_of_reversed more len".split())
KINDS = (list, dict, set, frozenset, str, bytes, int, float, tuple, range, deque, Counter)
METHODS = frozenset(name for kind in KINDS for name in dir(kind) if not name.startswith("_"))
RAISING = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift, ast.MatMult)


def is_silent(source: Source, *trees: ast.AST) -> bool:
    """Is it invisible from outside whether this runs, apart from changes that are undone?"""
    return all(_is_silent(source, node) for node in nodes.inside(*trees))


def _is_silent(source: Source, node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name not in source.locals:
            found = source.resolve(node)
            return found is UNKNOWN or is_quiet(found)
        case ast.Call(func=nodes.Helper(id=name)):
            return name in TURNS
        case ast.Call(func=ast.Name()):
            return source.resolve(node.func) is not UNKNOWN
        case ast.Call(func=ast.Attribute(attr=name)):
            found = source.resolve(node.func)
            return name in METHODS if found is UNKNOWN else is_quiet(found)
        case ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Import() | ast.ImportFrom():
            return False
    return True


def is_quiet(value: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Is this data, or something that can be called without a visible effect?"""
    if isinstance(value, ModuleType):
        return value.__name__ in MODULES
    if getattr(value, "__module__", None) == language.__name__:
        return value.__name__ in WORDS
    if isinstance(value, (FunctionType, Ambiguous)) and id(plain(value).__code__) in PERMANENT:
        return False
    if isinstance(value, (FunctionType, Ambiguous)):
        return value in seen or all(is_known(name, plain(value), seen | {value}) for name in names_of(plain(value)))
    if not callable(value):
        return True
    name = getattr(value, "__name__", "")
    if getattr(builtins, name, None) is value:
        return name in PURE
    return getattr(value, "__module__", None) in MODULES


def plain(function: Any) -> Any:
    return function.__wrapped__ if isinstance(function, Ambiguous) else function


def names_of(function: Any) -> set[str]:
    return {*names_in(function.__code__), *function.__code__.co_freevars}


def is_known(name: str, function: Any, seen: frozenset[Any]) -> bool:
    """Is what this name in the code of a function stands for quiet?"""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if name in cells:
        try:
            return is_quiet(cells[name].cell_contents, seen)
        except ValueError:  # not assigned yet
            return False
    value = function.__globals__.get(name, getattr(builtins, name, UNKNOWN))
    if value is not UNKNOWN:
        return is_quiet(value, seen)
    return name in METHODS or any(hasattr(module, name) for module in modules_of(function))


def modules_of(function: Any) -> list[ModuleType]:
    found = (function.__globals__.get(name) for name in names_in(function.__code__))
    return [value for value in found if isinstance(value, ModuleType) and value.__name__ in MODULES]


def may_raise(source: Source, *trees: ast.AST) -> bool:
    """May this fail because of its values? A value of a wrong type, such as a string to be added, does not count."""
    return any(_may_raise(source, node) for node in nodes.inside(*trees))


def _may_raise(source: Source, node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=operation):
            return isinstance(operation, RAISING)
        case ast.Subscript() | ast.Attribute() | ast.Starred() | ast.Lambda():
            return True
        case ast.Call(func=nodes.Helper(id=name)) if name in TURNS:
            return False
        case ast.Call():
            return source.builtin(node) not in TOTAL and source.resolve(node.func) is not language.distinct
        case ast.Assign(targets=targets):
            return not all(isinstance(target, ast.Name) for target in targets)
    return False
