"""Sets of digits for several unknowns, all in one number.

mask   a set of digits: bit d stands for the digit d, e.g. 0b0000100010 for 1 and 5
left   the masks of all unknowns, each in its own field, the first one lowest, with a spare bit above each
"""

from collections.abc import Sequence
from functools import cache


class Fields:
    """Operations on the masks of a number of unknowns.

    full, spare   the numbers with all digits in all fields, and with all the spare bits

    >>> fields = Fields(2, 3)
    >>> left = fields.join([0b01, 0b11, 0b10])
    >>> bin(left), fields.some_in_each(left), fields.mask(1, left), fields.some_in_each(left & fields.only(0, 0b10))
    ('0b10011001', True, 3, False)
    """

    def __init__(self, base: int, unknowns: int) -> None:
        self.base = base
        self.all = (1 << base) - 1
        self.full = self.join([self.all] * unknowns)
        self.spare = self.join([1 << base] * unknowns)

    def join(self, masks: Sequence[int]) -> int:
        """Combine a mask for each unknown into one number."""
        return sum(mask << unknown * (self.base + 1) for unknown, mask in enumerate(masks))

    def mask(self, unknown: int, left: int) -> int:
        """The digits that an unknown may have."""
        return left >> unknown * (self.base + 1) & self.all

    def only(self, unknown: int, mask: int) -> int:
        """What to leave, by `left & fields.only(...)`, if an unknown may have only these digits."""
        return ~((self.all & ~mask) << unknown * (self.base + 1))

    def some_in_each(self, left: int) -> bool:
        """Whether each unknown has a digit left: then each field overflows into its spare bit."""
        return left + self.full & self.spare == self.spare


@cache
def digits_in(mask: int) -> tuple[int, ...]:
    """The digits of a mask, ascending.

    >>> digits_in(0b100010)
    (1, 5)
    """
    return tuple(digit for digit in range(mask.bit_length()) if mask >> digit & 1)
