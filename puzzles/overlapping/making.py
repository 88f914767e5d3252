"""Making sudokus with one answer: fill the boards at random, then remove givens as long as the puzzle keeps a property.

pattern    the symmetry of the places of the givens: "none", "half turn", "quarter turn", "mirror" (left and right),
           "flip" (top and bottom), "diagonal"
orbit      cells that are given or empty together, e.g. ((1, 1), (9, 9))
Made       a puzzle, its only answer, how many givens it has, and the hardest technique that it needs
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ambsearch import permanent

from .boards import Cell, Layout
from .propagation import Solver, solver
from .reading import Clues, draw
from .techniques import SEARCH, TECHNIQUES, rating

Digits = dict[Cell, str]

RATINGS = (*TECHNIQUES, SEARCH)
PATTERNS: dict[str, Callable[[Cell, Layout], Cell]] = {
    "none": lambda cell, layout: cell,
    "half turn": lambda cell, layout: (layout.height + 1 - cell[0], layout.width + 1 - cell[1]),
    "quarter turn": lambda cell, layout: (cell[1], layout.height + 1 - cell[0]),
    "mirror": lambda cell, layout: (cell[0], layout.width + 1 - cell[1]),
    "flip": lambda cell, layout: (layout.height + 1 - cell[0], cell[1]),
    "diagonal": lambda cell, layout: (cell[1], cell[0]),
}
DEAD_ENDS = 100  # of a random filling, before it starts again


@dataclass(frozen=True)
class Difficulty:
    """How many givens a puzzle has, and the hardest technique that it needs."""

    givens: int
    technique: str

    def __str__(self) -> str:
        return f"{self.givens} givens, needs {self.technique}"


@dataclass(frozen=True)
class Made:
    """A sudoku that was made: the puzzle and its only answer, as text, and how hard it is."""

    puzzle: str
    answer: str
    effort: Difficulty


def fill(layout: Layout, rng: Random) -> Digits:
    """Fill all boards at random.

    >>> from .boards import layout_of
    >>> digits = fill(layout_of("one", 4), Random(1))
    >>> sorted(digits[1, column] for column in range(1, 5))
    ['1', '2', '3', '4']
    """
    fast = solver(layout)
    while True:
        for found in fast.solutions(fast.all, rng, DEAD_ENDS):
            return fast.digits(found)


def orbits(layout: Layout, pattern: str) -> list[tuple[Cell, ...]]:
    """List the groups of cells that are given or empty together.

    Raises ValueError if there is no such pattern, or the layout is not symmetric in this way.

    >>> from .boards import layout_of
    >>> len(orbits(layout_of("two"), "half turn")), orbits(layout_of("one", 4), "quarter turn")[0]
    (77, ((1, 1), (1, 4), (4, 4), (4, 1)))
    """
    if pattern not in PATTERNS:
        raise ValueError(f"expected one of the patterns {', '.join(PATTERNS)}, found {pattern!r}")
    image = PATTERNS[pattern]
    left = dict.fromkeys(layout.cells)
    found = []
    while left:
        cell = next(iter(left))
        orbit = []
        while cell not in orbit:
            if cell not in left:
                raise ValueError(f"expected boards that the pattern {pattern!r} maps onto each other, found others")
            orbit.append(cell)
            cell = image(cell, layout)
        for cell in orbit:
            del left[cell]
        found.append(tuple(orbit))
    return found


def dig(
    digits: Mapping[Cell, str],
    groups: Sequence[tuple[Cell, ...]],
    keeps: Callable[[Digits, tuple[Cell, ...]], bool],
    least: int = 0,
) -> Digits:
    """Remove givens, group by group, wherever the puzzle keeps its property and `least` givens.

    keeps: called with the givens that are left and those just removed. Several groups are tried at once; if more
    givens never destroy the property, the result is the same as one after the other.
    """
    left = dict(digits)
    waiting = [list(groups)]
    while waiting:
        together = waiting.pop()
        gone = tuple(cell for group in together for cell in group)
        if len(left) - len(gone) >= least:
            smaller = {cell: sign for cell, sign in left.items() if cell not in gone}
            if keeps(smaller, gone):
                left = smaller
                continue
        if len(together) > 1:
            half = len(together) // 2
            waiting += [together[half:], together[:half]]
    return left


def keeps_unique(fast: Solver, digits: Mapping[Cell, str]) -> Callable[[Digits, tuple[Cell, ...]], bool]:
    """The property that there is no other answer; it looks for one that differs in the cells just emptied."""

    def keeps(left: Digits, gone: tuple[Cell, ...]) -> bool:
        start = fast.start(left)
        return not any(next(fast.solutions(start & ~fast.bit(cell, digits[cell])), 0) for cell in gone)

    return keeps


def fill_and_dig(
    layout: Layout, orbits: Sequence[tuple[Cell, ...]], rng: Random, least: int = 0
) -> tuple[Digits, Digits]:
    """Fill all boards at random, and remove givens, orbit by orbit, as long as there is one answer; gives both."""
    digits = fill(layout, rng)
    return digits, dig(digits, rng.sample(orbits, len(orbits)), keeps_unique(solver(layout), digits), least)


def is_unique(clues: Clues) -> bool:
    """Say whether a puzzle has exactly one answer.

    >>> from .reading import clues
    >>> is_unique(clues(("1.....2..3.....4",))), is_unique(clues(("1..............4",)))
    (True, False)
    """
    fast = solver(clues.layout)
    answers = fast.solutions(fast.start(dict(clues.givens)))
    return next(answers, None) is not None and next(answers, None) is None


def fewest(layout: Layout) -> int:
    """With fewer givens no puzzle has one answer: two digits that are not given could change places.

    Source: McGuire, Tugemann and Civario, "There is no 16-clue sudoku" (2014), for the ordinary board.
    """
    return 17 if (len(layout.boards), layout.block) == (1, (3, 3)) else layout.side - 1


class Sudokus:
    """An endless sequence of random sudokus, each with one answer; its str() says how many were tried.

    givens: how many; None for a minimal puzzle: no given (with a pattern: no orbit of givens) can be removed.
    needs: the hardest technique needed, one of RATINGS; None for any.
    Raises ValueError if an option is not valid.

    >>> from .boards import layout_of
    >>> made = next(iter(Sudokus(layout_of("one", 4), seed=1)))
    >>> print(made.puzzle, made.effort, sep="\\n")
    ..3.
    .1..
    4...
    .2..
    4 givens, needs naked single
    """

    def __init__(
        self,
        layout: Layout,
        *,
        givens: int | None = None,
        pattern: str = "none",
        needs: str | None = None,
        seed: int = 0,
    ) -> None:
        if needs is not None and needs not in RATINGS:
            raise ValueError(f"expected one of the techniques {', '.join(RATINGS)}, found {needs!r}")
        if givens is not None and givens > len(layout.cells):
            raise ValueError(f"expected at most {len(layout.cells)} givens, one for each cell, found {givens}")
        if givens is not None and givens < (least := fewest(layout)):
            raise ValueError(f"expected {least} givens or more, found {givens}; with fewer there are several answers")
        self.layout = layout
        self.orbits = orbits(layout, pattern)
        self.givens = givens
        self.needs = needs
        self.seed = seed
        self.tried = 0

    def __str__(self) -> str:
        return f"{self.tried} board{'s' * (self.tried != 1)} tried"

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Made]:
        rng = Random(self.seed)
        self.tried = 0
        while True:
            self.tried += 1
            made = self.attempt(rng)
            if made is not None:
                yield made

    def attempt(self, rng: Random) -> Made | None:
        """Make one puzzle; None if it is not as wanted."""
        digits, left = fill_and_dig(self.layout, self.orbits, rng, self.givens or 0)
        puzzle = Clues(self.layout, left)
        if self.givens is not None and len(left) != self.givens:
            return None
        technique = rating(puzzle)
        if self.needs not in (None, technique):
            return None
        if not is_unique(puzzle):
            raise AssertionError(f"made a puzzle that does not have exactly one answer:\n{puzzle.text}")
        return Made(puzzle.text, draw(self.layout, digits), Difficulty(len(left), technique))
