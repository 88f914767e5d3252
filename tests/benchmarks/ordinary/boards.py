"""Peaceful knights on a board; the board is an object that tells whether a place is free, and changes itself."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"size": 5, "count": 4}
SMALL = {"size": 3, "count": 2}
JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


class Board:
    def __init__(self, size: int) -> None:
        self.size = size
        self.attacks = [[0] * size for _ in range(size)]
        self.knights: list[tuple[int, int]] = []

    def is_free(self, row: int, column: int) -> bool:
        return self.attacks[row][column] == 0 and (row, column) not in self.knights

    def put(self, row: int, column: int) -> None:
        self.knights.append((row, column))
        for there, across in self.jumps(row, column):
            self.attacks[there][across] += 1

    def take(self) -> None:
        row, column = self.knights.pop()
        for there, across in self.jumps(row, column):
            self.attacks[there][across] -= 1

    def jumps(self, row: int, column: int) -> list[tuple[int, int]]:
        places = [(row + down, column + right) for down, right in JUMPS]
        return [(row, column) for row, column in places if 0 <= row < self.size and 0 <= column < self.size]


@ambiguous
def solve(size: int, count: int) -> Generator[Any, Any, tuple[tuple[int, int], ...]]:
    """No knight attacks another; an answer is the places in the order of the rows."""
    board = Board(size)
    last = -1
    for _ in range(count):
        last = yield range(last + 1, size * size)
        row, column = divmod(last, size)
        require(board.is_free(row, column))
        board.put(row, column)
    return tuple(board.knights)


def by_hand(size: int, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
    board = Board(size)

    def put(last: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(board.knights) == count:
            yield tuple(board.knights)
            return
        for square in range(last + 1, size * size):
            row, column = divmod(square, size)
            if board.is_free(row, column):
                board.put(row, column)
                yield from put(square)
                board.take()

    return put(-1)
