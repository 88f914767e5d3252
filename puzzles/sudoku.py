r"""Sudoku: each row, column and block of each board has all digits.

Where boards overlap, the digit of a cell counts for all of them.

grid        the rows: digits, "." or "0" for an empty cell, a blank outside of all boards, e.g.
            ("1...", "..2.", ".3..", "...4"); or a single board in one line, ("1.....2..3.....4",)
boards      how far down and to the right each board begins, e.g. ((0, 0), (6, 6)); None to find them from the outline
side        how many rows and columns each board has, e.g. 9; None to find it from the outline
block       height and width of each block, e.g. (2, 3); None for blocks that are nearly square, not taller than wide
candidates  the digits that are still possible in a cell, e.g. {"3", "6", "8"}

As input, a puzzle is a drawing, followed by an empty line. A line of 81 characters is a puzzle of its own. Lines
before a drawing say what its outline does not show:

    side 2
    block 2x2
    boards 0,0 1,1
    12
    ..3
     1.

Source: Yasufumi Ando, "Efficient ways to solve partially overlapping sudoku" (graduation thesis, 2015), on the order
in which a person should work on two boards that share a block; figures 1, 14 and 20 are among the instances. See
`ambsearch.puzzles.overlapping`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ambsearch import Search, ambiguous, require

from .overlapping import reading
from .overlapping.boards import Layout, Offset
from .overlapping.drawing import in_blocks, on_paper
from .overlapping.propagation import solver
from .pictures.marks import THICK, Choices, Drawing, Mark, Text, box

Answer = tuple[str, ...]
Block = tuple[int, int]


def question(
    grid: tuple[str, ...],
    boards: tuple[Offset, ...] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> str:
    """State the rule, and show the boards with the given digits.

    >>> print(question(("1...", "..2.", ".3..", "...4")))
    Fill the cells so that each row, column and block of each board has all digits from 1 to 4.
    ┌─────┬─────┐
    │ 1 . │ . . │
    │ . . │ 2 . │
    ├─────┼─────┤
    │ . 3 │ . . │
    │ . . │ . 4 │
    └─────┴─────┘
    """
    clues = reading.clues(grid, boards, side, block)
    given = {cell: clues.givens.get(cell, ".") for cell in clues.layout.cells}
    signs = clues.layout.signs
    return (
        f"Fill the cells so that each row, column and block of each board has all digits from {signs[0]} to {signs[-1]}.\n"
        + in_blocks(rows(clues.layout, given), clues.layout)
    )


def is_solution(
    answer: Answer,
    grid: Sequence[str],
    boards: Sequence[Offset] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> bool:
    """Say whether the answer has the given digits, and all digits in each row, column and block of each board.

    >>> is_solution(("12", "343", " 12"), ("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2))
    True
    >>> is_solution(("12", "433", " 12"), ("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2))
    False
    """
    clues = reading.clues(grid, boards, side, block)
    digits = {(r, c): sign for r, row in enumerate(answer, 1) for c, sign in enumerate(row, 1) if sign != " "}
    return (
        digits.keys() == set(clues.layout.cells)
        and all(digits[cell] == sign for cell, sign in clues.givens.items())
        and all({digits[cell] for cell in unit.cells} == set(clues.layout.signs) for unit in clues.layout.units)
    )


@ambiguous
def solve(
    grid: tuple[str, ...],
    boards: tuple[Offset, ...] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> Search[Answer]:
    """Choose a digit for a cell that has the fewest candidates, and cross it out in its rows, columns and blocks.

    grid: the rows, e.g. ("1...", "..2.", ".3..", "...4"); blanks are outside of all boards.
    boards: how far down and to the right each begins, e.g. ((0, 0), (6, 6)); None to find them from the outline.
    side: how many rows and columns each board has, e.g. 9; None to find it from the outline.
    block: height and width of each block, e.g. (2, 3); None for nearly square ones.
    An answer holds the rows, with blanks outside of all boards.
    Among several cells with the fewest candidates, the first is taken; its digits are tried from 1 up.
    Raises ValueError if the puzzle is not valid; as BadInput it has line and column.

    >>> solve(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)).one()
    ('12', '343', ' 12')
    """
    clues = reading.clues(grid, boards, side, block)
    layout = clues.layout
    candidates = pencil_marks(clues)
    digits: dict[tuple[int, int], str] = {}
    while len(digits) < len(layout.cells):
        cell = min((cell for cell in layout.cells if cell not in digits), key=lambda cell: len(candidates[cell]))
        digit = yield sorted(candidates[cell])
        digits[cell] = digit
        for peer in layout.peers[cell]:
            if peer not in digits:
                candidates[peer].discard(digit)
                require(candidates[peer])
    return rows(layout, digits)


def pencil_marks(clues: reading.Clues) -> dict[tuple[int, int], set[str]]:
    """For each cell, the digits that no given digit forbids; for a given cell, its digit.

    >>> marks = pencil_marks(reading.clues(FIGURE_1))
    >>> sorted(marks[2, 5]), marks[1, 1]
    (['3', '6', '8'], {'1'})
    """
    return {
        cell: {clues.givens[cell]}
        if cell in clues.givens
        else set(clues.layout.signs) - {clues.givens.get(peer, "") for peer in clues.layout.peers[cell]}
        for cell in clues.layout.cells
    }


def rows(layout: Layout, digits: Mapping[tuple[int, int], str]) -> Answer:
    """The digits as rows of text."""
    return tuple(reading.draw(layout, digits).split("\n"))


@ambiguous
def solve_fast(
    grid: tuple[str, ...],
    boards: tuple[Offset, ...] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> Search[Answer]:
    """Draw conclusions before each choice, on all candidates at once; the same answers in another order.

    The program is in `ambsearch.puzzles.overlapping.propagation`.

    >>> solve_fast(FIGURE_1).one()[0]
    '123456789'
    """
    clues = reading.clues(grid, boards, side, block)
    fast = solver(clues.layout)
    found: int = yield fast.solutions(fast.start(dict(clues.givens)))
    return rows(clues.layout, fast.digits(found))


FIGURE_1 = (
    "1.3.5.7.9",
    ".5.7.9.2.",
    "7.9.2.4.6",
    ".3.5.4.9.",
    "5.4.9.2.1",
    ".9.2.1.6.",
    "3.2.4.9.8",
    ".4.9.8.1.",
    "9.8.1.6.5",
)
FIGURE_14 = (
    "....95...",
    "....27..1",
    "..2.4657.",
    "896573142",
    "527481396",
    "134962758",
    ".69.58.1.",
    "2..63..8.",
    "....1....",
)
INSTANCES: dict[str, dict[str, Any]] = {
    name: {"grid": grid, "boards": boards, "side": side, "block": block}
    for name, grid, boards, side, block in (
        ("figure-1", FIGURE_1, None, None, None),
        ("figure-14", FIGURE_14, None, None, None),
        ("figure-20", ("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)),
    )
}


def picture(
    answer: Answer,
    grid: Sequence[str],
    boards: Sequence[Offset] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> str:
    """Draw the answer, with lines between the blocks.

    >>> print(picture(("1234", "3412", "2143", "4321"), ("1234", "3412", "2143", "4321")))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 4 │ 1 2 │
    ├─────┼─────┤
    │ 2 1 │ 4 3 │
    │ 4 3 │ 2 1 │
    └─────┴─────┘
    """
    return in_blocks(answer, reading.clues(grid, boards, side, block).layout)


def differences(
    first: Answer,
    second: Answer,
    grid: Sequence[str],
    boards: Sequence[Offset] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> str:
    """Draw two answers, one below the other, with a dot for each cell in which they agree.

    >>> print(differences(("12", "34"), ("21", "34"), ("..", ".."), ((0, 0),), 2, (2, 2)))
    ┌─────┐
    │ 1 2 │
    │ . . │
    └─────┘
    ┌─────┐
    │ 2 1 │
    │ . . │
    └─────┘
    """
    layout = reading.clues(grid, boards, side, block).layout
    pairs = [list(zip(row, other, strict=True)) for row, other in zip(first, second, strict=True)]
    one = ["".join(a if a != b or a == " " else "." for a, b in row) for row in pairs]
    other = ["".join(b if a != b or a == " " else "." for a, b in row) for row in pairs]
    return in_blocks(one, layout) + "\n" + in_blocks(other, layout)


def sketch(
    choices: Choices,
    grid: Sequence[str],
    boards: Sequence[Offset] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> Drawing:
    """Picture the digits written at a point of the search, with the given ones on grey.

    >>> len(sketch([("digit", "1"), ("digit", "2")], ("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)).marks)
    11
    """
    clues = reading.clues(grid, boards, side, block)
    digits = tuple(digit for name, digit in choices if name == "digit")
    places = replay(tuple(grid), boards and tuple(boards), side, block, digits)[0]
    texts = (Text((c - 0.5, r - 0.5), digit, 0.6) for (r, c), digit in zip(places, digits, strict=True))
    marks = empty(tuple(grid), boards and tuple(boards), side, block)
    return Drawing(clues.layout.width, clues.layout.height, (*marks, *texts))


@lru_cache(4)
def empty(grid: tuple[str, ...], boards: Any, side: int | None, block: Block | None) -> tuple[Mark, ...]:
    """The cells, grey where a digit is given, and the blocks."""
    clues = reading.clues(grid, boards, side, block)
    layout = clues.layout
    height, width = layout.block
    cells = [box(c - 1, r - 1, fill="0.88" if (r, c) in clues.givens else "") for r, c in layout.cells]
    blocks = [
        box(right + x, down + y, width, height, edge=THICK)
        for down, right in layout.boards
        for y in range(0, layout.side, height)
        for x in range(0, layout.side, width)
    ]
    return (*cells, *blocks)


@lru_cache(1000)  # points are asked for in order
def replay(
    grid: tuple[str, ...], boards: Any, side: int | None, block: Block | None, digits: tuple[str, ...]
) -> tuple[list[tuple[int, int]], dict[tuple[int, int], set[str]]]:
    """Where `solve` writes these digits, and the candidates that are left then."""
    clues = reading.clues(grid, boards, side, block)
    if not digits:
        return [], pencil_marks(clues)
    places, before = replay(grid, boards, side, block, digits[:-1])
    candidates = {cell: set(marks) for cell, marks in before.items()}
    left = (cell for cell in clues.layout.cells if cell not in places)
    cell = min(left, key=lambda cell: len(candidates[cell]))
    for peer in clues.layout.peers[cell]:
        candidates[peer].discard(digits[-1])
    return [*places, cell], candidates


def drawing(
    answer: Answer | None,
    grid: tuple[str, ...],
    boards: tuple[Offset, ...] | None = None,
    side: int | None = None,
    block: Block | None = None,
) -> Drawing:
    """The boards to print, with the given digits; those of an answer are grey.

    >>> drawing(None, ("1...", "..2.", ".3..", "...4")).width
    4.2
    """
    clues = reading.clues(grid, boards, side, block)
    written = {(r, c): sign for r, row in enumerate(answer or (), 1) for c, sign in enumerate(row, 1) if sign != " "}
    return on_paper(clues.layout, clues.givens, written)


def read(text: str) -> list[dict[str, Any]]:
    r"""Read the puzzles of a text.

    >>> read("1.....2..3.....4")
    [{'grid': ('1.....2..3.....4',), 'boards': None, 'side': None, 'block': None}]

    Raises BadInput if the text is not valid, or two equal digits are given in a row, column or block.
    """
    return reading.puzzles(text)
