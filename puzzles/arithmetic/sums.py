"""The sums of a long multiplication or division: its total, and what is left of a dividend at each step.

Each of these sums is first x (the lowest digits of second) + remainder, without some of its lowest digits. So its
lowest digits are known as soon as those of first, second and the remainder are.
"""

from collections.abc import Collection, Iterator, Sequence
from math import log
from typing import NamedTuple

from .fields import Fields
from .notation import BOX, DIGITS, LETTERS, Calculation

WHOLE = "#"


class Reading(NamedTuple):
    """A digit of a sum, or all its digits at once, to be read from (first x (second % modulus) + remainder) // unit.

    place           it can be read when first is known from the units up to this place
    needs           and when this many digits of remainder and second are known; those of the remainder count first
    modulus, unit   powers of the base
    size            the base for one digit; for all digits a number greater than any sum
    allowed         what may be read, e.g. (7,) if a 7 is written
    sign            its cell; WHOLE for all digits at once
    tells           how much it tells: 1 for a known digit, less for a box with only some possible digits, 0 for the
    rest
    """

    place: int
    needs: int
    modulus: int
    unit: int
    size: int
    allowed: Collection[int]
    sign: str
    tells: float = 0

    def of(self, first: int, second: int, remainder: int) -> int:
        """What is read from these numbers.

        >>> Reading(0, 2, 10, 1, 10, range(10), "L").of(124, 9, 3)
        9
        """
        return (first * (second % self.modulus) + remainder) // self.unit % self.size


def readings(puzzle: Calculation, base: int, leading_zeros: bool, free: bool) -> Iterator[Reading]:
    """Yield everything that the sums of a puzzle tell: their known digits and letters, and their lengths.

    >>> for reading in readings(Calculation("**", "*", ("**",), "*3"), 10, False, False):
    ...     print(reading.place, reading.needs, reading.allowed, reading.sign)
    0 1 (3,) 3
    1 1 range(10, 100) #
    """
    top, rest = len(puzzle.first) - 1, len(puzzle.remainder)
    above_all = base ** (len(puzzle.first) + len(puzzle.second))
    boxes = tuple(map(DIGITS.index, puzzle.boxes or DIGITS[:base]))
    for row, lowest, highest in rows_of(puzzle):
        modulus = base ** (highest + 1)
        for place, sign in enumerate(reversed(row.lstrip(BOX) if free else row), lowest):
            digits = (DIGITS.index(sign),) if sign in DIGITS else boxes if sign == BOX else tuple(range(base))
            tells = 1 - log(len(digits), base)
            if tells or sign in LETTERS:
                needs = rest + min(place, highest) + 1
                yield Reading(min(place, top), needs, modulus, base**place, base, digits, sign, tells)
        lengths = range(lowest_with(row, base), above_all) if free else as_long_as(row, base, leading_zeros)
        yield Reading(top, rest + highest + 1, modulus, base**lowest, above_all, lengths, WHOLE)


def rows_of(puzzle: Calculation) -> Iterator[tuple[str, int, int]]:
    """Yield the rows of sums, each with the place of its last digit, and the highest of second that it depends on."""
    yield puzzle.total, 0, len(puzzle.second) - 1
    for place, row in enumerate(puzzle.parts):
        if row:
            yield row, place, place


def as_long_as(row: str, base: int, leading_zeros: bool) -> range:
    """The numbers with as many digits as the row has cells.

    >>> as_long_as("7**", 10, False)
    range(100, 1000)
    """
    return range(0 if leading_zeros else base ** (len(row) - 1), base ** len(row))


def lowest_with(row: str, base: int) -> int:
    """The least number that is long enough for the known digits and letters of the row.

    >>> lowest_with("**7*", 10), lowest_with("**", 10)
    (10, 0)
    """
    return base ** (len(row.lstrip(BOX)) - 1) if row.strip(BOX) else 0


class Schedule:
    """When to read the sums, given the order in which the digits of first are chosen, one in each turn.

    in_turn        what to read when the digit of a turn is chosen, by the number of chosen unknowns:
    in_turn[turn][chosen]
    with_unknown   what to read when an unknown is chosen in a turn: with_unknown[unknown][turn]
    told           how much can be read by the end of a turn, in digits, by the number of chosen unknowns:
    told[turn][chosen]
    readable       how many unknowns are needed to read everything that can be read by then: readable[turn]
    """

    def __init__(self, found: Sequence[Reading], order: Sequence[int], fields: Fields, unknowns: int) -> None:
        self.fields = fields
        self.last = len(order) - 1
        turns, counts = range(len(order)), range(unknowns + 1)
        known = [max(map(order.index, range(place + 1))) for place in range(len(order) - 1)]  # the turn, for each place
        self.in_turn = [[[r for r in found if known[r.place] == t and r.needs <= n] for n in counts] for t in turns]
        self.with_unknown = [
            [[r for r in found if known[r.place] <= t and r.needs == n] for t in turns] for n in counts
        ]
        del self.with_unknown[0]
        signs = [[r for r in found if known[r.place] <= t and r.sign != WHOLE] for t in turns]
        self.told = [[sum(r.tells for r in signs[t] if r.needs <= n) for n in counts] for t in turns]
        self.readable = [max((r.needs for r in signs[t]), default=0) for t in turns]
        self.readable[-1] = unknowns  # where all are chosen

    def worth_choosing(self, turn: int, chosen: int, left: int) -> int:
        """How many unknowns should be chosen by the end of a turn, including those already chosen.

        In the last turn all. Before, only as many as pay for themselves: the known digits that can be read with them
        must rule out as much as the choice costs, when a random number shows each digit with probability 1 / `base`.
        """
        told, readable = self.told[turn], self.readable[turn]
        if turn == self.last:
            return readable
        ways, worth = 1, chosen
        for unknown in range(chosen, readable):
            ways *= self.fields.mask(unknown, left).bit_count()
            if ways > self.fields.base ** (told[readable] - told[chosen]):
                break
            if ways <= self.fields.base ** (told[unknown + 1] - told[chosen]):
                worth = unknown + 1
        return worth
