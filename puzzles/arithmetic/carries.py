"""The carries of all multiples of a number at once, while its digits are chosen one by one.

carries   what each multiple carries out of the digits below, e.g. (0, 0, 0, 1, 1, 2, 2, 2, 3, 3) above the digit 4 in
          base ten: 0 x 4, 1 x 4 and 2 x 4 carry nothing, 3 x 4 carries 1, and 9 x 4 carries 3
shows     for each digit, the multiples that show it in a column, as a mask whose bit v stands for v x the number,
          e.g. 0b10000100 for the digit 8 above no carries, if the digit of the number is 4: 2 x 4 and 7 x 4 end in 8

However many digits there are below, only a few carries are possible, 28 in base ten: as a fraction 0.ddd..., these
digits lie between two neighbours among the fractions with denominators less than the base (the Farey sequence), and
the carries depend only on which neighbours these are.
"""

from functools import cache
from typing import TypeAlias

Carries: TypeAlias = tuple[int, ...]
Shows: TypeAlias = tuple[int, ...]


def no_carries(base: int) -> Carries:
    """What the multiples carry if there is no digit below.

    >>> no_carries(5)
    (0, 0, 0, 0, 0)
    """
    return (0,) * base


@cache
def step(carries: Carries, digit: int) -> tuple[Carries, Shows]:
    """Go up by one digit: what the multiples carry above it, and what they show in its column.

    >>> carries, shows = step(no_carries(10), 4)
    >>> carries, bin(shows[8])
    ((0, 0, 0, 1, 1, 2, 2, 2, 3, 3), '0b10000100')
    """
    base = len(carries)
    sums = [multiple * digit + carry for multiple, carry in enumerate(carries)]
    shows = [0] * base
    for multiple, found in enumerate(sums):
        shows[found % base] |= 1 << multiple
    return tuple(found // base for found in sums), tuple(shows)


@cache
def steps_to(base: int) -> dict[Carries, list[tuple[Carries, int]]]:
    """For all possible carries: each pair of carries below and a digit from which one step leads to them.

    >>> len(steps_to(10)), sum(map(len, steps_to(10).values()))
    (28, 280)
    """
    found: dict[Carries, list[tuple[Carries, int]]] = {no_carries(base): []}
    reached = [no_carries(base)]
    for below in reached:  # which grows
        for digit in range(base):
            above, _ = step(below, digit)
            if above not in found:
                found[above] = []
                reached.append(above)
            found[above].append((below, digit))
    return found
