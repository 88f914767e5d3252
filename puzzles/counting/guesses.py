"""All guesses of a base and what they become with each column: the nondeterministic automaton.

guess   has the number of its digits among all of them, times KINDS, plus its kind: the carry, and how both words end

The columns are searched only for digits that ascend with their letters; for other digits, the letters in the columns
are renamed. They are searched only for words that may both end; if a word must go on, or has ended, its columns are
those among the same columns in which it does.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .columns import ENDED, GOES_ON, MAY_END, Digits, Ends, Guess, Signs, all_digits, column
from .rows import Integers

KINDS = 18  # two carries, and three ends of each word


class Guesses(NamedTuple):
    """A nondeterministic automaton: it reads a puzzle column by column, and guesses the digits of new letters.

    digits: of the guesses; guess g has those of number g // KINDS. The start is guess 0.
    first, columns, targets: guess g reads column columns[i] and becomes targets[i], for first[g] <= i < first[g + 1].
    accepting: for each guess, whether its digits are a solution of the puzzle if it ends here.
    """

    base: int
    digits: list[Digits]
    first: Integers
    columns: Integers
    targets: Integers
    accepting: NDArray[np.bool_]


def guesses(base: int, zero_alone: bool = False) -> Guesses:
    """Find what each guess becomes with each column."""
    digits = all_digits(base)
    number_of = np.zeros((base + 1) ** base, np.int64)
    number_of[[code(known, base) for known in digits]] = np.arange(len(digits))
    parts = [
        part
        for size in {*map(len, digits)}
        for known in combinations(range(base), size)
        for part in rename(base, known, zero_alone, number_of)
    ]
    source, columns, targets = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = np.argsort(source, kind="stable")
    sizes = np.bincount(source, minlength=len(digits) * KINDS)
    kinds = np.arange(len(digits) * KINDS) % KINDS
    accepting = (kinds < 9) & (kinds // 3 != GOES_ON) & (kinds % 3 != GOES_ON)
    return Guesses(base, digits, np.cumsum(np.append(0, sizes)), columns[order], targets[order], accepting)


def rename(
    base: int, digits: Digits, zero_alone: bool, number_of: Integers
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """For ascending digits, and all orders of their letters: guesses, their columns, and what they become."""
    size = len(digits)
    orders = np.array(list(permutations(range(size))), np.int64)
    names = np.tile(np.arange(base + 1), (len(orders), 1))  # of the ascending letters; the new ones and $ keep theirs
    names[:, :size] = np.argsort(orders, axis=1)
    codes = np.array([code([digits[letter] for letter in order], base) for order in orders.tolist()])
    for kind, found in search_columns(base, digits, zero_alone):
        if found:
            signs = np.array([signs for signs, *_ in found])
            columns = (names[:, signs[:, 0]] * (base + 1) + names[:, signs[:, 1]]) * (base + 1) + names[:, signs[:, 2]]
            new = [code(after, base) - code(digits, base) for _, after, _, _ in found]
            kinds = [carry * 9 + ends[0] * 3 + ends[1] for *_, carry, ends in found]
            targets = number_of[codes[:, None] + np.array(new)] * KINDS + np.array(kinds)
            source = np.repeat(number_of[codes] * KINDS + kind, len(found))
            yield source, columns.ravel(), targets.ravel()


def search_columns(
    base: int, digits: Digits, zero_alone: bool
) -> Iterator[tuple[int, list[tuple[Signs, Digits, int, Ends]]]]:
    """For each kind of guess with these digits, what the search for a column finds."""
    for carry in (0, 1):
        found = list(column(base, digits, carry, (MAY_END, MAY_END), zero_alone))
        for place, (first, second) in enumerate(product((GOES_ON, MAY_END, ENDED), repeat=2)):
            here = [one for one in found if may_become(first, one[3][0]) and may_become(second, one[3][1])]
            yield carry * 9 + place, here


def may_become(end: int, after: int) -> bool:
    """Whether the end of a word may be this one after the next column."""
    return end == MAY_END or (end == ENDED) == (after == ENDED)


def code(digits: Digits | list[int], base: int) -> int:
    """A unique number for some digits; more letters only add to it."""
    return sum((digit + 1) * (base + 1) ** letter for letter, digit in enumerate(digits))


def kind_of(number: int) -> tuple[int, Ends]:
    """The carry and the ends of a kind."""
    return number // 9, (number % 9 // 3, number % 3)


def guess_of(number: int, digits: list[Digits]) -> Guess:
    """The guess of a number, where these are all digits."""
    return Guess(digits[number // KINDS], *kind_of(number % KINDS))
