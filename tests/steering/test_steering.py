"""Searches that are steered: on random programs, any part of a search is what replay gives for that part."""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import Any

from helpers import compile_program
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from replayed_parts import EXAMPLES, Part
from strategies import Program, programs
from test_oracle import CUT_OFF, WORDS, Run, compare

from ambsearch.steering import Path, Steering, following, steer
from ambsearch.steering.limiters import Clock


class Steered(Run):
    """The same, by the expansion."""

    def __init__(self, source: str, start: Path = (), stop: Path | None = None) -> None:
        super().__init__(compile_program(source, WORDS))
        self.start, self.stop = start, stop
        self.paths: list[Path] = []
        self.clock: Clock | None = None  # of the searches that are no part of the path

    def search(self) -> Any:
        self.steering = Steering(self.start, self.stop)
        self.steering.clock = self.clock
        return self.noted_paths(), lambda: self.args

    def noted_paths(self) -> Any:
        search = iter(steer(self.space["f"](*self.args), self.steering))
        try:
            for answer in search:
                self.paths.append(self.steering.path)
                yield answer
        finally:
            search.close()  # type: ignore[attr-defined]


def check(program: Program, depths: str, start: Path, stop: Path | None, is_timed: bool = False) -> Part:
    """Fail with the program and the first difference, if there is one."""
    __tracebackhide__ = True
    expected = Part(program.source, start, stop)
    outcome = expected.follow()
    cut = outcome.ending == CUT_OFF
    actual = Steered(program.with_depths(depths).source, start, stop)
    actual.clock = Clock(inf, print) if is_timed else None
    found = actual.follow(len(outcome.answers) if cut else float("inf"))
    compare(program, f"from {start} to {stop}", outcome, found, cut)
    paths = list(islice(actual.paths, len(expected.paths)))
    assert paths == expected.paths, f"{program}\nthe paths are {paths}, those of replay {expected.paths}"
    assert actual.world() == actual.before, f"{program}\nthe world afterwards is {actual.world()}"
    return expected


@settings(max_examples=EXAMPLES, phases=[Phase.generate])
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]), st.data())
def test_any_part_of_a_random_search_is_that_of_replay(program: Program, depths: str, data: Any) -> None:
    whole = check(program, depths, (), None)
    branches = whole.branches
    start = data.draw(st.sampled_from(branches))
    start = start[: data.draw(st.integers(0, len(start)))]
    stop = data.draw(st.sampled_from(branches))
    stop = stop[: data.draw(st.integers(0, len(stop)))]
    check(program, depths, start, None, is_timed=True)
    check(program, depths, start, following(start))
    check(program, depths, start, max(start, stop) or None)
