"""Prime sum pair by hand: take a number of each list in turn, test the sum, take the next number.

The stack is two positions: `i` in the first list and `j` in the second.
"""

from collections.abc import Iterator


def is_prime(n: int) -> bool:
    """Say whether n is prime, by dividing by 2 and by the odd numbers up to its root."""
    if n < 2:
        return False
    if n % 2 == 0:
        return n == 2
    divisor = 3
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 2
    return True


def solve(one: tuple[int, ...], other: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the pairs with a prime sum, in the order of the first list, then of the second.

    >>> list(solve((1, 3, 5, 8), (20, 35, 110)))
    [(3, 20), (3, 110), (8, 35)]
    """
    i = j = 0
    while i < len(one):
        if j == len(other):
            i += 1
            j = 0
            continue
        a, b = one[i], other[j]
        if is_prime(a + b):
            yield a, b
        j += 1
