"""Why a search has no answer, and where two answers part.

why_none    a minimal set of requires that leave no answer; and the branch that came furthest
parting     the first choice at which the first two answers differ
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.emitting.sites import Site
from ambsearch.observing import Observer, observed
from ambsearch.observing.measuring import Limited, TriedEnough
from ambsearch.observing.recording import ATOMS, BRANCH, Recorder

Requires = tuple[Site, ...]
# An item that was taken: the point before it, its number there, its choice, and the value. A plain tuple, for speed.
Point = tuple[Any, int, Site, Any]


@dataclass(frozen=True)
class Miss:
    """The branch that came furthest: the names and values of its choices, and the require that ended it."""

    choices: tuple[tuple[str, str], ...]
    ended_by: Site

    def __str__(self) -> str:
        way = ", ".join(f"{name} = {value}" for name, value in self.choices) or "no choice"
        return f"{way}; ended by {self.ended_by.name} in line {self.ended_by.line}"


@dataclass(frozen=True)
class WhyNone:
    """Why a search has no answer.

    has_answer: it has one after all. requires: these alone leave no answer; empty if there is no answer even without
    any require, because choices are empty, or end in `fail()` or in a helper. decided: is it certain that none of
    them can be left out?
    nearest: the branch with the most choices, and among these the latest line; tried: the items tried to find all
    this.
    interrupted: did Ctrl-C end it?
    """

    has_answer: bool | None
    requires: Requires
    decided: bool
    nearest: Miss | None
    tried: int
    interrupted: bool = False

    def __str__(self) -> str:
        undecided = "interrupted: not decided after" if self.interrupted else "not decided within"
        if self.has_answer is None:
            return f"{undecided} {self.tried:,} items tried"
        if self.has_answer:
            return "there is an answer"
        if self.requires:
            lines = ["no answer, because of these alone:"]
            lines += [f"  line {site.line}: require({site.name})" for site in self.requires]
        else:
            lines = ["no answer, even without any require: a choice is empty, or a branch is given up otherwise"]
        if not self.decided:
            lines.append(f"{undecided} {self.tried:,} items tried whether all of them are needed")
        if self.nearest is not None:
            lines.append(f"nearest miss: {self.nearest}")
        return "\n".join(lines)


def why_none(answers: Answers[Any], limit: int = 1_000_000) -> WhyNone:
    """Find a minimal set of requires that leave no answer, by running the search without the others.

    answers: what a call of an ambiguous function gives. limit: try at most this many items, in all runs together.
    Gives a WhyNone: requires none of which can be left out, in the order of the lines; of several such sets, the one
    with the earlier lines. If a run without a require ends in an exception, that counts neither as an answer nor as
    no answer: then, or at the limit, `decided` is False. A `require` in a helper is never left out.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pair():
    ...     a = yield range(5)
    ...     b = yield range(5)
    ...     require(a != 2)
    ...     require(a + b > 6)
    ...     require(a < b - 2)
    ...     return a, b
    >>> print(why_none(pair()))
    no answer, because of these alone:
      line 6: require(a + b > 6)
      line 7: require(a < b - 2)
    nearest miss: a = 3, b = 4; ended by a < b - 2 in line 7

    Source: Junker, "QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems" (2004).
    """
    search = _Relaxed(answers, limit)
    first = Relaxing(None, limit)
    has_answer = search.run(first)
    if has_answer is not False:
        return WhyNone(has_answer, (), has_answer is True, first.nearest, search.tried, search.interrupted)
    rejecting = sorted(first.rejecting, key=lambda site: (site.file, site.line, site.column))
    requires = () if search.is_empty(()) else search.conflict((), (), rejecting)
    found = tuple(sorted(requires, key=rejecting.index))
    return WhyNone(False, found, search.decided, first.nearest, search.tried, search.interrupted)


class _Relaxed:
    """The search without some of its requires."""

    def __init__(self, answers: Answers[Any], limit: int) -> None:
        self.answers, self.limit = answers, limit
        self.tried = 0
        self.decided = True
        self.interrupted = False

    def is_empty(self, requires: Sequence[Site]) -> bool:
        """Is it certain that these requires leave no answer?"""
        has_answer = self.run(Relaxing(frozenset(requires), self.limit - self.tried))
        self.decided = self.decided and has_answer is not None
        return has_answer is False

    def run(self, relaxing: "Relaxing") -> bool | None:
        """Is there an answer? None if that is not known."""
        if self.interrupted:
            return None
        try:
            return observed(self.answers, relaxing).exists()
        except KeyboardInterrupt:
            self.interrupted = True
            return None
        except (Exception, TriedEnough):
            if relaxing.requires is None and relaxing.tried < relaxing.limit:
                raise  # the search itself fails
            return None
        finally:
            self.tried += relaxing.tried

    def conflict(self, known: Requires, new: Sequence[Site], candidates: Sequence[Site]) -> Requires:
        """A minimal set of candidates that, together with the known ones, leave no answer.

        new: the known ones that were added last.
        """
        if new and self.is_empty(known):
            return ()
        if len(candidates) == 1:
            return tuple(candidates)
        half = len(candidates) // 2
        first, second = tuple(candidates[:half]), tuple(candidates[half:])
        of_second = self.conflict(known + first, first, second)
        of_first = self.conflict(known + of_second, of_second, first)
        return of_first + of_second


class Relaxing(Limited):
    """Ignores all but some requires.

    requires: those that count; None for all. limit: how many items to try at most.
    rejecting: those that have rejected a branch; nearest: the branch that came furthest.
    """

    before = "place = watch.now"
    item = "watch.take((watch.now, index, site, target))"
    back = "watch.now = place"
    guard = "watch.judge(site, test) if requires is None else site not in requires or test"
    bound = ("requires",)

    def __init__(self, requires: frozenset[Site] | None, limit: int) -> None:
        super().__init__(limit)
        self.requires = requires
        self.rejecting: set[Site] = set()
        self.furthest = (-1, -1)
        self.nearest: Miss | None = None

    def take(self, point: Any) -> None:
        if self.tried >= self.limit:
            self.stop()
        self.tried += 1
        self.now = point

    def judge(self, site: Site, test: object) -> bool:
        if test:
            return True
        self.rejecting.add(site)
        way = way_to(self.now)
        if (len(way), site.line) > self.furthest:
            self.furthest = len(way), site.line
            self.nearest = Miss(tuple((item[2].name, repr(item[3])) for item in way if item[2] is not BRANCH), site)
        return False


@dataclass(frozen=True)
class Parting:
    """Where the first two answers part.

    shared: the names and values of the choices that they have in common; name, line: the first choice at which they
    differ; values: the items taken there.
    """

    shared: tuple[tuple[str, Any], ...]
    name: str
    line: int
    values: tuple[Any, Any]

    def __str__(self) -> str:
        first, second = self.values
        after = ", ".join(f"{name} = {value!r}" for name, value in self.shared)
        return f"{self.name} (line {self.line}): {first!r} and {second!r}" + (f", after {after}" if after else "")


def parting(answers: Answers[Any]) -> Parting | None:
    """The first choice at which the first two answers of a search differ; None if it has fewer than two, or they are
    those of no choice, as in `interleave([1, 2])`.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(3)
    ...     b = yield range(3)
    ...     require(a + b == 3)
    ...     return a, b
    >>> print(parting(pairs()))
    a (line 3): 1 and 2
    """
    way = Way()
    with closing(iter(observed(answers, way))) as search:  # type: ignore[type-var]
        if len(list(islice(search, 2))) < 2:
            return None
    one, other = map(way_to, way.points)
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a[1] != b[1]), None)
    if same is None:
        return None
    site = one[same][2]
    shared = tuple((item[2].name, item[3]) for item in one[:same] if item[2] is not BRANCH)
    return Parting(shared, site.name, site.line, (one[same][3], other[same][3]))


class Way(Observer):
    """Keeps the points of the answers."""

    bound = ("atoms", "keep")
    before = "place = watch.now"
    item = "watch.now = (watch.now, index, site, target if type(target) in atoms else keep(target))"
    back = "watch.now = place"
    atoms = ATOMS
    keep = Recorder.keep

    def __init__(self) -> None:
        self.points: list[Any] = []
        self.starts = 0

    def begin(self, answers: Answers[Any]) -> int:
        self.starts += 1
        return self.starts

    def branch(self, number: int) -> Any:
        return (self.now, number, BRANCH, None)

    def found(self, start: int, answer: Any, point: Any) -> None:
        if start == 1:
            self.points.append(point)


def way_to(point: Any) -> list[Point]:
    """The items taken on the path to a point, from the first."""
    way = []
    while type(point) is tuple:
        way.append(point)
        point = point[0]
    return way[::-1]
