"""What is legal in a search but probably not meant.

slips    runs a search, and reports each such thing in a line
Notes    what the expansion of SlipRules records meanwhile
"""

import ast
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from types import MethodType
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.diagnostics.choosing import CHOICES
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.emitting.blocks import Continuation, End
from ambsearch.expansion.emitting.observed import Observed
from ambsearch.expansion.emitting.sites import Site
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes
from ambsearch.expansion.undoing.frames import Here
from ambsearch.ground.registry import MADE
from ambsearch.observing import Observer, observed
from ambsearch.testing.differences import in_words
from ambsearch.testing.lasting import Lasting

MANY = 100_000  # answers that are examined; of more, only the course of the search is reported


@dataclass(frozen=True, order=True)
class Slip:
    """Something that is legal but probably not meant: where it is, and what to do about it.

    >>> print(Slip("my.py", 3, "the answer holds range(0, 3)"))
    my.py, line 3: the answer holds range(0, 3)
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{Path(self.file).name}, line {self.line}: {self.message}"


def slips(answers: Answers[Any], limit: int | None = None) -> list[Slip]:
    """Run a search, and report what in it is legal but probably not meant.

    answers: what a call of an ambiguous function gives, e.g. solve(8).
    limit: end after this many answers, e.g. 100; None for all. Nothing is said about guards if the search has not
    ended.
    Gives a list of Slip, in source order, empty if there is nothing to report: a search that was made and never
    asked; a change that was neither undone nor permanent; a range, a search or the like in an answer; a function that
    ended without `return`; an answer False beside others that are no truth values; a `require` that never failed, or
    never passed; a choice that never had two items. Among the functions that the search calls, only ambiguous ones are
    checked for guards and choices. It takes several times as long as the search, and runs it again if something was
    changed.
    Raises what the search raises; TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, an_integer_between, require
    >>> @ambiguous
    ... def divisor(n):
    ...     d = yield an_integer_between(1, n)
    ...     require(d <= n)
    ...     require(n % d == 0)
    ...     return d
    >>> for slip in slips(divisor(6)):
    ...     print(slip.line, slip.message)
    4 `require(d <= n)` never failed, so it decides nothing; is it what you mean?
    """
    notes = Notes()
    noted = observed(answers, notes)
    lasting = Lasting(answers)
    MADE.append(notes.note_search)
    try:
        notes.run(noted, limit)
    finally:
        MADE.pop()
    found = [*notes.slips(), *(Slip(*told) for told in lasting.changes(limit))]
    return sorted(set(found))


@dataclass(frozen=True)
class Place:
    """A place in the program, and its source."""

    file: str
    line: int
    text: str


@dataclass
class Times:
    """How often a guard passed and failed."""

    passed: int = 0
    failed: int = 0


@dataclass
class Chosen:
    """The choices at one place: how many were exhausted, and the most items that one had.
    wanted: fewer are reported; 2, but 1 for the answers of another search, which often has only one.
    """

    wanted: int
    ended: int = 0
    most: int = 0


@dataclass
class Choice:
    """A choice that is being made."""

    all: Chosen
    items: int = 0

    def take(self) -> None:
        self.items += 1
        self.all.most = max(self.all.most, self.items)

    def end(self) -> None:
        self.all.ended += 1


@dataclass
class Made:
    """The searches that were made at one place; was one of them asked?"""

    shown: str
    asked: bool = False


class SlipRules(Observed):
    """The expansion that records its choices, its guards, and where it ends."""

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        chosen = [node.value for node in nodes.inside(*source.body) if isinstance(node, ast.Yield) and node.value]
        self.written = {(part.lineno, part.col_offset): part for part in chosen}  # what is chosen from, as written
        super().__init__(source, body)

    def with_guards(self, body: list[ast.stmt]) -> list[ast.stmt]:
        for node in nodes.inside(*body):
            if isinstance(node, nodes.Answer) and is_alone(node):
                node.value = self.report(node.value, node, "answer", "return", "watch.alone(site)")
        return super().with_guards(body)

    def site(self, kind: str, origin: ast.AST, name: str) -> str:
        line = self.source.lines[origin.lineno - 1].strip() if kind == "guard" else name  # type: ignore[attr-defined]
        return super().site(kind, origin, line)

    def told_choice(self, node: nodes.Choose, body: list[ast.stmt], name: str) -> list[ast.stmt]:
        items = node.items
        written = self.written.get((items.lineno, items.col_offset), items)
        is_search = isinstance(written, ast.Call) and known_call(self.source, written) not in CHOICES
        self.wanted = 1 if is_search else 2
        return super().told_choice(node, body, "what is returned" if name == "return" else name)

    def tell(self, text: str, origin: ast.AST, site: Any, **parts: Any) -> list[ast.stmt]:
        if "wanted" in text:
            parts["wanted"] = nodes.constant(self.wanted, origin)
        return super().tell(text, origin, site, **parts)

    def go_on(self, after: Continuation, here: Here, origin: ast.AST | None = None) -> list[ast.stmt]:
        emitted = super().go_on(after, here, origin)
        if not isinstance(after, End):
            return emitted
        last = self.source.tree.body[-1]
        return [*self.tell("watch.fell(site)", last, self.site("end", last, self.source.name)), *emitted]


def is_alone(node: nodes.Answer) -> bool:
    """Is this a `return` without a value? Its None has the position of the statement."""
    return (
        isinstance(node.value, ast.Constant) and node.value.value is None and node.value.col_offset == node.col_offset
    )


@dataclass
class Notes(Observer):
    """What is recorded of a search."""

    rules = SlipRules
    before = "place = watch.choice(site, wanted)"
    item = "place.take()"
    exhausted = "place.end()"
    guard = "watch.judge(site, test)"

    guards: dict[Place, Times] = field(default_factory=dict)
    choices: dict[Place, Chosen] = field(default_factory=dict)
    searches: dict[tuple[str, int], Made] = field(default_factory=dict)
    others: set[Slip] = field(default_factory=set)
    of_false: set[Slip] = field(default_factory=set)  # where the answer is False
    is_of_truth: bool = True  # are all answers truth values?
    is_complete: bool = False

    def run(self, answers: Answers[Any], limit: int | None) -> None:
        handed: Any = iter(answers)
        found = 0
        try:
            for answer in islice(handed, limit):
                found += 1
                if found <= MANY:
                    self.look_into(answer, innermost(handed.gi_frame.f_locals["search"].gi_frame.f_locals["search"]))
            self.is_complete = found != limit
        finally:
            handed.close()

    # what the expansion calls

    def judge(self, site: Site, value: Any) -> Any:
        times = self.guards.setdefault(Place(site.file, site.line, site.name), Times())
        if value:
            times.passed += 1
        else:
            times.failed += 1
        return value

    def choice(self, site: Site, wanted: int) -> Choice:
        return Choice(self.choices.setdefault(Place(site.file, site.line, site.name), Chosen(wanted)))

    def fell(self, site: Site) -> None:
        told = f"{site.name} ended here without `return`, which gives the answer None; write `return ...` or fail()"
        self.others.add(Slip(site.file, site.line, told))

    def alone(self, site: Site) -> None:
        told = "`return` alone gives the answer None; write fail() to give the branch up"
        self.others.add(Slip(site.file, site.line, told))

    def note_search(self, answers: Any, frame: Any) -> None:
        place = frame.f_code.co_filename, frame.f_lineno
        answers.note = self.searches.setdefault(place, Made(repr(answers)))

    # what comes of it

    def look_into(self, answer: Any, generator: Any) -> None:
        file, line = generator.gi_code.co_filename, generator.gi_frame.f_lineno
        self.is_of_truth &= isinstance(answer, bool)
        if answer is False:
            told = "the answer is False here, and others are no truth values; write fail() to give the branch up"
            self.of_false.add(Slip(file, line, told))
        for part in unchosen_in(answer):
            told = f"the answer holds {in_words(part)}, of which nothing was chosen; is a `yield` missing?"
            self.others.add(Slip(file, line, told))

    def slips(self) -> Iterator[Slip]:
        yield from self.others
        yield from () if self.is_of_truth else self.of_false
        for (file, line), made in self.searches.items():
            if not made.asked:
                told = f"the search {made.shown} was made and never asked; write `x = yield {made.shown}`"
                yield Slip(file, line, told)
        for place, times in self.guards.items():
            if self.is_complete and not (times.passed and times.failed):
                yield Slip(place.file, place.line, line_of_guard(place.text, never_failed=not times.failed))
        for place, chosen in self.choices.items():
            if chosen.ended and chosen.most < chosen.wanted:
                items = "a single item" if chosen.most else "no item"
                yield Slip(
                    place.file, place.line, f"the choice of {place.text} had {items} each time; is it what you mean?"
                )


def line_of_guard(text: str, never_failed: bool) -> str:
    if never_failed:
        return f"`{text}` never failed, so it decides nothing; is it what you mean?"
    return f"`{text}` never passed, so no answer comes from behind it; is it what you mean?"


def innermost(search: Any) -> Any:
    """The generator that gives the answer."""
    while hasattr(search.gi_yieldfrom, "gi_yieldfrom"):
        search = search.gi_yieldfrom
    return search


def unchosen_in(answer: Any) -> Iterator[Any]:
    """The ranges, searches and the like in an answer."""
    waiting, met = [answer], set()
    while waiting:
        value = waiting.pop()
        if id(value) in met:
            continue
        met.add(id(value))
        of_answers = isinstance(value, MethodType) and isinstance(value.__self__, Answers)  # e.g. first, not called
        if isinstance(value, (range, Answers, Ambiguous, count)) or of_answers:
            yield value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, (list, tuple, set, frozenset)):
            waiting += value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            waiting += [getattr(value, part.name, None) for part in dataclasses.fields(value)]
