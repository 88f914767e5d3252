"""Searches that one worker looks for, which is the process that asks."""

import os
from typing import Any

import pytest

from ambsearch import NotSendable, ambiguous, an_integer_from, between, parallel, replay
from ambsearch.sharing.pools import workers_of


@ambiguous
def pairs(n: int) -> Any:
    a = yield range(n)
    b = yield range(a + 1)
    if b == a:
        return [a, b]
    c = yield "xy"
    return [a, b, c]


@ambiguous
def failing(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    return 6 // (3 - a - b)


@ambiguous
def processes() -> Any:
    yield range(2)
    return os.getpid()


@ambiguous
def squares() -> Any:
    n = yield an_integer_from(0)
    return n * n


def test_one_worker_is_this_process() -> None:
    assert list(parallel(processes(), workers=1)) == [os.getpid()] * 2


def test_on_one_processor_there_is_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {1}, raising=False)
    assert workers_of(None) == 1
    assert set(parallel(processes())) == {os.getpid()}


def test_it_gives_the_answers_of_the_search_again_and_again() -> None:
    found = parallel(pairs(5), workers=1)
    assert list(found) == list(found) == list(pairs(5))
    assert repr(found) == "pairs(5)"


@pytest.mark.parametrize("start, stop", [((1,), (3, 2)), ((2, 2), None), (None, None)])
def test_a_part_of_a_search_is_searched_alone(start: Any, stop: Any) -> None:
    part = between(pairs(5), start, stop)
    assert list(parallel(part, workers=1)) == list(part)


def test_an_exception_comes_with_a_line_that_runs_its_branch() -> None:
    found = []
    with pytest.raises(ZeroDivisionError) as caught:
        for answer in parallel(failing(4), workers=1):
            found.append(answer)
    assert found == [2, 3, 6]
    assert caught.value.__notes__[-1].endswith(" import failing; replay(failing(4), (0, 3))")
    with pytest.raises(ZeroDivisionError):
        replay(failing(4), (0, 3))


def test_it_has_limits_of_time_and_answers() -> None:
    for limits, number, outcome in (
        ({"answers": 7}, 7, "answers"),
        ({"seconds": 60.0}, 1000, "exhausted"),
        ({"seconds": 1e-9}, 0, "seconds"),
    ):
        found = parallel(pairs(5), workers=1).within(**limits)  # type: ignore[arg-type]
        assert (list(found), found.outcome) == (pairs(5).take(number), outcome)


def test_an_infinite_search_gives_its_first_answers() -> None:
    assert parallel(squares(), workers=1).take(3) == [0, 1, 4]


def test_what_more_workers_could_not_have_is_refused() -> None:
    with pytest.raises(NotSendable, match="the argument n of pairs cannot be sent to a worker"):
        parallel(pairs(lambda: 2), workers=1).first()  # type: ignore[arg-type]
