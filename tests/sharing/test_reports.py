"""What workers tell while they work: it may come late, or never, and nothing is lost or doubled."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest
from shared_searches import CLOCK, REPORTED, deadly, failing, held_up, prepared, triples

from ambsearch import checkpointed, parallel
from ambsearch.sharing.heads import SHORTEST, Head
from ambsearch.sharing.parts import Part
from ambsearch.sharing.slices import run_slice
from ambsearch.sharing.slicing import LONGEST


class Told:
    """A channel to a head in this process, which wants something now and then."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.told, self.bell = chance, [], Semaphore(0)

    def send(self, slice: Any) -> None:
        self.told.append(slice)

    def is_asked(self) -> bool:
        return self.chance.random() < 0.5

    gives = is_asked

    def is_to_end(self) -> bool:
        return self.chance.random() < 0.2


class Late:
    """A pool in this process whose slices have ended before anything arrives; of some the end is lost."""

    chance = random.Random(16)
    risk = 0.0
    is_forked = False

    def __init__(self, workers: int, function: Callable[..., Any]) -> None:
        self.function, self.lines = function, []

    def submit(self, key: int, *args: Any) -> None:
        channel = Told(self.chance)
        ended = self.function(*args, channel)
        told = [*((key, slice, False) for slice in channel.told), (key, ended, True)]
        if self.chance.random() < self.risk:
            told[self.chance.randrange(len(told)) :] = [(key, BrokenExecutor(), True)]
        self.lines.append(told)

    def arrival(self, seconds: float | None) -> tuple[int, Any, bool]:
        line = self.chance.choice(self.lines)
        if len(line) == 1:
            self.lines.remove(line)
        return line.pop(0)

    def ask(self, parts: int) -> None:
        pass

    shutdown = lambda self: None  # noqa: E731


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> type[Late]:
    monkeypatch.setattr("ambsearch.sharing.heads.Pool", Late)
    monkeypatch.setattr("ambsearch.sharing.heads.DEATHS", 1000)
    return Late


@pytest.mark.thorough
@pytest.mark.parametrize("risk", [0.0, 0.3])
@pytest.mark.parametrize("ordered", [True, False])
def test_what_is_reported_late_or_lost_is_found_once(
    late: type[Late], risk: float, ordered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late, "risk", risk)
    for waiting in (1, 12, 20_000):
        head = Head(triples(5), None, ordered, 3, waiting)
        found = list(head.search())
        assert (found if ordered else sorted(found)) == list(triples(5))
        assert not head.by_key
        assert head.held == head.running == 0


class Idle(Told):
    """The channel of a head that always wants something."""

    def is_asked(self) -> bool:
        return True

    gives = is_asked

    def is_to_end(self) -> bool:
        return False


def test_half_of_a_search_is_given_away_before_any_of_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = Idle(random.Random(16))
    sent = pickle.dumps(triples(9))
    assert run_slice(sent, Part(), 1000.0, 1000, channel).rest is None
    first = channel.told[0]
    assert (first.units, first.number, first.rest.start, first.given.start) == (0, 0, (0,), (5,))
    channel.told.clear()
    run_slice(sent, first.given, 1000.0, 1000, channel)  # the half of a half has to be worth it
    assert all(told.units > 0 for told in channel.told)


def test_nothing_is_given_away_before_a_worker_has_worked_several_times_as_long_as_the_way_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ambsearch.sharing.slicing.work", lambda: CLOCK[0])
    channel = Idle(random.Random(16))
    run_slice(pickle.dumps(prepared(100)), Part(depth=1), 1000.0, 1000, channel)
    given = [told.units for told in channel.told]
    assert given[0] == 0  # nobody had any work yet
    assert min(given[1:]) == 16  # of a second each, where the way took 5


class Busy(Told):
    """The channel of a head that wants nothing."""

    def is_asked(self) -> bool:
        return False

    is_to_end = is_asked


@pytest.mark.thorough
@pytest.mark.parametrize("head", [Busy, Idle])
def test_what_was_found_before_a_branch_that_does_not_end_is_reported_meanwhile(
    head: type[Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []

    def send(self: Told, slice: Any) -> None:
        heard.extend(pickle.loads(slice.answers))
        if slice.rest.start == (3,):
            assert heard == [0, 1, 2]
            REPORTED.set()

    monkeypatch.setattr(head, "send", send)
    REPORTED.clear()
    ended = run_slice(pickle.dumps(held_up(9)), Part(depth=1), 1.0, 1000, head(random.Random(16)))

    assert REPORTED.is_set()
    found = heard + pickle.loads(ended.answers)
    assert found == list(range(9 if head is Busy else len(found)))


def test_what_is_reported_late_is_kept_in_a_file(
    late: type[Late], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late, "risk", 0.2)
    file, expected = tmp_path / "run.db", list(triples(5))
    for number in (7, 30, 1000):
        found = []
        for answer in parallel(checkpointed(triples(5), file, every=1e9), workers=2, waiting=8):
            found.append(answer)
            if len(found) == number:
                break
        assert found == expected[:number]
    assert list(checkpointed(triples(5), file)) == expected


def test_what_a_dead_worker_had_is_begun_anew_with_a_short_slice_that_tells_soon_what_is_done(
    late: type[Late], monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[float] = []

    class Dying(late):  # type: ignore[misc, valid-type]
        def submit(self, key: int, *args: Any) -> None:
            lengths.append(args[2])
            if len(lengths) <= 2:
                self.lines.append([(key, BrokenExecutor(), True)])
            else:
                super().submit(key, *args)

    monkeypatch.setattr("ambsearch.sharing.heads.Pool", Dying)
    head = Head(triples(5), None, True, 1, 12)
    head.begun -= 1000
    assert list(head.search()) == list(triples(5))
    assert (lengths[0], lengths[1:3], set(lengths[3:])) == (LONGEST, [SHORTEST] * 2, {LONGEST})


def test_an_exception_comes_after_what_was_told_before_it(late: type[Late]) -> None:
    found = []
    with pytest.raises(ZeroDivisionError):
        for answer in Head(failing(4), None, True, 2, 1).search():
            found.append(answer)
    assert found == [2, 3, 6]


def test_a_worker_that_is_killed_after_it_has_told_loses_no_answer_and_doubles_none(tmp_path: Path) -> None:
    (tmp_path / "deadly").touch()
    found = Head(deadly(str(tmp_path / "deadly"), 30), None, True, 1, 8).search()
    assert list(found) == [(a, b) for a in range(30) for b in range(30)]
    assert not (tmp_path / "deadly").exists()


def test_a_slice_that_nobody_waits_for_goes_on_and_tells_what_it_has() -> None:
    head = Head(triples(20), None, True, 1, 800)
    assert sum(1 for _ in head.search()) == triples(20).count()
    assert head.slices > 2 * (next(head.keys) - 1)  # so many were told, fewer were begun
