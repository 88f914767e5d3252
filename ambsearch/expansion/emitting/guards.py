"""Dead ends without choices: an `if`, `match` or loop with only guards stays what it is.

Flat        dead ends inside it say that the branch is dead, and leave the loops
Sealed      the same inside try and with, which an answer or a jump leaves first
as_guard    an `if` with nothing but guards in it is one guard

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     while x > 1:
...         if x % 2:
...             return x
...         x = x // 2
>>> print(expand(f), end="")
def f(xs):
    for x in xs:
        while x > 1:
            if x % 2:
                yield x
                break
            x = x // 2
        else:
            yield None
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.flow import names_surely_bound
from ambsearch.expansion.trees import nodes as ir


class Flat:
    """Dead ends inside plain loops and ifs: say that the branch is dead, and leave the loops."""

    def __init__(self, alive: str | None, answer: Any) -> None:
        self.alive = alive
        self.answer = answer

    def block(self, statements: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        flat: list[ast.stmt] = []
        for i, node in enumerate(statements):
            if not ir.leaps(node):
                flat.append(node)
                continue
            flat += self.leap(node, in_loop)
            if isinstance(node, (ir.Dead, ir.Answer, ir.Next, ir.Leave)):
                return flat
            if in_loop and not isinstance(node, ir.LOOPS):
                continue  # it has left the loop itself
            rest = self.block(statements[i + 1 :], in_loop)
            return flat + self.if_alive(node, rest, in_loop)
        return flat

    def if_alive(self, node: Any, rest: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        if in_loop:
            return ir.quote(node, "if not alive: break", alive=self.alive) + rest
        if isinstance(node, ir.Guard):
            text = "if test: rest\nelse: dead" if rest else "if not test: dead"
            return ir.quote(node, text, test=node.test, rest=rest, dead=self.dead(node, in_loop))
        return ir.quote(node, "if alive: rest", alive=self.alive, rest=rest) if rest else []

    def dead(self, node: ast.AST, in_loop: bool) -> list[ast.stmt]:
        flag = ir.quote(node, "alive = False", alive=self.alive) if self.alive else []
        return flag + (ir.quote(node, "break") if in_loop else [])

    def leap(self, node: Any, in_loop: bool) -> list[ast.stmt]:
        match node:
            case ir.Guard():
                dead = self.dead(node, in_loop)
                return ir.quote(node, "if not test: dead", test=node.test, dead=dead) if in_loop else []
            case ir.Dead():
                return self.dead(node, in_loop)
            case ir.Answer() | ir.Next() | ir.Leave():
                return self.leave(node) + self.dead(node, in_loop)
            case ast.For() | ast.While():
                node.body = self.block(node.body, True)
                node.orelse = self.block(node.orelse, in_loop) if node.orelse else []
            case _:
                is_tried = self.alive is not None and not in_loop and isinstance(node, (ast.Try, ast.TryStar))
                may_leave = is_tried and any(map(ir.leaps, node.body))
                for part, field in ir.blocks(node):
                    if getattr(part, field):
                        setattr(part, field, self.block(getattr(part, field), in_loop))
                if may_leave and node.orelse:  # a `return` skips the `else`
                    node.orelse = ir.quote(node, "if alive: orelse", alive=self.alive, orelse=node.orelse)
        return [node]

    def leave(self, node: Any) -> list[ast.stmt]:
        """An answer on the spot."""
        answer: list[ast.stmt] = self.answer(node.value, node)
        return answer


class Sealed(Flat):
    """Inside `try` and `with`, which are left before the search goes on: an answer, or a jump to a loop with choices.

    way: the variable that says how the statement was left, by a number; exits: the leaps, by that number;
    result: the variable for the answer.
    """

    def __init__(self, alive: str, way: str, result: str) -> None:
        super().__init__(alive, None)
        self.way, self.result = way, result
        self.exits: list[Any] = []

    def leave(self, node: Any) -> list[ast.stmt]:
        self.exits.append(node)
        number = ir.constant(len(self.exits), node)
        keep = ir.quote(node, "result = E", result=self.result, E=node.value) if isinstance(node, ir.Answer) else []
        return keep + ir.quote(node, "way = number", way=self.way, number=number)


def is_sealed(*nodes: ast.AST) -> bool:
    """Is there a try or with that an answer or a jump leaves?"""
    holders = [node for node in ir.inside(*nodes) if isinstance(node, (ast.Try, ast.TryStar, ast.With))]
    return any(isinstance(part, (ir.Answer, ir.Next, ir.Leave)) for node in holders for part in ir.inside(node))


def needs_no_flag(parts: list[ast.stmt]) -> bool:
    """One loop whose every dead end leaves it directly, so that its `else` means that the branch lives?"""
    if len(parts) != 1 or not isinstance(parts[0], ir.LOOPS) or parts[0].orelse:
        return False
    loop = parts[0]
    breaks = any(isinstance(node, ast.Break) for node in ir.inside(*loop.body))
    inner = any(isinstance(node, ir.LOOPS) and ir.leaps(node) for node in ir.inside(*loop.body))
    return not breaks and not inner


def as_guard(node: ast.If) -> ir.Guard | None:
    """An `if` with nothing but guards in it is one guard: if c: require(p)  ->  require(not c or p)."""
    tests = [_conjunction(branch, node) for branch in (node.body, node.orelse)]
    if None in tests or names_surely_bound([node]):
        return None
    parts = {"c": node.test, "p": tests[0], "q": tests[1]}
    text = "p if c else q" if node.orelse else "not c or p"
    if isinstance(tests[0], ast.Constant) and not tests[0].value:
        text = "not c and q" if node.orelse else "not c"
    return ir.at(ir.Guard(ir.expression(node, text, **parts)), node)  # type: ignore[no-any-return]


def _conjunction(branch: list[ast.stmt], origin: ast.AST) -> ast.expr | None:
    match branch:
        case [] | [ast.Pass()]:
            return ir.constant(True, origin)
        case [ir.Dead(), *_]:
            return ir.constant(False, origin)
        case [ast.If() as inner, *others]:
            guard = as_guard(inner)
            return None if guard is None else _conjunction([guard, *others], origin)
        case [ir.Guard(test=test)]:
            return test
        case [ir.Guard(test=test), *others] if (rest := _conjunction(others, origin)) is not None:
            return ir.at(ast.BoolOp(ast.And(), [test, rest]), origin)  # type: ignore[no-any-return]
    return None
