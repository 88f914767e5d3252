"""Different primes with a given sum; a loop over a generator takes or leaves each of them."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"below": 60, "goal": 120}
SMALL = {"below": 12, "goal": 15}


def primes(below: int) -> Iterator[int]:
    for number in range(2, below):
        if all(number % divisor for divisor in range(2, number)):
            yield number


@ambiguous
def solve(below: int, goal: int) -> Generator[Any, Any, tuple[int, ...]]:
    total = 0
    chosen = []
    for prime in primes(below):
        if (yield (True, False)):
            total += prime
            require(total <= goal)
            chosen.append(prime)
    require(total == goal)
    return tuple(chosen)


def by_hand(below: int, goal: int) -> Iterator[tuple[int, ...]]:
    found = list(primes(below))
    chosen: list[int] = []

    def go(i: int, total: int) -> Iterator[tuple[int, ...]]:
        if i == len(found):
            if total == goal:
                yield tuple(chosen)
            return
        if total + found[i] <= goal:
            chosen.append(found[i])
            yield from go(i + 1, total + found[i])
            chosen.pop()
        yield from go(i + 1, total)

    return go(0, 0)
