"""Best first: continue from the node that looks best, of all nodes found so far."""

import heapq
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare, in_order
from ambsearch.steering import Path, Steering, without_raised

Answer = TypeVar("Answer")
Key = Callable[[tuple[Any, ...]], Any]

ITEMS = 100_000  # of one choice, at the most


def best_first(answers: Answers[Answer], *, key: Key) -> Answers[Answer]:
    """Always continue from the node with the least key; an answer comes when its key is the least.

    answers: what a call of an ambiguous function gives, e.g. plans(3, 5).
    key: of the items chosen so far, a tuple, anything that can be ordered. With the cost so far, this is Dijkstra's
    algorithm; with the cost so far plus an estimate of the remaining cost that is never too high, A*; with only the
    estimate, greedy search. A handled exception that was raised instead of an item is not in the tuple.
    Gives the same Answers, by their keys if the key never decreases along a path; equal keys in the order of the paths.
    Memory: the paths and keys of all open nodes. Repeated work: for each visited node, and for each answer, the
    branch down to it; so at a depth of n choices, n items are tried where depth first tries one.
    Raises ValueError for a choice among more than 100,000 items, because all must be looked at; TypeError if
    `answers` is not Answers.

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
    there a node that is reached twice is expanded once, here it is searched in each branch that the program allows.
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
    """Goes down a path, and hands out the answer there, or tries the items of the choice there up to what comes next.

    next: the answers and choices that come next, each as its key and its path.
    """

    def __init__(self, start: Path, key: Key) -> None:
        super().__init__()
        self.way, self.key = start, key
        self.values: list[Any] = []
        self.child: Path | None = None  # whose item is tried
        self.next: list[tuple[Any, Path]] = []

    @property
    def whereabouts(self) -> str:
        return ""  # the next path may be anywhere

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
                        f"expected at most {ITEMS:,} items, because best_first looks at all of them, found more after "
                        f"{path}; use fair_order for an infinite choice"
                    )
                self.child = (*path, number)
            self.values[depth:] = [item]
            yield number, item

    def note(self) -> None:
        assert self.child is not None
        self.next.append((self.key(without_raised(self.values)), self.child))

    def is_taken(self) -> bool:
        if self.child is None:
            return True
        self.note()
        return False
