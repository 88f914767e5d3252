"""Fair order: every answer is reached, even with infinite choices and infinite branches."""

from collections.abc import Iterator
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import in_order
from ambsearch.orders.deepening import Pass, deepen
from ambsearch.steering import Path

Answer = TypeVar("Answer")


def fair_order(answers: Answers[Answer]) -> Answers[Answer]:
    """Search so that each branch comes after finitely many others, however many items its choices have.

    answers: what a call of an ambiguous function gives, e.g. triples().
    Gives the same Answers, by the sum of the positions of their items, counted from 1; with equal sums depth first.
    So it goes through two infinite choices as Cantor counts pairs, diagonal by diagonal, and one third item counts as
    much as three first items.
    Memory: that of depth first. Repeated work: each pass repeats the pass before it; with n infinite choices the pass
    with sum s visits about s ** n / n! branches, and all passes up to it together s / (n + 1) times as many.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, an_integer_from, require
    >>> @ambiguous
    ... def triples():
    ...     a = yield an_integer_from(1)
    ...     b = yield an_integer_from(1)
    ...     c = yield an_integer_from(1)
    ...     require(a < b and a * a + b * b == c * c)
    ...     return a, b, c
    >>> fair_order(triples()).take(3)
    [(3, 4, 5), (6, 8, 10), (5, 12, 13)]

    Source: Cantor, "Ein Beitrag zur Mannigfaltigkeitslehre" (1878), for the diagonals; Kiselyov and others,
    "Backtracking, interleaving, and terminating monad transformers" (2005), for the notion of fairness, which they
    achieve by taking turns among branches that are all kept.
    """
    return in_order(_fair_order, answers)


def _fair_order(answers: Answers[Answer]) -> Iterator[Answer]:
    return deepen(answers, ByDiagonals)


class ByDiagonals(Pass):
    """The weight is the sum of the items' positions."""

    unit = "sum"

    def weight(self, number: int, item: Any, path: Path) -> float:
        return max(0, self.weights[len(path)]) + number + 1
