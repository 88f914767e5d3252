"""A search that is written down: its points and events, and that writing it down changes nothing of it."""

from __future__ import annotations

from typing import Any

import class_engines
import pytest
from class_programs import Program as ClassProgram
from class_programs import class_programs
from helpers import compile_program, compile_replay, described
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import DEPTHS, Program, programs
from test_oracle import CUT_OFF, WORDS, ReplayRun, Run
from worlds import told_world

from ambsearch import Refused, ambiguous, interleave, require
from ambsearch.observing import observed
from ambsearch.observing.recording import Event, Full, Recorder

EXAMPLES = settings.default.max_examples


def events_of(answers: Any) -> list[Event]:
    recorder = Recorder()
    list(observed(answers, recorder))
    return list(recorder.events())


@ambiguous
def digit(n: int) -> Any:
    d = yield range(4)
    require(d == n)
    return d


COUNTED = """
class Counted:
    def __init__(self):
        self.copies, self.seen = 0, []
    def {copy}(self, *memo):
        self.copies += 1
        return Counted()

@ambiguous
def f():
    counted = Counted()
    counted.seen.append(1)
    x = yield [counted, 2]
    counted.seen.append(x if x == 2 else 3)
    return x == 2, counted.copies
"""


@pytest.mark.parametrize("copy", ["__copy__", "__deepcopy__"])
def test_what_is_written_down_is_not_copied_by_a_method_of_the_users(copy: str) -> None:
    f = compile_program(COUNTED.format(copy=copy), WORDS)["f"]
    recorder = Recorder()

    assert list(f()) == list(observed(f(), recorder)) == [(False, 0), (True, 0)]
    assert [event.value.seen for event in recorder.events() if event.kind == "item" and event.value != 2] == [[1]]


def test_a_path_has_an_index_for_each_choice_on_the_way() -> None:
    @ambiguous
    def two() -> Any:
        a = yield digit(2)
        b = yield "xy"
        return a, b

    events = events_of(two())
    items = [(event.path, event.value) for event in events if event.kind == "item"]
    assert items == [
        ((0,), 0),
        ((1,), 1),
        ((2,), 2),
        ((2, 0), 2),
        ((2, 0, 0), "x"),
        ((2, 0, 1), "y"),
        ((3,), 3),
    ]


def test_searches_side_by_side_have_paths_of_their_own() -> None:
    @ambiguous
    def both() -> Any:
        x = yield interleave(digit(1), digit(2))
        return x

    found = [event.path for event in events_of(both()) if event.kind == "found"]
    assert found == [(0, 1, 0), (1, 2, 1)]


def test_a_search_in_a_condition_has_a_number_of_its_own() -> None:
    @ambiguous
    def outer() -> Any:
        n = yield (2, 9)
        require(digit(n).exists())
        return n

    events = events_of(outer())
    assert [(event.search, event.value) for event in events if event.kind == "begin"] == [
        (0, "outer()"),
        (1, "digit(2)"),
        (2, "digit(9)"),
    ]
    assert [event.path for event in events if event.kind == "item" and event.search == 1] == [(0,), (1,), (2,)]
    assert [event.value for event in events if event.kind == "end"] == ["cut short", "exhausted", "exhausted"]


def test_values_are_kept_as_they_were() -> None:
    @ambiguous
    def changing() -> Any:
        xs = yield ([1], [2])
        xs.append(0)
        return xs

    assert [event.value for event in events_of(changing()) if event.kind == "item"] == [[1], [2]]


def test_a_recorder_that_is_full_ends_the_search() -> None:
    recorder = Recorder(limit=4)
    try:
        list(observed(digit(2), recorder))
    except Full:
        pass
    assert [event.kind for event in recorder.events()] == ["begin", "item", "failed", "item", "end"]


# Random programs


class RecordedRun(Run):
    """A random program, observed."""

    def search(self) -> tuple[Any, Any]:
        self.recorder = Recorder()
        return iter(observed(self.space["f"](*self.args), self.recorder)), lambda: self.args


@pytest.mark.thorough
@settings(max_examples=EXAMPLES // 5)
@given(programs(), DEPTHS, st.integers(0, 20))
def test_random_programs_are_the_same_observed_and_not(program: Program, depths: str, taken: int) -> None:
    source = program.with_depths(depths).source
    plain, recorded = Run(compile_program(source, WORDS)), RecordedRun(compile_program(source, WORDS))
    judged = ReplayRun(compile_replay(program.source)).follow()
    there = len(judged.answers)
    for limit in (there if judged.ending == CUT_OFF else float("inf"), taken % (there + 1)):
        expected = plain.follow(limit)
        assert recorded.follow(limit) == expected, program
        events = list(recorded.recorder.events())
        items = [(event.search, event.path) for event in events if event.kind == "item"]
        assert len(items) == len(set(items)), program
        found = [event.value for event in events if event.kind == "found" and not event.search]
        assert [described(value) for value in found] == expected.answers, program
        assert recorded.world() == recorded.before, program


class RecordedClassRun(class_engines.ExpansionRun):
    """A random module, observed."""

    def follow(self, limit: float = float("inf")) -> class_engines.Outcome:
        self.plain = self.space["f"]
        self.space["f"] = lambda: observed(self.plain(), Recorder())
        return super().follow(limit)

    def world(self) -> dict[str, str]:
        return told_world({**self.space, "f": getattr(self, "plain", self.space["f"])}, class_engines.GIVEN)


@pytest.mark.thorough
@settings(max_examples=EXAMPLES // 8)
@given(class_programs(), DEPTHS)
def test_random_programs_with_classes_are_the_same_observed_and_not(program: ClassProgram, depths: str) -> None:
    program = program.with_depths(depths)
    try:
        judged = class_engines.ReplayRun(program).follow()
        limit = len(judged.answers) if judged.ending == class_engines.CUT_OFF else float("inf")
        expected = class_engines.ExpansionRun(program).follow(limit)
    except Refused:
        return
    recorded = RecordedClassRun(program).follow(limit)
    assert recorded.story() == expected.story(), program
