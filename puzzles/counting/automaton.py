"""The automaton that reads all alphametics A + B = C of a base, column by column.

state       the set of guesses that remain of a puzzle read so far: how many letters are in use, which words have
            ended, and for each choice of digits that is still possible the carry, and which words may end
step        from a state by a column to the next state; in the merged automaton with a renaming of the letters
solutions   of a state: how many of its guesses solve the puzzle if it ends there; several, one or none

There is a step only if a guess remains, so the puzzles that end in a state with solutions are those that have any.

Source: Nozaki, Yoshinaka and Shinohara, "Numeration of alphametics using deterministic finite automaton" (in
Japanese), sections 3 and 4: the automaton is the determinisation of `columns.guesses`, and the merged one is their
extended automaton. Their accepting states f and g have no steps and no guesses; here they are not among the states,
but `size` counts them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .columns import Guess, Signs, all_digits, column_number, column_signs
from .guesses import guess_of, guesses
from .rows import Integers
from .states import States, successors
from .symmetry import Symmetry


class Place(NamedTuple):
    """The position after reading a part of a puzzle: a state, and its names for the puzzle's letters.

    names: for each letter of the puzzle its name in the state, e.g. (1, 0, 2); they differ only in a merged automaton.
    """

    state: int
    names: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Automaton:
    """All states and steps; the states are numbered in the order of a breadth-first search, the start is 0.

    base, zero_alone: how many digits there are, and whether a word of one letter may be zero.
    solutions: of each state, e.g. 2.
    first: the steps of state s are those from first[s] to before first[s + 1], in the order of their columns.
    columns, targets: of each step, the column's number (see `columns.column_number`) and the next state.
    renamings: of each step, as a number in the order of all permutations; None if the automaton is not merged.
    first_guess, guesses: those of state s are guesses[i] for first_guess[s] <= i < first_guess[s + 1].
    """

    base: int
    zero_alone: bool
    solutions: NDArray[np.int32]
    first: NDArray[np.int64]
    columns: NDArray[np.int16]
    targets: NDArray[np.int32]
    renamings: NDArray[np.int16] | None
    first_guess: NDArray[np.int64]
    guesses: NDArray[np.int32]

    @property
    def size(self) -> int:
        """The number of states as the paper counts them: with the accepting ones, f for several solutions, g for one."""
        return len(self.solutions) + int((self.solutions > 1).any()) + int((self.solutions == 1).any())

    @cached_property
    def orders(self) -> list[tuple[int, ...]]:
        """What each renaming makes of the letters 0, 1, 2 and so on."""
        return list(permutations(range(self.base)))

    @property
    def start(self) -> Place:
        """The place before anything is read."""
        return Place(0, tuple(range(self.base)))

    def information(self, state: int) -> Iterator[Guess]:
        """The guesses of a state."""
        digits = all_digits(self.base)
        for number in self.guesses[self.first_guess[state] : self.first_guess[state + 1]].tolist():
            yield guess_of(number, digits)

    def sources(self) -> Integers:
        """The state of each step."""
        return np.repeat(np.arange(len(self.solutions)), np.diff(self.first))

    def read(self, columns: Iterable[Signs]) -> Place | None:
        """Read columns in normal form; gives the place after them, or None if no digits fit this part of the puzzle."""
        place = self.start
        for signs in columns:
            first, second, third = ((*place.names, self.base)[sign] for sign in signs)
            low, high = self.first[place.state : place.state + 2]
            number = column_number((first, second, third), self.base)
            step = low + int(np.searchsorted(self.columns[low:high], number))
            if step == high or self.columns[step] != number:
                return None
            place = self.after(place, step)
        return place

    def after(self, place: Place, step: int) -> Place:
        """Where a step leads."""
        state = int(self.targets[step])
        if self.renamings is None:
            return Place(state, place.names)
        order = self.orders[self.renamings[step]]
        return Place(state, tuple(order[name] for name in place.names))

    def steps(self, place: Place) -> list[tuple[Signs, int]]:
        """List the columns that may be read at a place, in the puzzle's letters, each with its step.

        >>> automaton = build(2)
        >>> automaton.steps(automaton.start)
        [((0, 0, 0), 0), ((0, 0, 1), 1), ((0, 1, 0), 2), ((0, 1, 1), 3)]
        """
        low, high = self.first[place.state : place.state + 2].tolist()
        letter = [*sorted(range(self.base), key=place.names.__getitem__), self.base]
        found = []
        for step, number in enumerate(self.columns[low:high].tolist(), low):
            first, second, third = column_signs(number, self.base)
            found.append(((letter[first], letter[second], letter[third]), step))
        return sorted(found)


def build(
    base: int,
    merged: bool = True,
    zero_alone: bool = False,
    most: int | None = None,
    progress: Callable[[int, int], object] = lambda done, found: None,
) -> Automaton:
    """Build the automaton of a base by search, from the start, in the order of the columns.

    merged: merge states that differ only in the names of the letters.
    most: how many columns are read at most, so that longer puzzles are unknown; without it, any number.
    progress: called repeatedly with the numbers of states done and found.

    >>> build(2, merged=False).size, build(2).size
    (28, 15)
    """
    reading = guesses(base, zero_alone)
    found = States(Symmetry(reading) if merged else None)
    columns, targets, renamings, degrees = [], [], [], [np.zeros(1, np.int64)]
    done = depth = 0
    level = 1  # the states that fewer columns lead to
    while done < len(found) and depth != most:
        members, sizes = found.members(done, level)
        source, column, groups, group_sizes = successors(reading, members, sizes)
        target, renaming = found.number(groups, group_sizes)
        columns.append(column.astype(np.int16))
        targets.append(target.astype(np.int32))
        renamings.append(renaming.astype(np.int16))
        degrees.append(np.bincount(source, minlength=len(sizes)))
        done += len(sizes)
        progress(done, len(found))
        if done == level:
            level, depth = len(found), depth + 1
    degrees.append(np.zeros(len(found) - done, np.int64))
    members, sizes = found.all()
    first_guess = np.cumsum(np.concatenate(([0], sizes)))
    solutions = np.add.reduceat(reading.accepting[members].astype(np.int32), first_guess[:-1]).astype(np.int32)
    return Automaton(
        base,
        zero_alone,
        solutions,
        np.cumsum(np.concatenate(degrees)),
        np.concatenate(columns),
        np.concatenate(targets),
        np.concatenate(renamings) if merged else None,
        first_guess,
        members.astype(np.int32),
    )
