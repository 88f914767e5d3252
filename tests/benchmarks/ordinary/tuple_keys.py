"""Latin squares; the square is a dictionary whose keys are the places, `square[row, column]`."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"n": 4}
SMALL = {"n": 3}
Square = dict[tuple[int, int], int]


@ambiguous
def solve(n: int) -> Generator[Any, Any, Square]:
    """Every number stands once in each row and column; an answer is the number in each place."""
    square: Square = {}
    for row in range(n):
        for column in range(n):
            number = yield range(1, n + 1)
            require(all(square[row, left] != number for left in range(column)))
            require(all(square[above, column] != number for above in range(row)))
            square[row, column] = number
    return square


def by_hand(n: int) -> Iterator[Square]:
    square: Square = {}

    def fill(row: int, column: int) -> Iterator[Square]:
        if row == n:
            yield square.copy()
            return
        if column == n:
            yield from fill(row + 1, 0)
            return
        for number in range(1, n + 1):
            if all(square[row, left] != number for left in range(column)) and all(
                square[above, column] != number for above in range(row)
            ):
                square[row, column] = number
                yield from fill(row, column + 1)
                del square[row, column]

    return fill(0, 0)


def expert(n: int) -> Iterator[Square]:
    """A set of the numbers of each row and column tells at once what is taken."""
    square: Square = {}
    rows: list[set[int]] = [set() for _ in range(n)]
    columns: list[set[int]] = [set() for _ in range(n)]
    places = [(row, column) for row in range(n) for column in range(n)]
    numbers = range(1, n + 1)

    def fill(index: int) -> Iterator[Square]:
        if index == len(places):
            yield square.copy()
            return
        place = row, column = places[index]
        in_row, in_column = rows[row], columns[column]
        for number in numbers:
            if number not in in_row and number not in in_column:
                in_row.add(number)
                in_column.add(number)
                square[place] = number
                yield from fill(index + 1)
                del square[place]
                in_column.remove(number)
                in_row.remove(number)

    return fill(0)
