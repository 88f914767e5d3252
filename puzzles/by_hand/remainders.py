"""Remainders by hand: try one integer after the other, forever."""

from collections.abc import Iterator, Mapping


def solve(remainders: Mapping[int, int]) -> Iterator[int]:
    """Yield each positive integer n with ``n % divisor == remainder`` for all of `remainders`, the smallest first.

    >>> next(solve({3: 2, 5: 3, 7: 2}))
    23
    """
    n = 1
    while True:
        for divisor, remainder in remainders.items():
            if n % divisor != remainder:
                break
        else:
            yield n
        n += 1
