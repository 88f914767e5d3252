"""Counting the puzzles of a few digits in any base: all sums are listed, many at a time.

No automaton is needed, so this also works for bases whose automaton would be too large.

Source: the counts are those of Endo's thesis, which Nozaki, Yoshinaka and Shinohara cite in their table 5.
"""

import numpy as np

from .rows import Integers

MOST = 4_000_000  # puzzles, including equal ones, that are kept before they are compared


def count_of_sums(base: int, digits: int) -> int:
    """Count the solvable puzzles of this many digits; no word of one letter is zero.

    base, digits: (base + 1) ** (3 * digits) must be less than 2 ** 63.

    >>> [count_of_sums(10, digits) for digits in (1, 2)]
    [2, 123]
    """
    waiting = [np.zeros(0, np.int64)]
    for first in range(1, base**digits):
        waiting.append(np.unique(puzzles_with(first, base, digits)))
        if sum(map(len, waiting)) > MOST:
            waiting = [np.unique(np.concatenate(waiting))]
    return len(np.unique(np.concatenate(waiting)))


def puzzles_with(first: int, base: int, digits: int) -> Integers:
    """Number the puzzles of the sums that begin with this number; equal puzzles have equal numbers.

    They are in normal form: from the units up, a digit that is new gets the next letter.
    """
    second = np.arange(max(1, base ** (digits - 1) - first), base**digits - first)
    row = np.arange(len(second))
    letters = np.full((len(second), base), -1)
    in_use, number = np.zeros_like(second), np.zeros_like(second)
    for place in range(digits):
        for rest in (np.full_like(second, first), second, first + second):
            rest = rest // base**place
            digit = rest % base
            is_new = (rest > 0) & (letters[row, digit] < 0)
            letters[row[is_new], digit[is_new]] = in_use[is_new]
            in_use += is_new
            number = number * (base + 1) + np.where(rest > 0, letters[row, digit], base)
    return number
