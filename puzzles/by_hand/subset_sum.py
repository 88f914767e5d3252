"""Subset sum by hand: take a number and go on; take it back, leave it, and go on again.

``taken`` is a stack of places; ``wanted`` is what is still to be added.
"""

from collections.abc import Iterator


def sums_from(numbers: tuple[int, ...]) -> list[int]:
    """For each position the sum of the numbers from there on; 0 after the last.

    >>> sums_from((3, 4, 5))
    [12, 9, 5, 0]
    """
    sums = [0]
    for number in reversed(numbers):
        sums.append(sums[-1] + number)
    sums.reverse()
    return sums


def solve(numbers: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of the numbers that are taken, a tuple for each way to reach the total.

    >>> list(solve((3, 4, 5, 8), 12))
    [(0, 1, 2), (1, 3)]
    """
    rest = sums_from(numbers)
    taken: list[int] = []
    wanted = total

    def decide(place: int) -> Iterator[tuple[int, ...]]:
        nonlocal wanted
        if place == len(numbers):
            if wanted == 0:
                yield tuple(taken)
            return
        if wanted < 0 or wanted > rest[place]:
            return
        taken.append(place)
        wanted -= numbers[place]
        yield from decide(place + 1)
        wanted += numbers[place]
        taken.pop()
        yield from decide(place + 1)

    return decide(0)
