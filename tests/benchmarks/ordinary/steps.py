"""Ways over a grid that never meet themselves; a generator gives the next places."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"size": 5, "length": 13}
SMALL = {"size": 3, "length": 4}
Place = tuple[int, int]


def neighbours(size: int, row: int, column: int) -> Iterator[Place]:
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= row + down < size and 0 <= column + right < size:
            yield row + down, column + right


@ambiguous
def solve(size: int, length: int) -> Generator[Any, Any, tuple[Place, ...]]:
    place = (0, 0)
    path = [place]
    for _ in range(length):
        place = yield neighbours(size, *place)
        require(place not in path)
        path.append(place)
    return tuple(path)


def by_hand(size: int, length: int) -> Iterator[tuple[Place, ...]]:
    path = [(0, 0)]

    def go(place: Place, done: int) -> Iterator[tuple[Place, ...]]:
        if done == length:
            yield tuple(path)
            return
        for following in neighbours(size, *place):
            if following not in path:
                path.append(following)
                yield from go(following, done + 1)
                path.pop()

    return go((0, 0), 0)
