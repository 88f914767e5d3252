"""Sudokus in text: which boards there are, and what is given.

row       a line of a drawing: digits, "." or "0" for an empty cell, a blank outside of all boards
grid      the rows of a puzzle; or the cells of a single board in one line, row by row, e.g. 81 signs
heading   lines before a drawing that say what its outline does not show: side 2, block 2x2, boards 0,0 1,1
Clues     the sudoku to solve: the layout, and the given digits

Errors have line and column of the text, and the cell.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from operator import itemgetter
from typing import Any

from ambsearch.reading import Part, blocks_of

from .boards import EACH_SIDE, SIDES, SIGNS, Cell, Layout, Offset, Unit, layout_of, square, usual_block
from .outline import recognise

EMPTY = ".0"
ONE_LINE = 81  # signs
HEADINGS = ("side", "block", "boards")


@dataclass(frozen=True)
class Clues:
    """A sudoku: its boards, and the given digits, e.g. {(1, 2): "7"}."""

    layout: Layout
    givens: Mapping[Cell, str]

    @property
    def text(self) -> str:
        """The puzzle as text that can be read again."""
        layout = self.layout
        drawing = draw(layout, self.givens, ".")
        if recognise(frozenset(layout.cells)) == layout:
            return drawing
        height, width = layout.block
        boards = " ".join(f"{down},{right}" for down, right in layout.boards)
        return f"side {layout.side}\nblock {height}x{width}\nboards {boards}\n{drawing}"


def draw(layout: Layout, digits: Mapping[Cell, str], empty: str = " ") -> str:
    """Draw digits, a sign for each cell.

    >>> print(draw(Layout(((0, 0), (1, 1)), 2, (2, 2)), {(1, 1): "1", (2, 3): "3"}, "."))
    1.
    ..3
     ..
    """
    rows = [[" "] * layout.width for _ in range(layout.height)]
    for row, column in layout.cells:
        rows[row - 1][column - 1] = digits.get((row, column), empty)
    return "\n".join("".join(row).rstrip() for row in rows)


def puzzles(text: str) -> list[dict[str, Any]]:
    r"""Read the puzzles of a text, as keyword arguments of `ambsearch.puzzles.sudoku.solve`.

    There are empty lines between them; a line of 81 signs is a puzzle of its own.

    >>> puzzles("1...\n..2.\n.3..\n...4")
    [{'grid': ('1...', '..2.', '.3..', '...4'), 'boards': None, 'side': None, 'block': None}]

    Raises BadInput where something else is expected.
    """
    found = []
    for block in blocks_of(text):
        heading: dict[str, Any] = {}
        last = block[0]
        while block and block[0].text.split()[0] in HEADINGS:
            name, *items = block[0].words(f"one of {', '.join(HEADINGS)}", "what belongs to it", more=True)
            heading[name.new(heading)] = read_heading(name, items)
            last = block.pop(0)
        if not block:
            raise last.end.expected("a drawing in the lines below")
        in_lines = not heading and any(len(row.text) == ONE_LINE and " " not in row.text for row in block)
        if not heading and len(block) == 1 and abs(len(block[0].text) - ONE_LINE) < 9:
            in_lines = True  # it is meant for one
        for rows in [[row] for row in block] if in_lines else [block]:
            if in_lines and len(rows[0].text) != ONE_LINE:
                raise wrong_length(rows[0])
            if not (in_lines and is_right(rows[0].text)):  # of a hundred thousand lines, hardly one is wrong
                clues_of(rows, **heading)
            given = {"boards": None, "side": None, "block": None, **heading}
            found.append({"grid": tuple(row.text for row in rows), **given})
    return found


def is_right(line: str) -> bool:
    """Check quickly whether a line of 81 signs is a board; `clues_of` reports what is wrong.

    >>> is_right("12" + "." * 79), is_right("11" + "." * 79), is_right("1x" + "." * 79)
    (True, False, False)
    """
    if not re.fullmatch(f"[{EMPTY}1-9]{{{ONE_LINE}}}", line):
        return False
    for pick in pickers():
        given = [sign for sign in pick(line) if sign not in EMPTY]
        if len(set(given)) < len(given):
            return False
    return True


@lru_cache
def pickers() -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """For each unit of a board, a function that picks its signs from the line."""
    layout = layout_of("one")
    place = {cell: number for number, cell in enumerate(layout.cells)}
    return tuple(itemgetter(*(place[cell] for cell in unit.cells)) for unit in layout.units)


def wrong_length(line: Part) -> Exception:
    """The error about a line that is not a board, among lines that are."""
    place = line.signs()[ONE_LINE] if len(line.text) > ONE_LINE else line.end
    return place.error(f"expected {ONE_LINE} signs in the line, found {len(line.text)}")


def read_heading(name: Part, items: list[Part]) -> Any:
    """Read the values after a word before a drawing."""
    if name.text == "boards":
        return tuple(
            read_pair(item, ",", "an offset such as 6,6: rows down, columns to the right", 0) for item in items
        )
    if len(items) > 1:
        raise items[1].expected("nothing more")
    if name.text == "block":
        return read_pair(items[0], "x", "height and width of a block, such as 2x3", 1)
    return items[0].number("how many cells a row of a board has, such as 9", least=1, most=len(SIGNS))


def read_pair(item: Part, sign: str, what: str, least: int) -> tuple[int, int]:
    """Read two numbers."""
    if not re.fullmatch(f"[0-9]{{1,3}}{sign}[0-9]{{1,3}}", item.text):
        raise item.expected(what)
    one, other = (part.number(what, least=least) for part in item.parts(sign))
    return one, other


def clues(
    grid: Sequence[str],
    boards: Sequence[Offset] | None = None,
    side: int | None = None,
    block: tuple[int, int] | None = None,
) -> Clues:
    """Read a puzzle that is given as the arguments of `ambsearch.puzzles.sudoku.solve`.

    Raises BadInput, a ValueError, with the row of the grid as the line.

    >>> clues(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)).givens
    {(1, 1): '1', (1, 2): '2', (2, 3): '3', (3, 2): '1'}
    """
    offsets = None if boards is None else tuple((down, right) for down, right in boards)
    return _clues(tuple(grid), offsets, side, None if block is None else (block[0], block[1]))


@lru_cache(16)  # a puzzle is read several times: to solve, check and draw it
def _clues(
    grid: tuple[str, ...], boards: tuple[Offset, ...] | None, side: int | None, block: tuple[int, int] | None
) -> Clues:
    return clues_of([Part(row.rstrip(), number) for number, row in enumerate(grid, 1)], boards, side, block)


def clues_of(
    rows: Sequence[Part],
    boards: tuple[Offset, ...] | None = None,
    side: int | None = None,
    block: tuple[int, int] | None = None,
) -> Clues:
    """Read the rows of a puzzle."""
    places = Places(rows)
    outline = frozenset(places.signs)
    if not outline:
        raise places.at((1, 1)).error("expected a board, found none")
    if boards is not None:
        layout = layout_at(boards, side, block, places)
        check_outline(layout, outline, places)
    else:
        check_size(side, block, places)
        found = recognise(outline, side, block)
        if found is None:
            raise complaint_about(places, side, block)
        layout = found
    empty = re.compile(f"[{EMPTY}]")
    givens = {cell: sign.upper() for cell, sign in places.signs.items() if not empty.match(sign)}
    check_givens(layout, givens, places)
    return Clues(layout, givens)


class Places:
    """The signs of a grid, by cell; `at` says where a cell is in the text."""

    def __init__(self, rows: Sequence[Part]) -> None:
        self.rows = rows
        length = len(rows[0].text) if len(rows) == 1 else 0
        self.width = isqrt(length)  # of a board on one line; else 0
        if self.width not in SIDES or self.width**2 != length or " " in rows[0].text:
            self.width = 0
        if self.width:
            self.signs = dict(zip(square((0, 0), self.width), rows[0].text, strict=True))
        else:
            self.signs = {
                (r, c): sign for r, row in enumerate(rows, 1) for c, sign in enumerate(row.text, 1) if sign != " "
            }

    def at(self, cell: Cell) -> Part:
        row, column = cell
        line, place = (0, (row - 1) * self.width + column - 1) if self.width else (row - 1, column - 1)
        if line >= len(self.rows):
            return self.rows[-1].end if self.rows else Part("", 1)
        part = self.rows[line]
        return Part(part.text[place : place + 1].strip(), part.line, part.column + min(place, len(part.text)))


def check_size(side: int | None, block: tuple[int, int] | None, places: Places) -> None:
    if side is not None and block is None and side not in SIDES:
        raise places.at((1, 1)).error(f"expected the side {EACH_SIDE}, found {side}")
    if block is not None and not 2 <= block[0] * block[1] <= len(SIGNS):
        raise places.at((1, 1)).error(
            f"expected blocks of 2 to {len(SIGNS)} cells, found {block[0]} x {block[1]}, {block[0] * block[1]} cells"
        )
    if block is not None and side is not None and (side % max(block[0], 1) or side % max(block[1], 1)):
        raise places.at((1, 1)).error(
            f"expected blocks that fill a board with the side {side}, found blocks of {block[0]} x {block[1]} cells"
        )


def layout_at(boards: tuple[Offset, ...], side: int | None, block: tuple[int, int] | None, places: Places) -> Layout:
    """The layout of boards at given offsets."""
    if not boards or any(number < 0 for offset in boards for number in offset):
        raise places.at((1, 1)).error(f"expected offsets from 0,0 on, found {boards!r}")
    check_size(side, block, places)
    if side is None:
        side = block[0] * block[1] if block else 9
    return cached_layout(boards, side, block or usual_block(side))


@lru_cache(100)
def cached_layout(boards: tuple[Offset, ...], side: int, block: tuple[int, int]) -> Layout:
    return Layout(tuple(dict.fromkeys(boards)), side, block)  # made only once for all puzzles of a file


def check_outline(layout: Layout, outline: frozenset[Cell], places: Places) -> None:
    """Compare the drawing with the stated boards."""
    for cell in sorted(outline.symmetric_difference(layout.cells)):
        if cell in outline:
            raise places.at(cell).error(
                f"expected a blank at {cell}, which is in no board, found {places.signs[cell]!r}"
            )
        raise places.at(cell).error(f"expected a digit or . at {cell}, which is in a board, found nothing")


def complaint_about(places: Places, side: int | None, block: tuple[int, int] | None) -> Exception:
    """The error about an outline that does not consist of boards."""
    widths = [len(row.text) for row in places.rows]
    first = places.rows[0].text.split()[0] if places.rows and places.rows[0].text.split() else ""
    size = side or (block[0] * block[1] if block else len(first))
    if size not in SIDES and side is None:
        size = min(SIDES, key=lambda known: (abs(known - size), known))
    solid = all(" " not in row.text for row in places.rows)
    for number, width in enumerate(widths, 1):
        if solid and width != size and size + 3 > max(widths):
            return places.at((number, min(width, size) + 1)).error(
                f"expected {size} signs in row {number}, found {width}"
            )
    if solid and set(widths) == {size}:
        place = places.at((size + 1, 1)) if len(widths) > size else places.rows[-1].end
        return place.error(f"expected {size} rows of {size} signs, found {len(widths)}")
    covered = covered_cells(frozenset(places.signs), size, block or usual_block(size))
    cell = min(frozenset(places.signs) - covered, default=min(places.signs, default=(1, 1)))
    if covered.issuperset(places.signs):
        message = (
            "expected an outline that only one choice of boards fills, found one for several; write boards 0,0 ..."
        )
    else:
        message = f"expected boards of {size} x {size} cells that overlap in whole blocks, found {cell} in none; "
        message += "write side, block and boards in lines before the drawing if they are others"
    return places.at(cell).error(message)


def covered_cells(outline: frozenset[Cell], side: int, block: tuple[int, int]) -> frozenset[Cell]:
    """The cells that are in some board of this size within the outline."""
    lowest, rightmost = (max(place) for place in zip(*outline, strict=True)) if outline else (0, 0)
    squares = (
        square((down, right), side)
        for down in range(0, lowest - side + 1, block[0])
        for right in range(0, rightmost - side + 1, block[1])
    )
    return frozenset(cell for cells in squares if outline.issuperset(cells) for cell in cells)


def check_givens(layout: Layout, givens: Mapping[Cell, str], places: Places) -> None:
    """Refuse signs that are not digits, and equal digits in a unit."""
    signs = layout.signs
    seen: dict[tuple[int, str], Cell] = {}
    units_of = layout.units_of
    for cell, sign in givens.items():
        if sign not in signs:
            last = f"{signs[0]} to {signs[-1]}" if len(signs) < 10 else f"1 to 9 and A to {signs[-1]}"
            raise places.at(cell).error(f"expected a digit, {last}, or . for an empty cell at {cell}, found {sign!r}")
        for unit in units_of[cell]:
            other = seen.setdefault((id(unit), sign), cell)
            if other != cell:
                raise places.at(cell).error(conflict(layout, unit, sign, other, cell))


def conflict(layout: Layout, unit: Unit, sign: str, first: Cell, second: Cell) -> str:
    return f"expected different digits in {layout.name(unit)}, found {sign!r} at {first} and at {second}"
