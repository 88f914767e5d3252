"""How much work a search is, counted in choices, so that it does not depend on the machine.

effort      runs a search and gives its Effort
Tally       the observer that counts, for a search run elsewhere
Limited     an observer that counts only the items, and ends the search when there are too many
"""

from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from types import CellType
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ground.above import above
from ambsearch.observing import Observer, observed


@dataclass(frozen=True)
class Effort:
    """How much work a search was.

    choices: how many items were tried, at all choices together; an alternative of amb is an item. An answer of
    another search that is chosen from is an item too, in addition to the items tried in that search.
    dead_ends: how many of them led neither to a further item nor to an answer, not even of a search inside.
    depth: the most items on the path to one place.
    answers: how many answers were found.
    begun: how often a choice was begun, at all choices together.
    looks: how much work it was to find the items: the sum of the `looks` of all collections with such an attribute.
    The last two are neither compared nor shown by repr.

    >>> effort = Effort(choices=15720, dead_ends=13664, depth=8, answers=92)
    >>> print(effort)
    tried 15720 choices, 13664 dead ends, depth 8
    """

    choices: int
    dead_ends: int
    depth: int
    answers: int
    begun: int = field(default=0, compare=False, repr=False)
    looks: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        looks = f", {amount(self.looks, 'look')}" if self.looks else ""
        return (
            f"tried {amount(self.choices, 'choice')}, {amount(self.dead_ends, 'dead end')}, depth {self.depth}{looks}"
        )

    def _repr_html_(self) -> str:
        return str(above("showing.notebook.effort_as_html")(self))


def effort(answers: Answers[Any], limit: int | None = None) -> Effort:
    """Run a search, and count the items tried, the dead ends, the depth and the answers.

    answers: what a call of an ambiguous function gives, e.g. queens(8).
    limit: end after this many answers, e.g. 2 to see whether there is exactly one; None for all.
    Gives an Effort, which is the same on every machine. A counted search takes about one and a third times as long,
    at most one and a half times. Choices in ambiguous functions that the search calls count too, however they are
    reached, and so do those of searches inside a condition or a helper; but not those of a search in another order, such
    as `breadth_first`.
    Raises TypeError if `answers` is not Answers, or of a search in another order.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(n)
    ...     b = yield range(a)
    ...     require(a + b == n)
    ...     return a, b
    >>> effort(pairs(4))
    Effort(choices=10, dead_ends=6, depth=2, answers=1)
    >>> effort(pairs(4)).begun
    5

    Four values of a and six of b were tried: a = 0 has no b, and five values of b do not add up. So b was chosen four
    times, and a once.

    Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975), measures a search by the nodes of its
    tree; here the nodes below the root are counted, not estimated.
    """
    tally = Tally()
    with closing(iter(observed(answers, tally))) as search:  # type: ignore[type-var]
        found = sum(1 for _ in islice(search, limit))
    return tally.effort(found)


class Tally(Observer):
    """The counts so far; the counting is written out at each choice, because a call would take longer.

    choices: how many items were tried; depth: how many are on the way to where the search is; deepest: the most there
    have been. closed: what `choices` was when the search came to where nothing else can come of its last item: of an
    answer, or behind another search. So a choice comes of a leaf if items were tried since. led: how many choices, whose items are not
    none, came of a leaf; unled: how many did not, or have no item; answered: how many answers came of a leaf.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> tally = Tally()
    >>> observed(die(), tally).take(3)
    [1, 2, 3]
    >>> tally.effort(3)
    Effort(choices=3, dead_ends=0, depth=1, answers=3)
    """

    before = "place = depth"
    items = "look(items)"
    ready = """
if still:
    depth = place + 1
    if over and choices != closed: led += 1
    else: unled += 1
    if place >= deepest and over: deepest = depth
else:
    unled += 1
    first = True
"""
    item = """
if not still:
    depth += 1
    if depth > deepest: deepest = depth
    if first:
        first = False
        if choices != closed:
            led += 1
            unled -= 1
choices += 1
"""
    back = """
if not still:
    depth = place
    closed = choices
"""
    exhausted = "depth = place"
    answer = """
here = depth
if choices != closed:
    answered += 1
    closed = choices
"""
    resumed = "depth = here"
    passes_still = True
    bound = ("look",)
    held = ("choices", "depth", "deepest", "closed", "led", "unled", "answered")

    def __init__(self) -> None:
        self.cells = {name: CellType(0) for name in self.held}
        self.looks = 0

    def count(self, name: str) -> int:
        counted: int = self.cells[name].cell_contents
        return counted

    def look(self, items: Any) -> Any:
        """Add the `looks` of these items, if they have any; gives the items."""
        self.looks += getattr(items, "looks", 0)
        return items

    @property
    def now(self) -> tuple[int, ...]:
        return self.count("depth"), self.count("choices"), self.count("answered")

    @now.setter
    def now(self, point: tuple[int, ...]) -> None:
        self.cells["depth"].cell_contents = point[0]

    def back_to(self, point: tuple[int, ...]) -> None:
        self.now = point
        if self.now != point:
            self.cells["closed"].cell_contents = self.count("choices")

    def effort(self, answers: int) -> Effort:
        choices, deepest, led, unled, answered = map(self.count, ("choices", "deepest", "led", "unled", "answered"))
        return Effort(choices, choices - led - answered, deepest, answers, led + unled, self.looks)


class Limited(Observer):
    """Counts the items, and ends the search at a limit.

    limit: how many may be tried; tried: how many have been.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> limited = Limited(4)
    >>> try:
    ...     list(observed(die(), limited))
    ... except TriedEnough as enough:
    ...     print(enough)
    stopped after 4 items tried
    """

    item = "if watch.tried >= watch.limit: watch.stop()\nwatch.tried += 1"

    def __init__(self, limit: int) -> None:
        self.tried, self.limit = 0, limit

    def stop(self) -> None:
        raise TriedEnough(f"stopped after {self.limit:,} items tried")


class TriedEnough(BaseException):
    """The limit of items has been reached."""


def amount(number: int, what: str) -> str:
    """A number with its noun.

    >>> amount(1, "choice"), amount(2, "choice")
    ('1 choice', '2 choices')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
