"""States that cannot be distinguished: by the puzzles that continue from there, or except by the names of letters.

Source: Moore's refinement: states are distinguished by their verdicts, then by the classes that their columns lead
to, and
so on, until nothing changes. Hopcroft's algorithm, e.g. that of the library automata-lib, finds the same classes; it
takes a minute for base 5, where this takes seconds.
"""

import numpy as np

from .automaton import Automaton
from .guesses import guesses
from .rows import Integers, ranks, stretches
from .symmetry import Symmetry


def minimal_size(automaton: Automaton) -> int:
    """The number of states of the smallest automaton with the same verdicts, with the accepting ones.

    automaton: one that is not merged.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> minimal_size(build(2, merged=False))
    27
    """
    classes = np.minimum(automaton.solutions, 2).astype(np.int64)
    accepting = automaton.size - len(classes)
    number, before = len(np.unique(classes)), 0
    while number > before:
        before = number
        classes = refine(automaton, classes)
        number = int(classes.max()) + 1
    return number + accepting


def refine(automaton: Automaton, classes: Integers) -> Integers:
    """Number the states by their classes and those that their columns lead to."""
    first, degrees = automaton.first[:-1], np.diff(automaton.first)
    steps = automaton.columns * (classes.max() + 1) + classes[automaton.targets]
    found, number = np.zeros_like(classes), 0
    for degree in np.unique(degrees):
        states = np.flatnonzero(degrees == degree)
        after = steps[stretches(first[states], degrees[states])].reshape(len(states), degree)
        different, rank = ranks(np.column_stack((classes[states], after)))
        found[states] = number + rank
        number += len(different)
    return found


def similar(automaton: Automaton) -> list[tuple[int, ...]]:
    """Group the states that differ only in the names of the letters, in the order of the first in each group.

    automaton: one that is not merged.

    >>> from ambsearch.puzzles.counting.automaton import build
    >>> similar(build(2, merged=False))[:3]
    [(0,), (1, 10), (2, 6)]

    Source: table 1 of the paper, for base 2.
    """
    symmetry = Symmetry(guesses(automaton.base, automaton.zero_alone))
    sizes = np.diff(automaton.first_guess)
    found: dict[bytes, list[int]] = {}
    for size in np.unique(sizes):
        states = np.flatnonzero(sizes == size)
        members = automaton.guesses[stretches(automaton.first_guess[states], sizes[states])]
        canonical, _ = symmetry.canonical(members.reshape(len(states), size).astype(np.int64))
        for state, row in zip(states.tolist(), canonical, strict=True):
            found.setdefault(row.tobytes(), []).append(state)
    return sorted(map(tuple, found.values()))
