"""How large a search is, before it is run to its end: Knuth's random probes.

estimate    go down the tree at random, many times, and give an Estimate
Number      an estimated number, with an interval
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.observed import is_search
from ambsearch.observing import Observer, observed

ITEMS = 100_000  # of one choice, at the most
TIMED = 5_000  # items that are tried to see how long one takes
WIDTH = 1.96  # standard errors to each side, for 95 %


@dataclass(frozen=True)
class Number:
    """An estimate, and the ends of its interval, in which the true number lies 95 times in 100, if all is well."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:,.0f} ({self.low:,.0f} to {self.high:,.0f})"


@dataclass(frozen=True)
class Estimate:
    """What a search will come to.

    choices: the items that it will try, as `effort` counts them; levels: those of them at each depth, from 1;
    answers: how many it will find; seconds: how long it will take on this machine; probes: how many there were.
    """

    choices: Number
    levels: tuple[Number, ...]
    answers: Number
    seconds: Number
    probes: int

    def __str__(self) -> str:
        about = f"about {self.choices} choices, {self.answers} answers"
        return f"{about}, {self.seconds.value:.3g} seconds; 95 % intervals from {self.probes} probes"


def estimate(answers: Answers[Any], probes: int = 1000, seed: int = 0) -> Estimate:
    """Estimate the size of a search by random probes, without running it to its end.

    answers: what a call of an ambiguous function gives, e.g. queens(12); the search must be finite.
    probes: how many random branches are gone down. seed: of the random numbers; the same seed gives the same numbers,
    but for the time.
    Gives an Estimate. A probe tries the items of a choice up to the next choice, goes into one of those that come there,
    and counts for as many branches as there were such items on the way. Searches in a condition, in `once`, `if_fail` and `interleave` are run in full. What is `permanent`, or
    printed, happens in each probe.
    Few answers in a large tree are seldom met by a probe: the interval of their number is then too narrow.
    Raises ValueError for less than 2 probes and for a choice between more than 100,000 items, TypeError for what is no
    Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def words(n):
    ...     for _ in range(n):
    ...         letter = yield "abc"
    ...     return letter
    >>> told = estimate(words(4), probes=10)
    >>> print(told.choices, told.answers, *told.levels, sep=", ")
    120 (120 to 120), 81 (81 to 81), 3 (3 to 3), 9 (9 to 9), 27 (27 to 27), 81 (81 to 81)

    Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975).
    """
    if probes < 2:
        raise ValueError(f"an interval needs at least 2 probes, found {probes}")
    rng = random.Random(seed)
    told = []
    for _ in range(probes):
        probe = Probe(rng)
        for _ in observed(answers, probe):
            pass
        told.append(probe)
    choices = number([sum(probe.levels.values()) for probe in told])
    deepest = max((level for probe in told for level in probe.levels), default=0)
    levels = tuple(number([probe.levels[level] for probe in told]) for level in range(1, deepest + 1))
    each = seconds_of_a_choice(answers)
    seconds = Number(choices.value * each, choices.low * each, choices.high * each)
    return Estimate(choices, levels, number([probe.answers for probe in told]), seconds, probes)


def number(samples: Sequence[float]) -> Number:
    """The mean, with its interval.

    >>> number([1, 2, 3])
    Number(value=2.0, low=0.8683934723883335, high=3.1316065276116665)
    """
    mean, half = fmean(samples), margin(samples)
    return Number(mean, max(0.0, mean - half), mean + half)


def margin(samples: Sequence[float]) -> float:
    """How far the interval of the mean goes to each side, for two samples or more."""
    return WIDTH * stdev(samples) / math.sqrt(len(samples))


class Probe(Observer):
    """Goes down one random branch: at each choice every item is tried up to the next choice, and one that comes there
    is gone into.

    now: the depth, and whether the search there is run in full. weight: how many branches this one stands for.
    levels: the items at each depth that it stands for; answers: the answers.
    is_trying: are the items of a choice tried? is_new: was this part of the branch not counted before?
    """

    items = "watch.gone_into(items)"
    before = "place = watch.now"
    item = "watch.take()"
    back = "watch.now = place"

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.weight = 1
        self.levels: defaultdict[int, int] = defaultdict(int)
        self.answers = 0
        self.is_trying, self.is_new, self.leads_on = False, True, False

    def gone_into(self, items: Any) -> Iterator[Any]:
        """What a choice goes over; a search inside makes choices of its own."""
        if is_search(items):
            return items  # type: ignore[no-any-return]
        return iter(items) if self.now[1] else self.each(items)

    def each(self, items: Any) -> Iterator[Any]:
        """All items, one after the other, and then once more one of those that led to a choice."""
        self.leads_on = True
        if self.is_trying:
            return
        self.is_new = True
        there = list(islice(items, ITEMS + 1))
        if len(there) > ITEMS:
            raise ValueError(f"a choice between more than {ITEMS:,} items cannot be estimated")
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
        depth, in_full = self.now
        self.now = depth + 1, in_full
        self.levels[depth + 1] += self.weight * self.is_new

    def begin(self, answers: Answers[Any]) -> Any:
        return (0, False) if self.now is None else (self.now[0], True)

    def branch(self, number: int) -> Any:
        return self.now[0], True

    def found(self, start: Any, answer: Any, point: Any) -> None:
        if not start[1]:
            self.answers += self.weight * self.is_new


class Timed(Observer):
    """Ends a search after a number of items."""

    item = "watch.tried += 1\nif watch.tried == watch.limit: watch.stop()"

    def __init__(self, limit: int) -> None:
        self.tried, self.limit = 0, limit

    def stop(self) -> None:
        raise Tried


class Tried(BaseException):
    """As many items have been tried as were wanted."""


def seconds_of_a_choice(answers: Answers[Any]) -> float:
    """How long the first items take, each."""
    timed, since = Timed(TIMED), perf_counter()
    try:
        for _ in observed(answers, timed):
            pass
    except Tried:
        pass
    return (perf_counter() - since) / max(1, timed.tried)
