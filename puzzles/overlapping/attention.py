"""How often a person looks at a cell: the measure of the thesis, for a board that is scanned again and again.

attention   one look at an undecided cell; what is decided costs nothing, and neither do pencil marks
scan        the undecided cells of an area from left to right, from top to bottom; a naked single is decided
area        the cells that are scanned: a board, or a block that is a separate area
exception   what follows a decision at once: interrupts, then hidden singles; each cell they decide is an attention
round       a scan; a board that is complete has no more

Source: sections 4.3 to 5.2 of the thesis (see `ambsearch.puzzles.sudoku`), figures 21 to 27. Where the text
contradicts itself, Rules has an option; what it leaves open is decided as follows.

- All boards share their marks: a shared cell always has the candidates that all its boards leave, at no cost.
- After a decision, only units of the scanned board are looked at. In these, exceptions decide shared cells, too, even
if the shared block is a separate area: in table 7, problem 2 has 6 attentions to an empty block of 9 cells, so the
  others were decided while A and B were scanned.
- After a decision its row, column and block are looked at, in this order, with cells and digits in order; what is
decided there is followed up before the rest. Each unit is looked at once for each decision of the chain.
- Interrupts chain only with interrupts. Then hidden singles are looked for in the units of the cell that the scan
decided, not in those of interrupts; they chain only with hidden singles.
- An interrupt finds any undecided cell of the unit with one candidate, even if it had that before.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from .boards import Cell, Layout, Unit
from .techniques import Desk

LAST_CANDIDATE = "one candidate left"
LAST_CELL = "eight decided"
INTERRUPTS = (LAST_CANDIDATE, LAST_CELL)


@dataclass(frozen=True)
class Rules:
    """What follows a decision.

    interrupt: "one candidate left" decides a cell of the unit that has one candidate (figures 21 and 22); "eight
    decided" the only undecided cell of the unit (the words of 5.2.1); None: there is no interrupt.
    hidden: do hidden singles follow?
    """

    interrupt: str | None = LAST_CANDIDATE
    hidden: bool = True


ORDINARY = Rules()
NAKED_ONLY = Rules(interrupt=None, hidden=False)


@dataclass(frozen=True)
class Area:
    """Cells to scan, row by row; when all are decided, there are no more rounds.

    name: "A", "B", ... for boards; two of them, e.g. "AB", for the block that they share.
    board: the number of the board whose units are looked at after a decision; None: no units.
    """

    name: str
    cells: tuple[Cell, ...]
    board: int | None


@dataclass
class Person:
    """Solves a sudoku as the thesis does, and counts.

    attentions, rounds: for each area by its name, e.g. {"A": 57, "B": 44}.
    seen: the cells in the order in which they were looked at.
    """

    desk: Desk
    rules: Rules = ORDINARY
    attentions: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    seen: list[Cell] = field(default_factory=list)

    def scan(self, area: Area) -> bool:
        """Scan an area once; say whether a digit was written.

        A complete board is not scanned.
        """
        if self.is_complete(area):
            return False
        self.rounds[area.name] += 1
        before = len(self.desk.decided)
        for cell in area.cells:
            if cell not in self.desk.decided:
                self.look(area, cell)
                if len(self.desk.marks[cell]) == 1:
                    self.write(area, cell)
        return len(self.desk.decided) > before

    def is_complete(self, area: Area) -> bool:
        return self.desk.decided.issuperset(area.cells)

    def look(self, area: Area, cell: Cell) -> None:
        self.attentions[area.name] += 1
        self.seen.append(cell)

    def write(self, area: Area, cell: Cell) -> None:
        """Decide a naked single, and do what follows: all interrupts, then all hidden singles (figure 27)."""
        self.desk.decide(cell, min(self.desk.marks[cell]))
        if self.rules.interrupt:
            self.follow(area, cell, self.interrupts)
        if self.rules.hidden:
            self.follow(area, cell, self.hidden_singles)

    def follow(self, area: Area, cell: Cell, found_in: Callable[[Unit], Iterator[tuple[Cell, str]]]) -> None:
        """Decide what is found in the units of a cell, and then in the units of those cells."""
        for unit in self.desk.layout.units_at.get((area.board, cell), ()):
            for other, digit in found_in(unit):
                self.look(area, other)
                self.desk.decide(other, digit)
                self.follow(area, other, found_in)

    def interrupts(self, unit: Unit) -> Iterator[tuple[Cell, str]]:
        """The cells of a unit that an interrupt decides, with their digits."""
        decided, marks = self.desk.decided, self.desk.marks
        for cell in unit.cells:
            if len(marks[cell]) == 1 and cell not in decided:
                if self.rules.interrupt == LAST_CANDIDATE or decided.issuperset(set(unit.cells) - {cell}):
                    yield cell, min(marks[cell])

    def hidden_singles(self, unit: Unit) -> Iterator[tuple[Cell, str]]:
        """The digits of a unit that have only one place, with this place."""
        if not self.desk.has_hidden_single(unit):
            return
        for digit in self.desk.layout.signs:
            places = self.desk.places(unit, digit)
            if len(places) == 1:
                yield places[0], digit


def board_area(layout: Layout, board: int, without: Collection[Cell] = ()) -> Area:
    """The area of a board, without shared cells if these are a separate area.

    >>> from .boards import layout_of
    >>> two = layout_of("two")
    >>> len(board_area(two, 0).cells), len(board_area(two, 1, without=two.shared).cells)
    (81, 72)
    """
    cells = tuple(cell for cell in layout.squares[board] if cell not in without)
    return Area(letter(board), cells, board)


def letter(board: int) -> str:
    """The name of a board: A for the first one.

    >>> letter(1), letter(26)
    ('B', 'A2')
    """
    return chr(ord("A") + board % 26) + (str(board // 26 + 1) if board > 25 else "")


def shared_areas(layout: Layout) -> dict[tuple[int, int], Area]:
    """The cells that two boards share, for each such pair by their numbers; areas without exceptions.

    >>> from .boards import layout_of
    >>> [(boards, area.name, len(area.cells)) for boards, area in shared_areas(layout_of("three")).items()]
    [((0, 1), 'AB', 9), ((1, 2), 'BC', 9)]
    """
    found = {}
    for one, other in combinations(range(len(layout.boards)), 2):
        cells = tuple(cell for cell in layout.squares[one] if cell in set(layout.squares[other]))
        if cells:
            found[one, other] = Area(letter(one) + letter(other), cells, None)
    return found
