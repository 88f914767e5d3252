"""How many alphametics there are, counted by steps of the automaton.

weight    of each state, by which the puzzles that end in it count: 1 if there are solutions, or only if there is one,
or the number of solutions

Source: Nozaki, Yoshinaka and Shinohara, section 5, which uses powers of the matrix; a vector is enough. Their L for
unique solutions picks f where it should pick g.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .automaton import Automaton
from .rows import Integers

Vector = NDArray[Any]  # of exact integers, one for each state


def solvable(automaton: Automaton) -> Vector:
    """The weight of states for F_k(n): 1 if there are solutions."""
    weight: Vector = (automaton.solutions > 0).astype(np.int64)
    return weight


def unique(automaton: Automaton) -> Vector:
    """The weight of states for G_k(n): 1 if there is one solution."""
    weight: Vector = (automaton.solutions == 1).astype(np.int64)
    return weight


class Sums:
    """A matrix with few entries: for each state, numbers of steps and the states at their other ends."""

    def __init__(self, here: Integers, there: Integers, states: int) -> None:
        self.states = states
        pairs, times = np.unique(here * states + there, return_counts=True)
        here, self.there = np.divmod(pairs, states)
        self.times = times
        self.starts = np.flatnonzero(np.diff(here, prepend=-1))
        self.rows = here[self.starts]
        self.most = int(np.add.reduceat(times, self.starts).max()) if len(times) else 0

    def __call__(self, vector: Vector) -> Vector:
        """The product with a vector, in 64 bits as long as that is exact."""
        if vector.dtype != object and int(np.abs(vector).max()) * self.most >= 2**63:
            vector = vector.astype(object)
        product = np.zeros_like(vector)
        if len(self.rows):
            product[self.rows] = np.add.reduceat(vector[self.there] * self.times, self.starts)
        return product


def forward(automaton: Automaton) -> Sums:
    """Turns the numbers of puzzles that end in each state into those with one more column."""
    return Sums(automaton.targets.astype(np.int64), automaton.sources(), len(automaton.solutions))


def backward(automaton: Automaton) -> Sums:
    """Turns the numbers of ways from each state to an end into those with one more column."""
    return Sums(automaton.sources(), automaton.targets.astype(np.int64), len(automaton.solutions))


def vectors_of(step: Sums) -> Iterator[Vector]:
    """The numbers of puzzles that end in each state, for 1, 2, 3 and so on digits, without end; `step` is `forward`."""
    puzzles = np.zeros(step.states, np.int64)
    puzzles[0] = 1
    while True:
        puzzles = step(puzzles)
        yield puzzles


def counts(automaton: Automaton, *weights: Vector) -> Iterator[tuple[int, ...]]:
    """Count the puzzles of 1, 2, 3 and so on digits, without end, by each of the weights.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> automaton = build(3)
    >>> list(islice(counts(automaton, solvable(automaton), unique(automaton)), 4))
    [(1, 1), (23, 19), (265, 233), (2639, 2443)]
    """
    for puzzles in vectors_of(forward(automaton)):
        yield tuple(total(puzzles, weight) for weight in weights)


def total(vector: Vector, weight: Vector) -> int:
    """The sum of the products, exact."""
    return sum((vector[weight != 0].astype(object) * weight[weight != 0]).tolist())


def count(automaton: Automaton, digits: int, weight: Vector) -> int:
    """Count the puzzles of this many digits, at least one."""
    return next(islice(counts(automaton, weight), digits - 1, None))[0]
