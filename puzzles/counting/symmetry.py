"""Renaming letters, so that states that differ only in the names of the letters become one.

renaming    of letters, as a number in the order of all permutations; the one with letters (1, 0, 2) renames a to b
state       a set of guesses with as many letters in use, as a row of their numbers in ascending order

One state represents all its renamings. To find it, letters are renamed so that the digits of one of the guesses
ascend, for several guesses, and the first of the resulting states in the order of rows is taken. Not every guess is
tried: guesses with the same digits in use, carry and ends form a class, independent of the names of letters, and the
guesses of the smallest class are enough. These are few compared to base! renamings.

Source: Nozaki, Yoshinaka and Shinohara, section 4; there a state is compared with each one found before.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from .guesses import KINDS, Guesses
from .rows import Integers, ranks

BLOCK = 4_000_000  # numbers in an array at a time


class Symmetry:
    """The renamings of the letters of a base, at most 7."""

    def __init__(self, guesses: Guesses) -> None:
        base, digits = guesses.base, guesses.digits
        self.renamings = list(permutations(range(base)))
        number_of = {letters: number for number, letters in enumerate(self.renamings)}
        inverses = [number_of[tuple(sorted(range(base), key=letters.__getitem__))] for letters in self.renamings]
        self.inverse = np.array(inverses)
        self.renamed = rename_digits(base, digits, self.renamings)
        ascending = [[*sorted(range(len(known)), key=known.__getitem__), *range(len(known), base)] for known in digits]
        self.sorting = np.array([number_of[tuple(letters)] for letters in ascending])
        in_use = np.array([sum(1 << digit for digit in known) for known in digits])
        self.classes = (in_use[:, None] * KINDS + np.arange(KINDS)).ravel()

    def between(self, first: Integers, second: Integers) -> Integers:
        """The renamings from one state to another, given the renamings from both to their representative."""
        full = len(self.renamed) - len(self.renamings)  # from there on, the digits are all permutations, in their order
        found: Integers = self.renamed[full + self.inverse[second], first].astype(np.int64) - full
        return found

    def canonical(self, states: Integers) -> tuple[Integers, Integers]:
        """The representatives of these states, which have equally many guesses, and the renamings that lead to them."""
        block = max(1, BLOCK // states.shape[1] ** 2)
        parts = [self._canonical(states[start : start + block]) for start in range(0, len(states), block)]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _canonical(self, states: Integers) -> tuple[Integers, Integers]:
        classes = self.classes[states]
        sizes = (classes[:, :, None] == classes[:, None, :]).sum(2)
        order = sizes * (self.classes.max() + 1) + classes
        which, place = np.nonzero(order == order.min(1, keepdims=True))
        order_of_letters = self.sorting[states[which, place] // KINDS]
        tried = states[which]
        tried = self.renamed[tried // KINDS, order_of_letters[:, None]].astype(np.int64) * KINDS + tried % KINDS
        tried.sort(axis=1)
        rank = ranks(tried)[1]
        starts = np.searchsorted(which, np.arange(len(states)))
        least = np.minimum.reduceat(rank, starts)
        best = np.flatnonzero(rank == least[which])
        best = best[np.searchsorted(which[best], np.arange(len(states)))]
        return tried[best], self.inverse[order_of_letters[best]]


def rename_digits(base: int, digits: list[tuple[int, ...]], orders: list[tuple[int, ...]]) -> NDArray[np.int16]:
    """For digits and an order of the letters, the number of the digits in that order.

    If the order mixes letters in use with others, the number means nothing.

    >>> digits = [(), (0, 1), (1, 0)]
    >>> rename_digits(2, digits, [(0, 1), (1, 0)]).tolist()
    [[0, 0], [1, 2], [2, 1]]
    """
    table = np.zeros((len(digits), len(orders)), np.int16)
    all_orders = np.array(orders)
    for size in {*map(len, digits)} - {0}:
        rows = np.array([number for number, known in enumerate(digits) if len(known) == size])
        columns = np.flatnonzero(all_orders[:, :size].max(1) < size)
        known = np.array([digits[row] for row in rows], np.int32)
        number_of = np.zeros(base**size, np.int16)
        codes = np.zeros((len(rows), len(columns)), np.int32)
        for place in range(size):
            codes += (known * base**place)[:, all_orders[columns, place]]
        number_of[codes[:, 0]] = rows  # the first order is that of the alphabet
        table[rows[:, None], columns] = number_of[codes]
    return table
