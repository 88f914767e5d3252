"""Whatever an answer is made of, it belongs to whoever got it: what the search goes on to change is copied."""

from textwrap import indent
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch.copiers import CONSTANT, copying

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


def searching(answer: str, deep: bool = False) -> Any:
    program = f"{MODULE}\n@ambiguous(deep={deep})\ndef search():\n{indent(BODY, '    ')}    return {answer}\n"
    return compile_program(program, {**WORDS})["search"]


ANSWERS = [
    "rows",
    "rows[0]",
    "(rows, seen)",
    "tuple(rows)",
    "same(rows)",
    "deeper(rows, 2)",
    "Grid().changed(x)",
    "rows + [[x]]",
    "[same for same in rows][0]",
    "[list(row) for list in [same] for row in rows]",
    "(yield part(rows))",
    "rows[:]",
    "rows.copy()",
    "[*rows]",
    "[x, rows]",
    "list(map(same, rows))",
    "{**seen}",
    "sorted(rows, key=len)",
    "dict(seen)",
    "[same(row) for row in rows]",
    "rows[:] if x else [[x]]",
    "[row[:] for row in rows]",
    "[row.copy() for row in rows]",
    "tuple(tuple(row) for row in rows)",
    "list(map(list, rows))",
    "[[cell for cell in row] for row in rows]",
    "{key: list(row) for key, row in seen.items()}",
    "copy.deepcopy(rows)",
    "rows_of(rows)",
    "(x, rows, [row[:] for row in rows])",
    "{1: x, x: rows[1], 3: list(rows[0])}",
    "[x, rows[0], rows[1], list(rows[1])]",
    "(x, rows[0], rows[0], [1])",
]


def changed(value: Any) -> None:
    """Empty all that can be emptied, at any depth."""
    for part in list(value.values() if isinstance(value, dict) else value if not isinstance(value, (int, str)) else ()):
        changed(part)
    if hasattr(value, "clear"):
        value.clear()


@pytest.mark.parametrize("answer", ANSWERS)
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


FROZEN = """
from dataclasses import dataclass
from functools import cached_property

class Box:
    n = 0
    def __repr__(self):
        return f"Box({{self.n}})"

@dataclass(frozen=True)
class Leaf:
    held: object
    @cached_property
    def seen(self):
        return []
    def __repr__(self):
        return f"Leaf({{self.held}}, {{self.seen}})"

@dataclass(frozen=True)
class Both:
    one: object
    two: object

@ambiguous
def search():
    leaf = {leaf}
    x = yield [1, 2, 3]
    if x > 1:
        {change}
    return Both(leaf, x)
"""
LATER = {
    "another attribute": ("Both((1, 2), 1)", "object.__setattr__(leaf, 'one', [x])"),
    "what a property keeps": ("Leaf(1)", "leaf.seen.append(x)"),
    "an attribute of what it holds": ("Both(Box(), 1)", "leaf.one.n = x"),
    "the same in a tuple": ("Both((Box(), 1), 1)", "leaf.one[0].n = x"),
    "through a name": ("Both(Box(), 1)", "setattr(leaf.one, chr(110), x)"),
}


@pytest.mark.parametrize("form", LATER)
def test_a_frozen_part_that_was_constant_in_one_answer_is_copied_in_another(form: str) -> None:
    leaf, change = LATER[form]
    search = compile_program(FROZEN.format(leaf=leaf, change=change), {**WORDS})["search"]

    found = [(answer, repr(answer)) for answer in search()]

    assert [repr(answer) for answer, _ in found] == [text for _, text in found]


def test_constant_parts_are_let_go_when_the_search_ends() -> None:
    search = compile_program(FROZEN.format(leaf="Both(dict(a=Both(1, 2))['a'], 3)", change="pass"), {**WORDS})["search"]
    answers = iter(search())

    one, two = next(answers), next(answers)
    assert one.one is two.one
    assert CONSTANT
    answers.close()
    assert not CONSTANT
