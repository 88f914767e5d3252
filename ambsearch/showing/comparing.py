"""Two searches side by side: where they part, and what each visits that the other does not.

Two orders of the same program, or two programs with the same choices, make the same choices in different places. So a
point is identified by what has been chosen on the path to it, in any order: baker = 1, cook = 2 is the same point as
cook = 2, baker = 1. A choice that is made several times, such as the column of each queen, is numbered: the first
column, the second column.

compare_trees    run two searches and give their TreeDifference
"""

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from ambsearch.answers import Answers
from ambsearch.observing.measuring import amount
from ambsearch.observing.outcomes import INTERRUPTED
from ambsearch.showing.notebook import NODES, in_a_frame
from ambsearch.showing.pairing import page_of_two
from ambsearch.showing.tree import tree_of
from ambsearch.showing.ways import Way, point, ways_of
from ambsearch.tracing import Trace, trace

SHOWN = 5  # points of each kind, in the text


@dataclass(frozen=True)
class TreeDifference:
    """Where two searches part, and what each visits that the other does not.

    names: of the two searches; outcomes: how they ended, with the answers; sizes: how many points each visits.
    common: how many points both visit. agreed: how many items both took, one after the other, before they part;
    parting: the two paths to the first items that differ, None for a search that has ended by then; None if both
    searches take the same items in the same order. only: for each search the points that the other one does not
    visit, in the order of the search.
    runs: what happened in each. In a notebook it shows itself as the page of `html`.
    """

    names: tuple[str, str]
    outcomes: tuple[str, str]
    sizes: tuple[int, int]
    common: int
    agreed: int
    parting: tuple[Way | None, Way | None] | None
    only: tuple[tuple[Way, ...], tuple[Way, ...]] = field(repr=False)
    runs: tuple[Trace, Trace] = field(repr=False, compare=False)

    def __str__(self) -> str:
        """The difference for a person to read."""
        lines = [f"{one}: {outcome}" for one, outcome in zip(self.names, self.outcomes, strict=True)]
        if self.parting is None:
            return "\n".join([*lines, f"the same tree, in the same order: {amount(self.common, 'point')}"])
        lines.append(f"they part after {amount(self.agreed, 'item')}:")
        lines += [f"  {number}: {sentence(way)}" for number, way in enumerate(self.parting, 1)]
        lines.append(f"both visit {amount(self.common, 'point')}")
        for number, ways in enumerate(self.only, 1):
            lines.append(f"only {number} visits {amount(len(ways), 'point')}" + ":" * bool(ways))
            lines += [f"  {sentence(way)}" for way in ways[:SHOWN]]
            if len(ways) > SHOWN:
                lines.append(f"  and {len(ways) - SHOWN:,} more")
        return "\n".join(lines)

    def html(self, limit: int = 100_000) -> str:
        """A page to step through both searches side by side in a browser: one file, which works offline.
        limit: how many nodes of each search to show at most; the page says if some are left out.
        """
        return page_of_two(self.names, self.runs, self.agreed, self.parting, self.common, limit)

    def _repr_html_(self) -> str:
        return in_a_frame(self.html(NODES))


def sentence(way: Way | None) -> str:
    return "has ended" if way is None else ", ".join(way)


def compare_trees(a: Answers[Any], b: Answers[Any], first: int | None = None, limit: int = 100_000) -> TreeDifference:
    """Run two searches, and say where they part, and what each visits that the other does not.

    a, b: what calls of ambiguous functions give: two orders of one program, or two programs with the same choices.
    first: end each after this many answers; None for all. limit: end each at the first item after this many events;
    what was not visited by then is unknown.
    Gives a TreeDifference; print it, or write the page of its `html()`. A point is what has been chosen on the path
    to it, in any order, by the names of the variables; values are the same if they have the same repr.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def late():
    ...     a = yield (1, 2)
    ...     b = yield (1, 2)
    ...     require(a == 2)
    ...     return a, b
    >>> @ambiguous
    ... def early():
    ...     a = yield (1, 2)
    ...     require(a == 2)
    ...     b = yield (1, 2)
    ...     return a, b
    >>> print(compare_trees(late(), early()))
    late(): 2 answers, exhausted
    early(): 2 answers, exhausted
    they part after 1 item:
      1: a = 1, b = 1
      2: a = 2
    both visit 4 points
    only 1 visits 2 points:
      a = 1, b = 1
      a = 1, b = 2
    only 2 visits 0 points
    """
    runs = [complete(trace(each, first, limit)) for each in (a, b)]
    ways = [list(ways_of(tree_of(run.events)).values()) for run in runs]
    agreed, parting = first_difference(*ways)
    points = [{point(way): way for way in each} for each in ways]
    only = [tuple(way for key, way in mine.items() if key not in other) for mine, other in (points, points[::-1])]
    return TreeDifference(
        (runs[0].name, runs[1].name),
        (outcome(runs[0]), outcome(runs[1])),
        (len(points[0]), len(points[1])),
        len(points[0].keys() & points[1].keys()),
        agreed,
        parting,
        (only[0], only[1]),
        (runs[0], runs[1]),
    )


def complete(run: Trace) -> Trace:
    """The same run; KeyboardInterrupt if that is how it ended, for the point where it stood is no difference."""
    if run.outcome == INTERRUPTED:
        raise KeyboardInterrupt
    return run


def outcome(run: Trace) -> str:
    return f"{amount(run.answers, 'answer')}, {run.outcome}"


def first_difference(first: list[Way], second: list[Way]) -> tuple[int, tuple[Way | None, Way | None] | None]:
    """How many paths are the same, and the first two that differ."""
    for agreed, (one, other) in enumerate(zip_longest(first, second)):
        if one != other:
            return agreed, (one, other)
    return len(first), None
