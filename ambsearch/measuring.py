"""How much work a search is: its choices are counted, which does not depend on the machine.

effort      runs a search and gives its Effort
measuring   the same for a search that is run by somebody else, answer by answer
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.watching import WatchedEmission, watching


@dataclass(frozen=True)
class Effort:
    """How much work a search was.

    choices: how many items were tried, at all choices together; an alternative of amb is an item, and so is an answer
    of another search that is chosen from, besides the items that were tried in that search.
    dead_ends: how many of them led neither to a further item nor to an answer, be it one of a search inside.
    depth: the most items on the way to one place.
    answers: how many answers were found.

    >>> effort = Effort(choices=15720, dead_ends=13664, depth=8, answers=92)
    >>> print(effort)
    tried 15720 choices, 13664 dead ends, depth 8
    """

    choices: int
    dead_ends: int
    depth: int
    answers: int

    def __str__(self) -> str:
        return f"tried {amount(self.choices, 'choice')}, {amount(self.dead_ends, 'dead end')}, depth {self.depth}"


def effort(answers: Answers[Any], limit: int | None = None) -> Effort:
    """Run a search, and count the items tried, the dead ends, the depth and the answers.

    answers: what a call of an ambiguous function gives, e.g. queens(8).
    limit: end after so many answers, e.g. 2 to see whether there is exactly one; None for all.
    Gives an Effort, which is the same on every machine. Counting takes about one and a half times as long as the search
    without it. Choices in the functions that the search calls count too, in searches inside as well; a function that is
    no name in the program, e.g. one in a dict, is not seen into: each of its answers is one choice. A function decorated
    with deep=True is run in its ordinary form.
    Raises TypeError for what is no Answers; SearchTooDeep for a search deeper than Python's stack.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(n)
    ...     b = yield range(a)
    ...     require(a + b == n)
    ...     return a, b
    >>> effort(pairs(4))
    Effort(choices=10, dead_ends=6, depth=2, answers=1)

    Four values of a and six of b were tried: a = 0 has no b, and five values of b do not add up.

    Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975), measures a search by the nodes of its
    tree; here the nodes below the root are counted, not estimated.
    """
    with measuring(answers) as tally:
        found = 0
        for _ in islice(answers, limit):
            found += 1
            tally.depth = 0  # of several searches side by side another may be the next
    return tally.effort(found)


@contextmanager
def measuring(answers: Answers[Any]) -> Iterator["Tally"]:
    """Meanwhile the choices of this search are counted.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> with measuring(die()) as tally:
    ...     for answer in die().take(3):
    ...         print(answer)
    1
    2
    3
    >>> tally.effort(3)
    Effort(choices=3, dead_ends=0, depth=1, answers=3)
    """
    tally = Tally()
    with watching(answers, tally, CountedEmission):
        yield tally


class Tally:
    """What was counted so far.

    depth: the number of items on the way to where the search is now; deepest: the most there have been.
    is_leaf: has nothing come of the last item yet, neither a further item nor an answer?
    """

    __slots__ = ("choices", "dead_ends", "deepest", "depth", "is_leaf")

    def __init__(self) -> None:
        self.choices = self.dead_ends = self.depth = self.deepest = 0
        self.is_leaf = False

    def effort(self, answers: int) -> Effort:
        return Effort(self.choices, self.dead_ends, self.deepest, answers)


class CountedEmission(WatchedEmission):
    """The expansion that counts in a Tally; written out at each choice, where a call would take longer.

    The depth is set anew for each item, so that it is right when searches are cut short, or run side by side.
    """

    choice_text = """
place = watch.depth
try:
    for target in items:
        watch.choices += 1
        watch.depth += 1
        if watch.depth > watch.deepest:
            watch.deepest = watch.depth
        watch.is_leaf = True
        body
        if watch.is_leaf:
            watch.dead_ends += 1
            watch.is_leaf = False
        watch.depth = place
finally:
    watch.depth = place
"""
    answer_text = "watch.is_leaf = False\nyield value"


def amount(number: int, what: str) -> str:
    """Number and noun.

    >>> amount(1, "choice"), amount(2, "choice")
    ('1 choice', '2 choices')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
