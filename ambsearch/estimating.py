"""How large a search is, before it is run to its end: Knuth's random probes, or Chen's stratified sampling.

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
from ambsearch.measuring import Limited
from ambsearch.observing import Observer, observed
from ambsearch.outcomes import INTERRUPTED, Account

ITEMS = 100_000  # of one choice, at the most
MOST = 5_000_000  # items that are tried, in all probes together
FINISHED = "finished"
TIMED = 5_000  # items that are tried to see how long one takes
PROBES = {"knuth": 1000, "chen": 20}  # if nothing else is said
NORMAL = 1.959964  # standard errors to each side, for 95 %, if there are very many probes


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
    tried: the items that were tried for that. outcome: "finished", or how the probes ended before.
    """

    choices: Number
    levels: tuple[Number, ...]
    answers: Number
    seconds: Number
    probes: int
    tried: int
    outcome: str = FINISHED

    def __str__(self) -> str:
        answers = f"{self.answers} answers" if self.answers.value else "no answer met"
        about = f"about {self.choices} choices, {answers}"
        told = f"{about}, {self.seconds.value:.3g} seconds; 95 % intervals from {self.probes:,} probes"
        return f"{told}, {self.tried:,} items tried" + (f"; {self.outcome}" if self.outcome != FINISHED else "")


def estimate(answers: Answers[Any], probes: int | None = None, seed: int = 0, method: str = "knuth") -> Estimate:
    """Estimate the size of a search by random probes, without running it to its end.

    answers: what a call of an ambiguous function gives, e.g. queens(12); the search must be finite.
    method: "knuth" or "chen". probes: how many; None for 1000 of Knuth's, or 20 of Chen's. seed: of the random numbers;
    the same seed gives the same numbers, but for the time.
    Gives an Estimate; Ctrl-C ends the probes, and those that were finished count. A probe of Knuth's tries the items of
    a choice up to the next choice, goes into one of those that come there, and counts for as many branches as there were
    such items on the way. One of Chen's goes into several branches, one for each number of items that lead on at a level;
    it takes more time than many of Knuth's, and is better where the branches are unlike, or answers are few.
    Searches in a condition, in `once`, `if_fail` and `interleave` are run in full. What is `permanent`, or printed,
    happens in each probe.
    If more than 5,000,000 items were tried for that, the probes end, and it is said.
    Few answers in a large tree are seldom met by a probe: the interval of their number is then too narrow.
    Raises ValueError for less than 2 probes, another method, and a choice between more than 100,000 items, TypeError for
    what is no Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def words(n):
    ...     for _ in range(n):
    ...         letter = yield "abc"
    ...     return letter
    >>> told = estimate(words(4), probes=10)
    >>> print(told.choices, told.answers, *told.levels, sep=", ")
    120 (120 to 120), 81 (81 to 81), 3 (3 to 3), 9 (9 to 9), 27 (27 to 27), 81 (81 to 81)

    Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975); Chen, "Heuristic Sampling" (1992).
    """
    if method not in PROBES:
        raise ValueError(f"expected the method 'knuth' or 'chen', found {method!r}")
    probes = PROBES[method] if probes is None else probes
    if probes < 2:
        raise ValueError(f"an interval needs at least 2 probes, found {probes}")
    told, outcome = run_probes(answers, probes, random.Random(seed), method)
    choices = number([sum(probe.levels.values()) for probe in told])
    deepest = max((level for probe in told for level in probe.levels), default=0)
    levels = tuple(number([probe.levels[level] for probe in told]) for level in range(1, deepest + 1))
    each = seconds_of_a_choice(answers)
    seconds = Number(choices.value * each, choices.low * each, choices.high * each)
    tried = sum(probe.tried for probe in told)
    return Estimate(choices, levels, number([probe.answers for probe in told]), seconds, len(told), tried, outcome)


def run_probes(answers: Answers[Any], probes: int, rng: random.Random, method: str) -> tuple[list["Counted"], str]:
    """The probes, and how they ended."""
    from ambsearch.stratified import sweep

    told: list[Counted] = []
    try:
        while len(told) < probes:
            if len(told) > 1 and sum(probe.tried for probe in told) > MOST:
                return told, f"stopped after {len(told):,} of {probes:,} probes"
            told.append(sweep(answers, rng) if method == "chen" else probe(answers, rng))
    except KeyboardInterrupt:
        if len(told) < 2:
            raise
        return told, f"{INTERRUPTED} after {len(told):,} of {probes:,} probes"
    return told, FINISHED


def number(samples: Sequence[float]) -> Number:
    """The mean, with its interval.

    >>> print(number([110, 120, 130]))
    120 (96 to 144)
    """
    mean, margin = fmean(samples), width(len(samples) - 1) * stdev(samples) / math.sqrt(len(samples))
    return Number(mean, max(0.0, mean - margin), mean + margin)


def width(freedom: int) -> float:
    """Standard errors to each side of a mean, for 95 %: those of Student's distribution.

    >>> [round(width(freedom), 2) for freedom in (5, 19, 999)]
    [2.57, 2.09, 1.96]

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
    """
    z, n = NORMAL, freedom
    terms = (z**3 + z) / (4 * n), (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    return z + sum(terms) + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)


def too_many() -> ValueError:
    return ValueError(f"a choice between more than {ITEMS:,} items cannot be estimated")


class Counted(Observer):
    """What is counted of a search of which only some branches are gone into.

    now: the depth, and whether the search there is run in full. weight: how many branches this one stands for.
    levels: the items at each depth that it stands for; answers: the answers. tried: the items that were really tried.
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


def probe(answers: Answers[Any], rng: random.Random) -> Counted:
    """One of Knuth's probes."""
    counted = Probe(rng)
    for _ in observed(answers, counted):
        pass
    return counted


class Probe(Counted):
    """Goes down one random branch: at each choice every item is tried up to the next choice, and one that comes there
    is gone into.

    is_trying: are the items of a choice tried?
    """

    items = "watch.go_into(items)"

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.is_trying, self.leads_on = False, False

    def go_into(self, items: Any) -> Iterator[Any]:
        """The items for a choice to go over; a search inside makes choices of its own."""
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


def seconds_of_a_choice(answers: Answers[Any]) -> float:
    """How long the first items take, each."""
    timed, since = Limited(TIMED), perf_counter()
    for _ in Account(observed(answers, timed)):
        pass
    return (perf_counter() - since) / max(1, timed.tried)
