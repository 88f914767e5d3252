"""What a guard has found absent, so that what adds it need not ask again: if k not in c: c.add(k); try: rest finally: c.discard(k).

>>> from ambsearch import ambiguous, expand, require
>>> @ambiguous
... def f(n):
...     seen, board = set(), {}
...     x = yield range(n)
...     require(x not in seen and (x, 0) not in board)
...     seen.add(x)
...     board[x, 0] = n
...     return dict(board)
>>> print(expand(f), end="")
def f(n):
    seen, board = (set(), {})
    for x in range(n):
        if x not in seen and (x, 0) not in board:
            seen.add(x)
            try:
                key = (x, 0)
                board[key] = n
                try:
                    yield dict(board)
                finally:
                    del board[key]
            finally:
                seen.discard(x)
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

Absent = frozenset[tuple[str, str]]  # variables of containers, each with a key, as text
NONE: Absent = frozenset()
ADDING = "append", "appendleft", "add"  # which no dict has
# methods of a user's class may look at what changes meanwhile
ASKED = "__eq__", "__hash__", "__getitem__", "__add__", "__radd__", "__sub__", "__rsub__"
PLAIN = (
    *(ast.Assign, ast.Expr, ast.Name, ast.Constant, ast.Tuple, ast.Subscript, ir.Condition),
    *(ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.operator, ast.cmpop, ast.boolop, ast.unaryop),
)


def absent_where(source: Source, test: Any, holds: bool = True) -> Absent:
    """What is surely absent where this test holds, or does not."""
    match test:
        case ir.Condition():
            return absent_where(source, test.value, holds)
        case ast.UnaryOp(op=ast.Not()):
            return absent_where(source, test.operand, not holds)
        case ast.BoolOp(op=joined, values=values) if isinstance(joined, ast.And if holds else ast.Or):
            found = NONE
            for value in values:
                found = still_absent(source, found, value) | absent_where(source, value, holds)
            return found
        case ast.Compare(left=key, ops=[asked], comparators=[ast.Name(id=name)]):
            is_told = isinstance(asked, ast.NotIn if holds else ast.In)
            if is_told and is_steady(source, [key, *test.comparators]) and WORLD.functions.keys().isdisjoint(ASKED):
                return frozenset({(name, ast.dump(key))})
    return NONE


def is_steady(source: Source, values: list[ast.expr]) -> bool:
    """Are these the same whenever they are evaluated, as long as their variables are?"""
    parts = list(ir.inside(*values))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    kinds = ast.Name, ast.Constant, ast.Tuple, ast.BinOp, ast.Add, ast.Sub, ast.Load
    return names <= source.locals - source.boxes and all(isinstance(part, kinds) for part in parts)


def still_absent(source: Source, absent: Absent, node: Any) -> Absent:
    """What is so after this statement or test: what it has added meanwhile to a set is taken out with it, too."""
    if not absent:
        return absent
    parts = [node]
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(), attr=name), args=parts, keywords=[])):
            is_adding = name in ADDING and name not in WORLD.functions
        case _:
            is_adding = not changes(source, [node])
    if not is_adding or not all(isinstance(part, (*PLAIN, ast.expr_context)) for part in ir.inside(*parts)):
        return NONE
    bound = Names(node).bound
    return frozenset(
        (name, key) for name, key in absent if name not in bound and not any(f"'{b}'" in key for b in bound)
    )
