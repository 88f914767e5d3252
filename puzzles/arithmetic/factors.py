"""The digits of the factors that are known at a point of a search, for its sketch."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from ..pictures.marks import Choices
from .clues import Clues
from .notation import DIGITS, Calculation


def known_digits(choices: Choices, clues: Calculation, base: int, leading_zeros: bool) -> Mapping[int, int]:
    """The digits of the first factor that are chosen, by their place from the units."""
    chosen = dict(choices)
    if "first" in chosen:  # by the rows
        return {place: chosen["first"] // base**place % base for place in range(len(clues.first))}
    order = clues_of(clues, base, leading_zeros).order
    return dict(zip(order, (value.digit for name, value in choices if name == "move"), strict=False))


def with_factors(clues: Calculation, first: Mapping[int, int], second: Mapping[int, int]) -> Calculation:
    return replace(clues, first=with_digits(clues.first, first), second=with_digits(clues.second, second))


@lru_cache(16)
def clues_of(calculation: Calculation, base: int, leading_zeros: bool) -> Clues:
    return Clues(calculation, base, leading_zeros, False)


def with_digits(row: str, digits: Mapping[int, int]) -> str:
    """A row with these digits, each at its place from the units.

    >>> with_digits("*33**", {0: 7, 4: 1, 5: 0})
    '133*7'
    """
    cells = [DIGITS[digits[place]] if place in digits else sign for place, sign in enumerate(row[::-1])]
    return "".join(cells)[::-1]
