"""Iterative deepening: depth first again and again, each time a little further."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import in_order
from ambsearch.orders.deepening import Pass, deepened
from ambsearch.steering import Path, chosen

Answer = TypeVar("Answer")
Cost = Callable[[tuple[Any, ...]], float]


def iterative_deepening(answers: Answers[Answer], *, cost: Cost | None = None) -> Answers[Answer]:
    """Search depth first to branches with one choice, then with two, and so on; or by a cost.

    answers: what a call of an ambiguous function gives, e.g. plans(3, 5).
    cost: of the items chosen so far, a tuple, a number; e.g. sum. What costs more than the limit is left for later, and
    the next limit is the least cost that was too much. If no way costs more than what it leads to, answers come by
    their cost: with the items so far and an estimate of those to come, which must not be too high, this is IDA*.
    Gives Answers: the same, by the number of choices on the way, or by the greatest cost on it; where that is equal,
    depth first.
    Memory: that of depth first. Done again: each pass does all that the pass before it did; where each choice has b
    items that lead on, all together is about b / (b - 1) times depth first, and with costs that are all different one
    pass for each.
    A choice of infinitely many items keeps a pass there for ever; see fair_order.
    Raises TypeError for what is no Answers.

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
    return deepened(answers, ByDepth) if cost is None else deepened(answers, ByCost, cost)


class ByDepth(Pass):
    """The weight is the number of choices."""

    def weight(self, number: int, item: Any, path: Path) -> float:
        return len(path) + 1


class ByCost(Pass):
    """The weight is a cost of the items."""

    is_ascending = False

    def __init__(self, done: float | None, limit: float, cost: Cost) -> None:
        super().__init__(done, limit)
        self.cost = cost
        self.values: list[Any] = []

    def weight(self, number: int, item: Any, path: Path) -> float:
        self.values[len(path) :] = [item]
        return self.cost(chosen(self.values))
