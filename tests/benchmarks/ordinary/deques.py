"""Shunting: waggons leave a yard in another order; the tracks are deques."""

from collections import deque
from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"count": 10}
SMALL = {"count": 4}


@ambiguous
def solve(count: int) -> Generator[Any, Any, tuple[int, ...]]:
    """A waggon goes from the front to the siding, and from there the last one leaves: all orders that there are."""
    arriving = deque(range(count))
    siding: deque[int] = deque()
    leaving: deque[int] = deque()
    while len(leaving) < count:
        move = yield ("in", "out")
        if move == "in":
            require(arriving)
            siding.append(arriving.popleft())
        else:
            require(siding)
            leaving.append(siding.pop())
    return tuple(leaving)


def by_hand(count: int) -> Iterator[tuple[int, ...]]:
    arriving = deque(range(count))
    siding: deque[int] = deque()
    leaving: deque[int] = deque()

    def shunt() -> Iterator[tuple[int, ...]]:
        if len(leaving) == count:
            yield tuple(leaving)
            return
        for move in ("in", "out"):
            if move == "in":
                if arriving:
                    siding.append(arriving.popleft())
                    yield from shunt()
                    arriving.appendleft(siding.pop())
            elif siding:
                leaving.append(siding.pop())
                yield from shunt()
                siding.append(leaving.pop())

    return shunt()
