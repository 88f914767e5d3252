"""The expansion and replay agree on random programs: answers, effects, exceptions, and the world afterwards."""

from __future__ import annotations

import traceback
from collections import deque
from dataclasses import dataclass, field
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any

import replay
from helpers import ORDINARY, WORLD, alone, compile_program, compile_replay, described
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Program, programs

import ambsearch

RUNS = 300  # branches, those of encapsulated searches included, that replay walks through at the most
EXAMPLES = 30 if ORDINARY else settings.default.max_examples * 2  # this property is worth most of the time
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
CUT_OFF = "cut off"


@dataclass
class Outcome:
    """What a search did, as far as it was followed."""

    answers: list[Any] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)  # before each answer, and after the last: the effects that are kept
    worlds: list[Any] = field(default_factory=list)  # at each answer: what the arguments and globals hold
    ending: str = ""
    permanents: Any = None  # after the last answer: what the permanent globals hold


class Run:
    """One program, compiled for one engine, with the arguments that its f is called with."""

    def __init__(self, space: dict[str, Any]) -> None:
        thing = SimpleNamespace(x=1, l=[2])
        self.args = (2, [1, 2], {0: 1, 2: 0}, {0: [1], 1: [2, 0]}, {8, 3}, deque([1, 2], maxlen=5), thing)
        self.space, self.noted = space, list[Any]()
        space.update(WORLD=WORLD, G=0, H=[3, 1], note=self.note)
        self.before = self.world()

    @ambsearch.permanent
    def note(self, value: Any) -> Any:
        replay.once(lambda: self.noted.append(value))
        return value

    def world(self) -> Any:
        """The arguments and globals, and which container stands where in them."""
        return described((self.args, *(self.space[name] for name in WORLD)), identities=True)

    def permanents(self) -> dict[str, Any]:
        return {"P": 0, "TALLY": {0: 0}, "FOUND": []}

    def search(self) -> tuple[Any, Any]:
        """An iterator over the answers, and a function that gives the arguments as they are now."""
        return iter(self.space["f"](*self.args)), lambda: self.args

    def follow(self, limit: float = float("inf")) -> Outcome:
        """Take at most this many answers, then close the search."""
        outcome, answers = Outcome(), list[Any]()
        self.space.update(self.permanents())
        iterator, args = self.search()
        while not outcome.ending:
            try:
                if len(answers) == limit:
                    raise replay.OutOfRuns
                answers.append(next(iterator))
                outcome.worlds.append(described((args(), *(self.space[name] for name in WORLD))))
            except StopIteration:
                outcome.ending = "no more answers"
            except replay.OutOfRuns:
                outcome.ending = CUT_OFF
            except Exception as error:
                outcome.ending = f"{type(error).__name__} in line {self.line(error)}"
            outcome.notes.append(self.noted[:])
            self.noted.clear()
        iterator.close()
        outcome.answers = [described(answer) for answer in answers]  # only now: they are snapshots
        kept = [self.space[name] for name in self.permanents()]
        outcome.permanents = [repr(getattr(value, "value", value)) for value in kept]
        return outcome

    def line(self, error: Exception) -> int | None:
        frames = reversed(list(traceback.walk_tb(error.__traceback__)))
        return next((line for frame, line in frames if frame.f_code.co_filename == self.space["__name__"]), None)


class ReplayRun(Run):
    """The same by replay, which works on copies of the arguments."""

    def permanents(self) -> dict[str, Any]:
        return {"P": replay.Kept(0), "TALLY": replay.KeptDict({0: 0}), "FOUND": replay.KeptList()}

    def search(self) -> tuple[Any, Any]:
        search = replay.Search(self.space["f"](*self.args), RUNS)
        return search.answers(), lambda: search.args


@alone()
def check(program: Program, depths: str, taken: int) -> None:
    """Fail with the program and the first difference, if there is one."""
    __tracebackhide__ = True
    expected = ReplayRun(compile_replay(program.source)).follow()
    run = Run(compile_program(program.with_depths(depths).source, WORDS))
    cut = expected.ending == CUT_OFF
    limit = len(expected.answers) if cut else float("inf")
    compare(program, "the answers", expected, run.follow(limit), cut)
    assert run.world() == run.before, f"{program}\nthe world afterwards is {run.world()}"
    compare(program, "the same answers iterated again", expected, run.follow(limit), cut)
    taken = taken % (len(expected.answers) + 1)
    run.follow(taken)
    assert run.world() == run.before, f"{program}\nclosed after {taken} answers, the world is {run.world()}"


def compare(program: Program, what: str, expected: Outcome, actual: Outcome, cut: bool) -> None:
    __tracebackhide__ = True
    told = []
    for theirs, ours in zip_longest(story(expected, cut), story(actual, cut)):
        if theirs != ours:
            after = "".join(f"  {event}\n" for event in told)
            raise AssertionError(f"{program}\n{what}: after\n{after}replay has\n  {theirs}\nthe expansion\n  {ours}")
        told.append(theirs)


def story(outcome: Outcome, cut: bool) -> list[tuple[Any, ...]]:
    """What happened, in order; when the search was cut off, up to the last answer."""
    events: list[tuple[Any, ...]] = []
    for number, answer in enumerate(outcome.answers):
        events += [(number, "effects", outcome.notes[number]), (number, "answer", answer)]
        events += [(number, "world", outcome.worlds[number])]
    if cut and outcome.ending == CUT_OFF:
        return events
    ending = ("ending", outcome.ending, "effects", outcome.notes[-1], "permanent", outcome.permanents)
    return [*events, ending]


@settings(max_examples=EXAMPLES)
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]), st.integers(0, 20))
def test_expansion_and_replay_agree_on_random_programs(program: Program, depths: str, taken: int) -> None:
    check(program, depths, taken)
