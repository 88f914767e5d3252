"""Passes that go further and further: each is depth first, to the branches whose weight is within a limit.

Pass        one pass; a subclass weighs the branches
deepened    the answers of all passes

The weight of a branch is the greatest on its way, so branches are given by their weights, and depth first where these
are equal. A pass does again what the passes before it did; nothing is kept but the limit.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, ClassVar, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare
from ambsearch.steering import Path, Steering

Answer = TypeVar("Answer")


class Pass(Steering):
    """Goes to the branches whose weight is at most `limit`, and hands out the answers that weigh more than `done`.

    done: the limit of the pass before, None for the first. beyond: the least weight that was too much; None if nothing
    was left out. weights: of the way to each choice and to what comes after the last.
    is_ascending: does no item of a choice weigh less than the one before it? Then none is looked at after one that
    weighs too much.
    """

    is_ascending: ClassVar[bool] = True

    def __init__(self, done: float | None, limit: float) -> None:
        super().__init__()
        self.done, self.limit = done, limit
        self.beyond: float | None = None
        self.weights = [-inf]

    def weight(self, number: int, item: Any, path: Path) -> float:
        """The weight of a choice's item; path: of the choice."""
        raise NotImplementedError

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        depth, way = len(path), self.weights[len(path)]
        for number, item in enumerate(items):
            weight = max(way, self.weight(number, item, path))
            if weight <= self.limit:
                self.weights[depth + 1 :] = [weight]
                yield number, item
            else:
                self.beyond = weight if self.beyond is None else min(self.beyond, weight)
                if self.is_ascending:
                    return

    def is_taken(self) -> bool:
        return self.done is None or self.weights[-1] > self.done


def deepened(answers: Answers[Answer], kind: type[Pass], *options: Any, most: float = inf) -> Iterator[Answer]:
    """The answers of all passes of a kind, which has these options; none goes to what weighs more than `most`."""
    done, limit = None, -inf
    while True:
        search = kind(done, limit, *options)
        yield from bare(answers, search)
        if search.beyond is None or search.beyond > most:
            return
        done, limit = limit, search.beyond
