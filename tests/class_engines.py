"""Runs one program with helpers and classes by the expansion and by replay, and tells the first difference."""

from __future__ import annotations

import contextlib
import io
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any

import replay
import replay_modules
from class_programs import Program
from helpers import alone, compile_program, described, namespace, register
from worlds import told_world

import ambsearch

RUNS = 200  # branches, those of encapsulated searches included, that replay walks through at the most
CUT_OFF = "cut off"
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
GIVEN = frozenset({*WORDS, *replay_modules.WORDS, "LOG", "TALLY", "COUNTS", "print", "heapq", "bisect", "deque"})


class Different(AssertionError):
    """The expansion and replay do not agree."""


@dataclass
class Outcome:
    """What a search did, as far as it was followed."""

    answers: list[Any] = field(default_factory=list)
    printed: list[Any] = field(default_factory=list)  # before each answer, and after the last
    worlds: list[dict[str, str]] = field(default_factory=list)  # at each answer
    ending: str = ""
    kept: Any = None  # what the permanent globals hold in the end

    def story(self) -> list[tuple[Any, ...]]:
        """What happened, in order; when the search was cut off, up to the last answer."""
        events: list[tuple[Any, ...]] = []
        for number, (printed, answer, world) in enumerate(zip(self.printed, self.answers, self.worlds)):
            events += [(number, "printed", printed), (number, "answer", answer)]
            events += [(number, "world", name, told) for name, told in world.items()]
        if self.ending != CUT_OFF:
            events += [("ending", self.ending), ("printed", self.printed[-1]), ("permanent", self.kept)]
        return events


class ExpansionRun:
    """A program run by ambsearch."""

    def __init__(self, program: Program) -> None:
        self.space = compile_program(program.source, WORDS)
        self.before = self.world()

    def world(self) -> dict[str, str]:
        return told_world(self.space, GIVEN)

    def follow(self, limit: float = float("inf"), with_worlds: bool = True) -> Outcome:
        """Take at most this many answers, then close the search."""
        self.space.update(LOG=[], TALLY={0: 0}, COUNTS=SimpleNamespace(calls=0))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            iterator = iter(self.space["f"]())
            outcome = followed(self, iterator, limit, lambda: taken(output), with_worlds)
            iterator.close()
        counts = self.space["COUNTS"]
        outcome.kept = described((self.space["LOG"], self.space["TALLY"], counts.calls))
        return outcome


class ReplayRun:
    """The same by replay."""

    def __init__(self, program: Program) -> None:
        self.name = register(program.source)
        self.code = compile(program.source, self.name, "exec", dont_inherit=True)
        self.printed: list[str] = []
        self.kept = {
            "LOG": replay.KeptList(),
            "TALLY": replay.KeptDict({0: 0}),
            "COUNTS": replay_modules.KeptObject(calls=0),
        }

    def load(self) -> dict[str, Any]:
        return namespace(self.code, self.name, {**replay_modules.WORDS, **self.kept, "print": self.print})

    def print(self, *values: Any) -> None:
        line = " ".join(map(str, values)) + "\n"
        replay.once(lambda: self.printed.append(line))

    def world(self) -> dict[str, str]:
        return told_world(self.search.space, GIVEN)

    @property
    def space(self) -> dict[str, Any]:
        return self.search.space

    def follow(self) -> Outcome:
        self.search = replay_modules.Replay(self.load, lambda space: space["f"](), RUNS)
        outcome = followed(self, self.search.answers(), float("inf"), self.lines)
        kept = self.kept
        outcome.kept = described((list(kept["LOG"]), dict(kept["TALLY"].items()), kept["COUNTS"].calls))
        return outcome

    def lines(self) -> str:
        text = "".join(self.printed)
        self.printed.clear()
        return text


def taken(output: io.StringIO) -> str:
    text = output.getvalue()
    output.seek(0)
    output.truncate()
    return text


def followed(run: Any, iterator: Iterator[Any], limit: float, printed: Any, with_worlds: bool = True) -> Outcome:
    outcome = Outcome()
    while not outcome.ending:
        try:
            if len(outcome.answers) == limit:
                raise replay.OutOfRuns
            outcome.answers.append(next(iterator))
            outcome.worlds.append(run.world() if with_worlds else {})
        except StopIteration:
            outcome.ending = "no more answers"
        except replay.OutOfRuns:
            outcome.ending = CUT_OFF
        except Exception as error:
            outcome.ending = f"{type(error).__name__} in line {line_of(error, run.space['__name__'])}"
        outcome.printed.append(printed())
    outcome.answers = [described(answer) for answer in outcome.answers]  # only now: they are snapshots
    return outcome


def line_of(error: Exception, name: str) -> int | None:
    """The innermost line of the program in the traceback."""
    if isinstance(error.__cause__, StopIteration):  # in its place Python raises an error where the generator is left
        error = error.__cause__
    frames = reversed(list(traceback.walk_tb(error.__traceback__)))
    return next((line for frame, line in frames if frame.f_code.co_filename == name), None)


def expected_of(program: Program) -> Outcome:
    return ReplayRun(program).follow()


@alone()  # the classes of this test run would make every method of theirs one that may be meant
def check(program: Program, depths: str, expected: Outcome | None = None) -> None:
    """Raise Different with the program and the first difference, if there is one."""
    expected = expected or expected_of(program)
    run = ExpansionRun(program.with_depths(depths))
    limit = len(expected.answers) if expected.ending == CUT_OFF else float("inf")
    compare(program, "the answers", expected, run.follow(limit))
    unchanged(program, run, f"afterwards ({expected.ending})")
    compare(program, "iterated again", expected, run.follow(limit))
    for stop in {0, 1, len(expected.answers) // 2, len(expected.answers)}:
        run.follow(stop, with_worlds=False)
        unchanged(program, run, f"closed after {stop} answers")


def compare(program: Program, what: str, expected: Outcome, actual: Outcome) -> None:
    told = []
    for theirs, ours in zip_longest(expected.story(), actual.story()):
        if theirs != ours:
            after = "".join(f"  {event}\n" for event in told if "world" not in event)
            raise Different(f"{program}\n{what}: after\n{after}replay has\n  {theirs}\nthe expansion\n  {ours}")
        told.append(theirs)


def unchanged(program: Program, run: ExpansionRun, when: str) -> None:
    for (name, before), now in zip(run.before.items(), run.world().values()):
        if now != before:
            raise Different(f"{program}\n{when}, {name} is\n  {now}\nand was\n  {before}")
