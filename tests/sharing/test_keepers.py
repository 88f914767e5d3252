"""Searches that workers share, kept in a file: whatever ends them, all answers come once, in order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from executors import AtOnce, LastFirst
from searches import long, moves, pairs

from ambsearch import CheckpointError, OtherChoices, ambiguous, checkpointed, parallel, permanent
from ambsearch.keeping.stores import Store
from ambsearch.sharing.heads import Head
from ambsearch.sharing.keepers import Keeper

SEARCHES: dict[str, Callable[[], Any]] = {
    "pairs": lambda: pairs(9),
    "answers without a form": lambda: moves(6),
    "one choice": lambda: long(60),
}

NEVER = 1e9  # seconds


def shared(answers: Any, file: Path, executor: Executor, every: float = 1e-9, **options: Any) -> Iterator[Any]:
    return iter(parallel(checkpointed(answers, file, every), executor, waiting=3, **options))


def left(search: Iterator[Any], number: int) -> list[Any]:
    """The first answers of a search that is then abandoned."""
    found = list(islice(search, number))
    search.close()  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("every", [1e-9, NEVER])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_shared_search_goes_on_where_it_was_left_by_workers_or_by_one_process(
    tmp_path: Path, name: str, every: float
) -> None:
    make, file, chance, number = SEARCHES[name], tmp_path / "run.db", random.Random(16), 0
    expected = list(make())
    while number < len(expected):
        number += chance.randrange(1, 9)
        if chance.random() < 0.3:
            found = left(iter(checkpointed(make(), file, every)), number)
        else:
            found = left(shared(make(), file, AtOnce(), every), number)
        assert found == expected[:number]
    assert list(checkpointed(make(), file)) == list(shared(make(), file, AtOnce())) == expected


def test_as_they_come_each_answer_comes_once_although_it_is_left_and_begun_again(tmp_path: Path) -> None:
    expected = list(pairs(12))
    for number in (5, 20, 1000):
        found = left(shared(pairs(12), tmp_path / "run.db", AtOnce(), ordered=False), number)
        assert len(set(found)) == len(found) == min(number, len(expected))
    assert sorted(found) == expected


def test_what_workers_found_out_of_turn_is_kept(tmp_path: Path) -> None:
    tried: list[Any] = []

    def found(number: int) -> list[Any]:
        with Store(tmp_path / "run.db", {}) as store:
            executor = LastFirst(3)
            head = Head(pairs_noting(tried), AtOnce(), waiting=9, keeping=Keeper(pairs_noting(tried), store, 1e9))
            head.executor = head.arrived = executor  # type: ignore[assignment]
            return left(head.search(), number)

    expected = list(pairs(9))
    assert found(1) == expected[:1]
    with Store.read(tmp_path / "run.db") as store:
        assert store.ranges[-1].found > 0
        kept = sum(part.found for part in store.ranges)
    before = len(tried)
    assert found(1000) == expected
    assert len(tried) - before < len(expected) - kept + 40  # and the ways down to the parts


def pairs_noting(tried: list[Any]) -> Any:
    noted.tried = tried  # type: ignore[attr-defined]
    return noted(9)


@permanent
def note(pair: tuple[int, int]) -> None:
    noted.tried.append(pair)  # type: ignore[attr-defined]


@ambiguous
def noted(n: int) -> Any:
    pair = yield pairs(n)
    note(pair)
    return pair


BROKEN = {"now": True}


@ambiguous
def failing(n: int, place: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    if BROKEN["now"] and (a, b) == (place, 1):
        raise ValueError("not yet")
    return a, b


@pytest.mark.parametrize("ordered", [True, False])
def test_a_branch_that_has_failed_is_tried_again_and_the_others_are_not_lost(
    tmp_path: Path, ordered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, expected = tmp_path / "run.db", [(a, b) for a in range(5) for b in range(5)]
    for search in (shared(failing(5, 3), file, AtOnce(), ordered=ordered), iter(checkpointed(failing(5, 3), file))):
        found = []
        with pytest.raises(ValueError, match="not yet"):
            for answer in search:
                found.append(answer)
        assert not ordered or found == expected[:16]
    monkeypatch.setitem(BROKEN, "now", False)
    assert list(checkpointed(failing(5, 3), file)) == expected


WORDS = ["red", "green", "blue", "white", "black"]


@ambiguous
def coloured() -> Any:
    a = yield tuple(WORDS)
    b = yield range(40)
    return a, b


class Elsewhere(Executor):
    """Processes in which the words come in different orders, by turns."""

    _max_workers = 2

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        permanent(WORDS.reverse())
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


def test_workers_whose_choices_differ_are_found_out(tmp_path: Path) -> None:
    for search in (parallel(coloured(), Elsewhere(), waiting=9), shared(coloured(), tmp_path / "run.db", Elsewhere())):
        with pytest.raises(
            OtherChoices, match="has other items in this process than in another; .* sort a set of text"
        ):
            list(search)


def test_a_shared_search_whose_choices_differ_from_those_in_the_file_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    found = left(shared(coloured(), file, AtOnce(), NEVER), 60)
    WORDS.reverse()
    with pytest.raises(OtherChoices):
        list(shared(coloured(), file, AtOnce(), NEVER))
    with pytest.raises(CheckpointError, match="has other items"):
        list(checkpointed(coloured(), file))
    WORDS.reverse()
    assert list(shared(coloured(), file, AtOnce(), NEVER)) == list(coloured())
    assert found == coloured().take(60)


def test_time_ends_a_shared_search_which_goes_on_later(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    search = parallel(checkpointed(pairs(9), file, seconds=1e-9), AtOnce())
    assert len(list(search)) < len(list(pairs(9)))
    assert search.outcome == "seconds"
    search = parallel(checkpointed(pairs(9), file), AtOnce())
    assert list(search) == list(pairs(9))
    assert (search.outcome, search.position) == ("exhausted", None)


def test_a_piece_that_is_done_and_has_no_answers_is_forgotten(tmp_path: Path) -> None:
    list(shared(long(7), tmp_path / "run.db", AtOnce()))
    with Store.read(tmp_path / "run.db") as store:
        assert all(part.found for part in store.ranges)
