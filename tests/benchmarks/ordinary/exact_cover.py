"""A board covered with dominoes, as an exact cover; the state is a dictionary of sets.

Source: Ali Assaf, "Algorithm X in 30 lines!" (2011), for the dictionary of sets; Knuth, "Dancing Links" (2000), for
the algorithm; dominoes stand in for his pentominoes.
"""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"width": 6, "height": 5}
SMALL = {"width": 2, "height": 3}
Place = tuple[int, int]
Domino = tuple[Place, Place]


def dominoes(width: int, height: int) -> list[Domino]:
    """All ways to lay one domino, those that lie first."""
    lying = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    standing = [((x, y), (x, y + 1)) for y in range(height - 1) for x in range(width)]
    return lying + standing


def covering(laid: list[Domino]) -> dict[Place, set[Domino]]:
    """For each place the dominoes that cover it."""
    found: dict[Place, set[Domino]] = {}
    for domino in laid:
        for place in domino:
            found.setdefault(place, set()).add(domino)
    return found


@ambiguous
def solve(width: int, height: int) -> Generator[Any, Any, list[Domino]]:
    """Each place is covered once; an answer is the dominoes in the order in which they were laid."""
    possible = covering(dominoes(width, height))
    chosen = []
    while possible:
        place = min(possible, key=lambda place: (len(possible[place]), place))
        require(possible[place])
        domino = yield sorted(possible[place])
        chosen.append(domino)
        for covered in domino:
            for other in possible.pop(covered):
                for place in other:
                    if place in possible:
                        possible[place].discard(other)
    return chosen


def by_hand(width: int, height: int) -> Iterator[list[Domino]]:
    possible = covering(dominoes(width, height))
    chosen: list[Domino] = []

    def cover() -> Iterator[list[Domino]]:
        if not possible:
            yield chosen.copy()
            return
        best = min(possible, key=lambda place: (len(possible[place]), place))
        for domino in sorted(possible[best]):
            chosen.append(domino)
            removed = [select(place) for place in domino]
            yield from cover()
            for place, others in zip(reversed(domino), reversed(removed)):
                deselect(place, others)
            chosen.pop()

    def select(covered: Place) -> set[Domino]:
        others = possible.pop(covered)
        for other in others:
            for place in other:
                if place in possible:
                    possible[place].discard(other)
        return others

    def deselect(covered: Place, others: set[Domino]) -> None:
        for other in others:
            for place in other:
                if place in possible:
                    possible[place].add(other)
        possible[covered] = others

    return cover()
