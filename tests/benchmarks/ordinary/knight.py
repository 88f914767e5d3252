"""Tours of a knight over a board; the board is a dictionary, `board[row, column]` the number of a step."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"rows": 3, "columns": 7}
SMALL = {"rows": 3, "columns": 4}
Board = dict[tuple[int, int], int]
MOVES = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@ambiguous
def solve(rows: int, columns: int) -> Generator[Any, Any, Board]:
    """A tour begins in a corner and comes to each place once; an answer is the number of the step at each place."""
    board = {(0, 0): 1}
    row, column = 0, 0
    for step in range(2, rows * columns + 1):
        down, right = yield MOVES
        row, column = row + down, column + right
        require(0 <= row < rows and 0 <= column < columns)
        require((row, column) not in board)
        board[row, column] = step
    return board


def by_hand(rows: int, columns: int) -> Iterator[Board]:
    board = {(0, 0): 1}

    def move(row: int, column: int, step: int) -> Iterator[Board]:
        if step > rows * columns:
            yield board.copy()
            return
        for down, right in MOVES:
            below, beside = row + down, column + right
            if 0 <= below < rows and 0 <= beside < columns and (below, beside) not in board:
                board[below, beside] = step
                yield from move(below, beside, step + 1)
                del board[below, beside]

    return move(0, 0, 2)
