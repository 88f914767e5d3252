"""Problems on which the policies are compared, as in section 6.1 of the thesis, and what each policy costs.

A problem has empty shared blocks, is solved by naked and hidden singles alone, and needs two rounds of some board,
whichever board one starts from, alternating or one board at a time. The thesis took thirty from magazines; here they
are made at random: givens are removed as long as neither alternating, from the first board, nor one board at a time,
from the last, gets stuck.

Hidden singles are found only after a decision, so a person may get stuck although the two techniques are enough. A
problem where this happens with any policy is left out, and counted.

kept    puzzles by name, as text: existing ones are not made again; may be a file
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from itertools import count
from random import Random

from ambsearch import permanent

from .attention import ORDINARY, Rules
from .boards import Layout
from .making import Digits, dig, fill, fill_and_dig, orbits
from .policies import Policy, Run, run
from .propagation import solver
from .reading import Clues, clues, puzzles
from .techniques import Desk

COMPARED = "alternating", "one board"

Runs = Mapping[tuple[str, int], Run]
Kept = MutableMapping[str, str]


@dataclass(frozen=True)
class Problem:
    """A problem, and its cost with each policy and each board to start with, e.g. ("one board", 0)."""

    clues: Clues
    runs: Runs


def solved_by_singles(clues: Clues) -> bool:
    """Say whether naked and hidden singles solve a puzzle.

    >>> from .reading import clues
    >>> solved_by_singles(clues(("1.....2..3.....4",)))
    True
    """
    fast = solver(clues.layout)
    left, placed = fast.propagate(fast.start(dict(clues.givens)), 0)
    return left != 0 and left == placed


def each_run(
    clues: Clues, policies: Mapping[str, Policy], rules: Rules = ORDINARY
) -> Iterator[tuple[tuple[str, int], Run]]:
    """Solve a puzzle with each policy, from each board; the runs of COMPARED come first."""
    desk = Desk.of(clues)
    for name in sorted(policies, key=lambda name: name not in COMPARED):
        for start in range(len(clues.layout.boards)):
            yield (name, start), run(policies[name], desk, start, rules)


def all_runs(clues: Clues, policies: Mapping[str, Policy], rules: Rules = ORDINARY) -> Runs | None:
    """The cost of a puzzle with each policy, from each board; None if one of them gets stuck."""
    runs = {}
    for key, found in each_run(clues, policies, rules):
        if not found.is_complete:
            return None
        runs[key] = found
    return runs


def needs_rounds(runs: Runs) -> bool:
    """Say whether some board needs two rounds, in each run of COMPARED."""
    return all(max(run.rounds.values()) >= 2 for (name, _), run in runs.items() if name in COMPARED)


def number_puzzles(layout: Layout, name: str, make: Callable[[Layout, Random], Clues], kept: Kept) -> Iterator[Clues]:
    """Make puzzles without end; the number of a puzzle, and the common name, are its random seed."""
    size = f", side {layout.side}" if layout.side != 9 else ""
    for number in count(1):
        key = f"{name}{size}, {number}"
        if key not in kept:
            kept[key] = make(layout, Random(key)).text
        yield clues(**puzzles(kept[key])[0])


def minimal_ones(layout: Layout, seed: int, kept: Kept) -> Iterator[Clues]:
    """An endless sequence of random minimal puzzles: they have one answer, and no given can be removed."""
    groups = orbits(layout, "none")

    def make(layout: Layout, rng: Random) -> Clues:
        _, left = fill_and_dig(layout, groups, rng)
        return Clues(layout, left)

    name = ("one board", "two boards", "three boards")[len(layout.boards) - 1]
    return number_puzzles(layout, f"{name}, seed {seed}", make, kept)


class Problems:
    """An endless sequence of random problems; its str() says what was left out.

    layout: boards that overlap; policies: by name; kept: where the puzzles are saved, None for nowhere.
    """

    def __init__(
        self,
        layout: Layout,
        policies: Mapping[str, Policy],
        seed: int = 0,
        rules: Rules = ORDINARY,
        kept: Kept | None = None,
    ) -> None:
        self.layout = layout
        self.policies = policies
        self.rules = rules
        self.kept: Kept = {} if kept is None else kept
        self.name = f"{len(layout.boards)} boards, {rules.interrupt}, seed {seed}"
        self.tried = self.stuck = self.easy = 0

    def __str__(self) -> str:
        return f"{self.tried} made, {self.stuck} where a policy is stuck and {self.easy} of one round left out"

    @permanent  # what it counts
    def __iter__(self) -> Iterator[Problem]:
        self.tried = self.stuck = self.easy = 0
        for puzzle in number_puzzles(self.layout, self.name, self.make, self.kept):
            self.tried += 1
            runs = all_runs(puzzle, self.policies, self.rules)
            if runs is None:
                self.stuck += 1
            elif not needs_rounds(runs):
                self.easy += 1
            else:
                yield Problem(puzzle, runs)

    def make(self, layout: Layout, rng: Random) -> Clues:
        """A puzzle with empty shared blocks that the policies of COMPARED solve."""
        digits = {cell: sign for cell, sign in fill(layout, rng).items() if cell not in layout.shared}
        cells = [(cell,) for cell in rng.sample(sorted(digits), len(digits))]
        starts = zip(COMPARED, (0, len(layout.boards) - 1), strict=True)
        tests = [(self.policies[name], start) for name, start in starts]

        def keeps(left: Digits, _: object) -> bool:
            puzzle = Clues(layout, left)
            if not solved_by_singles(puzzle):
                return False
            desk = Desk.of(puzzle)
            return all(run(policy, desk, start, self.rules).is_complete for policy, start in tests)

        return Clues(layout, dig(digits, cells, keeps))
