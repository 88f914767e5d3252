"""Boards of a sudoku that overlap: their cells and units.

cell      row and column in the whole drawing, both counted from 1, e.g. (7, 9)
offset    how far down and how far to the right a board begins, e.g. (6, 6)
side      how many rows and columns each board has, e.g. 9
block     height and width of a block, e.g. (3, 3)
signs     the digits: as many as a block has cells, e.g. "123456789"; above 9 capital letters
unit      cells that hold different digits, all of them: a row, a column or a block of one board
shared    cells of several boards; a digit there counts for all of them

Rows and columns are units only if they have as many cells as there are digits. So the board of 2 x 2 cells with one
block, an example in the thesis (see `ambsearch.puzzles.sudoku`), has one unit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

Cell = tuple[int, int]
Offset = tuple[int, int]

SIGNS = "123456789ABCDEFGHIJKLMNOP"
SIDES = tuple(side for side in range(4, len(SIGNS) + 1) if any(side % factor == 0 for factor in range(2, side)))
EACH_SIDE = f"{', '.join(map(str, SIDES[:-1]))} or {SIDES[-1]}"
LAYOUTS: dict[str, tuple[Offset, ...]] = {  # boards of 9 x 9 cells
    "one": ((0, 0),),
    "two": ((0, 0), (6, 6)),
    "three": ((0, 0), (6, 6), (12, 12)),
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
}


class Unit(NamedTuple):
    """Cells that hold all digits once; e.g. Unit(0, "row", 2, ((2, 1), (2, 2), ...)).

    board: its number in the layout, from 0.
    kind: "row", "column" or "block"; number: which one of the board, from 1, blocks in reading order.
    """

    board: int
    kind: str
    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Layout:
    """The positions and the size of the boards.

    >>> two = Layout(LAYOUTS["two"])
    >>> len(two.cells), len(two.units), min(two.shared), max(two.shared)
    (153, 54, (7, 7), (9, 9))
    """

    boards: tuple[Offset, ...]
    side: int = 9
    block: tuple[int, int] = (3, 3)

    @cached_property
    def signs(self) -> str:
        return SIGNS[: self.block[0] * self.block[1]]

    @cached_property
    def squares(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each board, row by row."""
        return tuple(square(offset, self.side) for offset in self.boards)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(sorted({cell for cells in self.squares for cell in cells}))

    @cached_property
    def shared(self) -> frozenset[Cell]:
        return frozenset(cell for cell in self.cells if sum(cell in cells for cells in self.squares) > 1)

    @cached_property
    def height(self) -> int:
        return max(row for row, _ in self.cells)

    @cached_property
    def width(self) -> int:
        return max(column for _, column in self.cells)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of each board: rows, columns, blocks."""
        return tuple(unit for board in range(len(self.boards)) for unit in self._units_of_board(board))

    @cached_property
    def units_of(self) -> Mapping[Cell, tuple[Unit, ...]]:
        """The units that a cell belongs to, in the order of `units`."""
        found: dict[Cell, list[Unit]] = {cell: [] for cell in self.cells}
        for unit in self.units:
            for cell in unit.cells:
                found[cell].append(unit)
        return {cell: tuple(units) for cell, units in found.items()}

    @cached_property
    def units_at(self) -> Mapping[tuple[int | None, Cell], tuple[Unit, ...]]:
        """The units of one board that a cell belongs to, by (number of the board, cell); other cells have no entry."""
        return {
            (board, cell): tuple(unit for unit in self.units_of[cell] if unit.board == board)
            for board, cells in enumerate(self.squares)
            for cell in cells
        }

    @cached_property
    def peers(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """The other cells in the units of a cell, row by row; none of them may hold the same digit."""
        return {
            cell: tuple(sorted({other for unit in units for other in unit.cells} - {cell}))
            for cell, units in self.units_of.items()
        }

    def name(self, unit: Unit) -> str:
        """Name a unit for a person.

        >>> two = Layout(LAYOUTS["two"])
        >>> two.name(two.units[-1]), Layout(LAYOUTS["one"]).name(Layout(LAYOUTS["one"]).units[0])
        ('block 9 of board 2', 'row 1')
        """
        return f"{unit.kind} {unit.number}" + f" of board {unit.board + 1}" * (len(self.boards) > 1)

    def _units_of_board(self, board: int) -> list[Unit]:
        cells = self.squares[board]
        (down, right), (height, width) = self.boards[board], self.block
        groups: dict[tuple[str, int], list[Cell]] = {}
        for row, column in cells:
            r, c = row - down - 1, column - right - 1
            groups.setdefault(("row", r + 1), []).append((row, column))
            groups.setdefault(("column", c + 1), []).append((row, column))
            number = r // height * (self.side // width) + c // width + 1
            groups.setdefault(("block", number), []).append((row, column))
        whole = [Unit(board, *name, tuple(group)) for name, group in groups.items() if len(group) == len(self.signs)]
        return sorted(whole, key=lambda unit: (("row", "column", "block").index(unit.kind), unit.number))


def square(offset: Offset, side: int) -> tuple[Cell, ...]:
    """List the cells of a board, row by row.

    >>> square((6, 6), 2)
    ((7, 7), (7, 8), (8, 7), (8, 8))
    """
    down, right = offset
    return tuple((down + r, right + c) for r in range(1, side + 1) for c in range(1, side + 1))


def usual_block(side: int) -> tuple[int, int]:
    """The default height and width of a board's blocks: as square as possible, and not taller than wide.

    >>> [usual_block(side) for side in (4, 6, 9, 12, 16, 25)]
    [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]
    """
    height = max(factor for factor in range(1, side + 1) if side % factor == 0 and factor * factor <= side)
    return height, side // height


@lru_cache
def layout_of(name: str, side: int = 9, block: tuple[int, int] | None = None) -> Layout:
    """Lay out boards by the name of the arrangement; neighbours share a block, or two in a windmill.

    name: "one", "two", "three" (in a row, from the top left), "samurai" (five) or "windmill" (five).
    side: of each board; in a windmill, a board needs three blocks or more in each direction.
    block: of each board; None for the usual one.
    Raises ValueError if there is no such layout.

    >>> layout_of("two").boards, layout_of("two", 16).boards, len(layout_of("windmill").cells)
    (((0, 0), (6, 6)), ((0, 0), (12, 12)), 333)
    """
    if name not in LAYOUTS:
        raise ValueError(f"expected one of the layouts {', '.join(LAYOUTS)}, found {name!r}")
    height, width = block or usual_block(side)
    if side not in SIDES or height * width != side:
        raise ValueError(
            f"expected the side {EACH_SIDE}, and blocks of as many cells, "
            f"found the side {side} and blocks of {height} x {width} cells"
        )
    if name == "one":
        return Layout(((0, 0),), side, (height, width))
    down, right = scale_offsets(side, height), scale_offsets(side, width)
    if name == "windmill" and (side // height < 3 or side // width < 3):
        raise ValueError(
            f"expected boards of at least three blocks in each direction, found blocks of {height} x {width}"
        )
    return Layout(tuple((down[r], right[c]) for r, c in LAYOUTS[name]), side, (height, width))


def scale_offsets(side: int, block: int) -> dict[int, int]:
    """Scale the offsets of boards from side 9 and blocks of 3 to other sizes.

    >>> scale_offsets(16, 4)
    {0: 0, 3: 4, 6: 12, 9: 20, 12: 24}
    """
    return {0: 0, 3: block, 6: side - block, 9: 2 * side - 3 * block, 12: 2 * (side - block)}
