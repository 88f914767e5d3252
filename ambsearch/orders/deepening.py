"""Passes with growing limits: each is a depth-first search of the branches whose weight is within a limit.

Pass        one pass; a subclass weighs the branches
deepened    the answers of all passes

The weight of a branch is the greatest weight on its path. So answers come by weight, and with equal weights depth
first. A pass repeats what the passes before it did; only the limit is kept.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, ClassVar, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare
from ambsearch.steering import Path, Steering

Answer = TypeVar("Answer")


class Pass(Steering):
    """Visits the branches whose weight is at most `limit`, and hands out the answers that weigh more than `done`.

    done: the limit of the pass before, None for the first. beyond: the least weight that was too much; None if
    nothing was left out. weights: of the path to each choice, and to what comes after the last.
    is_ascending: do the weights of a choice's items never decrease? Then none is looked at after one that weighs too
    much. unit: what the weight is called.
    """

    is_ascending: ClassVar[bool] = True
    unit: ClassVar[str]

    def __init__(self, done: float | None, limit: float) -> None:
        super().__init__()
        self.done, self.limit = done, limit
        self.beyond: float | None = None
        self.weights = [-inf]

    @property
    def whereabouts(self) -> str:
        return f"at {self.unit} {self.limit}" if self.limit > -inf else ""

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


def deepen(answers: Answers[Answer], kind: type[Pass], *options: Any, most: float = inf) -> Iterator[Answer]:
    """The answers of all passes of a kind, with these options; nothing that weighs more than `most` is visited."""
    done, limit = None, -inf
    while True:
        search = kind(done, limit, *options)
        yield from bare(answers, search)
        if search.beyond is None or search.beyond > most:
            return
        done, limit = limit, search.beyond
