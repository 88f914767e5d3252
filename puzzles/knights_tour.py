"""Knights tour: a knight visits every square of a board once.

A knight moves two squares along a row or a column and one square to the side. It starts on a given square, and visits
every other square once. The tour is closed if one more move would take the knight back to its start, and open
otherwise; either every tour is an answer, or only the closed ones.

board    its rows, from the top: N is the start of the knight, . another square, # a missing one, e.g. ("N..", "..#")
closed   True to ask for closed tours only
square   a row and a column, 0-based, e.g. (0, 2)
moves    for each square those that are a knight's move away, row by row, e.g. {(0, 0): ((1, 2), (2, 1)), ...}
tour     squares visited so far, e.g. [(0, 0), (1, 2)]
free     squares not visited so far
home     the square of the start, if the tour is to be closed, e.g. {(0, 0)}

As input, a board is written in lines, after a line ``closed`` if only closed tours are wanted; a puzzle ends at a
blank line or at the end of the text:

    closed
    N....
    .....

Source: known since al-Adli (about 840); the order in which squares are tried is that of H. C. von Warnsdorff, "Des
Rösselsprungs einfachste und allgemeinste Lösung" (1823).
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import hypot
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import Choices, Disc, Drawing, Mark, Shape, Text, box

Square = tuple[int, int]
Moves = Mapping[Square, tuple[Square, ...]]


def question(board: tuple[str, ...], closed: bool) -> str:
    """State the rules, and show the board.

    >>> print(question(("N..", ".#.", "..."), True))
    A knight starts at N and visits every square of the board once; # is no square.
    One more move must take him back to the start.
    N . .
    . # .
    . . .
    """
    home = "\nOne more move must take him back to the start." if closed else ""
    hole = "; # is no square" if any("#" in row for row in board) else ""
    rows = "\n".join(" ".join(row) for row in board)
    return f"A knight starts at N and visits every square of the board once{hole}.{home}\n{rows}"


def is_solution(answer: tuple[Square, ...], board: tuple[str, ...], closed: bool) -> bool:
    """Say whether `answer` starts at N, makes a knight's moves, and visits each square of the board once.

    >>> tour = ((0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1))
    >>> is_solution(tour, ("N..", ".#.", "..."), True), is_solution(tour[1:], ("N..", ".#.", "..."), True)
    (True, False)
    """
    squares = [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "#"]
    if sorted(answer) != squares or board[answer[0][0]][answer[0][1]] != "N":
        return False
    steps = zip(answer, answer[1:] + answer[:1] * closed, strict=False)
    return all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in steps)


@ambiguous
def solve(board: tuple[str, ...], closed: bool) -> Search[tuple[Square, ...]]:
    """Choose move after move; 304 answers for a board of 5 x 5 and a start in the corner.

    board: its rows, with N once and else . or #, e.g. ("N...", "....", "....").
    closed: True to ask for closed tours only.
    An answer holds the squares in the order of the visits, e.g. ((0, 0), (1, 2), ...).
    Squares with fewer ways on come first; with equal numbers, from the top and from the left. A branch ends when a
    square can no longer be visited, or the knight can no longer return home.
    Raises ValueError if the board is not valid.

    >>> solve(("N...", "....", "...."), False).count()
    2
    """
    start, moves = ways(board)
    at = start
    tour = [start]
    free = set(moves) - {start}
    home = {start} if closed else set()
    for _ in range(len(moves) - 1):
        require(not closed or free.intersection(moves[start]))
        reached = onward(moves[at], free, moves)
        at = yield reached
        require(count_lacking(reached, at, free | home, moves) <= (0 if closed else 1))
        tour.append(at)
        free = free - {at}
    require(not closed or start in moves[at])
    return tuple(tour)


def onward(reached: Iterable[Square], free: set[Square], moves: Moves) -> list[Square]:
    """List the free squares among those in reach, those with the fewest free ways on first.

    >>> start, moves = ways(("N...", "....", "...."))
    >>> onward(moves[start], set(moves) - {start}, moves)
    [(1, 2), (2, 1)]
    """
    return sorted(free.intersection(reached), key=lambda square: (len(free.intersection(moves[square])), square))


def count_lacking(reached: Iterable[Square], at: Square, ends: set[Square], moves: Moves) -> int:
    """Count the missing ways of those squares in reach to which the knight did not move.

    Each needs two neighbours among `ends`, one to come from and one to go to; only the last square of an open tour
    needs just one.

    >>> start, moves = ways(("N...", "....", "...."))
    >>> count_lacking([(1, 2), (2, 1)], (1, 2), {(1, 2), (2, 1), (0, 2)}, moves)
    1
    """
    return sum(max(0, 2 - len(ends.intersection(moves[square]))) for square in reached if square != at)


def ways(board: tuple[str, ...]) -> tuple[Square, dict[Square, tuple[Square, ...]]]:
    """The start, and for each square of the board those that are a knight's move away, row by row.

    >>> ways(("N..", "..."))
    ((0, 0), {(0, 0): ((1, 2),), (0, 1): (), (0, 2): ((1, 0),), (1, 0): ((0, 2),), (1, 1): (), (1, 2): ((0, 0),)})
    """
    if "".join(board).count("N") != 1 or set("".join(board)) - set("N.#"):
        raise ValueError(f"expected a board of the signs . and # with one N, found {board!r}")
    signs = {(r, c): sign for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "#"}
    start = next(square for square, sign in signs.items() if sign == "N")
    steps = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    reached = {(r, c): [(r + down, c + right) for down, right in steps] for r, c in signs}
    return start, {square: tuple(found for found in reached[square] if found in signs) for square in signs}


CORNER = ("N....", ".....", ".....", ".....", ".....")
INSTANCES: dict[str, dict[str, Any]] = {
    "5x5": {"board": CORNER, "closed": False},
    "5x5-centre": {"board": (".....", ".....", "..N..", ".....", "....."), "closed": False},
    "3x4": {"board": ("N...", "....", "...."), "closed": False},
    "4x4": {"board": ("N...", "....", "....", "...."), "closed": False},
    "5x6-closed": {"board": ("N.....", "......", "......", "......", "......"), "closed": True},
    "ring": {"board": ("N..", ".#.", "..."), "closed": True},
}


def picture(answer: tuple[Square, ...], board: tuple[str, ...], closed: bool) -> str:
    """Draw the board with the number of the visit on each square, from 1.

    >>> print(picture(((0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)), ("N..", ".#.", "..."), True))
    1 4 7
    6   2
    3 8 5
    """
    visits = {square: str(number) for number, square in enumerate(answer, 1)}
    width = len(str(len(answer)))
    rows = [[visits.get((r, c), "").rjust(width) for c in range(len(row))] for r, row in enumerate(board)]
    return "\n".join(" ".join(row).rstrip() for row in rows)


def drawing(answer: tuple[Square, ...] | None, board: tuple[str, ...], closed: bool) -> Drawing:
    """Picture the board, with the tour as a path whose visits are numbered.

    >>> drawing(None, ("N..", ".#.", "..."), True).width
    3
    """
    squares = [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "#"]
    marks = [*chequered_squares(board)]
    start = next((r, c) for r, c in squares if board[r][c] == "N")
    if answer is None:
        marks.append(Text((start[1] + 0.5, start[0] + 0.5), "\N{BLACK CHESS KNIGHT}", 0.8))
    else:
        path = [(c + 0.5, r + 0.5) for r, c in (*answer, *answer[:closed])]
        marks.append(Shape(tuple(path), "", 0.05, closed=False))
        for number, (r, c) in enumerate(answer, 1):
            marks.append(Disc((c + 0.5, r + 0.5), 0.27, "white"))
            marks.append(Text((c + 0.5, r + 0.5), str(number), 0.35))
    return Drawing(max(map(len, board)), len(board), tuple(marks))


@cache
def chequered_squares(board: tuple[str, ...]) -> tuple[Mark, ...]:
    """The squares of an empty board."""
    squares = [(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign != "#"]
    return tuple(box(c, r, fill="0.85" if (r + c) % 2 else "white") for r, c in squares)


def sketch(choices: Choices, board: tuple[str, ...], closed: bool) -> Drawing:
    """Picture the knight's path to a point of the search.

    >>> len(sketch([("at", (1, 2))], ("N..", ".#.", "..."), True).marks)
    14
    """
    start = next((r, row.index("N")) for r, row in enumerate(board) if "N" in row)
    marks, before = [*chequered_squares(board), *visit(1, start, start)], start
    for number, (_, square) in enumerate(choices, 2):
        marks += visit(number, before, square)
        before = square
    return Drawing(max(map(len, board)), len(board), tuple(marks))


@lru_cache(20_000)
def visit(number: int, before: Square, square: Square) -> tuple[Mark, ...]:
    """The number of a visit in a disc, and the line to it from the edge of the disc before."""
    (r, c), (down, right) = before, (square[0] - before[0], square[1] - before[1])
    part = 0.27 / (hypot(down, right) or 1)
    middle = square[1] + 0.5, square[0] + 0.5
    leg = Shape(((c + 0.5 + part * right, r + 0.5 + part * down), middle), "", 0.05, closed=False)
    return leg, Disc(middle, 0.27, "white"), Text(middle, str(number), 0.35)


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, with blank lines between them.

    >>> read("closed\\nN..\\n.#.\\n...")
    [{'board': ('N..', '.#.', '...'), 'closed': True}]

    Raises BadInput if a board has a sign other than N . #, or not exactly one N.
    """
    return [read_board(block) for block in blocks_of(text)]


def read_board(lines: list[Part]) -> dict[str, Any]:
    """Read one puzzle."""
    closed = lines[0].text.strip() == "closed"
    started = False
    for row in lines[closed:]:
        for sign in row.signs():
            if sign.text not in ".#" + "N" * (not started):
                raise sign.expected(". or #, and N once")
            started |= sign.text == "N"
    if not started:
        raise lines[-1].end.expected("N, the square where the knight starts")
    return {"board": tuple(row.text for row in lines[closed:]), "closed": closed}
