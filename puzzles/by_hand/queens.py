"""Queens by hand: test a square, place a queen on it, go to the next row, take the queen back.

``columns``, ``rising`` and ``falling`` are stacks: the column and the two diagonals of the queen in each row so far.

Source: Edsger W. Dijkstra, "Notes on Structured Programming" (1972), where "set queen" and "remove queen" stand
symmetrically around the recursive call; he marks the columns and diagonals in use in arrays.
"""

from collections.abc import Iterator


def solve(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the column of the queen in each row, one tuple for each placement, in lexicographic order.

    >>> list(solve(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """
    columns: list[int] = []
    rising: list[int] = []
    falling: list[int] = []

    def place(row: int) -> Iterator[tuple[int, ...]]:
        if row == n:
            yield tuple(columns)
            return
        for column in range(n):
            if column not in columns and row + column not in rising and row - column not in falling:
                columns.append(column)
                rising.append(row + column)
                falling.append(row - column)
                yield from place(row + 1)
                falling.pop()
                rising.pop()
                columns.pop()

    return place(0)
