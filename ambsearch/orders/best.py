"""Best first: of all places that have been found, the one that looks best goes on."""

import heapq
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare, in_order
from ambsearch.steering import Path, Steering, chosen

Answer = TypeVar("Answer")
Key = Callable[[tuple[Any, ...]], Any]

ITEMS = 100_000  # of one choice, at the most


def best_first(answers: Answers[Answer], *, key: Key) -> Answers[Answer]:
    """Search on from the place that has the least key, wherever that is; an answer waits until its key is the least.

    answers: what a call of an ambiguous function gives, e.g. plans(3, 5).
    key: of the items chosen so far, a tuple, anything that can be ordered. With the cost so far it is Dijkstra's
    search, with an estimate of the cost to come added, which must not be too high, A*; with the estimate alone, greedy.
    An exception that is raised instead of an item, and handled, is not in the tuple.
    Gives Answers: the same, by their keys if no way has a greater key than what it leads to; where keys are equal, in
    the order of the paths.
    Memory: the paths and keys of all places that wait. Done again: for each place that goes on, and for each answer,
    the branch down to it; so n choices deep, n items are tried for what depth first has at hand.
    Raises ValueError for a choice between more than 100,000 items, since all must be looked at; TypeError for what is
    no Answers.

    >>> from ambsearch import ambiguous
    >>> roads = {"A": {"B": 1, "C": 9}, "B": {"C": 3, "D": 9}, "C": {"D": 2}}
    >>> @ambiguous
    ... def ways(start, goal):
    ...     places = [start]
    ...     while places[-1] != goal:
    ...         _, place = yield [(miles, place) for place, miles in roads[places[-1]].items()]
    ...         places.append(place)
    ...     return "".join(places)
    >>> list(best_first(ways("A", "D"), key=lambda legs: sum(miles for miles, _ in legs)))
    ['ABCD', 'ABD', 'ACD']

    Source: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths" (1968);
    there a place that is reached twice goes on once, here it does for each branch that the program allows.
    """
    return in_order(_best_first, answers, key=key)


def _best_first(answers: Answers[Answer], key: Key) -> Iterator[Answer]:
    opening = Opening((), key)
    yield from bare(answers, opening)
    waiting = opening.next
    heapq.heapify(waiting)
    while waiting:
        _, path = heapq.heappop(waiting)
        opening = Opening(path, key)
        yield from bare(answers, opening)
        for place in opening.next:
            heapq.heappush(waiting, place)


class Opening(Steering):
    """Goes down a path; hands out the answer there, or tries the items of the choice there, up to what comes next.

    next: the answers and choices that come next, each as its key and its path.
    """

    def __init__(self, start: Path, key: Key) -> None:
        super().__init__()
        self.way, self.key = start, key
        self.values: list[Any] = []
        self.child: Path | None = None  # whose item is tried
        self.next: list[tuple[Any, Path]] = []

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        depth = len(path)
        if depth > len(self.way):
            self.note()
            return
        first, last = (self.way[depth], self.way[depth] + 1) if depth < len(self.way) else (0, None)
        for number, item in islice(enumerate(items), first, last):
            if last is None:
                if number == ITEMS:
                    raise ValueError(
                        f"expected at most {ITEMS:,} items, which best_first looks at together, found more after {path}; "
                        "fair_order goes through an infinite choice"
                    )
                self.child = (*path, number)
            self.values[depth:] = [item]
            yield number, item

    def note(self) -> None:
        assert self.child is not None
        self.next.append((self.key(chosen(self.values)), self.child))

    def is_taken(self) -> bool:
        if self.child is None:
            return True
        self.note()
        return False
