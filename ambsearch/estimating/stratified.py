"""The size of a search by stratified sampling: one branch stands for all similar ones.

sweep    goes down the tree once, level by level, and gives the counts
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.estimating.counted import ITEMS, Counted, too_many
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.observing import observed

Path = tuple[int, ...]  # the numbers of the items taken, from the root


def sweep(answers: Answers[Any], rng: random.Random) -> Counted:
    """Go down the tree once: at each level, look at one choice for each number of items that lead on.

    The choice that stands for the others is drawn with a probability proportional to its weight, so the numbers are
    right on average.

    Source: Chen, "Heuristic Sampling: A Method for Predicting the Performance of Tree Searching Programs" (1992); the
    stratum of a choice is its level and how many of its items lead to a further choice.
    """
    counted = Counted()
    level: dict[int, tuple[float, Path]] = {0: (1, ())}
    while level:
        below: dict[int, tuple[float, Path]] = {}
        for weight, path in level.values():
            look = Look(counted, weight, path)
            for _ in observed(answers, look):
                pass
            for number, leading in look.children.items():
                total, kept = below.get(leading, (0, ()))
                total += weight
                below[leading] = total, (*path, number) if rng.random() * total < weight else kept
        level = below
    return counted


class Look(Counted):
    """Goes to a choice by its path, tries all its items, and the items of the choices directly below these.

    counted: where the items and answers are added; weight: how many choices this one stands for.
    children: of each item that leads to a further choice its number, and how many items there lead on.
    made: how many choices are on the path; is_new: must what is tried now be counted?
    """

    items = "watch.go_into(items)"

    def __init__(self, counted: Counted, weight: float, path: Path) -> None:
        self.levels, self.tally, self.weight, self.path = counted.levels, counted, weight, path
        self.children: dict[int, int] = defaultdict(int)
        self.made, self.is_new, self.number = 0, not path, -1
        self.leads_on = False

    def go_into(self, items: Any) -> Iterator[Any]:
        """The items of a choice; a search inside makes its own choices."""
        if is_search(items):
            return items  # type: ignore[no-any-return]
        return iter(items) if self.now[1] else self.each(items)

    def each(self, items: Any) -> Iterator[Any]:
        made, depth = self.made, len(self.path)
        if made == depth + 2:  # enough to know that it leads on
            self.leads_on = True
            return
        there = list(islice(items, ITEMS + 1))
        if len(there) > ITEMS:
            raise too_many()
        if made > depth:
            self.children[self.number] += 0
        numbers = [self.path[made]] if made < depth else range(len(there))
        for number in numbers:
            self.made, self.is_new, self.leads_on = made + 1, made == depth, False
            if made == depth:
                self.number = number
            yield there[number]
            if made == depth + 1:
                self.children[self.number] += self.leads_on
        self.made = made

    def take(self) -> None:
        self.tally.tried += 1
        super().take()

    def add_answer(self) -> None:
        self.tally.answers += self.weight * self.is_new
