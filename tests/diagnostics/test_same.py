"""One thing under two names, or in two places, where two are meant; a default list, and a lock that is held."""

import re
import warnings

import pytest
from helpers import compile_program
from recorded import WORDS

from ambsearch import Refused

pytestmark = pytest.mark.usefixtures("no_other_module")

SOLVE = """
import copy, threading
GLOBAL = [0]
LOCK, AGAIN = threading.Lock(), threading.RLock()
class Held:
    def __init__(self):
        self.lock = threading.Lock()
held = Held()
def helper(board, x, {given}):
    {helper}
@ambiguous
def solve(board):
    x = yield range(2)
    {line}
    return x, board
"""
QUIET = """
new = [1]; old = new; old.append(x); x = len(old)
new = [1]; old = new; x = new == old
new = x; old = new; x = old == new
new = [1]; old = new.copy(); old[0] = x; x = old != new
new = [1]; old = new; new = [x]; new.append(x); x = old != new
new = board[:]; new[0] = board[0][:]; new[0][0] = x
new = board[:]; new[0] = x
new = [row[:] for row in board]; new[0][0] = x
new = copy.deepcopy(board); new[0][0] = x
board = board[:]; x = board[0][0]
y = z = yield (1, 2); y += x; x = z
y = board[0] = yield (1, 2); x = y
y = [(yield (1, 2)), 0] * 2; x = y
with LOCK: y = yield (1, 2)
with AGAIN: y = yield (1, 2)
with held.lock: x = len(board)
with open(x) if x > 1 else AGAIN: y = yield (1, 2)
y = yield [0, 1], [1, 0]; x = y
y, z = yield (0, 1), (1, 0); x = y, z
y, z = yield ([0, 1], [1, 0]); x = y, z
y = yield range(x, x + 1)
y = yield range(0, 5, 2)
y = (yield [0, 1]) or (yield [3, 4]); x = y
y = Held(); z = Held(); x = y is z
y = Held(); z = y; x = y == z
y = yield ["cat", "dog"]; z = []; z += [y]; z.append(y); z.extend([y])
y = yield "abc"; z = set(); z.update(y); x = len(z)
y = {"a": x}; y[x] = 1; x = 2 in y
y = {"a": x}; y.update({2: 1}); x = 2 in y
y = {"a": x, "b": 2}; x = distinct(*y.values())
y = iter([x, 1]); x = list(zip(y, y))
new = GLOBAL; x = len(new)
y = yield [int, str]; x = y == int or type(x) == int
y = {"a": x}; y[len(board)] = 1; x = max(y) == 2
y = {"a": x, "b": 2}; x = max(y) == "b" and sum(y.values()) == 3
y = {"a": x}; x = all(z for z in y) and len(set(y.values())) == 1
y = yield (1, 2); y += 1; x = y
y = [x]; z = y[:]; z.append(1); x = z.pop() + list(y).pop()
board[:].append(x)
y = yield (1, 2); x = y; y = 3; x = x == y
y = [lambda z, x=x: z + x for x in (1, 2)]; x = len(y)
y = {}; y[0] = lambda z: z + x; x = len(y)
""".strip().splitlines()
QUIET += [
    "row, rows = [], []\n    for i in range(2):\n        row.append(i); rows.append(row[:])\n    x = rows",
    "rows = []\n    for i in range(2):\n        row = []; row.append(i); rows.append(row)\n    x = rows",
    "row, rows = [], []\n    for i in range(2):\n        rows.append(row)\n    x = rows",
    "y, z = [], 0\n    for i in (1, 2):\n        z += i; y.append(lambda: z)\n    x = [f() for f in y]",
    "for i in (1, 2):\n        y = []; y.append(lambda: i); x = y[0]()\n    x = x, y[0]()",
    "y = []\n    for i in (1, 2):\n        y.append(lambda: i)\n        x += y[-1]()",
    "for i in (1, 2):\n        y = lambda z: z + i; x = y(x)",
]


def define(line: str, helper: str = "return x", given: str = "n=0") -> None:
    space = compile_program(SOLVE.format(line=line, helper=helper, given=given), WORDS)
    if helper != "return x":
        list(space["solve"]([[0]]))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("y = z = yield (1, 2); x = y", "y and z are one choice, and always equal; write `z = yield ...`"),
        ("y = [(yield board)] * x", "board is chosen from once here, and the choice repeated"),
        ("y = x * [(yield board)]", "board is chosen from once here, and the choice repeated"),
        ("new = [1]; old = new; old.append(x); x = old == new", "old = new makes no copy, so old and new are one list"),
        ("new = {x: 1}; old = new; new[0] = x; x = old, new", "one dict; write old = new.copy()"),
        ("new = {1}; old = new; new.add(x); x = len(old) - len(new)", "one set; write old = new.copy()"),
        (
            "new = board[:]; new[0][0] = x",
            "board[:] copies no row, so what is changed in a row of new is changed in board",
        ),
        ("new = list(board); new[x].append(x)", "write new = [row[:] for row in board]"),
        ("new = board.copy(); new[0].append(x)", "write new = copy.deepcopy(board)"),
        ("for y in range(x):\n        with LOCK: y = yield range(2)", "this waits for ever; choose above the `with`"),
        (
            "with held.lock: y = yield (1, 2)\n    with held.lock: x = y",
            "held.lock is held until all branches of the choice",
        ),
        (
            "y, z = yield [0, 1], [1, 0]; x = y, z",
            "one choice, of a collection that is then unpacked, not 2; write y = yield",
        ),
        (
            "y = yield range(9, 1, 2)",
            "range(9, 1, 2) counts up, so it is empty, and the branch ends here; write range(9, 1, -2)",
        ),
        (
            "row, rows = [], []\n    while x:\n        row.clear(); rows.append(row)\n    x = rows",
            "write rows.append(row.copy())",
        ),
        ("y = yield ['cat', 'dog']; z = [y]; z += y; x = z", "z += y adds each letter of y; write z.append(y)"),
        (
            "y = Held(); z = Held(); x = y == z",
            "Held has no __eq__, so y == z compares the objects themselves, and is never true",
        ),
        (
            "y = {'a': x}; require(2 not in y)",
            "2 is a number, and the keys of y are texts, so 2 not in y is always true",
        ),
        ("y = x; require('x' + 'y' == 3)", "so 'x' + 'y' == 3 is never true; write x + y without quotation marks"),
        (
            "y = [x, 1]; z = dict(zip(y, y)); x = z",
            "zip(y, y) pairs each item with itself; write zip(y, y[1:]) for neighbours",
        ),
        ("new = GLOBAL; new[0] = x; x = new, GLOBAL", "new = GLOBAL makes no copy, so new and GLOBAL are one list"),
        (
            "y = yield (1, 2); y = 2; x = y",
            "nothing reads the y that is chosen here, for y = 2 gives it another value below",
        ),
        (
            "y = {'a': 1}; x = sorted(y) == [1, 2]",
            "sorted(y) goes over the keys of y, which are texts; write sorted(y.v",
        ),
        (
            "y = [lambda: i for i in (1, 2)]; x = y[0]()",
            "each of these functions reads i when it is called, and after the loop that is the last one; write lambda i=i: ...",
        ),
        (
            "y = {}\n    for i in (1, 2): y[i] = lambda z: z > i\n    x = y[1](x)",
            "after the loop that is the last one; write lambda z, i=i: ...",
        ),
        ("y = yield board,", "the comma behind board makes it the only item of a tuple; leave it out to choose"),
        (
            "y = yield range(x, x)",
            "range(x, x) ends before x, so it is empty, and the branch ends here; write range(x, x + 1)",
        ),
    ],
)
def test_one_thing_in_the_place_of_two_is_warned_of(line: str, told: str) -> None:
    with pytest.warns(SyntaxWarning, match=re.escape(told)) as warned:
        define(line)
    assert len(warned) == 1


@pytest.mark.parametrize("line", QUIET)
def test_what_may_be_meant_so_is_not_warned_of(line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        define(line)


@pytest.mark.parametrize(
    ("given", "helper", "told"),
    [
        ("kept=[0]", "kept[0] += x; return kept[0]", ""),
        ("_kept=[]", "_kept.append(x); return len(_kept)", ""),
        ("kept=[0]", "kept.append(x); return kept", "kept=[0] is one list for all calls of helper"),
        ("kept=[]", "kept.append(x); return len(kept)", "kept=[] is one list for all calls of helper"),
        (
            "n=0",
            "board = [row[:] for row in board]; board[0][0] = x",
            "what this assigns to board is lost where helper",
        ),
        ("n=0", "board = board[:]; board.append(x)", "write `return board` below it, and use what helper gives"),
        ("n=0", "board = board[:]; board.append(x); return board", ""),
        ("n=0", "board = board[:]; board.append(x); print(board, end='')", ""),
        ("n=0", "board = board[0]; board[0] = x; require(board[0] < 9)", ""),
    ],
)
def test_what_a_helper_keeps_or_loses_is_warned_of(given: str, helper: str, told: str) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        define("helper(board, x)", helper, given)
    assert [told in str(warning.message) for warning in warned] == [True] * bool(told)


@pytest.mark.parametrize(("body", "is_idle"), [("return x > n", True), ("board.append(x); return x > n", False)])
@pytest.mark.parametrize("call", ["any((helper(board, y) for y in range(x)))", "all(map(helper, [board], [x]))"])
def test_any_alone_is_warned_of_unless_what_it_calls_does_something(call: str, body: str, is_idle: bool) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        define(call, body)
    assert [f"{call} alone decides nothing" in str(one.message) for one in warned] == [True] * is_idle


@pytest.mark.parametrize("given", ["y", "*y"])
def test_the_keys_of_a_dict_are_always_distinct(given: str) -> None:
    with pytest.raises(Refused, match=re.escape("write distinct(*y.values())")):
        define(f"y = {{x: 1}}; require(distinct({given}))")


def test_a_cache_above_an_ambiguous_function_is_warned_of() -> None:
    with pytest.warns(SyntaxWarning, match=re.escape("functools.lru_cache keeps the search, and not its answers")):
        compile_program(
            "import functools\n@functools.lru_cache(maxsize=None)\n@ambiguous\ndef f(n): return (yield range(n))\n",
            WORDS,
        )
