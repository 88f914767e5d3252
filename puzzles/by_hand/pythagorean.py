"""Pythagorean by hand: three nested loops, one for each side."""

from collections.abc import Iterator


def solve(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield the triples (a, b, c) with a <= b <= c <= n and a^2 + b^2 == c^2, in lexicographic order.

    >>> list(solve(10))
    [(3, 4, 5), (6, 8, 10)]
    """
    for a in range(1, n + 1):
        for b in range(a, n + 1):
            for c in range(b, n + 1):
                if a * a + b * b == c * c:
                    yield a, b, c
