"""Iterative deepening: repeated depth-first searches, each a little deeper."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import in_order
from ambsearch.orders.deepening import Pass, deepen
from ambsearch.steering import Path, without_raised

Answer = TypeVar("Answer")
Cost = Callable[[tuple[Any, ...]], float]


def iterative_deepening(answers: Answers[Answer], *, cost: Cost | None = None) -> Answers[Answer]:
    """Search depth first to branches with one choice, then with two, and so on; or by a cost.

    answers: what a call of an ambiguous function gives, e.g. plans(3, 5).
    cost: of the items chosen so far, a tuple, a number; e.g. sum. What costs more than the limit is left for a later
    pass, and the next limit is the least cost that was too much. If the cost never decreases along a path, answers
    come by cost. With the cost so far plus an estimate of the remaining cost that is never too high, this is IDA*.
    Gives the same Answers, by the number of choices on the path, or by the greatest cost on it; if equal, depth first.
    Memory: that of depth first. Repeated work: each pass repeats the pass before it; if each choice has b items that
    lead on, the total is about b / (b - 1) times depth first. If all costs are different, there is a pass for each
    cost.
    A choice of infinitely many items keeps a pass there forever; see fair_order.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def payments(amount):
    ...     coins = []
    ...     while sum(coins) < amount:
    ...         coins.append((yield (1, 2, 5)))
    ...     return coins
    >>> iterative_deepening(payments(6)).take(3)
    [[1, 5], [2, 5], [5, 1]]
    >>> iterative_deepening(payments(6), cost=sum).first()
    [1, 1, 1, 1, 1, 1]

    Source: Korf, "Depth-first iterative-deepening: an optimal admissible tree search" (1985); there a search ends at its
    first answer.
    """
    return in_order(_iterative_deepening, answers, cost=cost)


def _iterative_deepening(answers: Answers[Answer], cost: Cost | None = None) -> Iterator[Answer]:
    return deepen(answers, ByDepth) if cost is None else deepen(answers, ByCost, cost)


class ByDepth(Pass):
    """The weight is the number of choices."""

    unit = "depth"

    def weight(self, number: int, item: Any, path: Path) -> float:
        return len(path) + 1


class ByCost(Pass):
    """The weight is a cost of the items."""

    is_ascending = False
    unit = "cost"

    def __init__(self, done: float | None, limit: float, cost: Cost) -> None:
        super().__init__(done, limit)
        self.cost = cost
        self.values: list[Any] = []

    def weight(self, number: int, item: Any, path: Path) -> float:
        self.values[len(path) :] = [item]
        return self.cost(without_raised(self.values))
