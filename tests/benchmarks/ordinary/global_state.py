"""A tour of cities on a budget; what is left of it is a global variable that a helper changes."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

FARES = (
    (0, 4, 7, 3, 8, 6, 5, 9),
    (4, 0, 2, 6, 5, 9, 3, 4),
    (7, 2, 0, 5, 4, 3, 8, 6),
    (3, 6, 5, 0, 7, 2, 4, 8),
    (8, 5, 4, 7, 0, 6, 9, 3),
    (6, 9, 3, 2, 6, 0, 5, 7),
    (5, 3, 8, 4, 9, 5, 0, 2),
    (9, 4, 6, 8, 3, 7, 2, 0),
)
FULL = {"fares": FARES, "money": 41}
SMALL = {"fares": tuple(row[:4] for row in FARES[:4]), "money": 20}
Fares = Sequence[Sequence[int]]

budget = 0
visited: list[int] = []


def start(money: int) -> None:
    global budget
    budget = money
    visited.clear()
    visited.append(0)


def travel(fares: Fares, city: int) -> None:
    global budget
    budget -= fares[visited[-1]][city]
    visited.append(city)


def go_back(fares: Fares) -> None:
    global budget
    city = visited.pop()
    budget += fares[visited[-1]][city]


@ambiguous
def solve(fares: Fares, money: int) -> Generator[Any, Any, tuple[list[int], int]]:
    """A tour comes to each city once, and home at last; an answer tells the cities and the money left."""
    start(money)
    while len(visited) < len(fares):
        city = yield range(1, len(fares))
        require(city not in visited)
        travel(fares, city)
        require(budget >= 0)
    travel(fares, 0)
    require(budget >= 0)
    return visited, budget


def by_hand(fares: Fares, money: int) -> Iterator[tuple[list[int], int]]:
    start(money)

    def visit() -> Iterator[tuple[list[int], int]]:
        if len(visited) == len(fares):
            travel(fares, 0)
            if budget >= 0:
                yield visited.copy(), budget
            go_back(fares)
            return
        for city in range(1, len(fares)):
            if city not in visited:
                travel(fares, city)
                if budget >= 0:
                    yield from visit()
                go_back(fares)

    return visit()
