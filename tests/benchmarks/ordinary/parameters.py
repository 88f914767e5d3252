"""Queens, one row after the other, in a recursion to which the state is handed as parameters."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"n": 10}
SMALL = {"n": 5}
State = tuple[list[int], set[int], set[int]]


@ambiguous
def solve(n: int) -> Generator[Any, Any, list[int]]:
    return (yield place(n, [], set(), set()))


@ambiguous
def place(n: int, queens: list[int], rising: set[int], falling: set[int]) -> Generator[Any, Any, list[int]]:
    """One queen in each row, no two in a column or a diagonal; an answer is the column of each queen."""
    if len(queens) == n:
        return queens
    row = len(queens)
    column = yield range(n)
    require(column not in queens)
    require(row + column not in rising and row - column not in falling)
    queens.append(column)
    rising.add(row + column)
    falling.add(row - column)
    return (yield place(n, queens, rising, falling))


def by_hand(n: int) -> Iterator[list[int]]:
    return place_by_hand(n, [], set(), set())


def place_by_hand(n: int, queens: list[int], rising: set[int], falling: set[int]) -> Iterator[list[int]]:
    if len(queens) == n:
        yield queens.copy()
        return
    row = len(queens)
    for column in range(n):
        if column not in queens and row + column not in rising and row - column not in falling:
            queens.append(column)
            rising.add(row + column)
            falling.add(row - column)
            yield from place_by_hand(n, queens, rising, falling)
            falling.remove(row - column)
            rising.remove(row + column)
            queens.pop()


def expert(n: int) -> Iterator[list[int]]:
    """Marks in lists instead of sets."""
    queens = [0] * n
    columns, rising, falling = [False] * n, [False] * 2 * n, [False] * 2 * n

    def put(row: int) -> Iterator[list[int]]:
        if row == n:
            yield queens.copy()
            return
        for column in range(n):
            if not (columns[column] or rising[row + column] or falling[row - column]):
                queens[row] = column
                columns[column] = rising[row + column] = falling[row - column] = True
                yield from put(row + 1)
                columns[column] = rising[row + column] = falling[row - column] = False

    return put(0)
