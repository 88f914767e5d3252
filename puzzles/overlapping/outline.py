"""Recognising the boards of a drawing by its outline.

outline    the cells that are not blank
square     the cells of a board that could begin at an offset: in steps of a block, and within the outline
needed     a square with a cell that is in no other one; if the needed ones fill the outline, they are its boards

The middle of a windmill is not needed: other squares would fill it, too. So its outline is recognised as a whole.
"""

from functools import lru_cache

from .boards import LAYOUTS, SIDES, Cell, Layout, Offset, square, usual_block


@lru_cache(1000)
def recognise(outline: frozenset[Cell], side: int | None = None, block: tuple[int, int] | None = None) -> Layout | None:
    """Find the boards; None if there are none, or if they are ambiguous. Of several sizes, the largest is taken.

    side, block: of each board, if known.

    >>> drawing = frozenset(square((0, 0), 9) + square((6, 6), 9))
    >>> recognise(drawing)
    Layout(boards=((0, 0), (6, 6)), side=9, block=(3, 3))
    >>> recognise(drawing - {(1, 1)})
    """
    for size in sizes(side, block):
        shape = block or usual_block(size)
        for boards in (needed_squares(outline, size, shape), LAYOUTS["windmill"]):
            layout = Layout(tuple(boards), size, shape)
            if outline.issuperset(layout.cells) and len(layout.cells) == len(outline):
                return layout
    return None


def sizes(side: int | None, block: tuple[int, int] | None) -> list[int]:
    """The possible sides of a board, the largest first."""
    if side is not None:
        return [side]
    return [block[0] * block[1]] if block else sorted(SIDES, reverse=True)


def needed_squares(outline: frozenset[Cell], side: int, block: tuple[int, int]) -> list[Offset]:
    """List the offsets of the squares that are needed to fill the outline, row by row."""
    if len(outline) < side * side:
        return []
    lowest, rightmost = (max(place) for place in zip(*outline, strict=True))
    owners: dict[Cell, list[Offset]] = {}
    for down in range(0, lowest - side + 1, block[0]):
        for right in range(0, rightmost - side + 1, block[1]):
            cells = square((down, right), side)
            if outline.issuperset(cells):
                for cell in cells:
                    owners.setdefault(cell, []).append((down, right))
    return sorted({offsets[0] for offsets in owners.values() if len(offsets) == 1})
