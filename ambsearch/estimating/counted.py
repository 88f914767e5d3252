"""What is counted of a search of which only some branches are gone into.

Counted     the observer that counts it
too_many    the error for a choice between more items than can be tried
"""

from collections import defaultdict
from typing import Any

from ambsearch.answers import Answers
from ambsearch.observing import Observer

ITEMS = 100_000  # of one choice, at the most


def too_many() -> ValueError:
    told = f"a choice between more than {ITEMS:,} items cannot be estimated"
    return ValueError(f"{told}; choose up to a largest one, as in an_integer_between(1, 1000)")


class Counted(Observer):
    """What is counted of a search of which only some branches are gone into.

    now: the depth, and whether the search there runs in full. weight: how many branches this one stands for.
    levels: the items at each depth that it stands for; answers: the answers. tried: the items actually tried.
    is_new: was this part of the branch not counted before?
    """

    before = "place = watch.now"
    item = "watch.take()"
    back = "watch.now = place"
    weight: float = 1
    is_new = True
    tried = 0
    answers: float = 0

    def __init__(self) -> None:
        self.levels: defaultdict[int, float] = defaultdict(int)

    def take(self) -> None:
        depth, in_full = self.now
        self.now = depth + 1, in_full
        self.levels[depth + 1] += self.weight * self.is_new

    def begin(self, answers: Answers[Any]) -> Any:
        return (0, False) if self.now is None else (self.now[0], True)

    def branch(self, number: int) -> Any:
        return self.now[0], True

    def found(self, start: Any, answer: Any, point: Any) -> None:
        if not start[1]:
            self.add_answer()

    def add_answer(self) -> None:
        self.answers += self.weight * self.is_new
