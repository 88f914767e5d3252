"""The size of a search by random probes: one branch stands for all that were not gone into.

probe    goes down one random branch, and gives what was counted
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.estimating.counted import ITEMS, Counted, too_many
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.observing import observed


def probe(answers: Answers[Any], rng: random.Random) -> Counted:
    """One of Knuth's probes."""
    counted = Probe(rng)
    for _ in observed(answers, counted):
        pass
    return counted


class Probe(Counted):
    """Goes down one random branch: at each choice it tries every item up to the next choice, and follows one that
    gets there.

    is_trying: are the items of a choice tried?
    """

    items = "watch.go_into(items)"

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.is_trying, self.leads_on = False, False

    def go_into(self, items: Any) -> Iterator[Any]:
        """The items of a choice; a search inside makes its own choices."""
        if is_search(items):
            return items  # type: ignore[no-any-return]
        return iter(items) if self.now[1] else self.each(items)

    def each(self, items: Any) -> Iterator[Any]:
        """All items, one after the other, and then again one of those that led to a choice."""
        self.leads_on = True
        if self.is_trying:
            return
        self.is_new = True
        there = list(islice(items, ITEMS + 1))
        if len(there) > ITEMS:
            raise too_many()
        leading = []
        self.is_trying = True
        for item in there:
            self.leads_on = False
            yield item
            if self.leads_on:
                leading.append(item)
        self.is_trying = False
        if leading:
            self.weight *= len(leading)
            self.is_new = False
            yield self.rng.choice(leading)

    def take(self) -> None:
        self.tried += 1
        super().take()
