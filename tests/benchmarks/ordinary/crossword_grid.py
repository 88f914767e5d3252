"""A grid of letters for `crossword`: how a word is written into it, and taken out of it."""

Grid = list[list[str]]
Place = tuple[int, int]


def empty_grid(size: int) -> Grid:
    return [["."] * size for _ in range(size)]


def places_across(row: int, length: int) -> list[Place]:
    return [(row, column) for column in range(length)]


def places_down(column: int, length: int) -> list[Place]:
    return [(row, column) for row in range(length)]


def fits(grid: Grid, places: list[Place], word: str) -> bool:
    return all(grid[row][column] in (".", letter) for (row, column), letter in zip(places, word))


def write(grid: Grid, places: list[Place], word: str) -> list[Place]:
    """Return the places that were empty."""
    written = []
    for (row, column), letter in zip(places, word):
        if grid[row][column] == ".":
            grid[row][column] = letter
            written.append((row, column))
    return written


def wipe(grid: Grid, places: list[Place]) -> None:
    for row, column in places:
        grid[row][column] = "."


def rows_of(grid: Grid) -> list[str]:
    return ["".join(row) for row in grid]
