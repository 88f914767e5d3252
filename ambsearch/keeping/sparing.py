"""Searches that know where they are, at almost no cost: the top choices are recorded, those below run as usual.

Sparing     the steering of such a search
spare       its answers
work        the clock by which such searches share their time

The items of the choices down to some depth are recorded; what is below an item runs as usual. So the search knows the
path of the part that it is in, and how many answers the part has given: together these are as exact as a whole path.
The depth is found during the search. `credit` is the time that recording may take; it grows with the time that the
search works. If even the first choice has too many items, several are taken at once, as one part.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter, process_time
from types import CellType
from typing import Any, ClassVar

from ambsearch.answers import Answers
from ambsearch.errors import CheckpointError
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.keeping.ranges import Position
from ambsearch.keeping.ways import ADVICE, differs, digest_of
from ambsearch.steering import Path, Steering, _Run, with_end

COST = 1e-5  # seconds that recording an item takes, at most
SHARE = 0.005  # of the time, for recording
MOST = 1e-4  # seconds of recording that can be saved up
OTHER = "the search is not the one that was kept: {}; " + ADVICE


class Sparing(Steering):
    """Steering that records where the search is, as often as that is cheap.

    position: where to begin. stop: where to end, None for the end. total: gives how many answers have been taken so far.
    look: called with the time every so often, between two items. to_skip: how many of the next answers had been taken
    before; the caller counts down.
    Raises CheckpointError, during the search, if a choice on the path differs from what it was.
    """

    # `items` stands there twice, and is evaluated once
    items: ClassVar[str] = "items if free else watch.among(items)"
    item: ClassVar[str] = ""
    bound: ClassVar[tuple[str, ...]] = ("free",)
    free = False
    switch: CellType  # holds `free`, for the expansion
    now: Any  # the path, `total` less `to_skip` when it was reached, and the choices on the way with their items

    def __init__(
        self,
        position: Position,
        stop: Path | None,
        total: Callable[[], int],
        look: Callable[[float], None] = lambda now: None,
    ) -> None:
        super().__init__(position.path, stop)
        self.begun, self.total, self.look = position, total, look
        self.to_skip = position.behind
        self.now = ((), total() - self.to_skip, None)
        self.depth: float = float("inf")  # of the choices that are no longer recorded
        self.credit, self.since = MOST, work()

    @property
    def part(self) -> tuple[Path, int]:
        """The path of the part in which the search is, and how many answers have been taken from there on."""
        path, before, _ = self.now
        return max(path, self.start or ()), self.total() - before

    @property
    def place(self) -> Position:
        """Where to continue from."""
        if self.is_over:
            return Position(None)
        path, behind = self.part
        way = self.now[2]
        return Position(path, behind, self.begun.way if len(self.now[0]) < len(path) else digests(way))

    @property
    def position(self) -> Path | None:
        return self.place.path

    @property
    def share(self) -> float | None:
        from ambsearch.progress import share_before
        from ambsearch.steering.paths import count_items  # here, because it is asked only where a person looks on

        path, _, way = self.now
        sizes: list[int | None] = []
        while way is not None:
            way, items, _ = way
            sizes.insert(0, count_items(items))
        return share_before(path, sizes) if path else None

    def is_taken(self) -> bool:
        return not self.is_ahead

    def among(self, items: Any) -> Any:
        if is_search(items):
            return items
        path, _, way = self.now
        return with_end(items, self.record_items(items, path, way))

    def record_items(self, items: Any, path: Path, way: Any) -> Iterator[Any]:
        """The picked items; each is recorded, or the first of several."""
        depth, several = len(path), 0
        expected = self.begun.way[depth] if self.is_ahead and depth < len(self.begun.way) else ""
        picked = self.pick(items, path)
        for index, item in picked:
            if differs(expected, items, item):
                raise CheckpointError(OTHER.format(f"choice {depth + 1} on the way has other items"))
            expected = ""
            self.now = ((*path, index), self.total() - self.to_skip, (way, items, item))
            several = self.balance(depth, several)
            room = 0 if self.is_ahead else self.room(path, index)
            self.switch.cell_contents = room > 0 and (several > 0 or depth + 1 >= self.depth)
            yield item
            for _, item in islice(picked, min(several, max(0, room - 1))):
                yield item
            self.switch.cell_contents = False
            if self.is_ahead and self.begun.is_known:
                raise CheckpointError(OTHER.format("it does not come to where it stood"))
            self.is_ahead = False
        if expected:
            raise CheckpointError(OTHER.format(f"choice {depth + 1} on the way has fewer items"))

    def room(self, path: Path, index: int) -> int:
        """How many items from this one on are wholly before the stop."""
        if self.stop is None or self.stop[: len(path)] != path:
            return sys.maxsize
        return self.stop[len(path)] - index

    def balance(self, depth: int, several: int) -> int:
        """Record more, or less, to use its share of the time; gives how many further items to take at once."""
        now = work()
        self.credit = max(-COST, min(MOST, self.credit + (now - self.since) * SHARE - COST))
        self.since = now
        is_last = depth + 1 >= self.depth
        if self.credit < 0:
            if is_last:
                several = 2 * several + 1
            self.depth = max(1, min(self.depth, depth if is_last else depth + 1))
        elif self.credit == MOST and is_last:
            if not several:
                self.depth = depth + 2
            several //= 2
            self.credit /= 2
        self.look(perf_counter())
        return several


def work() -> float:
    """Seconds that this process has worked, which do not pass while others have the processor; waiting counts little."""
    return process_time() + perf_counter() / 10


def digests(way: Any) -> tuple[str, ...]:
    """The digests by which the choices on the path are recognised."""
    found = []
    while way is not None:
        way, items, item = way
        found.append(digest_of(items, item))
    return tuple(found[::-1])


def spare(answers: Answers[Any], sparing: Sparing) -> Iterator[Any]:
    """The answers of a search that records where it is."""
    return iter(Answers(_Spared(answers, sparing), answers._args, answers._kwargs))


class _Spared:
    """The source of the answers."""

    def __init__(self, answers: Answers[Any], sparing: Sparing) -> None:
        self.answers = self.original = answers
        self.sparing = sparing
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        run = _Run(self.sparing)
        self.sparing.switch = run.cells["free@watch"]
        return run.steer(self.answers)
