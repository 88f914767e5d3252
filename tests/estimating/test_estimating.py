"""Estimates of the size of a search: exact where each branch is alike, and right within their intervals elsewhere."""

from typing import Any
from unittest.mock import patch

import pytest
from helpers import LONG

from ambsearch import ambiguous, an_integer_from, effort, if_fail, once, permanent, require
from ambsearch.estimating import estimate
from ambsearch.puzzles import queens

pytestmark = pytest.mark.usefixtures("on_its_own")


@ambiguous
def words(n: int) -> Any:
    word = ""
    for _ in range(n):
        letter = yield "abc"
        word = word + letter
    return word


def test_a_tree_that_is_regular_is_known_exactly() -> None:
    told = estimate(words(5), probes=3)
    assert told.choices.value == told.choices.low == told.choices.high == effort(words(5)).choices
    assert [level.value for level in told.levels] == [3, 9, 27, 81, 243]
    assert told.answers.value == 243


@pytest.mark.thorough
def test_the_true_size_of_queens_lies_in_the_interval_in_nine_of_ten_runs() -> None:
    runs = 100 if LONG else 10
    told = [estimate(queens.solve(8), probes=100, seed=seed) for seed in range(runs)]
    assert sum(one.choices.low <= 15720 <= one.choices.high for one in told) >= 0.9 * runs
    assert sum(one.answers.low <= 92 <= one.answers.high for one in told) >= 0.9 * runs


@pytest.mark.thorough
def test_the_true_size_of_queens_lies_in_the_interval_of_stratified_samples_in_nine_of_ten_runs() -> None:
    runs = 100 if LONG else 10
    told = [estimate(queens.solve(8), probes=6, seed=seed, method="chen") for seed in range(runs)]
    assert sum(one.choices.low <= 15720 <= one.choices.high for one in told) >= 0.9 * runs


def test_stratified_samples_are_right_on_average() -> None:
    told = estimate(queens.solve(5), probes=400 if LONG else 200, method="chen")
    true = effort(queens.solve(5))
    assert told.choices.low <= true.choices <= told.choices.high
    assert told.choices.high - told.choices.low < (0.1 if LONG else 0.15) * true.choices
    assert told.answers.low <= true.answers <= told.answers.high


def test_branches_that_look_alike_and_are_alike_are_known_exactly_by_one_of_them() -> None:
    @ambiguous
    def unlike() -> Any:
        """Ten branches with three items each, and one with a thousand below it."""
        a = yield range(11)
        if a == 7:
            b = yield range(1000)
            return (yield (b,))
        return (yield range(3))

    true = effort(unlike())
    told = estimate(unlike(), probes=2, method="chen")
    assert told.choices.value == told.choices.low == told.choices.high == true.choices
    assert told.answers.value == true.answers
    knuth = estimate(unlike(), probes=2, seed=1)
    assert knuth.choices.value != true.choices


def test_probes_that_are_interrupted_count() -> None:
    begun = iter(range(4))

    @permanent
    def letters() -> str:
        if next(begun) == 3:
            raise KeyboardInterrupt
        return "ab"

    @ambiguous
    def interrupted() -> Any:
        return (yield letters())

    told = estimate(interrupted(), probes=9)
    assert (told.probes, told.choices.value, told.outcome) == (3, 2, "interrupted after 3 of 9 probes")
    assert str(told).endswith("interrupted after 3 of 9 probes")


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, same, other = (estimate(queens.solve(6), 20, seed) for seed in (1, 1, 2))
    assert (one.choices, one.levels, one.answers) == (same.choices, same.levels, same.answers)
    assert one.choices != other.choices


def test_searches_inside_are_counted_with_their_items() -> None:
    @ambiguous
    def outer() -> Any:
        n = yield (2, 3)
        w = yield words(n)
        require(words(1).exists())
        v = yield once(words(1))
        u = yield if_fail(none(), words(1))
        return w, v, u

    true = effort(outer())
    for method, probes in (("knuth", 200), ("chen", 50)):
        told = estimate(outer(), probes, method=method)
        assert told.choices.low <= true.choices <= told.choices.high
        assert told.answers.low <= true.answers <= told.answers.high


@ambiguous
def none() -> Any:
    n = yield (1, 2)
    require(n > 2)


def test_a_search_that_is_chosen_from_has_levels_of_its_own() -> None:
    @ambiguous
    def chosen() -> Any:
        w = yield words(2)
        return w

    for program in (chosen, ambiguous(deep=True)(chosen.__wrapped__)):  # type: ignore[attr-defined]
        for method in ("knuth", "chen"):
            told = estimate(program(), probes=2, method=method)
            assert [level.value for level in told.levels] == [3, 9, 9]


def test_deep_searches_are_estimated() -> None:
    deep: Any = ambiguous(deep=True)(words.__wrapped__)  # type: ignore[attr-defined]
    assert estimate(deep(4), probes=2).choices.value == 120


def test_what_a_probe_changes_is_taken_back() -> None:
    counts = {"tried": 0, "kept": 0}

    @ambiguous
    def counting() -> Any:
        n = yield (1, 2)
        counts["tried"] += n
        counts["kept"] = permanent(counts["kept"] + 1)
        return n

    estimate(counting(), probes=5)
    assert counts["tried"] == 0
    assert counts["kept"] > 0


def test_what_cannot_be_estimated_is_reported() -> None:
    @ambiguous
    def endless() -> Any:
        return (yield an_integer_from(0))

    for method in ("knuth", "chen"):
        with pytest.raises(
            ValueError, match="a choice between more than 100,000 items cannot be estimated; choose up to a largest"
        ):
            estimate(endless(), method=method)
    with pytest.raises(ValueError, match="expected the method 'knuth' or 'chen', found 'purdom'"):
        estimate(words(1), method="purdom")
    with pytest.raises(ValueError, match="an interval needs at least 2 probes, found 1"):
        estimate(words(1), probes=1)


def test_probes_that_try_too_much_in_full_are_ended() -> None:
    @ambiguous
    def inner() -> Any:
        a = yield range(1000)
        require(a < 0)
        return a

    @ambiguous
    def program() -> Any:
        a = yield range(3)
        require(not inner().exists())
        return a

    with patch("ambsearch.estimating.MOST", 5_000):
        told = estimate(program())
    assert (told.probes, told.outcome) == (2, "stopped after 2 of 1,000 probes")
    assert told.answers.value == 3
