"""How large a search is, estimated without running it to its end: by Knuth's random probes or Chen's stratified
sampling.

estimate    go down the tree at random, many times, and give an Estimate
Number      an estimated number, with an interval

counted       what is counted of a search of which only some branches are gone into
probing       one of Knuth's probes
stratified    one of Chen's
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from ambsearch.answers import Answers
from ambsearch.estimating.counted import Counted
from ambsearch.estimating.probing import probe
from ambsearch.estimating.stratified import sweep
from ambsearch.observing import observed
from ambsearch.observing.measuring import Limited
from ambsearch.observing.outcomes import INTERRUPTED, Account

MOST = 5_000_000  # items that are tried, in all probes together
FINISHED = "finished"
TIMED = 5_000  # items tried to measure how long one takes
PROBES = {"knuth": 1000, "chen": 20}  # if nothing else is said
NORMAL = 1.959964  # standard errors to each side, for 95 %, if there are very many probes


@dataclass(frozen=True)
class Number:
    """An estimate, and the ends of its 95% confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:,.0f} ({self.low:,.0f} to {self.high:,.0f})"


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a search.

    choices: the items that it will try, as `effort` counts them; levels: those of them at each depth, from 1;
    answers: how many it will find; seconds: how long it will take on this machine; probes: how many there were.
    tried: the items tried for the estimate. outcome: "finished", or why the probes ended early.
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
    method: "knuth" or "chen". probes: how many; None for 1000 of Knuth's, or 20 of Chen's. seed: of the random
    numbers; the same seed gives the same estimate, except for the time.
    Gives an Estimate; Ctrl-C ends the probes, and the finished ones count. Knuth's probe tries every item of a choice
    up to the next choice, follows one of those that get there at random, and stands for as many branches as the
    product of these numbers. Chen's probe follows several branches, one for each number of items that lead on at a
    level; it takes longer than many of Knuth's, and is better if the branches differ a lot, or answers are few.
    Searches in a condition, in `once`, `if_fail` and `interleave` are run in full. What is `permanent`, or printed,
    happens in each probe. After 5,000,000 items the probes end, and the outcome says so. Probes seldom find an answer
    if there are few in a large tree: the interval of their number is then too narrow.
    Raises ValueError for fewer than 2 probes, another method, or a choice among more than 100,000 items, and
    TypeError if `answers` is not Answers.

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


def run_probes(answers: Answers[Any], probes: int, rng: random.Random, method: str) -> tuple[list[Counted], str]:
    """Run the probes; gives them, and how they ended."""
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
    """The half-width of a 95% interval in standard errors, from Student's distribution.

    >>> [round(width(freedom), 2) for freedom in (5, 19, 999)]
    [2.57, 2.09, 1.96]

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
    """
    z, n = NORMAL, freedom
    terms = (z**3 + z) / (4 * n), (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    return z + sum(terms) + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)


def seconds_of_a_choice(answers: Answers[Any]) -> float:
    """How long one item takes, measured on the first ones."""
    timed, since = Limited(TIMED), perf_counter()
    for _ in Account(observed(answers, timed)):
        pass
    return (perf_counter() - since) / max(1, timed.tried)
