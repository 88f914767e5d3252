"""Cooks who share a kitchen: the next dish goes to the cook who is free first, whom a heap knows."""

from collections.abc import Generator, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

from ambsearch import ambiguous, require

FULL = {"dishes": (7, 5, 4, 4, 3, 3, 2, 2), "cooks": 3, "limit": 10}
SMALL = {"dishes": (3, 2, 2, 1), "cooks": 2, "limit": 4}
Plan = list[tuple[int, int, int]]


@ambiguous
def solve(dishes: Sequence[int], cooks: int, limit: int) -> Generator[Any, Any, Plan]:
    """All orders of the dishes that are ready in time; an answer is (dish, cook, start) in the order of the starts."""
    free = [(0, cook) for cook in range(cooks)]
    waiting = set(range(len(dishes)))
    plan = []
    while waiting:
        dish = yield sorted(waiting)
        start, cook = heappop(free)
        require(start + dishes[dish] <= limit)
        heappush(free, (start + dishes[dish], cook))
        waiting.remove(dish)
        plan.append((dish, cook, start))
    return plan


def by_hand(dishes: Sequence[int], cooks: int, limit: int) -> Iterator[Plan]:
    free = [(0, cook) for cook in range(cooks)]
    waiting = set(range(len(dishes)))
    plan: Plan = []

    def prepare() -> Iterator[Plan]:
        if not waiting:
            yield plan.copy()
            return
        for dish in sorted(waiting):
            before = free.copy()
            start, cook = heappop(free)
            if start + dishes[dish] <= limit:
                heappush(free, (start + dishes[dish], cook))
                waiting.remove(dish)
                plan.append((dish, cook, start))
                yield from prepare()
                plan.pop()
                waiting.add(dish)
            free[:] = before

    return prepare()
