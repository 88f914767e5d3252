"""Solving a sudoku as a person does: one named step after the other, each with its reason in words.

marks       the candidates of each cell, e.g. {(1, 1): {"4", "8"}, ...}; a decided cell has one, its digit
Step        what a technique finds: a digit for a cell, or candidates to cross out; and why
technique   a function that looks for a step; None if there is none

The thesis (see `ambsearch.puzzles.sudoku`) has naked and hidden single (3.1, 3.2), naked pair and triple (3.3.1), and
X-wing (3.3.2); pointing pairs are added. The X-wing here is the usual one: in each of two lines a digit has the same
two places. The one in figure 14 is an X-wing only after a naked pair, which the thesis does not say.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from .boards import Cell, Layout, Unit
from .reading import Clues

Marks = dict[Cell, set[str]]


@dataclass(frozen=True)
class Step:
    """A step of a technique.

    technique: its name, e.g. "naked single".
    decided: the cell and its digit, or None.
    removed: the candidates to cross out, cell by cell, e.g. (((3, 4), "48"), ((3, 6), "48")); for a decision, those of
    the cells around it.
    reason: in words.
    """

    technique: str
    decided: tuple[Cell, str] | None
    removed: tuple[tuple[Cell, str], ...]
    reason: str

    def __str__(self) -> str:
        if self.decided:
            cell, digit = self.decided
            return f"{self.technique}: {cell} is {digit}; {self.reason}"
        gone = ", ".join(f"{list_of(digits)} at {cell}" for cell, digits in self.removed)
        return f"{self.technique}: not {gone}; {self.reason}"


class Desk:
    """A sudoku being solved: the candidates, and which cells are decided.

    >>> from ambsearch.puzzles.overlapping.reading import clues
    >>> desk = Desk.of(clues(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2)))
    >>> for step in desk.steps():
    ...     print(step)
    naked single: (2, 2) is 4; all other digits stand in its row, column or block
    naked single: (2, 1) is 3; all other digits stand in its row, column or block
    naked single: (3, 3) is 2; all other digits stand in its row, column or block
    """

    def __init__(self, layout: Layout, marks: Marks, decided: Collection[Cell]) -> None:
        self.layout = layout
        self.marks = {cell: set(digits) for cell, digits in marks.items()}
        self.decided = set(decided)

    @classmethod
    def of(cls, clues: Clues) -> "Desk":
        """The desk before the first step: pencil marks in all cells that are not given."""
        layout, givens = clues.layout, clues.givens
        marks = {cell: {givens[cell]} if cell in givens else set(layout.signs) for cell in layout.cells}
        for cell, sign in givens.items():
            for peer in layout.peers[cell]:
                if peer not in givens:
                    marks[peer].discard(sign)
        return cls(layout, marks, givens)

    @property
    def is_complete(self) -> bool:
        return len(self.decided) == len(self.layout.cells)

    @property
    def is_possible(self) -> bool:
        """Does each cell have a candidate left, and do no two decided cells of a unit have the same digit?"""
        return all(self.marks.values()) and all(
            len({min(self.marks[cell]) for cell in inside}) == len(inside)
            for inside in ([cell for cell in unit.cells if cell in self.decided] for unit in self.layout.units)
        )

    def places(self, unit: Unit, digit: str) -> list[Cell]:
        """The undecided cells of a unit that may hold the digit."""
        return [cell for cell in unit.cells if cell not in self.decided and digit in self.marks[cell]]

    def has_hidden_single(self, unit: Unit) -> bool:
        """Does a digit have only one place in a unit? This is faster than asking for the places of each digit."""
        once: set[str] = set()
        twice: set[str] = set()
        for cell in unit.cells:
            if cell not in self.decided:
                marks = self.marks[cell]
                twice |= once & marks
                once |= marks
        return len(once) > len(twice)

    def decide(self, cell: Cell, digit: str) -> None:
        """Write a digit, and cross it out around the cell."""
        self.marks[cell] = {digit}
        self.decided.add(cell)
        for peer in self.layout.peers[cell]:
            if peer not in self.decided:
                self.marks[peer].discard(digit)

    def take(self, step: Step) -> None:
        """Carry out a step."""
        if step.decided:
            self.decide(*step.decided)
        for cell, digits in step.removed:
            self.marks[cell].difference_update(digits)

    def steps(self, techniques: "Collection[Technique] | None" = None) -> Iterator[Step]:
        """Take steps, always with the first technique that finds one, until none does.

        techniques: None for all of TECHNIQUES, from the easiest to the hardest.
        The steps come as they are taken; the desk changes.
        """
        tried = list(TECHNIQUES.values()) if techniques is None else techniques
        while not self.is_complete and self.is_possible:
            step = next((step for technique in tried if (step := technique(self))), None)
            if step is None:
                return
            self.take(step)
            yield step

    def decision(self, technique: str, cell: Cell, digit: str, reason: str) -> Step:
        around = [peer for peer in self.layout.peers[cell] if peer not in self.decided and digit in self.marks[peer]]
        return Step(technique, (cell, digit), tuple((peer, digit) for peer in around), reason)

    def removal(self, technique: str, cells: Collection[Cell], digits: Collection[str], reason: str) -> Step | None:
        """The step that crosses digits out in cells; None if there are none of them."""
        removed = [
            (cell, "".join(sorted(self.marks[cell].intersection(digits))))
            for cell in sorted(cells)
            if cell not in self.decided and not self.marks[cell].isdisjoint(digits)
        ]
        return Step(technique, None, tuple(removed), reason) if removed else None


Technique = Callable[[Desk], Step | None]


def naked_single(desk: Desk) -> Step | None:
    """A cell that has only one candidate."""
    for cell in desk.layout.cells:
        if cell not in desk.decided and len(desk.marks[cell]) == 1:
            (digit,) = desk.marks[cell]
            standing = {min(desk.marks[peer]) for peer in desk.layout.peers[cell] if peer in desk.decided}
            everywhere = len(standing | {digit}) == len(desk.layout.signs)
            reason = (
                "all other digits stand in its row, column or block" if everywhere else "all others are crossed out"
            )
            return desk.decision("naked single", cell, digit, reason)
    return None


def hidden_single(desk: Desk) -> Step | None:
    """A digit that has only one place in a row, column or block."""
    for unit in desk.layout.units:
        for digit in desk.layout.signs:
            places = desk.places(unit, digit)
            if len(places) == 1:
                reason = f"in {desk.layout.name(unit)} it can stand nowhere else"
                return desk.decision("hidden single", places[0], digit, reason)
    return None


def pointing_pair(desk: Desk) -> Step | None:
    """A digit whose two or three places in one unit are also in another unit: it is crossed out elsewhere in that unit.

    So a pair in a block points along a row or column; or a row has a digit in only one block.
    """
    for unit in desk.layout.units:
        for digit in desk.layout.signs:
            places = desk.places(unit, digit)
            if not 2 <= len(places) <= max(desk.layout.block):
                continue
            for other in desk.layout.units_of[places[0]]:
                if other is unit or other.kind == unit.kind == "block" or not set(places) <= set(other.cells):
                    continue
                reason = f"in {desk.layout.name(unit)} it can stand only at {names_of(places)}, all in {desk.layout.name(other)}"
                if step := desk.removal("pointing pair", set(other.cells) - set(places), digit, reason):
                    return step
    return None


def naked_pair(desk: Desk) -> Step | None:
    """Two cells of a unit with the same two candidates: these are crossed out in its other cells."""
    return naked_set(desk, "naked pair", 2)


def naked_triple(desk: Desk) -> Step | None:
    """Three cells of a unit with no more than three candidates together."""
    return naked_set(desk, "naked triple", 3)


def naked_set(desk: Desk, name: str, size: int) -> Step | None:
    """Some cells of a unit that together have as many candidates as there are cells."""
    for unit in desk.layout.units:
        few = [cell for cell in unit.cells if cell not in desk.decided and 2 <= len(desk.marks[cell]) <= size]
        for cells in combinations(few, size):
            digits = set().union(*(desk.marks[cell] for cell in cells))
            if len(digits) != size:
                continue
            reason = f"in {desk.layout.name(unit)} the cells {names_of(cells)} need {list_of(digits)}"
            shared = [cell for cell in common(desk.layout, cells) if cell not in cells]
            if step := desk.removal(name, shared, digits, reason):
                return step
    return None


def x_wing(desk: Desk) -> Step | None:
    """A digit with the same two places in two parallel lines: the crossing lines have it there and nowhere else."""
    for kind, place in (("row", 1), ("column", 0)):
        for board in range(len(desk.layout.boards)):
            lines = [unit for unit in desk.layout.units if unit.board == board and unit.kind == kind]
            for digit in desk.layout.signs:
                pairs = [(unit, places) for unit in lines if len(places := desk.places(unit, digit)) == 2]
                for (one, first), (other, second) in combinations(pairs, 2):
                    if [cell[place] for cell in first] != [cell[place] for cell in second]:
                        continue
                    corners = {*first, *second}
                    crossed = {
                        cell
                        for corner in first
                        for unit in desk.layout.units_of[corner]
                        if unit.board == board and unit.kind not in (kind, "block")
                        for cell in unit.cells
                    }
                    reason = f"{desk.layout.name(one)} and {desk.layout.name(other)} have it only at {names_of(sorted(corners))}"
                    if step := desk.removal("X-wing", crossed - corners, digit, reason):
                        return step
    return None


TECHNIQUES: dict[str, Technique] = {
    "naked single": naked_single,
    "hidden single": hidden_single,
    "pointing pair": pointing_pair,
    "naked pair": naked_pair,
    "naked triple": naked_triple,
    "X-wing": x_wing,
}
SINGLES = (naked_single, hidden_single)
SEARCH = "search"  # the rating of a puzzle for which the techniques are not enough


def rating(clues: Clues) -> str:
    """The hardest technique that a puzzle needs, if easier ones are used wherever possible; or "search".

    >>> from ambsearch.puzzles.sudoku import FIGURE_1, FIGURE_14
    >>> from ambsearch.puzzles.overlapping.reading import clues
    >>> rating(clues(FIGURE_1)), rating(clues(FIGURE_14))
    ('naked single', 'search')
    """
    desk = Desk.of(clues)
    used = {step.technique for step in desk.steps()}
    if not desk.is_complete:
        return SEARCH
    return max(used, key=list(TECHNIQUES).index, default="naked single")


def common(layout: Layout, cells: Collection[Cell]) -> list[Cell]:
    """The cells that are peers of all these.

    >>> from ambsearch.puzzles.overlapping.boards import layout_of
    >>> len(common(layout_of("one"), [(1, 4), (1, 6)])), common(layout_of("one"), [(1, 1), (9, 9)])
    (13, [(1, 9), (9, 1)])
    """
    first, *others = (layout.peers[cell] for cell in cells)
    return [cell for cell in first if all(cell in peers for peers in others)]


def names_of(cells: Collection[Cell]) -> str:
    return ", ".join(map(str, cells))


def list_of(digits: Collection[str]) -> str:
    return " ".join(sorted(digits))
