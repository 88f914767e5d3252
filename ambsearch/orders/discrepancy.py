"""Limited discrepancy: answers that stay close to the first items come first."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import in_order
from ambsearch.orders.deepening import Pass, deepen
from ambsearch.steering import Path

Answer = TypeVar("Answer")


def limited_discrepancy(
    answers: Answers[Answer], *, most: int | None = None, depth: int | None = None
) -> Answers[Answer]:
    """Search the branch of all first items, then those that differ from it once, then twice, and so on.

    If the item that looks best is tried first, it is seldom wrong; but it is most often wrong near the beginning,
    which depth first changes last. Any item that is not the first of its choice is a discrepancy.
    answers: what a call of an ambiguous function gives, e.g. queens(20). most: how many discrepancies at most; None
    for all answers. depth: how many choices a branch has at most, if you know it.
    Gives the Answers with at most that many discrepancies, by their number; with equal numbers depth first.
    Memory: that of depth first. Repeated work: pass k visits all branches with k discrepancies or fewer, so the total
    is up to as many times depth first as a branch has choices. With `depth` a pass leaves out what can no longer
    reach k, so branches with that many choices are visited once (Korf's improvement).
    A choice of infinitely many items keeps the second pass there forever; see fair_order.
    Raises ValueError if `most` or `depth` is below 0, or a branch has more choices than `depth`; TypeError if
    `answers` is not Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def bits(n):
    ...     word = ""
    ...     for _ in range(n):
    ...         word += yield "01"
    ...     return word
    >>> print(*limited_discrepancy(bits(3), depth=3))
    000 001 010 100 011 101 110 111
    >>> limited_discrepancy(bits(20), most=1).count()
    21

    Source: Harvey and Ginsberg, "Limited discrepancy search" (1995); Korf, "Improved limited discrepancy search" (1996).
    There choices are binary, and a search ends at its first answer; in the first paper a pass repeats the answers
    with fewer discrepancies.
    """
    for name, limit in (("most", most), ("depth", depth)):
        if limit is not None and limit < 0:
            raise ValueError(f"expected {name} 0 or more, found {limit}; leave it out for no limit")
    return in_order(_limited_discrepancy, answers, most=most, depth=depth)


def _limited_discrepancy(
    answers: Answers[Answer], most: int | None = None, depth: int | None = None
) -> Iterator[Answer]:
    return deepen(answers, ByDiscrepancies, depth, most=inf if most is None else most)


class ByDiscrepancies(Pass):
    """The weight is the number of items that are not the first of their choice."""

    unit = "discrepancy"

    def __init__(self, done: float | None, limit: float, depth: int | None) -> None:
        super().__init__(done, limit)
        self.depth = depth

    def weight(self, number: int, item: Any, path: Path) -> float:
        return max(0, self.weights[len(path)]) + (number > 0)

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        if self.depth is None:
            return super().pick(items, path)
        left = self.depth - len(path) - 1
        if left < 0:
            raise ValueError(f"expected at most {self.depth} choices on a branch, found one more after {path}")
        return (pair for pair in super().pick(items, path) if self.weights[-1] + left >= self.limit)
