"""Finding states: sets of guesses, many at a time; each gets a number when it is first found."""

from operator import itemgetter

import numpy as np

from .guesses import Guesses
from .rows import Integers, ranks, stretches
from .symmetry import Symmetry

CHUNK = 400_000  # guesses that are read at a time


def successors(reading: Guesses, members: Integers, sizes: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Read every column in every state; a set of guesses for each state and column, by state and then by column.

    members, sizes: the guesses of the states, one after the other, and how many each has.
    Gives the state and the column of each set, by position in the arguments, and then members and sizes of the sets.
    """
    widths = reading.first[members + 1] - reading.first[members]
    steps = stretches(reading.first[members], widths)
    state = np.repeat(np.repeat(np.arange(len(sizes)), sizes), widths)
    all_columns, all_guesses = (reading.base + 1) ** 3, len(reading.accepting)
    key = (state * all_columns + reading.columns[steps]) * all_guesses + reading.targets[steps]
    key.sort()
    label, members = np.divmod(key, all_guesses)
    starts = np.flatnonzero(np.diff(label, prepend=-1))
    state, column = np.divmod(label[starts], all_columns)
    return state, column, members, np.diff(starts, append=len(label))


class States:
    """The states found so far, with numbers; equal ones, or with symmetry similar ones, count once.

    Among similar states, the one found first is kept.
    """

    def __init__(self, symmetry: Symmetry | None) -> None:
        self.symmetry = symmetry
        start = np.zeros(1, np.int32)
        self.number_of = {start.tobytes(): 0}
        self.rows = [start.tobytes()]
        self.renamings = [0]  # with symmetry, from each state to the one that represents it

    def __len__(self) -> int:
        return len(self.rows)

    def members(self, start: int, stop: int) -> tuple[Integers, Integers]:
        """The guesses of a range of states, one after the other, and how many each has."""
        rows, length = [], 0
        for row in self.rows[start : min(stop, start + CHUNK)]:
            rows.append(row)
            length += len(row) // 4
            if length >= CHUNK:
                break
        return members_of(rows)

    def all(self) -> tuple[Integers, Integers]:
        """The same for all states."""
        return members_of(self.rows)

    def number(self, members: Integers, sizes: Integers) -> tuple[Integers, Integers]:
        """The numbers of sets of guesses, and the renamings of their letters; new ones get numbers in their order."""
        starts = np.cumsum(sizes) - sizes
        numbers, renamings = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int64)
        fresh: dict[bytes, int] = {}  # with the position of its first occurrence
        waiting = []
        for size in np.unique(sizes):
            places = np.flatnonzero(sizes == size)
            rows = members[starts[places][:, None] + np.arange(size)]
            first, which = ranks(rows)
            states = rows[first]
            if self.symmetry is not None:
                states, renaming = self.symmetry.canonical(states)
                renamings[places] = renaming[which]
            different, state = ranks(states)
            comes = np.full(len(different), len(sizes))
            np.minimum.at(comes, state, places[first])
            keys = [row.tobytes() for row in states[different].astype(np.int32)]
            fresh |= {key: place for key, place in zip(keys, comes.tolist(), strict=True) if key not in self.number_of}
            waiting.append((places, keys, state[which]))
        for key, place in sorted(fresh.items(), key=itemgetter(1)):
            self.number_of[key] = len(self.rows)
            self.rows.append(members[starts[place] : starts[place] + sizes[place]].astype(np.int32).tobytes())
            self.renamings.append(int(renamings[place]))
        for places, keys, state in waiting:
            numbers[places] = np.array([self.number_of[key] for key in keys])[state]
        if self.symmetry is not None:
            renamings = self.symmetry.between(renamings, np.array(self.renamings)[numbers])
        return numbers, renamings


def members_of(rows: list[bytes]) -> tuple[Integers, Integers]:
    members = np.frombuffer(b"".join(rows), np.int32).astype(np.int64)
    return members, np.array([len(row) // 4 for row in rows])
