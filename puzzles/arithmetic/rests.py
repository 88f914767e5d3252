"""Which remainders a long division can have, when its divisor and its quotient are known.

A remainder of several boxes is not counted through: the lengths and the highest known digits of the sums say between
which numbers it lies, the known digits at the end of the dividend say what it is modulo a power of the base.
"""

from .notation import DIGITS, Calculation
from .sums import rows_of


class Rests:
    """The remainders of a puzzle, for each pair of its factors.

    >>> rests = Rests(Calculation("12", "**", ("**", "**"), "4*3", ("**", ""), "**"), 10, leading_zeros=False, free=False)
    >>> list(rests.of(12, 34)), list(rests.of(12, 33))
    ([], [])
    >>> list(Rests(Calculation("54", "*", ("**",), "**5", ("",), "**"), 10, False, False).of(54, 3))
    [13, 23, 33, 43, 53]
    """

    def __init__(self, puzzle: Calculation, base: int, leading_zeros: bool, free: bool) -> None:
        sums = [] if free else list(rows_of(puzzle))
        rows = [(puzzle.remainder, 0, -1), *sums]  # the remainder is a sum without any product
        self.bounds = [
            (base ** (highest + 1), base**lowest, *span(row, base, leading_zeros))
            for row, lowest, highest in rows
        ]
        ends = [(known_end(puzzle.remainder), 1), (known_end(puzzle.total), base ** len(puzzle.second))]
        end, self.modulus = max(ends, key=lambda pair: len(pair[0]))
        self.low, self.step = int("0" + end, base), base ** len(end)

    def of(self, first: int, second: int) -> range:
        """The remainders, ascending; some of them may show a wrong digit in the middle of a row."""
        start, stop = 0, first
        for modulus, unit, least, most in self.bounds:
            product = first * (second % modulus)
            start, stop = max(start, least * unit - product), min(stop, (most + 1) * unit - product)
        wanted = self.low - first * (second % self.modulus)
        return range(start + (wanted - start) % self.step, stop, self.step)


def span(row: str, base: int, leading_zeros: bool = False) -> tuple[int, int]:
    """The least and the greatest number that a row may show.

    >>> span("*3*", 10), span("*3*", 10, leading_zeros=True)
    ((130, 939), (30, 939))
    """
    least = [sign if sign in DIGITS else "0" for sign in row]
    if row[0] not in DIGITS and not leading_zeros:
        least[0] = "1"
    return int("".join(least), base), int("".join(s if s in DIGITS else DIGITS[base - 1] for s in row), base)


def known_end(row: str) -> str:
    """The known digits at the end of a row.

    >>> known_end("*3*40")
    '40'
    """
    return row[len(row.rstrip(DIGITS)) :]
