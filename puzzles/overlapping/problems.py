"""Problems on which the policies are compared, as in section 6.1 of the thesis, and what each policy costs.

A problem has empty shared blocks, is solved by naked and hidden singles alone, and needs two rounds of some board, with
whatever board one starts, alternating or one board at a time. The thesis took thirty from magazines; here they are made:
givens are taken away by chance until a number of them is left that is drawn for each board, LEAST to MOST, or no other
one can go.

Hidden singles are found only after a decision, so a person may be stuck although the two techniques are enough. Such a
problem is left out if it happens with any policy, and counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from .attention import ORDINARY, Rules
from .boards import Layout
from .making import dug, filled
from .policies import Policy, Run, run
from .propagation import Solver, solver
from .reading import Clues
from .techniques import Desk

LEAST, MOST = 22, 34  # givens of a board
COMPARED = "alternating", "one board"

Runs = Mapping[tuple[str, int], Run]


@dataclass(frozen=True)
class Problem:
    """A problem, and what it costs with each policy and each board to start with, e.g. ("one board", 0)."""

    clues: Clues
    runs: Runs

    def total(self, policy: str, start: int) -> int:
        return self.runs[policy, start].total

    def least(self, policy: str) -> int:
        """The attentions that a policy needs if one starts with the best board for it."""
        return min(run.total for (name, _), run in self.runs.items() if name == policy)


def solved_by_singles(fast: Solver, clues: Clues) -> bool:
    """Say whether naked and hidden singles solve a puzzle.

    >>> from .boards import layout_of
    >>> from .reading import clues
    >>> solved_by_singles(solver(layout_of("one", 4)), clues(("1.....2..3.....4",)))
    True
    """
    left, placed = fast.propagated(fast.start(dict(clues.givens)), 0)
    return left != 0 and left == placed


def each_run(
    clues: Clues, policies: Mapping[str, Policy], rules: Rules = ORDINARY
) -> Iterator[tuple[tuple[str, int], Run]]:
    """Solve a puzzle with each policy, from each board; those of COMPARED come first."""
    desk = Desk.of(clues)
    for name in sorted(policies, key=lambda name: name not in COMPARED):
        for start in range(len(clues.layout.boards)):
            yield (name, start), run(policies[name], desk, start, rules)


def all_runs(
    clues: Clues, policies: Mapping[str, Policy], rules: Rules = ORDINARY
) -> dict[tuple[str, int], Run] | None:
    """What a puzzle costs with each policy, from each board; None if one of them is stuck."""
    runs = {}
    for key, found in each_run(clues, policies, rules):
        if not found.is_complete:
            return None
        runs[key] = found
    return runs


class Problems:
    """Problems made by chance, in an endless sequence; printed, it tells what was left out.

    layout: boards that overlap; policies: by name.
    """

    def __init__(self, layout: Layout, policies: Mapping[str, Policy], seed: int = 0, rules: Rules = ORDINARY) -> None:
        self.layout = layout
        self.policies = policies
        self.seed = seed
        self.rules = rules
        self.tried = self.stuck = self.easy = 0

    def __str__(self) -> str:
        return (
            f"{self.tried} made, {self.stuck} left out where some policy is stuck, {self.easy} that need one round only"
        )

    def __iter__(self) -> Iterator[Problem]:
        rng = Random(self.seed)
        self.tried = self.stuck = self.easy = 0
        while True:
            self.tried += 1
            clues = self.made(rng)
            runs = self.wanted(clues)
            if runs is not None:
                yield Problem(clues, runs)

    def wanted(self, clues: Clues) -> Runs | None:
        """What a puzzle costs; None if it is left out, which most are: so it is solved no oftener than needed."""
        runs = {}
        for (name, start), found in each_run(clues, self.policies, self.rules):
            if not found.is_complete:
                self.stuck += 1
                return None
            if name in COMPARED and max(found.rounds.values()) < 2:
                self.easy += 1
                return None
            runs[name, start] = found
        return runs

    def made(self, rng: Random) -> Clues:
        """A puzzle with empty shared blocks that naked and hidden singles solve."""
        fast = solver(self.layout)
        digits = {cell: sign for cell, sign in filled(self.layout, rng).items() if cell not in self.layout.shared}
        least = rng.randint(LEAST, MOST) * len(self.layout.boards)
        cells = [(cell,) for cell in rng.sample(sorted(digits), len(digits))]
        givens = dug(digits, cells, lambda left, gone: solved_by_singles(fast, Clues(self.layout, left)), least)
        return Clues(self.layout, givens)
