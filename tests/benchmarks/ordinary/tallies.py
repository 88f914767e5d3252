"""Boards whose rows hold each colour twice at most, and no two neighbours alike: each branch counts in containers of its own."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"size": 4, "colors": 3}
SMALL = {"size": 2, "colors": 2}
Board = list[list[int]]


@ambiguous
def solve(size: int, colors: int) -> Generator[Any, Any, list[str]]:
    board = [[0] * size for _ in range(size)]
    for r in range(size):
        for c in range(size):
            board[r][c] = yield range(colors)
            counts: dict[int, int] = {}
            for color in board[r][: c + 1]:
                counts[color] = counts.get(color, 0) + 1
            require(max(counts.values()) <= 2)
            column = []
            for i in range(r + 1):
                column.append(board[i][c])
            require(r == 0 or column[-1] != column[-2])
            require(c == 0 or board[r][c] != board[r][c - 1])
    return shown(board)


def shown(board: Board) -> list[str]:
    return ["".join(map(str, row)) for row in board]


def by_hand(size: int, colors: int) -> Iterator[list[str]]:
    board = [[0] * size for _ in range(size)]

    def go(place: int) -> Iterator[list[str]]:
        if place == size * size:
            yield shown(board)
            return
        r, c = divmod(place, size)
        for color in range(colors):
            board[r][c] = color
            if may_stand(r, c):
                yield from go(place + 1)
        board[r][c] = 0

    def may_stand(r: int, c: int) -> bool:
        counts: dict[int, int] = {}
        for color in board[r][: c + 1]:
            counts[color] = counts.get(color, 0) + 1
        if max(counts.values()) > 2:
            return False
        column = []
        for i in range(r + 1):
            column.append(board[i][c])
        if r > 0 and column[-1] == column[-2]:
            return False
        return c == 0 or board[r][c] != board[r][c - 1]

    return go(0)
