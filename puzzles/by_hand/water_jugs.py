"""Water jugs by hand: pour, go deeper, pour back; after each search that finds nothing, one more step is allowed.

``held`` is what the jugs hold, changed by each step and changed back afterwards; ``before`` is a stack of the levels
so far.
"""

from collections.abc import Iterator
from math import gcd


def solve(sizes: tuple[int, ...], goal: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the shortest plans, each a tuple of what the jugs hold from step to step.

    >>> list(solve((3, 5), 4))
    [((0, 0), (0, 5), (3, 2), (0, 2), (2, 0), (2, 5), (3, 4))]
    """
    if goal > max(sizes) or goal % gcd(*sizes):
        return
    jugs = range(len(sizes))
    held = [0 for _ in jugs]
    before = [tuple(held)]

    def step(left: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if goal in held:
            if left == 0:
                yield tuple(before)
            return
        if left == 0:
            return
        for giver in jugs:
            yield from change(left, giver, None, sizes[giver] - held[giver])
            yield from change(left, giver, None, -held[giver])
            for taker in jugs:
                if taker != giver:
                    yield from change(left, giver, taker, -min(held[giver], sizes[taker] - held[taker]))

    def change(left: int, giver: int, taker: int | None, amount: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        held[giver] += amount
        if taker is not None:
            held[taker] -= amount
        now = tuple(held)
        if now not in before:
            before.append(now)
            yield from step(left - 1)
            before.pop()
        held[giver] -= amount
        if taker is not None:
            held[taker] += amount

    steps = 0
    found = False
    while not found:
        for plan in step(steps):
            found = True
            yield plan
        steps += 1
