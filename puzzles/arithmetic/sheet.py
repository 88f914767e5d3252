"""The layout of drawings on a sheet of paper, in rows and columns like a table.

sizes     width and height of each drawing, in cells, e.g. [(6.0, 5.0), (4.0, 5.0)]
cell      side of the square of a digit, in points of 1/72 inch, e.g. 20.0
columns   how many drawings are side by side, e.g. 2
corner    the upper left corner of a drawing, from that of the page, in points, e.g. (42.0, 76.0)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

Size = tuple[float, float]

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN = 42.0  # of a paper
EDGE = 12.0  # of a page that is as large as the drawings
CELL, LEAST_CELL = 20.0, 6.0
ACROSS, DOWN = 2.0, 1.6  # from one drawing to the next, in cells


@dataclass(frozen=True)
class Sheet:
    """A page, and the positions of what is on it; lengths are in points."""

    page: Size
    margin: float
    cell: float
    corners: list[Size]


def arrange(sizes: Sequence[Size], paper: str | None = None, title: Size = (0.0, 0.0)) -> Sheet:
    """Lay out drawings row by row, with the number of columns that makes them largest.

    sizes: of one or more drawings.
    paper: "a4" or "letter", where a cell is as large as CELL or as there is room for; None for a page that is as
    large as the drawings, where a cell is as large as CELL.
    title: the room for a title above them, in points.
    Raises ValueError if the paper is unknown or too small.

    >>> arrange([(6.0, 5.0), (4.0, 5.0)])
    Sheet(page=(264.0, 124.0), margin=12.0, cell=20.0, corners=[(12.0, 12.0), (172.0, 12.0)])
    """
    if paper is None:
        columns, _ = fit(sizes, PAPERS["a4"][0] - 2 * MARGIN, inf)
        width, height = (CELL * side for side in whole(sizes, columns))
        page = max(width, title[0]) + 2 * EDGE, height + title[1] + 2 * EDGE
        return Sheet(page, EDGE, CELL, corners(sizes, columns, CELL, ((page[0] - width) / 2, EDGE + title[1])))
    if paper not in PAPERS:
        raise ValueError(f"expected the paper {' or '.join(PAPERS)}, found {paper!r}")
    page = PAPERS[paper]
    columns, cell = fit(sizes, page[0] - 2 * MARGIN, page[1] - 2 * MARGIN - title[1])
    if cell < LEAST_CELL:
        raise ValueError(f"expected fewer drawings, or smaller ones, found {len(sizes)} that do not fit on {paper}")
    left = (page[0] - cell * whole(sizes, columns)[0]) / 2
    return Sheet(page, MARGIN, cell, corners(sizes, columns, cell, (left, MARGIN + title[1])))


def fit(sizes: Sequence[Size], width: float, height: float) -> tuple[int, float]:
    """The number of columns that makes the cells largest, and their size; if equal, the one with the fewest rows.

    >>> fit([(6.0, 5.0)] * 6, 500.0, 500.0)
    (3, 20.0)
    """
    best = (0.0, 0, 0)
    for columns in range(1, len(sizes) + 1):
        wide, high = (max(1.0, side) for side in whole(sizes, columns))  # an empty board has no size
        cell = min(CELL, width / wide, height / high)
        best = max(best, (cell, -len(table(sizes, columns)[1]), -columns))
    return -best[2], best[0]


def table(sizes: Sequence[Size], columns: int) -> tuple[list[float], list[float]]:
    """The widths of the columns, and the heights of the rows, in cells.

    >>> table([(6.0, 5.0), (4.0, 7.0), (5.0, 6.0)], 2)
    ([6.0, 4.0], [7.0, 6.0])
    """
    widths = [max(width for width, _ in sizes[start::columns]) for start in range(columns)]
    rows = [sizes[start : start + columns] for start in range(0, len(sizes), columns)]
    return widths, [max(height for _, height in row) for row in rows]


def whole(sizes: Sequence[Size], columns: int) -> Size:
    """The size of all drawings together, in cells."""
    widths, heights = table(sizes, columns)
    return sum(widths) + ACROSS * (len(widths) - 1), sum(heights) + DOWN * (len(heights) - 1)


def corners(sizes: Sequence[Size], columns: int, cell: float, start: Size) -> list[Size]:
    """The corner of each drawing; start: that of the first one."""
    widths, heights = table(sizes, columns)
    across = list(accumulate(widths, lambda x, width: x + cell * (width + ACROSS), initial=start[0]))
    down = list(accumulate(heights, lambda y, height: y + cell * (height + DOWN), initial=start[1]))
    return [(across[number % columns], down[number // columns]) for number in range(len(sizes))]
