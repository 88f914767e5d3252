"""The small language of the normal form, our intermediate representation, which is imported as `ir`; and a vocabulary for
trees, from `walking` and `quoting`.

Statements of a normal form are those of Python and these, which say where a search goes:

    Choose(target, items)       target = yield items
    PassOn(items)               return (yield items)
    Guard(test)                 require(test)
    Answer(value)               return value
    Dead()                      fail()
    Turns(prelude, test, body, orelse, loop)    a loop with a choice in it; the prelude computes the test
    Next(loop), Leave(loop)     continue and break of that loop
    Save(target, value)         what stands in a list where it is changed next, if anything does
    Back(body)                  what takes a change back, though an interrupt comes meanwhile
"""

import ast
from typing import Any

from ambsearch.expansion.trees.quoting import *
from ambsearch.expansion.trees.walking import *


class Statement(Node, ast.stmt):
    """A statement of the normal form that Python does not have."""


class Choose(Statement):
    target: ast.expr
    items: ast.expr


class PassOn(Statement):
    items: ast.expr


class Guard(Statement):
    test: ast.expr


class Answer(Statement):
    value: ast.expr


class Dead(Statement):
    pass


class Turns(Statement):
    prelude: list[ast.stmt]
    test: ast.expr
    body: list[ast.stmt]
    orelse: list[ast.stmt]
    loop: int


class Next(Statement):
    loop: int


class Leave(Statement):
    loop: int


class Save(Statement):
    """target = value, an item of a list that is about to be changed: the change itself says that there is none."""

    target: ast.Name
    value: ast.Subscript


class Back(Statement):
    """What takes a change back: printed as it is, linked so that it is begun again where an interrupt comes meanwhile."""

    body: list[ast.stmt]


class Items(Expression):
    """The items of a choice, in the expansion: printed as written, linked so that searches run without copies."""

    value: ast.expr


class Condition(Expression):
    """A name or an attribute that is required: printed as written, linked so that a function is refused, see `uncalled`."""

    value: ast.expr
    text: str


class Attempted(Expression):
    """The items of a choice inside a `try`; what they raise is passed to the branch, which raises it."""

    value: ast.expr


class Give(Expression):
    """The `yield` or `yield from` of a generator that is a helper, not a choice."""

    value: ast.expr | None
    kind: Any  # the class


DEAD_ENDS = (Guard, Answer, Dead)
LEAPS = (Choose, PassOn, Turns, Next, Leave, *DEAD_ENDS)
LEAP_KINDS = frozenset(LEAPS)
LIVE_LEAPS = LEAP_KINDS - frozenset(DEAD_ENDS)
SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LOOPS = (ast.For, ast.While)
YIELDS = (ast.Yield, ast.YieldFrom)
PLACES = (ast.Name, ast.Attribute, ast.Subscript)  # what they stand for is there already, and perhaps held elsewhere
UNPACKED = (ast.Tuple, ast.List)  # targets that take several items
HOLDERS = (ast.stmt, ast.ExceptHandler, ast.match_case)  # what may hold statements


def leaps(*nodes: ast.AST) -> bool:
    """Can the search leave these statements from inside?"""
    return not LEAP_KINDS.isdisjoint(map(type, inside(*nodes)))


def has_choice(*nodes: ast.AST) -> bool:
    """Is there a leap other than a dead end, so that the rest may run several times?"""
    return not LIVE_LEAPS.isdisjoint(map(type, inside(*nodes)))


def is_endless(loop: Any) -> bool:
    """Is this `while True`, which only a jump leaves?"""
    test = getattr(loop, "test", None)
    return isinstance(test, ast.Constant) and bool(test.value)


def gives(node: ast.AST) -> bool:
    return Give in map(type, inside(node))


def has_star(call: ast.Call) -> bool:
    """Is one of its arguments *xs, or **xs?"""
    return ast.Starred in map(type, call.args) or any(part.arg is None for part in call.keywords)


def operands_of(node: ast.expr, operator: type[ast.boolop]) -> list[ast.expr]:
    """The operands of (a and b) and c, each of which Python asks once whether it is true."""
    if not isinstance(node, ast.BoolOp) or type(node.op) is not operator:
        return [node]
    first, *others = node.values
    return [*operands_of(first, operator), *others]


def sides(node: Any) -> list[Any]:
    """What a conditional expression may give, at any depth; anything else gives itself."""
    return [*sides(node.body), *sides(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def yields(*nodes: ast.AST) -> bool:
    """Is this of a generator?"""
    return any(isinstance(node, YIELDS) for node in inside(*nodes))


def has_yield(node: ast.AST) -> bool:
    return ast.Yield in map(type, inside(node))
