"""Warns of conditions on one variable that exclude each other, or leave nothing out.

x > 5 and x < 3         is never true
x == 1 and x == 2       likewise
x != 1 or x != 2        is always true
9 < x < 5               is never true

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         x = yield range(9)
...         require(x > 5 and x < 3)
...         return x
>>> print(told[0].message)
x > 5 and x < 3 is never true; write x > 5 or x < 3
"""

import ast
import itertools
import operator
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.reading.source import Source

SIGNS: dict[type, Callable[[Any, Any], Any]] = {
    **{ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge},
    **{ast.Eq: operator.eq, ast.NotEq: operator.ne},
}
EQUAL = (ast.Eq, ast.NotEq)


def warn_of_contrary(source: Source, node: ast.BoolOp) -> None:
    """Warn of `x > 5 and x < 3`, which is never true, and of `x != 1 or x != 2`, which always is."""
    found: dict[str, list[Any]] = {}
    for part in node.values:
        if place := compared(part):
            found.setdefault(place, []).append(part)
    for place, parts in found.items():
        values = constants(parts)
        is_and = isinstance(node.op, ast.And)
        how_often, sign = ("never", "in") if is_and else ("always", "not in")
        if len(values) > 1 and given_by(parts, values, all if is_and else any) == {not is_and}:
            instead = ast.unparse(ast.BoolOp(ast.Or() if is_and else ast.And(), parts))
            if all(isinstance(operator, EQUAL) for part in parts for operator in part.ops):
                instead = f"{place} {sign} ({', '.join(map(repr, values))})"
            source.warn(node.lineno, f"{ast.unparse(node)} is {how_often} true; write {instead}")


def warn_of_empty_chain(source: Source, node: ast.Compare) -> None:
    """Warn of `9 < x < 5`."""
    values = constants([node]) if len(node.ops) == 2 and compared(node) else []
    if len(values) == 2 and given_by([node], values, all) == {False}:
        turned = ast.Compare(node.comparators[1], node.ops, [node.comparators[0], node.left])
        source.warn(node.lineno, f"{ast.unparse(node)} is never true; write {ast.unparse(turned)}")


def compared(node: Any) -> str:
    """The variable that this compares with constants, if it does nothing else."""
    if not isinstance(node, ast.Compare) or not all(type(sign) in SIGNS for sign in node.ops):
        return ""
    others = [part for part in operands(node) if not isinstance(part, ast.Constant)]
    return ast.unparse(others[0]) if len(others) == 1 and isinstance(others[0], (ast.Name, ast.Attribute)) else ""


def operands(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def constants(parts: list[Any]) -> list[Any]:
    """Those that are compared with; none if they cannot be compared with one another."""
    found = [part.value for node in parts for part in operands(node) if isinstance(part, ast.Constant)]
    is_equality = all(isinstance(sign, EQUAL) for node in parts for sign in node.ops)
    kinds = {int if type(value) is float else type(value) for value in found}
    return list(dict.fromkeys(found)) if kinds == {int} or is_equality and len(kinds) == 1 else []


def given_by(parts: list[Any], values: list[Any], joined: Callable[[Any], bool]) -> set[bool]:
    """What these comparisons give, joined, for each of the values, those between them, and those beyond."""
    if any(isinstance(value, (int, float)) for value in values):
        ordered = sorted(values)
        between = [(low + high) / 2 for low, high in itertools.pairwise(ordered)]
        values = [ordered[0] - 1, *ordered, *between, ordered[-1] + 1]
    else:
        values = [*values, object()]
    return {joined(holds(part, value) for part in parts) for value in values}


def holds(node: ast.Compare, value: Any) -> bool:
    sides = [part.value if isinstance(part, ast.Constant) else value for part in operands(node)]
    return all(SIGNS[type(sign)](*pair) for sign, pair in zip(node.ops, itertools.pairwise(sides), strict=True))
