"""The rows of a long multiplication or division, one by one, with the numbers that each may hold.

A letter is treated as a box here; `fits` in `notation` compares the letters of all rows.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from .notation import BOX, DIGITS, LETTERS, Calculation


class Row:
    """A row of boxes and known digits.

    cells: e.g. "*33**".
    leading_zeros: may its number begin with zeros?
    zero: may its number be zero, if it has one digit?
    boxes: the digits that a box may have, e.g. "2357"; "" for any.

    >>> row = Row("*3")
    >>> row.fits(13), row.fits(31), row.fits(3), Row("*3", leading_zeros=True).fits(3), Row("*3", boxes="2357").fits(13)
    (True, False, False, True, False)
    """

    def __init__(
        self, cells: str, base: int = 10, leading_zeros: bool = False, zero: bool = False, boxes: str = ""
    ) -> None:
        self.cells, self.base, self.boxes = cells, base, boxes
        self.stop = base ** len(cells)
        self.start = 0 if leading_zeros or (zero and len(cells) == 1) else self.stop // base
        allowed = {sign: sign for sign in DIGITS} | ({BOX: boxes} if boxes else {})
        self.known = [
            (base**place, [DIGITS.index(digit) for digit in allowed[sign]])
            for place, sign in enumerate(cells[::-1])
            if sign in allowed
        ]

    def fits(self, number: int) -> bool:
        """Does the number have as many digits as the row has cells, each of them possible there?"""
        if not self.start <= number < self.stop:
            return False
        for unit, digits in self.known:
            if number // unit % self.base not in digits:
                return False
        return True

    def numbers(self) -> Iterator[int]:
        """The numbers that fit, ascending.

        >>> list(Row("2*0", base=4).numbers())
        [32, 36, 40, 44]
        """
        signs = {BOX: self.boxes or DIGITS[: self.base]} | dict.fromkeys(LETTERS, DIGITS[: self.base])
        for digits in product(*(signs.get(sign, sign) for sign in self.cells)):
            number = int("".join(digits), self.base)
            if number >= self.start:
                yield number


class Step(NamedTuple):
    """What a digit of the second factor writes.

    digit: its own cell.
    product: its partial product; None for zero, which writes no row.
    part: in a division what this is subtracted from; None if no row shows it.
    """

    digit: Row
    product: Row | None
    part: Row | None

    def digits(self, first: int) -> list[int]:
        """The digits whose product with the first factor fits its row.

        >>> Step(Row("*"), Row("1*"), None).digits(6)
        [2, 3]
        """
        if self.product is None:
            return [0]
        return [digit for digit in range(1, self.digit.base) if self.product.fits(first * digit)]


class Rows:
    """The rows of a calculation.

    steps: for each digit of the second factor, from the units up, what it writes.
    remainder: None in a multiplication.

    >>> rows = Rows(Calculation("1*", "*", ("5*",), "*6"), 10, leading_zeros=False)
    >>> list(rows.first.numbers())[:3], len(rows.steps), list(rows.remainders())
    ([10, 11, 12], 1, [0])
    """

    def __init__(self, calculation: Calculation, base: int, leading_zeros: bool) -> None:
        def row(cells: str) -> Row:
            return Row(cells, base, leading_zeros, boxes=calculation.boxes)

        self.first, self.second, self.total = map(row, (calculation.first, calculation.second, calculation.total))
        rest, boxes = calculation.remainder, calculation.boxes
        self.remainder = Row(rest, base, leading_zeros, zero=True, boxes=boxes) if rest else None
        parts = calculation.parts or ("",) * len(calculation.products)
        self.steps = [
            Step(
                Row(cell, base, leading_zeros=True, boxes=boxes),
                row(product) if product else None,
                row(part) if part else None,
            )
            for cell, product, part in zip(reversed(calculation.second), calculation.products, parts, strict=True)
        ]

    def remainders(self) -> Iterator[int]:
        """The numbers that the remainder may be; only 0 in a multiplication."""
        return iter([0]) if self.remainder is None else self.remainder.numbers()
