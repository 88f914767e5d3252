"""A whole collection where one of its items is meant is warned of, with what to write instead; one that is meant is not."""

import warnings

import pytest
from helpers import compile_program
from recorded import WORDS

pytestmark = pytest.mark.usefixtures("no_other_module")


def define(body: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    head = "import random\nclass Node: pass\n@ambiguous\ndef part(n): return (yield range(n))\n"
    compile_program(f"{head}@ambiguous\ndef f(n, xs):\n{lines}", WORDS)


COLOURS = "c = {{}}\nfor i in xs:\n    c[i] = range(n)\n{}\nfor i, j in n:\n    require(c[i] != c[j])\nreturn c"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "a = range(n)\nb = yield xs\nrequire(a != b)\nreturn a, b",
            "a is a whole range here, and equals none of its items; `a = yield ...` chooses one",
        ),
        (
            "a = ['x', 'y']\nb = yield 'xy'\nrequire(a != b)\nreturn a, b",
            "a is a whole list here, and equals none of its items; `a = yield ...` chooses one, and b not in a compares",
        ),
        (
            "a = 1, 2\nb = yield range(3)\nrequire(b + 1 == a)\nreturn a, b",
            "a is a whole tuple here, and equals none of its items; `a = yield ...` chooses one, and b + 1 in a compares",
        ),
        (
            "a, b = range(n), range(n)\nrequire(a != b)\nreturn {'a': a, 'b': b}",
            "a and b are whole ranges here, and not one item each; write `a = yield ...` and `b = yield ...`",
        ),
        ("a = ['x']\nb = ['x']\nrequire(a != b)\nreturn a, b", "a and b are whole lists here, and not one item each"),
        (
            COLOURS.format(""),
            "c[i] and c[j] are whole ranges here, and not one item each; write `c[i] = yield ...`",
        ),
        (
            "c = []\nfor i in xs:\n    c.append(range(n))\n    require(c[-1] == i)\nreturn c[0]",
            "c[-1] is a whole range here, and equals none of its items; `c.append((yield ...))` chooses one",
        ),
        (
            "a, b = Node(), Node()\nfor i in a, b:\n    i.n = range(n)\nrequire(a.n != b.n)\nreturn a.n, b.n",
            "a.n and b.n are whole ranges here, and not one item each; write `i.n = yield ...`",
        ),
        (
            "for i in range(n):\n    require(i not in xs)\n    xs.append(i)\nreturn xs",
            "i goes through all of range(n) here, and each must pass; to choose one write `i = yield range(n)` in the place",
        ),
        (
            "for i in part(n):\n    if i < 2: fail()\n    return i, n\nreturn n",
            "i is the first answer of part(n) here, and no other is tried; to choose one write `i = yield part(n)` in the place of",
        ),
        (
            "a = random.choice(xs)\nrequire(a > 1)\nreturn a",
            "random.choice(xs) is drawn at random, and f tries no other; to choose write `a = yield xs`",
        ),
        (
            "a = random.randint(1, n)\nrequire(a > 1)\nreturn a",
            "and f tries no other; to choose write `a = yield an_integer_between(1, n)`",
        ),
        (
            "for r in xs:\n    for i in range(n):\n        if i in xs: fail()\n        xs[r] = i\nreturn xs",
            "i goes through all of",
        ),
        (
            "c = [range(n) for i in xs]\nrequire(c[0] != c[1])\nreturn c",
            "c[0] and c[1] are whole ranges here, and not one item each; write `c.append((yield ...))`",
        ),
        (
            "c = {i: range(n) for i in xs}\nrequire(c[0] != c[1])\nreturn c",
            "c[0] and c[1] are whole ranges here, and not one item each; write `c[i] = yield ...`",
        ),
        (
            "b = Node()\nb.cells = {}\nfor i in xs:\n    b.cells[i] = range(n)\nrequire(b.cells[0] != b.cells[1])\nreturn b.cells",
            "b.cells[0] and b.cells[1] are whole ranges here, and not one item each; write `b.cells[i] = yield ...`",
        ),
        (
            "b = Node()\nb.row = []\nfor i in xs: b.row.append(range(n))\nrequire(b.row[0] != b.row[1])\nreturn b.row",
            "write `b.row.append((yield ...))`",
        ),
        (
            "c = [[0] * n for i in xs]\nfor i in xs:\n    c[i][0] = range(n)\nrequire(c[0][0] != c[1][0])\nreturn c",
            "c[0][0] and c[1][0] are whole ranges here, and not one item each; write `c[i][0] = yield ...`",
        ),
        (
            "c = {'a': range(3), 'b': range(3)}\nrequire(c['a'] != c['b'])\nreturn c",
            "c['a'] and c['b'] are whole ranges here, and not one item each; write `c['a'] = yield ...` and `c['b'] =",
        ),
        ("c = dict(a=range(3))\nrequire(c['a'] == 2)\nreturn c", "c['a'] is a whole range here, and equals none of"),
        ("c = [range(3)] * 2\nrequire(c[0] != c[1])\nreturn c", "c[0] and c[1] are whole ranges here"),
        (
            "a, b = range(3), range(3)\nrequire(distinct(a, b))\nreturn a, b",
            "a and b are whole ranges here, and not one item each; write `a = yield ...` and `b = yield ...`",
        ),
        (
            "c = [range(n) for i in xs]\nrequire(distinct(*c))\nreturn c",
            "*c are whole ranges here, and not one item each; write `c.append((yield ...))`",
        ),
        ("a, b = list(range(3)), list(range(3))\nrequire(a != b)\nreturn a, b", "a and b are whole lists here"),
        (
            "a, b = list(an_integer_between(1, 2)), list(an_integer_between(1, 2))\nrequire(a != b)\nreturn a, b",
            "a and b are whole lists here",
        ),
        (
            "while len(xs) < n:\n    x = range(n)\n    require(x not in xs)\n    xs.append(x)\nreturn xs",
            "x is a whole range here, and f chooses nothing; to choose one of its items write `x = yield range(n)`",
        ),
        ("for i in range(n):\n    require(i * i == n)\nreturn i", "i goes through all of range(n) here"),
        ("for i in range(n):\n    require(i % 2)\n    xs += [i]\nreturn xs", "i goes through all of range(n) here"),
    ],
)
def test_a_whole_collection_in_the_place_of_an_item_is_warned_of(body: str, told: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        define(body)

    (warning,) = warned
    assert told in str(warning.message)


@pytest.mark.parametrize(
    "body",
    [
        "a = range(n)\nb = yield [range(3), range(4)]\nrequire(a == range(3) or b != range(3))\nreturn a",
        "a = range(n)\nb = range(3)\nrequire(a != b)\nx = yield a\nreturn x",
        "a = range(n)\nb = range(3)\nrequire(a != b)\nreturn len(a), b",
        "a = range(n)\nb = range(3)\nrequire(a != b)\nreturn [i for i in a], b",
        "a = range(n)\nb = range(3)\nrequire(a != b)\nreturn (lambda: list(a)), b",
        "a = range(n)\nif n: a = range(2)\nb = range(3)\nrequire(a != b)\nreturn a, b",
        "a = [xs]\nb = [n]\nrequire(a != b)\nreturn a, b",
        "a = []\nb = []\na.append(n)\nrequire(a != b)\nreturn a, b",
        "a = (0, 0)\nwhile a != (1, 1):\n    a = yield xs\nreturn a",
        "a = yield [[1], [2]]\nrequire(a != n and a != 'x')\nreturn a",
        "a = ['x']\nb = yield xs\nrequire(a != b)\nreturn a, b",
        COLOURS.format("for i in xs:\n    c[i] = yield c[i]"),
        COLOURS.format("for i in c: print(i)"),
        COLOURS.format("c[n] = 1"),
        COLOURS.replace("{{}}", "n").format(""),
        "for i in range(n):\n    require(xs[i] > 0)\nreturn xs",
        "a = random.choice(xs)\nb = yield xs\nrequire(a != b)\nreturn b",
        "a = random.choice(xs)\nrequire(n > 1)\nreturn a",
        "a = random.random()\nrequire(a > n)\nreturn a",
        "for i in part(n):\n    require(i < 9)\n    xs.append(i)\nreturn xs",
        "for i in part(n):\n    if i < 9: return i\nfail()",
        "for i in range(n):\n    require(xs[i] not in n)\n    n.append(xs[i])\nreturn xs",
        "for i in range(n):\n    if xs[i]: continue\n    require(i < 9)\n    xs.append(i)\nreturn xs",
        "for i in range(n):\n    require(i < 9)\n    if xs[i]: break\nreturn i",
        "for i in range(n):\n    require(xs[i] not in n)\n    n[xs[i]] = i\nreturn n",
        "c = [range(n) for i in xs]\nfor i in c[0]:\n    require(c[i] != c[1])\nreturn c",
        "a = yield xs\nb, c = range(a, a + 2), range(a)\nrequire(b != c)\nreturn b, c",
        "c = [range(i) for i in xs]\nc[0] = range(2)\nrequire(c[0] != c[1])\nreturn c",
        "b = Node()\nb.cells = {}\nfor i in xs:\n    b.cells[i] = range(n)\nrequire(b.cells[0] != n)\nreturn len(b.cells[0])",
        "b = Node()\nb.row = {}\nfor i in xs: b.row[i] = range(n)\nrequire(b.row[0] != b.row[1])\ni = yield b.row[0]\nreturn i",
        "c = {'a': range(3), 'b': 1}\nc['b'] = 2\nrequire(c['a'] != c['b'])\nreturn c",
        "c = {**n, 'a': range(3)}\nrequire(c['a'] != c['b'])\nreturn c",
        "c = [range(3)] * 2\nc.extend(n)\nrequire(c[0] != c[1])\nreturn c",
        "c = [range(3)] * 2\nrequire(distinct(*c, n))\nreturn c",
        "a, b = list(range(n)), list(range(3))\nrequire(a != b)\nreturn a, b",
        "a, b = list(an_integer_between(n, 2)), list(range(2))\nrequire(a != b)\nreturn a, b",
        "while len(xs) < n:\n    x = range(n)\n    xs.append(x)\nreturn xs",
        "last = 0\nfor i in range(n):\n    require(xs[i] > xs[last])\n    n[last] = i\n    last = i\nreturn n",
        "for i in range(n):\n    require(xs[i] > xs[n[0]])\n    n[0] = i\nreturn n",
        "for i in range(n):\n    x = yield xs[i]\n    require(i < x)\n    n.append(i)\nreturn n",
        "for i in range(n):\n    require(i < xs[i])\nreturn [i for i in xs]",
        "for i in xs:\n    require(i not in n)\n    n.append(i)\nreturn n",
        "for i in range(n):\n    if xs[i]:\n        require(i)\n        xs.append(i)\nreturn xs",
    ],
)
def test_a_collection_that_is_meant_as_a_whole_is_not_warned_of(body: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        define(body)


PLACED = """
class Board:
    def put(self, x):
        require(x)
@ambiguous
def placed(n):
    board, xs = Board(), []
    for i in range(n):
        x = {items}
        {line}
        board.put(x)
    return xs
"""


def test_a_range_that_is_handed_on_in_a_loop_without_a_choice_is_warned_of() -> None:
    with pytest.warns(SyntaxWarning) as warned:
        list(compile_program(PLACED.format(items="range(n)", line="pass"), WORDS)["placed"](3))

    (warning,) = warned
    assert "x is a whole range here, and placed chooses nothing; to choose one of its items write" in str(
        warning.message
    )
    assert "`x = yield range(n)`" in str(warning.message)


@pytest.mark.parametrize(
    ("items", "line"),
    [
        ("range(n)", "xs += [sum(x)]"),
        ("range(n)", "for i in x: xs.append(i)"),
        ("range(n)", "xs.append(x[0])"),
        ("range(n)", "xs.append((yield x))"),
        ("len(range(n))", "pass"),
    ],
)
def test_a_range_that_is_read_as_a_whole_is_not_warned_of(items: str, line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(compile_program(PLACED.format(items=items, line=line), WORDS)["placed"](3))


FILLED = """
class Grid:
    def __init__(self):
        self.cells = {{}}
    def fill(self, n):
        for i in range(n):
            self.cells[i] = range(n)
    def show(self):
        {}
@ambiguous
def solve(grid, n):
    grid.fill(n)
    require(grid.cells[0] != grid.cells[1])
    return grid.cells
"""


def test_ranges_that_another_method_stores_are_warned_of_unless_one_reads_their_items() -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(FILLED.format("pass"), WORDS)

    (warning,) = warned
    assert "grid.cells[0] and grid.cells[1] are whole ranges here" in str(warning.message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(FILLED.format("return [*self.cells[0]]"), WORDS)
