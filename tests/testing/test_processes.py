"""Programs that run in processes of their own: whatever they do, a difference comes out."""

import ctypes
import os
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st

from ambsearch.testing import Different, check_twins


def upto(n: int) -> Iterable[int]:
    return range(n)


def failure(twin: Any, instances: Any = (1, 3), **options: Any) -> Different:
    with pytest.raises(Different) as found:
        check_twins(upto, twin, instances, **{"timeout": 5, **options})
    return found.value


def line_of(text: str) -> str:
    line = next(n for n, there in enumerate(open(__file__), 1) if there.strip().startswith(text))
    return f"test_processes.py, line {line}"


@pytest.mark.thorough
def test_a_loop_in_c_is_ended_by_the_clock() -> None:
    def twin(n: int) -> Iterator[int]:
        yield 0
        yield sum(iter(int, n - 2)) if n == 3 else 1

    found = failure(twin, [1, 3])

    assert found.kind == "extra"  # for 1, in a process that goes on
    found = failure(twin, [3], timeout=0.6)
    assert (found.kind, found.instance) == ("timeout", 3)
    line = line_of("yield sum(iter(int")
    assert str(found) == (
        f"for the instance 3:\ntwin takes longer than 0.6 seconds ({line}, in twin)\nbefore that: 1 answer"
    )


@pytest.mark.thorough
def test_waiting_is_ended_by_the_clock_on_the_side_that_waits() -> None:
    def slow(n: int) -> Iterable[int]:
        time.sleep(n)
        return range(n)

    with pytest.raises(Different, match="slow takes longer than 0.6 seconds"):
        check_twins(slow, upto, [0, 9], timeout=0.6)


@pytest.mark.thorough
def test_the_clock_is_for_one_answer_and_not_for_all() -> None:
    def steady(n: int) -> Iterator[int]:
        for k in range(n):
            time.sleep(0.5)
            yield k

    assert check_twins(upto, steady, [6], timeout=2)  # so that a busy machine may be late


def test_a_segmentation_fault_is_reported() -> None:
    def crashes(n: int) -> Iterator[int]:
        yield 0
        if n == 3:
            ctypes.string_at(0)

    found = failure(crashes)

    assert found.kind == "crashes"
    line = line_of("ctypes.string_at(0)")
    assert str(found) == (
        f"for the instance 3:\ncrashes ends its process: signal SIGSEGV ({line}, in crashes)\nbefore that: 1 answer"
    )


def test_an_exit_is_reported() -> None:
    def leaves(n: int) -> Iterable[int]:
        return range(n) if n < 3 else os._exit(7)

    assert "leaves ends its process: exit status 7\nbefore that: 0 answers" in str(failure(leaves))


def test_differences_and_exceptions_come_back_from_a_process() -> None:
    def raises(n: int) -> Iterable[int]:
        raise KeyError("two")

    assert failure(lambda n: range(min(n, 2))).kind == "missing"
    told = str(failure(raises))
    assert "raises raises KeyError: 'two'" in told
    assert 'raise KeyError("two")' in told  # the line, though the exception itself may not be one that can be sent


def test_answers_and_instances_that_cannot_be_sent_are_compared() -> None:
    def answers(make: Any) -> list[Any]:
        return [make, make(2)]

    assert check_twins(answers, answers, [abs, lambda n: n + 1], key=lambda answer: answer == 2, timeout=5).answers == 4


@pytest.mark.thorough
def test_hypothesis_finds_the_smallest_instance_that_crashes() -> None:
    def leaves(n: int) -> Iterable[int]:
        assume(n != 7)
        return range(n) if n < 5 else os._exit(7)

    with settings_without_database():
        found = failure(leaves, st.integers(0, 99))
    assert (found.kind, found.instance) == ("crashes", 5)


def settings_without_database() -> Any:
    from hypothesis._settings import local_settings

    return local_settings(settings(database=None))


@pytest.mark.thorough
def test_instances_run_side_by_side_and_the_first_in_order_is_reported() -> None:
    seen = os.getpid()

    def waits(n: int) -> Iterable[int]:
        assert os.getpid() != seen
        time.sleep((5 - n) / 50)
        return range(n if n < 3 else n - 1)

    report = check_twins(upto, waits, [0, 1, 2], jobs=3)
    assert (report.instances, report.answers) == (3, 3)
    with pytest.raises(Different, match="for the instance 3:"):
        check_twins(upto, waits, range(6), jobs=3)


def test_a_strategy_is_not_for_several_jobs() -> None:
    with pytest.raises(ValueError, match="jobs= is not for a strategy"):
        check_twins(upto, upto, st.integers(0, 3), jobs=2)


def test_no_process_is_left_behind() -> None:
    import multiprocessing

    before = set(multiprocessing.active_children())
    failure(lambda n: os._exit(1))
    check_twins(upto, upto, [1, 2], jobs=2)

    assert set(multiprocessing.active_children()) == before
