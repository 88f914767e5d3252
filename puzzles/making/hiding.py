"""Making mushikuizan by hiding: from a true calculation, hide digits as long as there is only one answer.

cell       the number of its row in the order of writing, and its number in the row, both from 1, e.g. (3, 1)

The cells are tried in random order. A digit that cannot be hidden at its turn cannot be hidden later either, because
hiding more digits only gives more answers; so after each cell has had its turn, no further digit can be hidden.
Another order may hide more, so the puzzles come with fewer and fewer shown digits. The 0 at the end of a division is
shown, and does not count as a clue (note 4 of the article).
"""

import random
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ambsearch import permanent

from ..arithmetic.long import solutions
from ..arithmetic.notation import BOX, DIGITS, Calculation, work_out
from .puzzle import Made, prove_unique

Cell = tuple[int, int]


@dataclass
class Hidden:
    """Puzzles with one answer in which no further digit can be hidden; iterate over it. Its str() says how far it is.

    calculation: with all its digits, e.g. work_out(33311, 331); digits that its boxes do not hold are shown.
    must_show, must_hide: cells that are never hidden, and cells that are always hidden, e.g. {(3, 1)}.
    tries: in how many orders to try the cells; seed: the same seed gives the same orders.
    tried, shown: the orders tried so far, and the digits that the best puzzle so far shows.

    A puzzle comes only if it shows fewer digits than the one before, so the last one is the best.
    ValueError if there are several answers even if only the digits of `must_hide` are hidden.

    >>> list(Hidden(work_out(12, 34), tries=20))[-1].puzzle.rows
    ('*2', '**', '**', '**', '40*')
    """

    calculation: Calculation
    base: int = 10
    must_show: Collection[Cell] = ()
    must_hide: Collection[Cell] = ()
    tries: int = 1
    seed: int = 0
    tried: int = 0
    shown: int | None = None

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Made[Calculation]]:
        start, free = self.start(), self.free()
        chance = random.Random(self.seed)
        for _ in range(self.tries):
            self.tried += 1
            puzzle = hide_more(start, chance.sample(free, len(free)), self.base)
            if self.shown is None or count_known(puzzle) < self.shown:
                self.shown = count_known(puzzle)
                yield from filter(None, [prove_unique(puzzle, self.base)])

    def start(self) -> Calculation:
        """The calculation with only those digits hidden that must be."""
        cells = set(cells_of(self.calculation))
        for row, place in sorted({*self.must_hide} & self.not_in_boxes()):
            raise ValueError(f"expected a digit that a box may hold, found another for number {place} of row {row}")
        for row, place in sorted({*self.must_show, *self.must_hide} - cells):
            raise ValueError(f"expected a digit of the calculation, found number {place} of row {row}")
        for row, place in sorted({*self.must_show} & {*self.must_hide}):
            raise ValueError(f"expected a digit to be shown or hidden, found both for number {place} of row {row}")
        start = blank(self.calculation, self.must_hide)
        if not is_unique(start, self.base):
            raise ValueError("expected one answer when only the required digits are hidden, found several")
        return start

    def free(self) -> list[Cell]:
        """The cells that may be hidden or shown; the 0 below a division without remainder stays: it is not a clue."""
        decided = {*self.must_show, *self.must_hide, *self.not_in_boxes()}
        if self.calculation.remainder == "0":
            decided.add((len(self.calculation.rows), 1))
        return [cell for cell in cells_of(self.calculation) if cell not in decided]

    def not_in_boxes(self) -> set[Cell]:
        """The cells with digits that no box holds."""
        rows, boxes = self.calculation.rows, self.calculation.boxes
        return {(row, at) for row, at in cells_of(self.calculation) if boxes and rows[row - 1][at - 1] not in boxes}

    def __str__(self) -> str:
        return f"order {self.tried} of {self.tries}"


def hide_more(puzzle: Calculation, cells: Iterable[Cell], base: int) -> Calculation:
    """Hide one cell after the other, except those without which there would be several answers."""
    for cell in cells:
        less = blank(puzzle, [cell])
        if is_unique(less, base):
            puzzle = less
    return puzzle


def cells_of(calculation: Calculation) -> list[Cell]:
    """All the cells, row by row."""
    return [(row, place) for row, text in enumerate(calculation.rows, 1) for place in range(1, len(text) + 1)]


def blank(calculation: Calculation, cells: Collection[Cell]) -> Calculation:
    """The calculation with boxes in these cells.

    >>> blank(work_out(12, 34), [(1, 1), (5, 3)]).rows
    ('*2', '34', '48', '36', '40*')
    """
    rows = [list(row) for row in calculation.rows]
    for row, place in cells:
        rows[row - 1][place - 1] = BOX
    return calculation.with_rows(["".join(row) for row in rows])


def count_known(calculation: Calculation) -> int:
    """How many cells are not boxes."""
    return sum(cell != BOX for row in calculation.rows for cell in row)


def is_unique(puzzle: Calculation, base: int) -> bool:
    return len(solutions(puzzle, base).take(2)) == 1


def calculation_of(text: str, base: int = 10) -> Calculation:
    """Work out a calculation that is written on one line.

    >>> calculation_of("12 x 34").rows, calculation_of("413/12").rows
    (('12', '34', '48', '36', '408'), ('34', '12', '413', '36', '53', '48', '5'))
    """
    sign = next((sign for sign in "×/x" if sign in text), "")
    numbers = [part.strip() for part in text.split(sign)] if sign else []
    if len(numbers) != 2 or not all(number and set(number) <= set(DIGITS[:base]) for number in numbers):
        raise ValueError(f"expected a calculation such as 33311x331 or 7375428413/125473, found {text!r}")
    first, second = (int(number, base) for number in numbers)
    if sign == "/" and 0 < second <= first:
        return work_out(second, *divmod(first, second), base=base, division=True)
    if sign == "/" or first * second == 0:
        raise ValueError(f"expected positive numbers, and no divisor above the dividend, found {text!r}")
    return work_out(first, second, base=base)


def cells_in(text: str, calculation: Calculation) -> set[Cell]:
    """The cells selected by digits (3), rows (2:) and cells of a row (2:1), separated by commas.

    >>> sorted(cells_in("4, 2:", work_out(12, 34)))
    [(2, 1), (2, 2), (3, 1), (5, 1)]
    """
    found: set[Cell] = set()
    for item in filter(None, map(str.strip, text.split(","))):
        if not re.fullmatch(r"[0-9a-z]|[0-9]+:[0-9]*", item):
            raise ValueError(f"expected a digit such as 3, a row such as 2: or a cell such as 2:1, found {item!r}")
        meant = {
            (row, at)
            for row, at in cells_of(calculation)
            if item in (calculation.rows[row - 1][at - 1], f"{row}:", f"{row}:{at}")
        }
        if not meant:
            raise ValueError(f"expected a digit, row or cell of the calculation, found {item!r}")
        found |= meant
    return found
