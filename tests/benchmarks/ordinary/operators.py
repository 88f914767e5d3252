"""Queens on a board of sets and lists that is changed by operators: |=, -= and +=."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"n": 8}
SMALL = {"n": 5}


class Board:
    def __init__(self, n: int) -> None:
        self.columns = set(range(n))
        self.sums: set[int] = set()
        self.differences: set[int] = set()
        self.path: list[int] = []

    def is_free(self, row: int, column: int) -> bool:
        return row + column not in self.sums and row - column not in self.differences

    def put(self, row: int, column: int) -> None:
        self.columns -= {column}
        self.sums |= {row + column}
        self.differences |= {row - column}
        self.path += [column]

    def take(self, row: int, column: int) -> None:
        self.path.pop()
        self.differences -= {row - column}
        self.sums -= {row + column}
        self.columns |= {column}


@ambiguous
def solve(n: int) -> Generator[Any, Any, tuple[int, ...]]:
    board = Board(n)
    for row in range(n):
        column = yield sorted(board.columns)
        require(board.is_free(row, column))
        board.put(row, column)
    return tuple(board.path)


def by_hand(n: int) -> Iterator[tuple[int, ...]]:
    board = Board(n)

    def go(row: int) -> Iterator[tuple[int, ...]]:
        if row == n:
            yield tuple(board.path)
            return
        for column in sorted(board.columns):
            if board.is_free(row, column):
                board.put(row, column)
                yield from go(row + 1)
                board.take(row, column)

    return go(0)
