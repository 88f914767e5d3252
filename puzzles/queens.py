"""Queens: n queens on an n x n board, none attacking another.

A queen attacks along her row, her column and both diagonals. So every row holds exactly one queen, and a placement is
given by the column of the queen in each row, from the top.

n        number of rows, of columns and of queens, e.g. 8
columns  column of the queen in each row so far, 0-based, e.g. [0, 4, 7]
rising   diagonal of each queen so far that goes up to the right: row + column, e.g. [0, 5, 9]
falling  diagonal of each queen so far that goes down to the right: row - column, e.g. [0, -3, -5]
column   column tried in this row, e.g. 5

As input, a puzzle is a number, e.g. ``8``.

Source: the eight queens puzzle (Max Bezzel, 1848), as Robert W. Floyd solves it in "Nondeterministic Algorithms"
(Journal of the ACM 14, 1967), where choosing is left to the machine; he marks the columns and diagonals in use in
arrays, here they are kept in lists.
"""

from functools import cache
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import lines_of

from .pictures.marks import Choices, Drawing, Mark, Text, box


def question(n: int) -> str:
    """State the rules.

    >>> print(question(4))
    Place 4 queens on a board of 4 x 4 squares so that none attacks another.
    A queen attacks along her row, her column and both her diagonals.
    """
    return (
        f"Place {n} queens on a board of {n} x {n} squares so that none attacks another.\n"
        "A queen attacks along her row, her column and both her diagonals."
    )


def is_solution(answer: tuple[int, ...], n: int) -> bool:
    """Say whether `answer` places n queens, at most one in each row, column and diagonal.

    >>> is_solution((1, 3, 0, 2), n=4), is_solution((0, 1, 2, 3), n=4)
    (True, False)
    """
    falling = {column - row for row, column in enumerate(answer)}
    rising = {column + row for row, column in enumerate(answer)}
    return sorted(answer) == list(range(n)) and len(falling) == len(rising) == n


@ambiguous
def solve(n: int) -> Search[tuple[int, ...]]:
    """Place the queens row by row; answers are in lexicographic order, 92 of them for n = 8.

    n: number of queens, 0 or more.
    An answer is a tuple of n columns, 0-based, from the top row down.
    Raises ValueError if n is negative.

    >>> solve(n=4).take(3)
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    if n < 0:
        raise ValueError(f"expected 0 queens or more, found n={n}")
    columns: list[int] = []
    rising: list[int] = []
    falling: list[int] = []
    for row in range(n):
        column = yield range(n)
        require(column not in columns and row + column not in rising and row - column not in falling)
        columns.append(column)
        rising.append(row + column)
        falling.append(row - column)
    return tuple(columns)


INSTANCES: dict[str, dict[str, Any]] = {f"n={n}": {"n": n} for n in (8, 1, 2, 4, 6)}


def picture(answer: tuple[int, ...], n: int) -> str:
    """Draw the board, a Q for each queen and a dot for each empty square.

    >>> print(picture((1, 3, 0, 2), n=4))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    return "\n".join(" ".join("Q" if column == queen else "." for column in range(n)) for queen in answer)


def drawing(answer: tuple[int, ...] | None, n: int) -> Drawing:
    """Picture the board, with the queens of an answer.

    >>> len(drawing((1, 3, 0, 2), n=4).marks) - len(drawing(None, n=4).marks)
    4
    """
    queens = [Text((column + 0.5, row + 0.5), "\N{BLACK CHESS QUEEN}", 0.8) for row, column in enumerate(answer or ())]
    return Drawing(n, n, (*squares(n), *queens))


@cache
def squares(n: int) -> tuple[Mark, ...]:
    """The squares of an empty board."""
    return tuple(
        box(column, row, fill="0.8" if (row + column) % 2 else "white") for row in range(n) for column in range(n)
    )


def sketch(choices: Choices, n: int) -> Drawing:
    """Picture the queens on the board at a point of the search, including the one being tried.

    >>> len(sketch([("column", 0), ("column", 2)], n=4).marks) - len(sketch([], n=4).marks)
    2
    """
    return drawing(tuple(column for _, column in choices), n)


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one for each number.

    >>> read("8\\n4 6")
    [{'n': 8}, {'n': 4}, {'n': 6}]

    Raises BadInput if a word is not a number of queens.
    """
    return [{"n": word.number("a number of queens")} for line in lines_of(text) for word in line.words()]
