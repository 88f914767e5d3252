"""Segments: runs of common changes, taken back together, in helpers and in plain loops of the text."""

import sys
from typing import Any

import pytest
from class_engines import check
from class_programs import Program
from helpers import compile_program

import ambsearch
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.linking import functions_of
from ambsearch.expansion.reading.source import Source
from ambsearch.running.undoing import Saved, undo

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}

HELPERS = """
COUNT = 0
LIMIT = None

def count(n):
    global COUNT
    COUNT += n

def limit(n):
    global LIMIT, FRESH
    LIMIT = FRESH = n

def largest():
    return 9

def reset(xs):
    global COUNT, LIMIT
    COUNT = xs.__len__()
    LIMIT = largest()

def put(xs, x):
    xs.append(x)

def note(seen, x):
    require(x not in seen)
    seen.add(x)

class Board:
    def __init__(self):
        self.rows, self.marks, self.n = [], {}, 0

    def put(self, row):
        self.rows.append(row)
        self.marks[row] = self.marks.get(row, 0) + 1
        self.n += row
        if self.n > 3:
            raise ValueError(self.n)
        self.rows.append(-row)

    @classmethod
    def made(cls, row):
        board = cls()
        board.put(row)
        MADE.append(board)
        return board

MADE = []

class Named(Board):
    @classmethod
    def made(cls, row):
        return super().made(row)

    def put(self, row):
        super().put(row)
        self.last = row
"""

PROGRAMS = {
    "globals": (
        "count((yield (1, 2)))\nlimit((yield (3, 4)))\nreturn COUNT, LIMIT, FRESH",
        [(1, 3, 3), (1, 4, 4), (2, 3, 3), (2, 4, 4)],
    ),
    "what calls without arguments give, in globals": (
        "xs = [(yield (1, 2))]\nreset(xs)\nreturn xs, COUNT, LIMIT",
        [([1], 1, 9), ([2], 1, 9)],
    ),
    "one that changes, then one that requires": (
        "xs, seen = [], set()\nfor _ in range(2):\n    x = yield (1, 2)\n    put(xs, x); note(seen, x)\nreturn xs",
        [[1, 2], [2, 1]],
    ),
    "an exception in the middle": (
        "board = Board()\nfor _ in range(2):\n    x = yield (1, 3)\n    try:\n        board.put(x)\n"
        "    except ValueError as error:\n        return error.args, board.rows, board.n\nreturn board.rows, board.marks",
        [([1, -1, 1, -1], {1: 2}), ((4,), [1, -1, 3], 4), ((4,), [3, -3, 1], 4), ((6,), [3, -3, 3], 6)],
    ),
    "super": (
        "board = Named()\nx = yield (1, 2)\nboard.put(x)\nreturn board.rows, board.marks, vars(board).get('last')",
        [([1, -1], {1: 1}, 1), ([2, -2], {2: 1}, 2)],
    ),
    "class methods": (
        "x = yield (1, 2)\nboard = (yield (Board, Named)).made(x)\nreturn board.rows, len(MADE)",
        [([1, -1], 1), ([1, -1], 1), ([2, -2], 1), ([2, -2], 1)],
    ),
    "a loop of the text": (
        "board, names = Board(), {}\nx = yield (1, 2)\nfor i in range(3):\n    names[i, x] = i\n    if i:\n"
        "        board.n += i\n        board.rows.append(names)\nyield (1, 2)\nreturn x, board.n, list(names), len(board.rows)",
        [(x, 3, [(0, x), (1, x), (2, x)], 2) for x in (1, 1, 2, 2)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_helpers_and_loops_change_is_taken_back(name: str, deep: bool) -> None:
    body, expected = PROGRAMS[name]
    text = f"{HELPERS}\n@ambiguous(deep={deep})\ndef f():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    space = compile_program(text, WORDS)

    assert list(space["f"]()) == expected
    assert (space["COUNT"], space["LIMIT"], "FRESH" in space) == (0, None, False)


@pytest.mark.parametrize("room", range(30, 90, 7))
def test_a_search_that_runs_out_of_stack_in_a_plain_loop_leaves_the_world_as_it_was(room: int) -> None:
    space = compile_program(
        "XS, SEEN = [], {}\n@ambiguous\ndef f(n):\n    c = yield (1, 2)\n    for i in range(2):\n        XS.append(c)\n"
        "        SEEN[n, i] = c\n    return (yield f(n + 1))\n",
        WORDS,
    )
    search = space["f"](0)
    before, frame, depth = sys.getrecursionlimit(), sys._getframe(), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1  # type: ignore[assignment]
    error: Any = None
    sys.setrecursionlimit(depth + room)
    try:
        search.first()
    except (RecursionError, ambsearch.SearchTooDeep) as caught:
        error = caught
    finally:
        sys.setrecursionlimit(before)

    assert error is not None
    assert (space["XS"], space["SEEN"]) == ([], {})


def test_a_segment_goes_on_where_the_trail_of_one_of_its_changes_raises() -> None:
    xs, ys = [1, 2], [1, 2]
    source = Source.of_code(put_both.__code__, put_both.__globals__)
    assert source is not None
    _, (inverse,) = twin_trees(source)
    put_undo = functions_of(source, [inverse])[inverse.name]

    def refuse(entry: Any) -> None:
        raise ValueError("not now")

    x = xs[1]
    trail: list[Any] = [(put_undo, xs, x, 1, ys, Saved([(refuse,)]))]
    with pytest.raises(ValueError, match="not now"):
        undo(trail)

    assert (xs, trail) == ([1], [])


def put_both(xs: list[int], ys: list[int], x: int) -> None:
    xs.append(x)
    ys.append(x)


REBOUND = {
    "the variable of the loop": "for x in xs:\n    seen.add(x)\n    x += 10\n    seen.add(x)",
    "the variable of the loop is deleted": "for x in xs:\n    seen.add(x)\n    del x",
    "the variable of an inner loop": "for x in xs:\n    for x in (x, x + 20):\n        seen.add(x)",
    "the container": "other = {1}\nfor x in xs:\n    seen.add(x)\n    seen, other = other, seen",
    "by a function inside": "def move():\n    nonlocal x\n    x += 10\n    return x\nfor x in xs:\n    seen.add(x)\n    seen.add(move())",
}


@pytest.mark.parametrize("name", REBOUND)
@pytest.mark.parametrize("form", ["text", "helper"])
def test_what_a_loop_changes_is_taken_back_by_what_its_variables_held_then(form: str, name: str, deep: bool) -> None:
    loop = REBOUND[name].replace("\n", "\n    ")
    text = f"def fill(seen, xs):\n    {loop}\n\ndef search(seen, xs):\n    yield (1, 2)\n    fill(seen, xs)\n    return sorted(seen)\n"
    if form == "text":
        text = f"def search(seen, xs):\n    yield (1, 2)\n    was = seen\n    {loop}\n    return sorted(was)\n"
    search = ambsearch.ambiguous(deep=deep)(compile_program(text, WORDS)["search"])
    seen = {1, 30}

    first, second = search(seen, [1, 2, 3])
    assert first == second
    assert seen == {1, 30}


PLAIN = {
    "match": "match x:\n    case 0: CHANGE\n    case _: seen.append(x)",
    "for": "for i in range(x):\n    CHANGE",
    "while": "while len(seen) < x:\n    CHANGE\n    seen.append(x)",
    "try": "try:\n    CHANGE\n    seen.append(1 // x)\nexcept ZeroDivisionError:\n    CHANGE",
}
CHANGES = ["append(x)", "add(x)", "rotate(2)", "pop()", "clear()", "setdefault(1, x)", "[x] = 3", "heap"]


@pytest.mark.parametrize(("change", "form"), [(change, form) for change in CHANGES for form in PLAIN])
def test_what_the_methods_of_a_visible_object_change_in_a_plain_statement_is_taken_back(
    form: str, change: str, deep: bool
) -> None:
    written = (
        "heapq.heappush(heap, x)" if change == "heap" else f"board{change}" if "=" in change else f"board.{change}"
    )
    lines = PLAIN[form].replace("CHANGE", written).replace("\n", "\n        ")
    program = f"""
import heapq
class Board:
    steps = 0
    def __init__(self): self.rows, self.marks = [5, 6, 7], dict()
    def append(self, x): self.rows.append(x)
    def add(self, x): self.marks[x] = 1
    def rotate(self, n): self.rows.reverse(); Board.steps += n
    def pop(self): self.steps += 1; return self.rows.pop()
    def clear(self): self.rows.clear()
    def setdefault(self, key, x): return self.marks.setdefault(key, x)
    def __setitem__(self, key, x): self.marks[key] = x
class Heap(list):
    pass
@ambiguous
def f():
    board, heap, seen = Board(), Heap(), []
    for _ in range(2):
        x = yield (0, 1, 2)
        {lines}
    return board.rows, board.marks, board.steps, heap, seen
"""
    check(Program(program, frozenset()), "deep" if deep else "plain")


REUSED = """
class Letters:
    def __init__(self): self.items, self.seen, self.n = [], set(), 0
    def add(self, word):
        self.items.extend(word)
        self.n += len(word)
        self.seen.update(word)
        word = word.upper()
        self.items.append(word)
        self.n += 1
LETTERS = Letters()
@ambiguous
def f():
    LETTERS.add((yield ("ab", "c")))
    LETTERS.add((yield ("d", "ef")))
    return LETTERS.items, sorted(LETTERS.seen), LETTERS.n
"""


def test_a_variable_that_the_inverse_does_not_need_is_given_another_value_in_between() -> None:
    check(Program(REUSED, frozenset()), "plain")
