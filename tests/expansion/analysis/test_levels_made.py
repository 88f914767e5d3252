"""What is made where an answer is returned needs a look at most, and no copy; what is only held there is copied."""

from textwrap import indent
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import copying

pytestmark = pytest.mark.usefixtures("on_its_own")
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
MODULE = """
import copy

class Grid:
    def __init__(self):
        self.rows = [[0], [0]]
    def changed(self, x):
        self.rows[0].append(x)
        return self.rows

def rows_of(grid):
    return [list(row) for row in grid]

def same(grid):
    return grid

def deeper(grid, n):
    return deeper(grid, n - 1) if n else same(grid)

@ambiguous
def part(rows):
    x = yield [1, 2]
    rows[0].append(x)
    if len(rows[0]) == 3:
        return (yield part(rows))
    return list(rows), rows_of(rows)

"""
BODY = """
rows, seen = [[0], [0]], {}
x = yield [1, 2]
rows[0].append(x)
seen[x] = rows[1]
"""
SLICING = "class Slicing:\n    def __getitem__(self, place):\n        return LIVE\n"
COPYING = "class Copying:\n    def copy(self):\n        return LIVE\n"


def searching(answer: str, classes: str = "", deep: bool = False) -> Any:
    program = f"{MODULE}{classes}\n@ambiguous(deep={deep})\ndef search():\n{indent(BODY, '    ')}    return {answer}\n"
    return compile_program(program, {**WORDS, "LIVE": [0]})["search"]


def levels_of(answer: str, classes: str = "") -> Any:
    search = searching(answer, classes)
    search.make()
    return search.copying.levels


LEVELS = {
    "rows": 0,
    "rows[0]": 0,
    "(rows, seen)": 0,
    "tuple(rows)": 0,
    "same(rows)": 0,
    "deeper(rows, 2)": 0,
    "Grid().changed(x)": 0,
    "rows + [[x]]": 0,
    "[same for same in rows][0]": 0,
    "[list(row) for list in [same] for row in rows]": 0,  # this `list` is another one
    "(yield part(rows))": 2,
    "rows[:]": 1,
    "rows.copy()": 1,
    "[*rows]": 1,
    "[x, rows]": 1,
    "list(map(same, rows))": 1,
    "{**seen}": 1,
    "sorted(rows, key=len)": 1,
    "dict(seen)": 1,
    "[same(row) for row in rows]": 1,
    "rows[:] if x else [[x]]": 1,
    "[row[:] for row in rows]": 2,
    "[row.copy() for row in rows]": 2,
    "tuple(tuple(row) for row in rows)": 0,
    "list(map(list, rows))": 2,
    "[[cell for cell in row] for row in rows]": 2,
    "{key: list(row) for key, row in seen.items()}": 2,
    "copy.deepcopy(rows)": 2,
    "rows_of(rows)": 2,
}


@pytest.mark.parametrize("answer", LEVELS)
def test_what_an_answer_is_made_of_says_how_many_levels_of_it_are_new(answer: str) -> None:
    assert levels_of(answer) == LEVELS[answer]


def test_a_class_of_ones_own_may_give_what_it_holds_as_a_slice_or_a_copy() -> None:
    assert levels_of("rows[:]", COPYING) == levels_of("rows.copy()", SLICING) == 1
    assert levels_of("rows[:]", SLICING) == levels_of("rows.copy()", COPYING) == 0
    assert levels_of("copy.deepcopy(rows)", COPYING.replace("copy", "__deepcopy__")) == 0
    assert levels_of("Slicing()[:]", SLICING) == 0


PARTS = {
    "(x, rows, [row[:] for row in rows])": (0, 0, 2),
    "{1: x, x: rows[1], 3: list(rows[0])}": (0, 0, 1),
    "[x, rows[0], rows[1], list(rows[1])]": (0, 0, 0, 1),
    "(x, rows[0], rows[0], [1])": (0, 0, 0, 2),
}


@pytest.mark.parametrize("answer", PARTS)
def test_each_part_of_an_answer_may_be_new_or_held(answer: str) -> None:
    assert levels_of(answer) == PARTS[answer]


def changed(value: Any) -> None:
    """Empty all that can be emptied, at any depth."""
    for part in list(value.values() if isinstance(value, dict) else value if not isinstance(value, (int, str)) else ()):
        changed(part)
    if hasattr(value, "clear"):
        value.clear()


@pytest.mark.parametrize("answer", [*LEVELS, *PARTS])
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("seen", [(1,), copying.SEEN])
def test_an_answer_belongs_to_whoever_got_it(
    answer: str, deep: bool, seen: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "SEEN", seen)
    search, found, texts = searching(answer, deep=deep), [], []
    for one in search():
        found.append(one)
        texts.append(repr(one))
    assert list(map(repr, found)) == texts
    assert len({id(one) for one in found}) == len(found)

    again = []
    for one in search():
        again.append(repr(one))
        changed(one)
    assert again == texts


def test_what_is_held_twice_in_an_answer_is_one_thing_in_its_copy_too() -> None:
    one = searching("(x, rows[0], rows[0], [1])")().first()

    assert one == (1, [0, 1], [0, 1], [1])
    assert one[1] is one[2]


def test_a_function_that_has_been_replaced_is_asked_again() -> None:
    search = searching("rows_of(rows)")
    space = search.__wrapped__.__globals__
    assert search().first() == [[0, 1], [0]]
    space["rows_of"] = space["same"]
    found = list(search())

    assert found == [[[0, 1], [0]], [[0, 2], [0]]]
