"""How many workers are of use, by simulation: python -m tests.benchmarks.many_workers

The tree of pentominoes 6x10 is measured: how long each subtree takes. Then the head that `parallel` has shares it out,
but a clock of our own goes on instead of the workers, and the head's time is a constant for each slice. Nothing is
drawn at random. The tree is also taken several times, below the items of a first choice.
"""

import heapq
import time
from bisect import bisect_left
from concurrent.futures import Executor, Future
from itertools import accumulate, count
from typing import Any

import ambsearch.sharing.heads
from ambsearch.puzzles import pentominoes, queens
from ambsearch.sharing.heads import Head
from ambsearch.sharing.parts import Part
from ambsearch.sharing.results import Slice
from ambsearch.sharing.slicing import Slicing
from ambsearch.steering import Path, path_of, steer

DEPTH = 5  # the subtrees below so many pieces are measured
HEAD, WORKER, WAY = 0.0005, 0.0005, 0.002  # seconds for each slice: the head, the worker beside the search, the network
Units = list[tuple[Path, tuple[int | None, ...], float]]


class Measuring(Slicing):
    """Notes how many items had been tried when each unit begins; a clock would measure what else the machine does."""

    item = "watch.tried += 1"

    def __init__(self, depth: int) -> None:
        super().__init__(Part(depth=depth), 1e9, 1e9)
        self.tried = 0
        self.begun_at: list[tuple[Path, tuple[int | None, ...], int]] = []

    def look(self) -> None:
        super().look()
        self.begun_at.append((path_of(self.now), tuple(self.sizes), self.tried))


def measured(answers: Any, depth: int) -> Units:
    """The subtrees below this many choices, in order: path, sizes of the choices, seconds."""
    measuring, before = Measuring(depth), time.process_time()
    for _ in steer(answers, measuring):
        pass
    each = (time.process_time() - before) / measuring.tried
    begun_at = measuring.begun_at
    ends = [tried for _, _, tried in begun_at[1:]] + [measuring.tried]
    return [(path, sizes, each * (end - tried)) for (path, sizes, tried), end in zip(begun_at, ends, strict=True)]


class Simulated(Executor):
    """Workers that take as long as the units of a part took, by a simulated clock; the head's queue, too.

    The tree stands below each item of a first choice of `times` items.
    """

    def __init__(self, units: Units, workers: int, times: int) -> None:
        self._max_workers, self.times = workers, times
        self.paths = [path for path, _, _ in units]
        self.sizes = [sizes for _, sizes, _ in units]
        self.until = [0.0, *accumulate(seconds for _, _, seconds in units)]
        self.now = 0.0
        self.free = [0.0] * workers  # when each worker has nothing more to do
        self.events: list[Any] = []
        self.order = count()
        self.done: list[Any] = []

    def clock(self) -> float:
        return self.now

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        _, part, seconds, _ = args
        first, last = self.number(part.start), self.number(part.stop)
        end = min(last, max(first + 1, self.at(self.work(first) + seconds)))
        tree, unit = divmod(end, len(self.paths))
        rest = Part((tree, *self.paths[unit]), part.stop, (self.times, *self.sizes[unit])) if end < last else None
        taken = self.work(end) - self.work(first) + WORKER
        since = max(heapq.heappop(self.free), self.now + WAY)
        heapq.heappush(self.free, since + taken)
        future: Future[Any] = Future()
        slice = Slice(b"", 0, rest, None, (), taken, end - first)
        heapq.heappush(self.events, (since + taken + WAY, next(self.order), future, slice))
        return future

    def number(self, path: Path | None) -> int:
        """The number of the first unit that is not before a path."""
        if not path:
            return 0 if path == () else self.times * len(self.paths)
        return min(path[0], self.times) * len(self.paths) + bisect_left(self.paths, path[1:])

    def work(self, unit: int) -> float:
        """Seconds of all units before this one."""
        trees, unit = divmod(unit, len(self.paths))
        return trees * self.until[-1] + self.until[unit]

    def at(self, seconds: float) -> int:
        """The number of the unit that begins after this many seconds."""
        trees, seconds = divmod(seconds, self.until[-1])
        return int(trees) * len(self.paths) + bisect_left(self.until, seconds)

    def put(self, arrived: Any) -> None:
        self.done.append(arrived)

    def get(self) -> Any:
        then, _, future, slice = heapq.heappop(self.events)
        self.now = max(self.now, then) + HEAD
        future.set_result(slice)
        return self.done.pop()


def simulated(units: Units, workers: int, times: int) -> tuple[float, int]:
    """Seconds until all is searched, and in how many slices."""
    executor = Simulated(units, workers, times)
    ambsearch.sharing.heads.monotonic = executor.clock  # type: ignore[attr-defined]
    try:
        head = Head(queens.solve(1), executor, True, None, 20_000)
        head.arrived = executor  # type: ignore[assignment]
        for _ in head.search():
            pass
    finally:
        ambsearch.sharing.heads.monotonic = time.monotonic  # type: ignore[attr-defined]
    return executor.now, head.slices


def main() -> None:
    units = measured(pentominoes.solve_by_trie(pentominoes.SIX_BY_TEN, pentominoes.TWELVE, True), DEPTH)
    whole = sum(seconds for _, _, seconds in units)
    largest = max(seconds for _, _, seconds in units)
    print(f"{len(units)} subtrees, {whole:.1f} s together, the largest {largest:.3f} s\n")
    print("trees  workers   seconds   slices  efficiency")
    for times in (1, 10, 100, 1000, 10_000):
        for workers in (10, 100, 1000):
            if times >= workers / 10 and times <= 10 * workers:
                passed, slices = simulated(units, workers, times)
                print(
                    f"{times:5}{workers:9}{passed:10.1f}{slices:9}{whole * times / passed / workers:12.2f}", flush=True
                )


if __name__ == "__main__":
    main()
