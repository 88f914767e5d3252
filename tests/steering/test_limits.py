"""Searches within limits: where they end, what they say of it, and that they go on from there."""

import itertools
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from searches import pairs

from ambsearch import (
    NoAnswer,
    TooManyAnswers,
    Within,
    ambiguous,
    an_integer_from,
    breadth_first,
    checkpointed,
    once,
    parallel,
    permanent,
    require,
)
from ambsearch.steering import steer
from ambsearch.steering.limiters import Spent
from ambsearch.steering.limits import Limited


@ambiguous
def never() -> Any:
    a = yield an_integer_from(0)
    require(a < 0)
    return a


def followed(within: Within[Any], most: int = 1000) -> tuple[list[Any], list[str]]:
    """All answers, taken part by part, and how each part ended."""
    answers, outcomes = [], []
    for _ in range(most):
        answers += within
        outcomes.append(within.outcome)
        if within.position is None:
            return answers, outcomes
        within = within.rest()
    raise AssertionError("it does not come to an end")


@pytest.mark.parametrize("limit", range(1, 12))
@pytest.mark.parametrize("name", ["choices", "answers"])
def test_the_parts_within_a_limit_are_together_the_whole_search(name: str, limit: int) -> None:
    answers, outcomes = followed(pairs(6).within(**{name: limit}))  # type: ignore[arg-type]
    assert answers == list(pairs(6))
    assert outcomes == [name] * (len(outcomes) - 1) + ["exhausted"]


@pytest.mark.parametrize("choices", range(1, 22))
def test_exactly_so_many_items_are_tried(choices: int) -> None:
    tried = []

    class Counting(Limited):
        item = "watch.count(target)\n" + Limited.item

        def count(self, target: Any) -> None:
            tried.append(target)

    with suppress(Spent):
        list(steer(pairs(6), Counting((), None, choices)))
    assert len(tried) == min(choices + 1, 21)  # the last one is taken, and not tried


def test_time_ends_a_search_that_finds_nothing() -> None:
    found = never().within(seconds=0.02)
    assert list(found) == []
    assert found.outcome == "seconds"
    assert found.position is not None


def test_what_is_deeper_is_left_out_and_told() -> None:
    @ambiguous
    def words(n: int) -> Any:
        word = ""
        while (yield (False, True)):
            require(len(word) < n)
            word += "a"
        return word

    found = words(3).within(depth=2)
    assert list(found) == ["", "a"]
    assert (found.outcome, found.position) == ("depth", None)
    found = words(3).within(depth=9)
    assert list(found) == ["", "a", "aa", "aaa"]
    assert found.outcome == "exhausted"


def test_an_exception_leaves_the_path_of_its_branch() -> None:
    @ambiguous
    def failing() -> Any:
        a = yield (2, 1, 0)
        b = yield (1, 2)
        return b // a

    found = failing().within(seconds=60)
    with pytest.raises(ZeroDivisionError):
        list(found)
    assert (found.outcome, found.position) == ("failed", (2, 0))


def test_ctrl_c_leaves_the_position() -> None:
    presses = itertools.count()

    def step() -> None:
        if permanent(next(presses)) == 4:
            raise KeyboardInterrupt

    @ambiguous
    def slow() -> Any:
        a = yield range(9)
        step()
        return a

    found, answers = slow().within(answers=100), []
    with pytest.raises(KeyboardInterrupt):
        for answer in found:
            answers.append(answer)
    assert (found.outcome, found.position) == ("interrupted", (4,))
    assert answers + list(found.rest()) == list(range(9))


def test_a_loop_that_is_left_leaves_the_position_behind_its_last_answer() -> None:
    found = pairs(6).within(answers=100)
    first = next(iter(found))
    assert found.outcome == "left"
    assert [first, *found.rest()] == list(pairs(6))


def test_the_world_is_as_before_when_a_limit_ends_a_search() -> None:
    @ambiguous
    def adding(xs: list[int]) -> Any:
        for _ in range(5):
            xs.append((yield range(3)))
        return list(xs)

    xs: list[int] = []
    assert list(adding(xs).within(choices=9)) == [[0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 1, 0]]
    assert xs == []


@ambiguous
def beside_a_search(how: str) -> Any:
    a = yield range(3)
    if how == "once":
        b = yield once(pairs(6))
    elif how == "try":
        try:
            b = yield pairs(6)
        except ValueError:
            b = None
    else:
        b = len(list(pairs(6)))
    return a, b


@pytest.mark.parametrize("how", ["once", "try", "list"])
def test_a_limit_is_not_looked_at_in_a_search_that_is_no_part_of_the_path_but_behind_it(how: str) -> None:
    found = beside_a_search(how).within(choices=2)
    assert list(found) == beside_a_search(how).take(1 if how != "list" else 2)
    assert found.outcome == "choices"
    assert followed(found)[0] == list(beside_a_search(how))


@ambiguous
def without_end(how: str) -> Any:
    a = yield range(3)
    if a == 1 and how == "once":
        yield once(never())
    elif a == 1 and how == "try":
        try:
            yield never()
        except ValueError:
            pass
    elif a == 1 and how == "with":
        with suppress(ValueError):
            yield never()
    elif a == 1 and how == "a helper":
        list(never())
    elif a == 1 and how == "a condition":
        require(never().exists())
    elif a == 1:  # a program that keeps it from ending
        with suppress(BaseException):
            list(never())
    return a


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which a hundredth of a second goes by between two looks."""
    times = itertools.count(0, 0.01)
    for module in ("steering.limiters", "steering.limits", "keeping.checkpoints"):
        monkeypatch.setattr(f"ambsearch.{module}.monotonic", lambda: next(times))


@pytest.mark.parametrize("how", ["once", "try", "with", "a helper", "a condition", "whatever is raised"])
def test_a_limit_of_time_ends_also_a_search_that_is_no_part_of_the_path(how: str, hasty: None, tmp_path: Path) -> None:
    found = without_end(how).within(seconds=2)
    assert (list(found), found.outcome, found.position) == ([0], "seconds", (1,))
    alone = parallel(without_end(how), workers=1).within(seconds=2)
    assert (list(alone), alone.outcome) == ([0], "seconds")
    broad = breadth_first(without_end(how)).within(seconds=2)
    assert (set(broad) <= {0, 2}, broad.outcome) == (True, "seconds")
    kept = checkpointed(without_end(how), tmp_path / "run.db", seconds=0.1)
    assert (list(kept), kept.outcome, kept.position) == ([0], "seconds", (1,))


@ambiguous
def needs_many_looks(before: int) -> Any:
    list(pairs(before))
    a = yield range(3)
    b = yield once(last_of_many())
    return a, b


@ambiguous
def last_of_many() -> Any:
    n = yield range(2000)
    require(n == 1999)
    return n


@pytest.mark.parametrize("before", [0, 40])
def test_a_search_that_came_no_further_in_its_time_has_more_of_it_the_next_time(before: int, hasty: None) -> None:
    answers, outcomes = followed(needs_many_looks(before).within(seconds=0.1), most=30)
    assert answers == [(0, 1999), (1, 1999), (2, 1999)]
    assert outcomes[:2] == ["seconds"] * 2


@pytest.mark.parametrize("choices", [3, 9, 1000])
def test_answers_within_a_limit_are_asked_as_those_of_a_search_are(choices: int) -> None:
    answers = list(pairs(6).within(choices=choices))
    found = pairs(6).within(choices=choices)
    assert (found.count(), found.outcome) == (len(answers), "exhausted" if choices == 1000 else "choices")
    assert found.exists() == bool(answers)
    assert found.take(2) == answers[:2]
    assert found.first("none") == (answers[0] if answers else "none")
    assert found.nth(2, "none") == (answers[2] if len(answers) > 2 else "none")


def test_no_answer_within_a_limit_is_told_with_the_limit() -> None:
    with pytest.raises(
        NoAnswer, match=r"^never\(\) within limits \(choices\) has no answer; beyond them there may be$"
    ):
        never().within(choices=20).first()
    with pytest.raises(
        NoAnswer, match=r"^pairs\(1\) within limits \(exhausted\) has no answer number 9 \(counted from 0\)$"
    ):
        pairs(1).within(choices=20).nth(9)
    with pytest.raises(TooManyAnswers, match=r"^pairs\(6\) within limits .* has more than one answer"):
        pairs(6).within(choices=100).one()


def test_the_only_answer_up_to_a_limit_is_one_and_its_outcome_says_whether_there_may_be_more() -> None:
    found = pairs(6).within(answers=1)
    assert [found.one()] == pairs(6).take(1)
    assert found.outcome == "answers"


def test_counting_within_a_limit_copies_no_answer() -> None:
    @ambiguous
    def reading() -> Any:
        a = yield range(3)
        return (a for _ in "b")

    assert reading().within(answers=2).count() == 2


def test_what_comes_after_the_first_answer_is_the_rest() -> None:
    found = pairs(6).within(seconds=60)
    assert [found.first(), *found.rest()] == list(pairs(6))


@pytest.mark.parametrize("name", ["seconds", "answers", "choices", "depth"])
def test_a_limit_has_to_be_a_number(name: str) -> None:
    with pytest.raises(TypeError, match=f"expected a number of {name}, found '2'"):
        pairs(2).within(**{name: "2"})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["seconds", "answers", "choices", "depth"])
def test_a_limit_has_to_be_above_0(name: str) -> None:
    with pytest.raises(ValueError, match=f"expected {name} above 0, found 0; leave it out for no limit"):
        pairs(2).within(**{name: 0})  # type: ignore[arg-type]
