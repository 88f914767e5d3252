"""Sudoku by hand: fill the cell with the fewest candidates, cross its digit out around it, go on, restore it.

``marks`` holds the candidates of each cell, row and column from 0, as a list of digits.
"""

from collections.abc import Iterator
from itertools import combinations

Cell = tuple[int, int]
DIGITS = "123456789ABCDEFGHIJKLMNOP"


def block_of(side: int) -> tuple[int, int]:
    """Height and width of a block, as square as can be.

    >>> block_of(6)
    (2, 3)
    """
    height = int(side**0.5)
    while side % height:
        height -= 1
    return height, side // height


def board(down: int, right: int, side: int) -> set[Cell]:
    """The cells of a board."""
    return {(down + r, right + c) for r in range(side) for c in range(side)}


def boards_in(outline: set[Cell], side: int, block: tuple[int, int]) -> list[tuple[int, int]]:
    """Look for the fewest boards that fill the outline; an empty list if there are none."""
    corners = [(r, c) for r, c in sorted(outline) if r % block[0] == c % block[1] == 0 and board(r, c, side) <= outline]
    for number in range(1, 6):
        for chosen in combinations(corners, number):
            if set().union(*(board(r, c, side) for r, c in chosen)) == outline:
                return list(chosen)
    return []


def solve(
    grid: tuple[str, ...],
    boards: tuple[tuple[int, int], ...] | None = None,
    side: int | None = None,
    block: tuple[int, int] | None = None,
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of each way to fill the boards; an outline of more than five boards needs `boards`.

    >>> next(solve(("1.....2..3.....4",)))
    ('1243', '3421', '4312', '2134')
    """
    width = int(len(grid[0]) ** 0.5)
    if len(grid) == 1 and width**2 == len(grid[0]):
        grid = tuple(grid[0][start : start + width] for start in range(0, width**2, width))
    given = {(r, c): sign.upper() for r, row in enumerate(grid) for c, sign in enumerate(row) if sign != " "}
    if side is None and block is not None:
        side = block[0] * block[1]
    if side is None and boards is not None:
        side = 9
    if boards is None:
        for size in [side] if side else range(25, 3, -1):
            boards = tuple(boards_in(set(given), size, block or block_of(size)))
            if boards:
                side = size
                break
    assert side is not None and boards is not None
    height, width = block or block_of(side)
    digits = DIGITS[: height * width]

    units: list[list[Cell]] = []
    for down, right in boards:
        if side == len(digits):
            for k in range(side):
                units.append([(down + k, right + c) for c in range(side)])
                units.append([(down + r, right + k) for r in range(side)])
        for r in range(down, down + side, height):
            for c in range(right, right + side, width):
                units.append([(r + i, c + j) for i in range(height) for j in range(width)])
    around: dict[Cell, set[Cell]] = {cell: set() for unit in units for cell in unit}
    for unit in units:
        for cell in unit:
            around[cell].update(unit)
            around[cell].discard(cell)

    marks: dict[Cell, list[str]] = {}
    for cell in sorted(around):
        if given[cell] in digits:
            marks[cell] = [given[cell]]
        else:
            marks[cell] = [digit for digit in digits if all(given[other] != digit for other in around[cell])]
    placed: dict[Cell, str] = {}

    def fill() -> Iterator[tuple[str, ...]]:
        if len(placed) == len(marks):
            lines = []
            for r in range(max(r for r, _ in marks) + 1):
                lines.append("".join(placed.get((r, c), " ") for c in range(max(c for _, c in marks) + 1)).rstrip())
            yield tuple(lines)
            return
        cell = None
        for other in marks:
            if other not in placed and (cell is None or len(marks[other]) < len(marks[cell])):
                cell = other
        assert cell is not None
        for digit in list(marks[cell]):
            placed[cell] = digit
            crossed = []
            possible = True
            for other in around[cell]:
                if other not in placed and digit in marks[other]:
                    marks[other].remove(digit)
                    crossed.append(other)
                    if not marks[other]:
                        possible = False
            if possible:
                yield from fill()
            for other in crossed:
                marks[other].append(digit)
                marks[other].sort(key=digits.index)
            del placed[cell]

    return fill()
