"""Searches that know where they are: on random programs, however often they note it, they are the plain search."""

from __future__ import annotations

import random
from itertools import accumulate, repeat
from typing import Any

import pytest
from helpers import compile_program
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from replayed_parts import Part
from strategies import Program, programs
from test_oracle import CUT_OFF, WORDS, Run, compare

from ambsearch import effort
from ambsearch.keeping.ranges import Position
from ambsearch.keeping.sparing import Sparing, spare
from ambsearch.puzzles import queens

EXAMPLES = settings.default.max_examples // 25


class Jumpy(Sparing):
    """Notes more or less, at random."""

    chance: random.Random

    def balance(self, depth: int, several: int) -> int:
        self.depth = self.chance.choice([1, 2, 3, depth + 1, depth + 2, float("inf")])
        return self.chance.choice([0, 0, 1, 3])


class Spared(Run):
    """A search that notes where it is. places: at each answer, after it was taken."""

    def __init__(self, source: str, chance: random.Random, begun: Position, stop: Any = None) -> None:
        super().__init__(compile_program(source, WORDS))
        self.chance, self.begun, self.stop = chance, begun, stop
        self.places: list[Position] = []

    def search(self) -> Any:
        return self.placed(), lambda: self.args

    def placed(self) -> Any:
        sparing = Jumpy(self.begun, self.stop, lambda: len(self.places))
        sparing.chance = self.chance
        search = spare(self.space["f"](*self.args), sparing)
        try:
            for answer in search:
                self.places.append(Position())
                self.places[-1] = sparing.place
                yield answer
        finally:
            search.close()  # type: ignore[attr-defined]


def check(
    program: Program, depths: str, chance: random.Random, begun: Position, stop: Any = None
) -> tuple[Part, Spared]:
    __tracebackhide__ = True
    expected = Part(program.source, begun.path or (), stop)
    outcome = expected.follow()
    cut = outcome.ending == CUT_OFF
    actual = Spared(program.with_depths(depths).source, chance, begun, stop)
    found = actual.follow(len(outcome.answers) if cut else float("inf"))
    compare(program, f"from {begun.path} to {stop}", outcome, found, cut)
    assert actual.world() == actual.before, f"{program}\nthe world afterwards is {actual.world()}"
    return expected, actual


@settings(max_examples=EXAMPLES, phases=[Phase.generate])
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]), st.integers(0, 1000), st.data())
def test_a_search_that_notes_where_it_is_goes_on_where_it_stood(
    program: Program, depths: str, seed: int, data: Any
) -> None:
    chance = random.Random(seed)
    whole, actual = check(program, depths, chance, Position())
    for number, place in enumerate(actual.places, 1):
        path, behind = place.path, place.behind
        assert sum(found >= path for found in whole.paths[:number]) == behind, f"{program}\nat answer {number}"
    if actual.places:
        path = data.draw(st.sampled_from(actual.places)).path
        stop = data.draw(st.sampled_from(whole.branches))
        check(program, depths, chance, Position(path))
        check(program, depths, chance, Position(path), max(path, stop[: data.draw(st.integers(0, len(stop)))]) or None)


@pytest.mark.parametrize(("passed", "is_noted"), [(0.1, True), (0.002, False)])
def test_waiting_is_noted_but_not_what_others_do_with_the_processor_meanwhile(
    passed: float, is_noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """passed: between two looks at the clock, in seconds; the search itself works for a hundred thousandth of one."""
    monkeypatch.setattr("ambsearch.keeping.sparing.perf_counter", accumulate(repeat(passed)).__next__)
    monkeypatch.setattr("ambsearch.keeping.sparing.process_time", accumulate(repeat(1e-5)).__next__)
    looks: list[float] = []
    found = list(spare(queens.solve(6), Sparing(Position(), None, lambda: 0, looks.append)))
    assert found == list(queens.solve(6))
    assert (len(looks) == effort(queens.solve(6)).choices) is is_noted
