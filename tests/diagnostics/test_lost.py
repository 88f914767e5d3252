"""What gets lost without a word: one list for several, a loop that decides nothing or too early, a require that comes too late."""

import re
import warnings

import pytest
from helpers import compile_program
from recorded import WORDS

pytestmark = pytest.mark.usefixtures("no_other_module")

SOLVE = """
total, ROWS, APART = 0, [[0] * 2] * 2, [[0], [0]]
class Board:
    def __init__(self, n):
        self.rows = {board}
    def put(self, i, x):
        self.rows[i][i] = x
        return [*self.rows]
def check(xs, x):
    {check}
@ambiguous
def solve(n):
    xs = []
    x = yield range(n)
    checked = check(xs, x)
    Board(n).put(0, x)
    {line}
    return xs, x
"""
CHECK = "for other in range(3):\n        if other == x: "
SLIPS = {
    ("rows = [[0] * n] * n; rows[0][1] = x", ""): (
        "the rows of rows are one and the same list; write [[0] * n for _ in range(n)]"
    ),
    ("rows = [[]] * n; rows[0][1:] = [x]", ""): "write [[] for _ in range(n)]",
    ("ROWS[0][1] = x", ""): "the rows of ROWS are one and the same list; write ROWS = [[...] for _ in range(2)]",
    ("left = right = []; left.append(x); right.append(x)", ""): "left and right are one list; write left = []; right = []",
    ("seen = known = {}; seen[x] = 1; known.pop(x)", ""): "seen and known are one container; write seen = {}; known = {}",
    ("for other in xs:\n        if other == x: break", ""): (
        "this loop does nothing but end, and decides nothing; to give the branch up write fail() in the place of `break`"
    ),
    ("", CHECK + "break\n    return True"): "write `return False` in the place of `break`",
    ("", CHECK + "return False\n        else: return True"): "this loop ends at its first turn, for each way through it leaves",
    ("", CHECK + "return False\n        return True"): "write what is to be returned after all turns below the loop",
    ("if x in xs: pass", ""): (
        "`if x in xs: pass` decides nothing; to give the branch up write fail() in the place of `pass`"
    ),
    ("for i in range(n):\n        xs.append(i)\n        return xs", ""): (
        "leaves it; write `return ...` below it, or to choose, `i = yield range(n)`"
    ),
    ("", "total = x"): "total is a variable of check alone, and nothing reads it; for that of the module write `global total`",
    ("xs.append(x)\n    require(n and x not in xs)", ""): (
        "xs.append(x) stands above, so x not in xs is never true; write xs.append(x) below"
    ),
    ("xs.append(x)\n    if x in xs: fail()", ""): "so x in xs is always true",
    ("for i in xs:\n        if i: continue; xs.append(i)", ""): (
        "xs.append(i) stands behind `continue`, so it is never reached; write it above"
    ),
    ("i = 0\n    while i < n:\n        i += 1\n        xs.append(i)\n        x = i\n    require(i not in xs)", ""): (
        "xs.append(i) stands above, so i not in xs is never true; write this in the loop, above xs.append(i)"
    ),
    ("", "xs.append(x)\n    require(x not in xs)"): "xs.append(x) stands above, so x not in xs is never true",
    ("if x == 2: return False\n    xs.append(x)", ""): (
        "the answer is False here, and others are no truth values; write fail() to give the branch up"
    ),
    ("if x == 2: return False\n    if n < 0: return x + 1", ""): "the answer is False here, and others are no truth values",
    ("for i in range(n):\n        xs.append((yield range(n)))\n        return xs", ""): "write `return ...` below it",
    ("for i in range(x):\n        if i == 1: fail()\n        else: return xs", ""): "write `return ...` below it",
    ("a = yield range(2)\n    a = yield range(2)\n    xs.append(a)", ""): (
        "nothing reads the a that is chosen here, for it is chosen anew below; give one of them another name"
    ),
    ("for i in range(n):\n        x = yield range(n)\n    xs.append(x)", ""): (
        "nothing in this loop reads the x that is chosen here, so all but the last are lost; use x in the loop"
    ),
    ("while n != len(xs):\n        a = yield range(n)\n        xs.append(1)\n    xs.append(a)", ""): "all but the last",
    ("if x > 9: raise NoAnswer", ""): "raise NoAnswer ends the whole search; to give up this branch write fail()",
    ("if x > 9: raise NoAnswer('none')", ""): "raise NoAnswer('none') ends the whole search",
    ("yield range(2)", ""): "nothing uses what is chosen here; write `x = yield range(2)`",
    ("try:\n        require(len(xs) < n)\n    except NoAnswer: x = 0", ""): (
        "NoAnswer is not raised here, for require and fail end the branch and raise nothing; write an `if` in the place"
    ),
    ("try:\n        if x > 1: fail()\n    except AssertionError: x = 0", ""): "AssertionError is not raised here",
    ("try:\n        y = yield range(x)\n        require(y > n)\n    except: x = 0", ""): "nothing is raised here, for require",
    ("try:\n        require(x in xs)\n    except Exception as error: x = 0", ""): "nothing is raised here, for require",
    ("while n < 9 or True:\n        n += 1\n        require(n < 5)\n    while True: fail()\n    xs.sort()", ""): (
        "xs.sort() stands behind a loop that nothing leaves, so it is never reached; write `break` in the loop"
    ),
    ("total = x", ""): "total is a variable of solve alone, and nothing reads it; for that of the module write `global total`",
    ("d = {1: 0}\n    d[x] = yield range(n)\n    require(d[x] not in d.values())", ""): (
        "d[x] = (yield range(n)) stands above, so d[x] not in d.values() is never true"
    ),
    ("row = [0] * n\n    row[1] = x\n    if x in row: fail()", ""): "row[1] = x stands above, so x in row is always true",
    ("i = 0\n    while i < n:\n        y = yield range(n)\n        require(y < 0)\n        xs.append(y)", ""): (
        "nothing in this loop changes i, so it is never left; write `i += 1` in it"
    ),
    ("i = n\n    while i >= 0: fail()", ""): "nothing in this loop changes i, so it is never left; write `i -= 1` in it",
    ("i = 0\n    while i != n: require((yield range(n)) < 0)", ""): "nothing in this loop changes i, so it is never left; change i in it",
    ("while n > 0: require(n < x)", ""): "nothing in this loop changes n, so it is never left; write `n -= 1` in it",
    ("j = 0\n    while j <= len(xs): require(j > x)", ""): (
        "nothing in this loop changes j, so it is never left; write `j += 1` in it"
    ),
    ("xs.append", ""): "xs.append is not called, so this does nothing; write xs.append(...)",
    ("name = str(x)\n    require(name.upper != 'a')", ""): (
        "name.upper is not called, so name.upper != 'a' compares the method itself; write name.upper(...)"
    ),
    ("require(xs == sorted)", ""): "sorted is not called, so xs == sorted compares the function itself; write sorted(...)",
    ("x = yield {}", ""): "there is nothing to choose in {}, so the branch ends here; write the choices in it, or fail()",
}  # fmt: skip


def run(line: str, check: str, board: str = "[[0] * n for _ in range(n)]") -> None:
    space = compile_program(SOLVE.format(line=line or "pass", check=check or "pass", board=board), WORDS)
    list(space["solve"](3))


@pytest.mark.parametrize("slip", SLIPS)
def test_what_gets_lost_without_a_word_is_warned_of(slip: tuple[str, str]) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        run(*slip)

    (warning,) = warned
    assert SLIPS[slip] in str(warning.message)


def test_a_board_in_an_attribute_whose_rows_are_one_list_is_warned_of_where_another_method_assigns_an_item() -> None:
    with pytest.warns(
        SyntaxWarning, match=re.escape("the rows of self.rows are one and the same list; write [[0] * n for")
    ):
        run("", "", "[[0] * n] * n")


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ("rows = [[0] * n] * n; rows[0] = [1] * n; rows[0][1] = x", ""),
        ("rows = [[0] * n] * n; x = rows[0][1]", ""),
        ("rows = [(0,) * n] * n; rows[0] = x", ""),
        ("APART[0][0] = x; ROWS[0] = [x]; x = ROWS[0][0]", ""),
        ("left = right = []; left = left + [x]; right.append(x)", ""),
        ("left = right = []; left.append(x); x = len(right)", ""),
        ("left = right = 0; left += x; right += x", ""),
        ("for other in xs:\n        if other == x: break\n    else: fail()", ""),
        ("for x in xs:\n        if x == 1: break", ""),
        ("d = [0]\n    for d[0] in range(9):\n        if d[0] > x: break\n    xs += d", ""),
        ("for i, y in enumerate(xs):\n        y = yield range(2)\n        xs[i] = y", ""),
        ("for other in xs:\n        if xs.insert(0, other) or x: break", ""),
        ("for other in iter([1, 2]):\n        if other == x: break", ""),
        ("", "for other in xs:\n        if other == x: break"),
        ("", CHECK + "return False\n        continue\n    return True"),
        ("", CHECK + "return True"),
        ("if x in xs: pass\n    elif n < 0: return xs", ""),
        ("if n < 0: return xs\n    elif x in xs: pass", ""),
        ("xs.append(x)\n    if xs.pop() > 5: pass", ""),
        ("for i in range(n):\n        if i == x: return xs", ""),
        ("for i in xs:\n        return i", ""),
        ("", "for i in range(3):\n        return i"),
        ("", "for other in xs:\n        return other == x"),
        ("", "global total\n    total = x"),
        ("", "total = x\n    return lambda: total"),
        ("", "total = print(end='')"),
        ("", "unread = x"),
        ("total = x\n    xs.append(total)", ""),
        ("d = {1: 0}\n    d[x] = n\n    require(n not in d)", ""),
        ("row = [0] * n\n    row[1] = x\n    require(n not in row)", ""),
        ("try:\n        y = int('x')\n        require(y > 1)\n    except Exception: x = 0", ""),
        ("try:\n        require(n // x)\n    except: x = 0", ""),
        ("while True:\n        if n: break\n    require(x)", ""),
        ("xs.append(x)\n    require(n not in xs and x in xs)", ""),
        ("require(x not in xs)\n    xs.append(x)", ""),
        ("for i in range(n): xs.append(x)\n    require(n not in xs and x in xs)", ""),
        ("for i in range(n): xs.append(n)\n    require(i not in xs)", ""),
        ("evens = (y for y in range(4))\n    a = yield evens\n    xs.append(a)", ""),
        ("xs.append(x)\n    if x not in xs: fail()", ""),
        ("if x == 2: return False\n    if x: return True", ""),
        ("if x == 2: return False\n    if n < 0: return n", ""),
        ("if x == 2: return False\n    if n < 0: return 1", ""),
        ("yield check(xs, x), 1", ""),
        ("try:\n        require(check(xs, x) is None)\n    except NoAnswer: x = 0", ""),
        ("try:\n        require(x < n)\n        assert n\n    except AssertionError: x = 0", ""),
        ("try:\n        require(xs[x] is None)\n    except IndexError: x = 0", ""),
        ("try:\n        x = n\n    except NoAnswer: x = 0", ""),
        ("a = yield range(2)\n    a = yield (a, n)\n    xs.append(a)", ""),
        ("a = yield range(2)\n    if n: xs.append(a)\n    a = yield (1, n)\n    xs.append(a)", ""),
        ("a = yield range(2)\n    if n: a = yield (1, n)\n    xs.append(a)", ""),
        ("_ = yield range(2)\n    _ = yield range(2)", ""),
        (
            "show = lambda: a\n    a = yield range(2)\n    xs.append(show())\n    a = yield range(2)\n    xs.append(a)",
            "",
        ),
        ("for i in range(n):\n        x = yield range(n)\n        if i == 1: break\n    xs.append(x)", ""),
        ("for i in range(n):\n        x = yield range(n)\n        require(x)\n    xs.append(x)", ""),
        ("a = 1\n    while a:\n        a = yield range(1)\n    xs.append(a)", ""),
        ("for i in range(n):\n        a = yield range(2)", ""),
        ("i = 0\n    while i < n: i += 1", ""),
        ("i = 0\n    while i < n:\n        if x == i: break\n        require(x == i)", ""),
        ("i = 0\n    while i < n:\n        for i in (i + 1,): pass", ""),
        ("i, ys = 0, [1]\n    while i < len(ys): ys.pop()", ""),
        ("i = 0\n    def on():\n        nonlocal i\n        i += 1\n    while i < n: on()", ""),
        ("board = Board(n)\n    while board.rows > []: board.rows = []", ""),
        ("try: xs.added\n    except AttributeError: x = 0", ""),
        ("require(Board(n).rows != str.upper)", ""),
        ("f = yield (min, max)\n    require(f != min)", ""),
    ],
)
def test_what_has_a_meaning_there_is_not_warned_of(line: str, check: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(line, check)


OBJECT = """
class Counter:
    def __init__(self):
        self.used = {{0}}
    def put(self, x):
        {}
@ambiguous
def solve():
    x = yield (1, 2)
    Counter().put(x)
    return x
"""


def test_a_variable_of_a_method_that_nothing_reads_is_warned_of_where_the_object_has_one_of_its_name() -> None:
    with pytest.warns(SyntaxWarning) as warned:
        list(compile_program(OBJECT.format("used = self.used | {x}"), WORDS)["solve"]())

    (warning,) = warned
    told = "used is a variable of put alone, and nothing reads it; for that of the object write self.used"
    assert str(warning.message) == told


@pytest.mark.parametrize(
    "line",
    ["used = self.used; used.add(x)", "used = self.used", "uses = x", "self.used = used = {x}; print(*used, end='')"],
)
def test_a_variable_of_a_method_that_is_read_or_named_otherwise_is_not_warned_of(line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(compile_program(OBJECT.format(line), WORDS)["solve"]())


BOXES = """
class Box:
    items = {}
    def put(self, x):
        {}
@ambiguous
def solve():
    boxes = {}
    x = yield (1, 2)
    boxes[0].put(x)
    return x
"""
TWO = "[Box(), Box()]"


def test_a_list_in_the_body_of_a_class_is_warned_of_where_several_objects_change_it() -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(BOXES.format("[]", "self.items.append(x)", TWO), WORDS)
        compile_program(BOXES.format("{}", "self.items[x] = 1", TWO), WORDS)
        compile_program(BOXES.format("[]", "self.items.append(x)", "[Box() for _ in range(2)]"), WORDS)
        compile_program(BOXES.format("{}", "if None != self.items: self.items[x] = 1", TWO), WORDS)

    assert [str(warning.message) for warning in warned] == [
        "items is shared by all objects of Box; write self.items = [] in __init__",
        "items is shared by all objects of Box; write self.items = {} in __init__",
        "items is shared by all objects of Box; write self.items = [] in __init__",
        "items is shared by all objects of Box; write self.items = {} in __init__",
    ]


@pytest.mark.parametrize(
    ("items", "put", "made"),
    [
        ("[]", "self.items.append(x)", "[Box()]"),
        ("[]", "self.items.append(x)", "[n for n in [Box()]]"),
        ("[]", "Box.items.append(x)", TWO),
        ("[]", "self.items = [x]; self.items.append(x)", TWO),
        ("[]", "return x in self.items", TWO),
        ("[]", "self.items.append(x); return len(Box.items)", TWO),
        ("()", "self.items[x] = 1", TWO),
        ("[]", "type(self).items.append(x)", TWO),
        ("[]", "self.__class__.items.append(x)", TWO),
        ("{}", "if x not in self.items: self.items[x] = x * x", TWO),
    ],
)
def test_a_list_in_the_body_of_a_class_may_be_of_one_object_or_meant_for_all(items: str, put: str, made: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(BOXES.format(items, put, made), WORDS)
