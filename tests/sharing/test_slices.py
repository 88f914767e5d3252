"""Slices of a search: on random programs, each is the part of the search that it says it is."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from helpers import compile_program
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from replayed_parts import EXAMPLES
from replayed_parts import Part as Replayed
from searches import BAG, packed_in_try
from shared_searches import CLOCK, prepared
from strategies import Program, programs
from test_oracle import CUT_OFF, WORDS, Run

from ambsearch import NotSendable, ambiguous, permanent, require
from ambsearch.sharing.parts import Part
from ambsearch.sharing.slices import run_slice
from ambsearch.sharing.slicing import Slicing
from ambsearch.steering import steer
from ambsearch.steering.limiters import Spent


class Sliced(Run):
    """A slice of a search, by the expansion; afterwards `rest` is what is left."""

    def __init__(self, source: str, part: Part, most: int) -> None:
        super().__init__(compile_program(source, WORDS))
        self.slicing = Slicing(part, 1000.0, most)

    def search(self) -> Any:
        return self.found(), lambda: self.args

    def found(self) -> Any:
        search = iter(steer(self.space["f"](*self.args), self.slicing))
        try:
            for answer in search:
                self.slicing.answers.append(answer)
                yield answer
        except Spent:
            pass
        finally:
            search.close()  # type: ignore[attr-defined]


@settings(max_examples=EXAMPLES, phases=[Phase.generate])
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]), st.integers(1, 4), st.integers(1, 3))
def test_slices_of_a_random_search_are_parts_of_it_as_replay_has_them(
    program: Program, depths: str, depth: int, most: int
) -> None:
    part: Part | None = Part(depth=depth)
    for _ in range(4):
        if part is None:
            return
        sliced = Sliced(program.with_depths(depths).source, part, most)
        expected = Replayed(program.source, part.start).follow()
        if expected.ending == CUT_OFF:
            return
        found = sliced.follow()
        rest = sliced.slicing.rest()
        if rest is not None and found.ending == "no more answers":
            assert part.start < rest.start, f"{program}\n{part} stays at {rest.start}"
            expected = Replayed(program.source, part.start, rest.start).follow()
        ends = (found.answers, found.ending), (expected.answers, expected.ending)
        assert ends[0] == ends[1], f"{program}\n{part} ends at {rest}"
        assert sliced.world() == sliced.before, f"{program}\nthe world after {part} is {sliced.world()}"
        part = rest if found.ending == "no more answers" else None


@ambiguous
def triples(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    c = yield range(n)
    require((a + b + c) % 2)
    return a, b, c


seen: list[Any] = []


@permanent
def see(value: Any) -> None:
    seen.append(value)


@ambiguous
def failing(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    see((a, b))
    return 1 // (3 - a - b)


@ambiguous
def unsendable() -> Any:
    a = yield range(4)
    return (lambda: a) if a == 2 else a


def slices(answers: Any, most: int, depth: int = 1) -> list[Any]:
    part: Part | None = Part(depth=depth)
    found = []
    while part is not None:
        found.append(run_slice(pickle.dumps(answers), part, 1000.0, most))
        part = found[-1].rest
    return found


@pytest.mark.parametrize("depth", range(1, 5))
@pytest.mark.parametrize("most", [1, 2, 7, 1000])
def test_the_slices_of_a_search_are_together_all_of_it(most: int, depth: int) -> None:
    found = [answer for slice in slices(triples(4), most, depth) for answer in pickle.loads(slice.answers)]
    assert found == list(triples(4))


def test_a_unit_with_too_many_answers_is_cut_into_smaller_ones() -> None:
    found = slices(triples(4), 1)
    assert all(slice.number <= 2 for slice in found)
    assert [slice.rest.depth for slice in found[:2] if slice.rest] == [2, 3]


def test_a_unit_that_takes_too_long_is_given_up_and_cut() -> None:
    class Late(Slicing):
        """Told to end inside its first unit, as by the clock."""

        def is_taken(self) -> bool:
            self.give_up()
            return super().is_taken()

    late = Late(Part(depth=1), 1000.0, 1000)
    with pytest.raises(Spent):
        list(steer(triples(4), late))
    rest = late.rest()
    assert rest is not None
    assert (rest.start, rest.stop, rest.sizes, rest.depth) == ((0,), None, (4,), 2)
    assert late.kept == 0


@pytest.mark.parametrize(("each", "depth"), [(5e-4, 3), (1e-4, 2)])
def test_units_of_half_a_millisecond_stay_so_short_that_nobody_waits_long_for_one(
    monkeypatch: Any, each: float, depth: int
) -> None:
    now = [0.0]
    monkeypatch.setattr("ambsearch.sharing.slicing.work", lambda: now[0])
    slicing = Slicing(Part(depth=3), 1000.0, 1000)
    slicing.units, now[0] = 100, 100 * each
    assert slicing.next_depth(3) == depth


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_an_exception_comes_with_the_answers_before_it_and_the_path_of_its_branch(depth: int) -> None:
    (slice,) = slices(failing(4), 1000, depth)
    assert pickle.loads(slice.answers) == [0, 0, 1]
    assert isinstance(slice.error, ZeroDivisionError)
    assert slice.path == (0, 3)


def test_a_unit_that_fails_is_searched_once_more_and_others_are_not() -> None:
    seen.clear()
    slices(failing(3), 1000)
    assert seen == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 0), (1, 1), (1, 2)]


def test_a_slice_is_long_if_it_takes_long_to_come_to_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ambsearch.sharing.slicing.monotonic", lambda: CLOCK[0])
    slice = run_slice(pickle.dumps(prepared(100)), Part(depth=1), 2.0, 1000)
    assert slice.number == 50  # the way took 5 seconds, and 50 more may go by


def test_an_answer_that_cannot_be_sent_is_reported_with_those_before_it() -> None:
    (slice,) = slices(unsendable(), 1000)
    assert pickle.loads(slice.answers) == [0, 1]
    assert isinstance(slice.error, NotSendable)
    assert "an answer of unsendable() cannot be sent from a worker" in str(slice.error)


@ambiguous
def listed() -> Any:
    a = yield [6]
    b = yield iter((1, 2))
    return a, b


def test_a_list_knows_how_many_items_it_has_so_that_nothing_is_given_away_behind_its_last_one() -> None:
    first, *_ = slices(listed(), 1, depth=3)
    assert first.rest.start == (0, 1)
    given = first.rest.halves()
    assert given is None or run_slice(pickle.dumps(listed()), given[1], 1000.0, 1000).error is None
    assert first.rest.sizes == (1, None)


@pytest.mark.parametrize("n", [4, 5])
def test_searches_chosen_in_try_are_undone_at_the_end_of_a_slice(n: int) -> None:
    part: Part | None = Part()
    while part is not None:
        slice = run_slice(pickle.dumps(packed_in_try(n)), part, 1000.0, 1)
        assert BAG == []
        part = slice.rest
    assert (type(slice.error) is ZeroDivisionError) is (n == 5)
