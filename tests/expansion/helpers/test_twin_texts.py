"""The twins of helpers as text, below the expansion that calls them."""

import re

import pytest
from helpers import compile_program
from recorded import WORDS, as_text

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")


BOARDS = """
class Board:
    def __init__(self):
        self.rows = []

    def put(self, x):
        for _ in range(1):
            for _ in range(1):
                note(self.rows, x)

    def size(self):
        return len(self.rows)

def note(rows, x):
    rows.append(x)

@ambiguous
def f():
    board = Board()
    board.put((yield (1, 2)))
    return board.size()
"""


def test_an_expansion_is_shown_with_the_helpers_that_change_something() -> None:
    shown = expand(compile_program(BOARDS, WORDS)["f"], helpers=True, fast=True)

    assert [line for line in shown.splitlines() if line.startswith(("def ", "# "))] == [
        "def f():",
        "# Board.put, as a search calls it",
        "def put(trail, /, self, x):",
        "# note, as a search calls it",
        "def note(trail, /, rows, x):",
        "def note_undo(entry):",
    ]
    assert "note_undo(" in shown.partition("def note(")[2]


def test_to_be_read_it_says_what_is_recorded_and_asks_nothing_about_the_owners() -> None:
    shown = expand(compile_program(BOARDS, WORDS)["f"], helpers=True)

    assert shown.split("\n\n") == [
        as_text(
            """
            def f():
                board = Board()
                for chosen in (1, 2):
                    trail = []
                    try:
                        recording(trail, board.put)(chosen)
                        yield board.size()
                    finally:
                        undo(trail)
            """
        ),
        as_text(
            """
            # Board.put, as a search calls it
            def put(trail, /, self, x):
                for _ in range(1):
                    for _ in range(1):
                        recording(trail, note)(self.rows, x)
            """
        ),
        as_text(
            """
            # note, as a search calls it
            def note(trail, /, rows, x):
                change(trail, rows, 'append', x)
            """
        )
        + "\n",
    ]


QUEENS = """
class Board:
    def __init__(self):
        self.queens = []

    @property
    def last(self):
        note(self.queens, 0)
        return self.queens[-1]

    def put(self, column):
        self.queens.append(column)

def note(queens, column):
    queens.append(column)

@ambiguous
def queens(n):
    board = Board()
    board.put((yield range(n)))
    return board.last
"""


@pytest.mark.parametrize("fast", [True, False])
def test_an_attribute_is_not_the_function_of_its_name(fast: bool) -> None:
    shown = expand(compile_program(QUEENS, WORDS)["queens"], helpers=True, fast=fast)

    assert re.findall("# (.*), as a search calls it", shown) == ["Board.put", "Board.last", "note"]


CHECKS = """
def check(rows, x):
    for _ in range(1):
        for _ in range(1):
            require(not x)
            rows.append(x)

@ambiguous
def f():
    rows = []
    check(rows, (yield (0, 1)))
    return rows
"""


def test_a_helper_that_requires_what_is_not_so_asks_for_it_plainly() -> None:
    shown = expand(compile_program(CHECKS, WORDS)["f"], helpers=True, fast=True)
    assert "if x:" in shown
    assert "not not" not in shown


MEMBERS = """
def join(group, name):
    require(name not in group)
    group.append(name)

@ambiguous
def f():
    group = []
    join(group, (yield (0, 1)))
    return group
"""


def test_a_helper_that_requires_that_something_is_not_in_it_asks_whether_it_is() -> None:
    assert "if name in group:" in expand(compile_program(MEMBERS, WORDS)["f"], helpers=True)
