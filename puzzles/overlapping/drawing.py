"""Sudokus as text and as pictures to print, with lines around boards and between blocks."""

from collections.abc import Mapping, Sequence

from ..pictures.marks import THICK, THIN, Drawing, Mark, Shape, Text
from .boards import Cell, Layout

EDGE = 0.1  # around a picture, in cells
PENCIL = "0.45"  # grey

#         up, right, down, left
CORNERS = {
    (True, False, True, False): "│",
    (False, True, False, True): "─",
    (False, True, True, False): "┌",
    (False, False, True, True): "┐",
    (True, True, False, False): "└",
    (True, False, False, True): "┘",
    (True, True, True, False): "├",
    (True, False, True, True): "┤",
    (False, True, True, True): "┬",
    (True, True, False, True): "┴",
    (True, True, True, True): "┼",
}


def borders(layout: Layout) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The sides of cells where there is a line: above a cell, and to the left of it; cells counted from 0.

    >>> above, left = borders(Layout(((0, 0),), 4, (2, 2)))
    >>> sorted({row for row, _ in above}), sorted({column for _, column in left})
    ([0, 2, 4], [0, 2, 4])
    """
    above, left = set(), set()
    height, width = layout.block
    for down, right in layout.boards:
        for step in range(layout.side):
            above |= {(down + r, right + step) for r in range(0, layout.side + 1, height)}
            left |= {(down + step, right + c) for c in range(0, layout.side + 1, width)}
    return above, left


def in_blocks(rows: Sequence[str], layout: Layout) -> str:
    """Draw rows of signs, blank outside, with the lines of a layout; see `ambsearch.puzzles.sudoku.picture`."""
    above, left = borders(layout)
    lines = []
    for r in range(layout.height + 1):
        if any(row == r for row, _ in above):
            lines.append(border(r, layout.width, above, left))
        if r < layout.height:
            lines.append(between(rows[r].ljust(layout.width), r, left))
    return "\n".join(line.rstrip() for line in lines)


def border(r: int, width: int, above: set[tuple[int, int]], left: set[tuple[int, int]]) -> str:
    """The line above a row."""
    columns = {column for _, column in left}
    text = ""
    for c in range(width + 1):
        if c in columns:
            arms = (r - 1, c) in left, (r, c) in above, (r, c) in left, (r, c - 1) in above
            text += CORNERS.get(arms, " ") + ("─" if (r, c) in above else " ")
        if c < width:
            text += "──" if (r, c) in above else "  "
    return text


def between(row: str, r: int, left: set[tuple[int, int]]) -> str:
    """The signs of a row, with the lines beside them."""
    columns = {column for _, column in left}
    text = ""
    for c in range(len(row) + 1):
        if c in columns:
            text += "│ " if (r, c) in left else "  "
        text += row[c : c + 1] + " "
    return text


def on_paper(layout: Layout, givens: Mapping[Cell, str], written: Mapping[Cell, str]) -> Drawing:
    """The picture of boards; digits in empty cells are grey."""
    above, left = borders(layout)
    thick = [(c, r, c + 1, r) for r, c in above] + [(c, r, c, r + 1) for r, c in left]
    thin = [(c - 1, r - 1, c, r - 1) for r, c in layout.cells] + [(c - 1, r - 1, c - 1, r) for r, c in layout.cells]
    marks: list[Mark] = []
    for lines, width in ((thin, THIN), (thick, THICK)):
        for x, y, right, down in sorted(lines):
            marks.append(Shape(((x + EDGE, y + EDGE), (right + EDGE, down + EDGE)), width=width, closed=False))
    for (row, column), digit in {**written, **givens}.items():
        colour = "black" if (row, column) in givens else PENCIL
        marks.append(Text((column - 0.5 + EDGE, row - 0.5 + EDGE), digit, colour=colour))
    return Drawing(layout.width + 2 * EDGE, layout.height + 2 * EDGE, tuple(marks))
