"""Magic squares, filled one cell after the other, each with its number from `enumerate`."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"size": 3}
SMALL = {"size": 1}
Square = tuple[int, ...]


def lines_of(size: int) -> list[list[int]]:
    """The rows, columns and diagonals."""
    rows = [list(range(row * size, row * size + size)) for row in range(size)]
    columns = [list(range(column, size * size, size)) for column in range(size)]
    return [*rows, *columns, [i * (size + 1) for i in range(size)], [(i + 1) * (size - 1) for i in range(size)]]


@ambiguous
def solve(size: int) -> Generator[Any, Any, Square]:
    """All lines have the same sum; an answer is the numbers row by row."""
    cells = [0] * (size * size)
    lines = lines_of(size)
    total = size * (size * size + 1) // 2
    used: set[int] = set()
    for i, _ in enumerate(cells):
        number = yield range(1, size * size + 1)
        require(number not in used)
        used.add(number)
        cells[i] = number
        for line in lines:
            if line[-1] == i:
                require(sum(cells[j] for j in line) == total)
    return tuple(cells)


def by_hand(size: int) -> Iterator[Square]:
    cells = [0] * (size * size)
    lines = lines_of(size)
    total = size * (size * size + 1) // 2
    used: set[int] = set()

    def fits(i: int) -> bool:
        return all(sum(cells[j] for j in line) == total for line in lines if line[-1] == i)

    def fill(i: int) -> Iterator[Square]:
        if i == len(cells):
            yield tuple(cells)
            return
        for number in range(1, size * size + 1):
            if number not in used:
                used.add(number)
                cells[i] = number
                if fits(i):
                    yield from fill(i + 1)
                cells[i] = 0
                used.remove(number)

    return fill(0)
