"""Searches that are shared out among workers: answers, order, exceptions, and workers that die."""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from executors import AtOnce, LastFirst
from shared_searches import deadly, failing, triples

from ambsearch import (
    NotSendable,
    ambiguous,
    an_integer_from,
    between,
    breadth_first,
    interleave,
    parallel,
    permanent,
    replay,
)
from ambsearch.puzzles import queens
from ambsearch.sharing.heads import AT_HAND, Head


def head_of(answers: Any, executor: Any, waiting: int = 20_000, ordered: bool = True) -> Head:
    head = Head(answers, executor, ordered, None, waiting)
    head.arrived = executor
    return head


@ambiguous
def pairs(n: int) -> Any:
    a = yield range(n)
    b = yield range(a + 1)
    if b == a:
        return a, b
    c = yield range(2)
    return a, b, c


@ambiguous
def applied(function: Any, n: int) -> Any:
    return function((yield range(n)))


@pytest.mark.parametrize("ordered", [True, False])
def test_processes_give_the_answers_of_the_search(ordered: bool) -> None:
    found = list(parallel(queens.solve(7), workers=2, ordered=ordered))
    assert (found if ordered else sorted(found)) == list(queens.solve(7))


@pytest.mark.parametrize("waiting", [1, 10, 20_000])
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_the_order_is_that_of_the_search_whoever_comes_first(workers: int, waiting: int) -> None:
    for answers in (triples(5), triples(1), triples(0)):
        assert list(head_of(answers, LastFirst(workers), waiting).search()) == list(answers)


def test_as_they_come_each_answer_comes_once() -> None:
    found = list(head_of(triples(5), LastFirst(4), 10, ordered=False).search())
    assert found != list(triples(5))
    assert sorted(found) == list(triples(5))


def test_answers_that_wait_for_a_slow_subtree_are_limited() -> None:
    head = head_of(triples(8), LastFirst(3), waiting=60)
    most = 0
    for _ in head.search():
        most = max(most, sum(len(piece.found) for piece in head.pieces))
    slice = max(1, 60 // (2 * AT_HAND * 3))
    assert 60 < most <= 60 + AT_HAND * 3 * 2 * (slice + 8)


@pytest.mark.thorough
def test_work_is_split_while_workers_are_idle() -> None:
    head = head_of(triples(12), LastFirst(50, turn=0), waiting=1000)
    running = max(head.running for _, _ in zip(head.search(), range(300)))
    assert running == AT_HAND * 50 - 1


def test_the_answers_are_lazy_and_iterable_again() -> None:
    found = parallel(pairs(3), AtOnce())
    assert found.first() == (0, 0)
    assert repr(found) == "pairs(3)"


def test_an_infinite_search_gives_its_first_answers() -> None:
    assert parallel(squares(), AtOnce(), waiting=100).take(3) == [0, 1, 4]


@ambiguous
def squares() -> Any:
    n = yield an_integer_from(0)
    return n * n


def test_threads_take_turns_because_they_share_what_a_program_changes() -> None:
    list(parallel(meetings(1), AtOnce()))  # what takes long the first time is done
    with ThreadPoolExecutor(2) as executor:
        assert list(parallel(meetings(14), executor)) == list(range(14))
    assert MET == []


MEETING = Barrier(2)
MET: list[int] = []


@permanent
def meet() -> None:
    """Wait a moment for another thread, longer than the first slice lasts."""
    try:
        MEETING.wait(0.02)
        MET.append(1)
    except BrokenBarrierError:
        MEETING.reset()


@ambiguous
def meetings(n: int) -> Any:
    k = yield range(n)
    meet()
    return k


@pytest.mark.parametrize("waiting", [1, 20_000])
def test_an_exception_comes_where_its_branch_would_with_a_line_that_runs_it_alone(waiting: int) -> None:
    found = []
    with pytest.raises(ZeroDivisionError) as caught:
        for answer in head_of(failing(4), LastFirst(2), waiting).search():
            found.append(answer)
    assert found == [2, 3, 6]
    told = caught.value.__notes__[-1]
    assert told.startswith("To run this branch alone: from ambsearch import replay; from ")
    assert told.endswith(" import failing; replay(failing(4), (0, 3))")
    with pytest.raises(ZeroDivisionError):
        replay(failing(4), (0, 3))


@pytest.mark.parametrize(
    "search",
    [
        lambda: failing(4),
        lambda: failing(n=range(4)[-1]),
        lambda: applied(Fraction(1).__truediv__, 3),
        lambda: applied(function=Halves(2).of, n=3),
        lambda: Halves(2).third(),
        lambda: interleave(failing(4), failing(3)),
    ],
    ids=["numbers", "a name", "what is no literal", "a method", "an object of its own", "composed"],
)
def test_the_line_can_be_pasted(search: Any) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        parallel(search(), AtOnce()).count()
    line = caught.value.__notes__[-1].partition(": ")[2]
    assert "\n" not in line
    with pytest.raises(ZeroDivisionError):
        exec(line, {})


class Halves:
    def __init__(self, n: int) -> None:
        self.n = n

    def of(self, n: int) -> int:
        return self.n // n

    @ambiguous
    def third(self) -> Any:
        n = yield range(self.n)
        return self.n // n


def test_an_exception_that_cannot_be_pickled_is_reported_all_the_same() -> None:
    with pytest.raises(RuntimeError, match="Stubborn: 1"):
        parallel(stubborn(), AtOnce()).first()


class Stubborn(Exception):
    def __init__(self, what: int) -> None:
        super().__init__(what)
        self.key = lambda: what


@ambiguous
def stubborn() -> Any:
    a = yield (1, 2)
    raise Stubborn(a)


def test_a_worker_that_is_killed_loses_no_answer_and_doubles_none(tmp_path: Path) -> None:
    (tmp_path / "deadly").touch()
    found = parallel(deadly(str(tmp_path / "deadly"), 6), workers=2)
    assert list(found) == [(a, b) for a in range(6) for b in range(6)]
    assert not (tmp_path / "deadly").exists()


@permanent
def die() -> None:
    os._exit(3)


@ambiguous
def dying() -> Any:
    a = yield range(3)
    if a == 1:
        die()
    return a


@pytest.mark.thorough
def test_a_branch_that_kills_each_worker_is_reported() -> None:
    with pytest.raises(BrokenExecutor) as caught:
        list(parallel(dying(), workers=2))
    (told,) = caught.value.__notes__
    assert told.startswith("A worker has died while branches of dying() from (")


def test_a_broken_pool_that_is_not_ours_is_reported() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(BrokenExecutor):
        list(parallel(dying(), pool))


@pytest.mark.parametrize(
    "function, told",
    [(lambda n: n, "function"), (open(os.devnull), "TextIOWrapper")],
    ids=["a lambda", "an open file"],
)
def test_what_cannot_be_sent_is_reported_before_the_work_starts(function: Any, told: str) -> None:
    with pytest.raises(NotSendable, match=f"the argument function of applied cannot be sent to a worker: .*{told}"):
        parallel(applied(function, 2), workers=1).first()


def test_a_function_that_no_worker_can_find_is_reported() -> None:
    @ambiguous
    def inner() -> Any:
        return (yield range(2))

    with pytest.raises(NotSendable, match="inner is defined inside a function"):
        parallel(inner()).first()


def test_a_function_of_main_is_reported_where_the_workers_do_not_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triples, "__module__", "__main__")
    with pytest.raises(NotSendable, match="triples is defined in __main__, which the workers do not share"):
        parallel(triples(2), AtOnce()).first()


def test_a_program_that_is_piped_into_python_shares_the_searches_of_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "__file__", "<stdin>", raising=False)
    assert list(parallel(triples(2), AtOnce())) == list(triples(2))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("queens.solve()", 'write `if __name__ == "__main__":` above what the file does'),
        ("if __name__ == '__main__': ...", "triples is defined in __main__, which the workers do not share"),
    ],
    ids=["a file without a guard", "a function that is not in the file"],
)
def test_what_processes_cannot_import_that_are_not_forked_is_reported(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "main.py").write_text(text)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(tmp_path / "main.py"), raising=False)
    if "triples" in told:
        monkeypatch.setattr(triples, "__module__", "__main__")
    with (
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool,
        pytest.raises(NotSendable, match=re.escape(told)),
    ):
        parallel(triples(2), pool).first()


def test_a_part_of_a_search_is_shared_out() -> None:
    for start, stop in (((1,), (3, 2)), ((2, 2), None), (None, None)):
        assert list(parallel(between(triples(5), start, stop), AtOnce())) == list(between(triples(5), start, stop))


def test_what_is_no_search_depth_first_cannot_be_shared_out() -> None:
    with pytest.raises(TypeError, match="expected a depth-first search, or a part of one, found breadth_first"):
        parallel(breadth_first(triples(2)))


def test_a_shared_search_has_limits_of_time_and_answers() -> None:
    for limits, number, outcome in (
        ({"answers": 7}, 7, "answers"),
        ({"seconds": 60}, 1000, "exhausted"),
        ({"seconds": 1e-9}, 0, "seconds"),
    ):
        found = parallel(triples(5), AtOnce()).within(**limits)
        assert (list(found), found.outcome) == (triples(5).take(number), outcome)
    with pytest.raises(
        TypeError, match="expected only limits of seconds or answers, because workers share the search; found choi"
    ):
        parallel(triples(5), AtOnce()).within(choices=5)


def test_only_answers_can_be_shared_out() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found range"):
        parallel(range(3))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["workers", "waiting"])
def test_a_number_is_at_least_1(name: str) -> None:
    with pytest.raises(ValueError, match=f"expected {name} of at least 1, found 0"):
        parallel(triples(2), **{name: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["workers", "waiting"])
def test_a_number_that_is_not_whole_is_refused_before_the_search(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}: expected a whole number, found 2.5"):
        parallel(triples(2), **{name: 2.5})  # type: ignore[arg-type]


def test_a_number_of_workers_in_the_place_of_the_executor_is_refused() -> None:
    with pytest.raises(TypeError, match="expected an executor, found 2; how many workers is written workers=N"):
        parallel(triples(2), 2)  # type: ignore[call-overload]
