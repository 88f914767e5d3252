"""Searches that loop are found, and those that only take long are not accused."""

import sys
import threading
import time
import types
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any

import numpy as np
import pytest

from ambsearch import ambiguous
from ambsearch.ground import levels
from ambsearch.testing import Different, check_twins, counting


def upto(n: int) -> Iterable[int]:
    return range(n)


def loops_in_one_line(n: int) -> Iterator[int]:
    yield from range(n)
    while True: pass  # noqa: E701  # fmt: skip


def loops(n: int) -> Iterator[int]:
    yield from range(n)
    while True:
        n += 1


def kind(twin: Any, steps: int = 1000) -> str:
    with pytest.raises(Different) as found:
        check_twins(upto, twin, [2], steps=steps)
    return found.value.kind


def test_a_loop_in_one_line_is_found() -> None:
    assert kind(loops_in_one_line) == "loops"


def test_a_loop_that_catches_every_exception_is_found() -> None:
    def stubborn(n: int) -> Iterator[int]:
        while n:
            try:
                while n:
                    n += 1
            except Exception:
                pass
        yield n

    assert kind(stubborn) == "loops"


def test_a_search_that_is_ended_may_close_what_is_open() -> None:
    closed: list[int] = []

    def endless() -> Iterator[int]:
        try:
            while True:
                sum((1, 2))
        finally:
            closed.append(1)
            closed.append(2)
        yield 3

    with pytest.raises(counting.OutOfSteps):
        counting.Steps(1000, 0.01).next(endless())
    assert closed == [1, 2]


def test_the_making_of_an_expansion_is_not_counted() -> None:
    @ambiguous
    def inner(n: int) -> Any:
        return (yield range(n))

    @ambiguous
    def outer(n: int) -> Any:
        return (yield inner(n))

    levels.before.cache_clear()
    found: list[int] = []
    # in a thread there is no timer: lines are counted from the first one on
    thread = threading.Thread(target=lambda: found.append(counting.Steps(500).next(iter(outer(3)))))
    thread.start()
    thread.join()

    assert found == [0]


def test_the_look_at_what_is_loaded_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    @ambiguous
    def chosen(n: int) -> Any:
        return (yield range(n))

    assert list(chosen(1)) == [0]
    for i in range(1_000):
        monkeypatch.setitem(sys.modules, f"newly_loaded_{i}", types.ModuleType(f"newly_loaded_{i}"))
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(counting.Steps(500).next(iter(chosen(3)))))
    thread.start()
    thread.join()

    assert found == [0]


def test_a_loop_is_found_in_another_thread_too() -> None:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(kind(loops)))
    thread.start()
    thread.join()

    assert found == ["loops"]


def test_a_search_that_is_slow_before_its_lines_are_counted_is_not_said_to_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "FREE", 3.0)

    def compiles_late(n: int) -> Iterator[int]:
        for _ in range(50_000):
            pass
        yield from range(n)

    assert check_twins(upto, compiles_late, [2], steps=1000)


def test_lines_are_not_counted_as_long_as_answers_come_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "FREE", 3.0)
    traced: list[object] = []

    def looks(n: int) -> Iterator[int]:
        traced.append(sys.gettrace())
        yield from range(n)

    before = sys.gettrace()
    assert check_twins(upto, looks, [0, 1, 2], keeps=("traced",))
    assert traced == [before] * 3


@pytest.mark.thorough
def test_loops_are_found_while_another_trace_function_is_there() -> None:
    """Such as that of a coverage tool, which is written in C and puts itself back whenever it is called."""

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        sys.settrace(trace)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert kind(loops) == "loops"
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_the_timer_of_the_process_is_left_alone_if_it_is_in_use() -> None:
    import signal

    signal.setitimer(signal.ITIMER_VIRTUAL, 1000)
    try:
        assert kind(loops) == "loops"
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 900
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def test_long_work_in_few_lines_is_not_a_loop() -> None:
    def in_c(n: int) -> Iterator[int]:
        for _ in range(20):
            np.sort(np.arange(300_000)[::-1] % 1001)
        yield from range(n)

    assert check_twins(upto, in_c, [2], steps=1000)


def test_waiting_is_not_a_loop() -> None:
    def waits(n: int) -> Iterator[int]:
        time.sleep(0.1)
        yield from range(n)

    assert check_twins(upto, waits, [2], steps=1000)
