"""A loop of changes over a few things that are written down is its turns, one after the other."""

from typing import Any

import pytest
from helpers import PUBLIC, compile_program

from ambsearch import ambiguous, expand

START = "xs, a, b = [1, 2], [0], [0]\n    x = yield (1, 2)\n    "
LOOPS = {
    "what it goes over is evaluated before its first turn": (
        "for y in (xs.pop(), xs.pop()): xs.append(y * 10)\n    return xs[:]",
        [[20, 10], [20, 10]],
    ),
    "a variable that its turns bind is read before them": (
        "for y in (a, b): b = y; b.append(x)\n    return a[:], b[:]",
        [([0, 1], [0, 1]), ([0, 2], [0, 2])],
    ),
    "a variable that a later one of them binds is read before it": (
        "for y in (a, (a := b)): y.append(x)\n    return a is b, b[:]",
        [(True, [0, 1]), (True, [0, 2])],
    ),
    "its variable has the last one afterwards": (
        "for y in (a, b): y.append(x)\n    return y is b, b[:]",
        [(True, [0, 1]), (True, [0, 2])],
    ),
    "one list may stand there twice": ("for y in (a, a, b): y.append(x)\n    return a[:]", [[0, 1, 1], [0, 2, 2]]),
    "a function in it sees its variable as it is later": (
        "fs = []\n    for y in (1, 2): fs.append(lambda: y)\n    return [f() for f in fs]",
        [[2, 2], [2, 2]],
    ),
    "a guard in it ends the branch": ("for y in (1, 5): a.append(y); require(x < y)\n    return a[:]", []),
    "a guard in it that holds does not": (
        "for y in (3, 5): a.append(y); require(x < y)\n    return a[:]",
        [[0, 3, 5], [0, 3, 5]],
    ),
    "a constant": ("for y in (3, 'z'): a.append(y)\n    return a[:]", [[0, 3, "z"], [0, 3, "z"]]),
    "a list": ("for y in [a, b]: y += [x]\n    return a[:], b[:]", [([0, 1], [0, 1]), ([0, 2], [0, 2])]),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_over_a_display_does_what_it_did(name: str, deep: bool) -> None:
    text, answers = LOOPS[name]
    search = compile_program(f"def f():\n    {START}{text}", dict(PUBLIC))["f"]

    assert list(ambiguous(deep=deep)(search)()) == answers


def expanded(loop: str) -> str:
    return expand(
        compile_program(f"@ambiguous\ndef f(a, b, c):\n    x = yield (1, 2)\n    {loop}\n    return x", PUBLIC)["f"],
        fast=True,
    )


def test_its_changes_have_their_inverses_beside_them() -> None:
    assert "trail" not in expanded("for y in (a, b[x], c): y.add(x)")


OTHERS = {
    "of more things": "for y in (a, b, c, a, b): y.add(x)",
    "of things that are unpacked": "for y in (a, *b): y.add(x)",
    "which may end": "for y in (a, b):\n        if x in y: break\n        y.add(x)",
    "of a tuple": "for y in a: y.add(x)",
}


@pytest.mark.parametrize("name", OTHERS)
def test_any_other_loop_stays_one(name: str) -> None:
    assert "for y in" in expanded(OTHERS[name])


def test_a_loop_in_a_helper_over_a_display_is_taken_back() -> None:
    text = """
class Board:
    def __init__(self):
        self.rows, self.columns = [set(), set()], [set(), set()]
    def put(self, r, c, v):
        for house in (self.rows[r], self.columns[c]):
            house.add(v)
@ambiguous
def f(board):
    x = yield (1, 2)
    board.put(0, 1, x)
    y = yield (1, 2)
    board.put(1, 1, y)
    return [sorted(house) for house in board.rows + board.columns]
"""
    space: dict[str, Any] = compile_program(text, dict(PUBLIC))
    board = space["Board"]()

    assert list(space["f"](board)) == [
        [[1], [1], [], [1]],
        [[1], [2], [], [1, 2]],
        [[2], [1], [], [1, 2]],
        [[2], [2], [], [2]],
    ]
    assert board.rows + board.columns == [set()] * 4


def test_a_nonlocal_variable_that_a_turn_sets_is_read_before_it() -> None:
    text = """
@ambiguous
def f():
    total, found = 1, []
    def add(n):
        nonlocal total
        total += n
    x = yield (1, 2)
    for y in (total, total): found.append(y); add(x)
    return found[:], total
"""
    assert list(compile_program(text, dict(PUBLIC))["f"]()) == [([1, 1], 3), ([1, 1], 5)]
