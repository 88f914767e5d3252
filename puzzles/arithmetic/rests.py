"""The remainders that a long division can have, once its divisor and its quotient are known.

A remainder of several boxes is chosen from the units up, after both factors: each digit of it shows a digit of the
dividend, and of every row that something is subtracted from, because these are sums of a known product and the
remainder. The lengths and the highest digits of these rows give bounds for it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ambsearch import Search, ambiguous, require

from .fields import digits_in
from .notation import BOX, DIGITS, Calculation
from .sums import rows_of


class Sum(NamedTuple):
    """A row that is a sum: (first x (second % modulus) + remainder) // unit.

    least, most: its bounds.
    """

    modulus: int
    unit: int
    least: int
    most: int


class Rests:
    """What the rows of a division say about its remainder.

    digits: for each place the possible digits, as a mask.
    shown: for each place the sums that show a digit there: the modulus, and the digits that may be there.
    sums: the remainder itself is one, without a product.
    """

    def __init__(self, puzzle: Calculation, base: int, digits: Sequence[int], leading_zeros: bool, free: bool) -> None:
        self.base, self.digits = base, digits
        self.shown: list[list[tuple[int, str]]] = [[] for _ in digits]
        self.sums = [Sum(1, 1, *span(puzzle.remainder, base, leading_zeros))]
        for row, lowest, highest in rows_of(puzzle):
            modulus = base ** (highest + 1)
            if not free:
                self.sums.append(Sum(modulus, base**lowest, *span(row, base, leading_zeros)))
            for place, sign in enumerate(reversed(row.lstrip(BOX) if free else row), lowest):
                allowed = sign if sign in DIGITS else puzzle.boxes if sign == BOX else ""
                if allowed and place < len(digits):
                    self.shown[place].append((modulus, allowed))

    def bounds(self, first: int, second: int) -> tuple[int, int]:
        """The least remainder, and the first number that is too large."""
        products = [first * (second % row.modulus) for row in self.sums]
        pairs = list(zip(self.sums, products, strict=True))
        return (
            max(0, *(row.least * row.unit - product for row, product in pairs)),
            min(first, *((row.most + 1) * row.unit - product for row, product in pairs)),
        )


@ambiguous
def remainders(rests: Rests, first: int, second: int) -> Search[int]:
    """Choose the digits of the remainder from the units up; above its own digits, only the bounds of the sums are
    checked.

    >>> puzzle = Calculation("54", "*", ("***",), "**5", ("",), "**")
    >>> list(remainders(Rests(puzzle, 10, [1023, 1022], leading_zeros=False, free=False), 54, 3))
    [13, 23, 33, 43, 53]
    """
    start, stop = rests.bounds(first, second)
    remainder, unit = 0, 1
    for mask, shown in zip(rests.digits, rests.shown, strict=True):
        digit = yield digits_in(mask)
        remainder = remainder + digit * unit
        for modulus, allowed in shown:
            require(DIGITS[(first * (second % modulus) + remainder) // unit % rests.base] in allowed)
        unit = unit * rests.base
        require(start + (remainder - start) % unit < stop)  # there is a number between them that ends like this
    return remainder


def span(row: str, base: int, leading_zeros: bool = False) -> tuple[int, int]:
    """The least and the greatest number that a row may show.

    >>> span("*3*", 10), span("*3*", 10, leading_zeros=True)
    ((130, 939), (30, 939))
    """
    least = [sign if sign in DIGITS else "0" for sign in row]
    if row[0] not in DIGITS and not leading_zeros:
        least[0] = "1"
    return int("".join(least), base), int("".join(s if s in DIGITS else DIGITS[base - 1] for s in row), base)
