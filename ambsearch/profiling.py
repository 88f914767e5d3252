"""What happened in a search, line by line: the ledger.

profile     run a search and give its Profile
Profile     the ledger, the outcome, and how they look beside the source
"""

import linecache
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.emitting.sites import Site
from ambsearch.ground.making import MAKING
from ambsearch.observing import Observer, observed
from ambsearch.observing.outcomes import Account, some_answers


@dataclass
class Row:
    """What happened at one place.

    reached: how often the search got there; for a choice, how often it was made. passed, rejected: for a guard; for a
    choice, `passed` is the items taken. Of a `require` in a helper only the rejections are known. exhausted: how often a
    choice had no further item. answers: given there.
    depth: the most items on the path there. seconds: spent to get there from the place before, including the counting.
    """

    site: Site
    reached: int = 0
    passed: int = 0
    rejected: int = 0
    exhausted: int = 0
    answers: int = 0
    depth: int = 0
    seconds: float = 0.0


class Ledger(Observer):
    """Counts what happens at each place, and how long it takes to get there. now: how many items are on the path."""

    before = "place = watch.now\nwatch.choose(site)"
    item = "watch.take(site)"
    back = "watch.now = place"
    exhausted = "watch.exhaust(site)"
    guard = "watch.judge(site, test)"
    dead = "watch.judge(site, False)"
    answer = "watch.give(site)"

    def __init__(self) -> None:
        self.now = 0
        self.since: float | None = None  # the last event; unknown when a search begins, which may be expanded first
        self.made = MAKING.seconds  # and how long making the expansions had taken by then
        self.by_place: dict[Site, Row] = {}

    def at(self, site: Site) -> Row:
        """The row of a place; the time since the last event is added to it."""
        clock, made = perf_counter(), MAKING.seconds
        row = self.by_place.get(site)
        if row is None:
            row = self.by_place[site] = Row(site)
        row.seconds += max(0.0, clock - (self.since or clock) - (made - self.made))
        row.depth = max(row.depth, self.now)
        self.since, self.made = perf_counter(), made
        return row

    def choose(self, site: Site) -> None:
        self.at(site).reached += 1

    def take(self, site: Site) -> None:
        self.now += 1
        self.at(site).passed += 1

    def exhaust(self, site: Site) -> None:
        self.at(site).exhausted += 1

    def judge(self, site: Site, test: object) -> bool:
        row, holds = self.at(site), bool(test)
        row.reached += 1
        row.passed += holds
        row.rejected += not holds
        return holds

    def give(self, site: Site) -> None:
        row = self.at(site)
        row.reached += 1
        row.answers += 1

    def begin(self, answers: Answers[Any]) -> Any:
        self.since = None
        return self.now

    def rows(self) -> list[Row]:
        """One row for each place, in the order of the files and lines."""
        merged: dict[Any, Row] = {}
        for row in self.by_place.values():
            site = row.site
            key = site.file, site.line, site.column, site.kind
            if key not in merged:
                merged[key] = Row(site)
            total = merged[key]
            for name in ("reached", "passed", "rejected", "exhausted", "answers", "seconds"):
                setattr(total, name, getattr(total, name) + getattr(row, name))
            total.depth = max(total.depth, row.depth)
        return [merged[key] for key in sorted(merged)]


@dataclass(frozen=True)
class Profile:
    """The ledger of a search.

    name: e.g. "queens(8)"; rows: what happened at each place, in the order of the lines; answers: how many were found;
    outcome: "exhausted", "stopped at the limit of 2 answers", "interrupted", or "failed: " and the exception.
    """

    name: str
    rows: tuple[Row, ...]
    answers: int
    outcome: str

    def share(self, row: Row) -> float:
        """The share of the time that was spent to get to this place."""
        return row.seconds / (sum(other.seconds for other in self.rows) or 1.0)

    def table(self) -> list[list[str]]:
        """The heads and the rows as text: line, source, and the numbers; what does not apply is empty."""
        heads = ["line", "", "reached", "passed", "rejected", "exhausted", "answers", "depth", "time"]
        return [heads, *(self.cells(row) for row in self.rows)]

    def cells(self, row: Row) -> list[str]:
        is_choice, is_answer, is_end = (row.site.kind == kind for kind in ("choice", "answer", "fail"))
        source = linecache.getline(row.site.file, row.site.line).strip() or row.site.name
        numbers = [
            "" if is_end else str(row.reached),  # a helper tells only when it ends the branch
            "" if is_answer or is_end else str(row.passed),
            "" if is_choice or is_answer else str(row.rejected),
            str(row.exhausted) if is_choice else "",
            str(row.answers) if is_answer else "",
        ]
        return [str(row.site.line), source, *numbers, str(row.depth), f"{self.share(row):.0%}"]

    def __str__(self) -> str:
        told = f"{self.name}: {some_answers(self.answers)}, {self.outcome}"
        table = self.table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = []
        for cells in table:
            line, source, *numbers = cells
            right = (number.rjust(width) for number, width in zip(numbers, widths[2:], strict=True))
            lines.append("  ".join([line.rjust(widths[0]), source.ljust(widths[1]), *right]).rstrip())
        return "\n".join([told, *lines])


def profile(answers: Answers[Any], limit: int | None = None) -> Profile:
    """Run a search, and say what happened at each choice, guard and answer.

    answers: what a call of an ambiguous function gives, e.g. queens(8).
    limit: end after this many answers; None for all.
    Gives a Profile. A choice is reached when it is made, and passes each item that is taken; a guard passes or rejects;
    a `require` in a helper is counted only if it ends the branch. An exception, or Ctrl-C, ends the search and
    becomes its outcome.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def odd_sides(area):
    ...     width = yield range(1, area)
    ...     require(area % width == 0)
    ...     return width
    >>> told = profile(odd_sides(15), limit=2)
    >>> told.outcome, told.answers
    ('stopped at the limit of 2 answers', 2)
    >>> for row in told.rows:
    ...     print(row.site.name, row.reached, row.passed, row.rejected, row.exhausted, row.answers, row.depth)
    width 1 3 0 0 0 1
    area % width == 0 3 2 1 0 0 1
    width 2 0 0 0 2 1
    """
    ledger = Ledger()
    account = Account(observed(answers, ledger), limit)
    for _ in account:
        ledger.since = perf_counter()
    return Profile(repr(answers), tuple(ledger.rows()), account.found, account.outcome)
