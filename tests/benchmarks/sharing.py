"""What `parallel` brings: python -m tests.benchmarks.sharing

Each search sequentially and with two workers, in turn; ratios within each round, and their medians. Processor time counts
the head and its workers; where others use the machine, it tells more than the time that passes. One worker is this
process, so there both searches run in it in turn, an answer each, whatever else happens meanwhile; beside it stands what
that finds of the same search twice.

Two are measured with processes that begin with the search, as `parallel` and `--workers` have them, and with an executor
whose processes stand ready from an earlier search.

Before each, the whole search is done by two processes that have nothing to do with one another, and by one: how many times
as much two do in the same time is what the machine can give. Two processors that share a core give far less than 2, and
there each of them needs more processor time for the same work.
"""

import multiprocessing
import os
import random
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import Any
from unittest.mock import patch

from ambsearch import parallel
from ambsearch.keeping import sparing
from ambsearch.puzzles import pentominoes, queens
from ambsearch.sharing.heads import Head
from ambsearch.sharing.parts import Part
from ambsearch.sharing.sending import pack
from ambsearch.sharing.slices import run_slice

SEARCHES: dict[str, Callable[[], Any]] = {
    "queens 11": lambda: queens.solve(11),
    "pentominoes 3x20": lambda: pentominoes.solve(**pentominoes.INSTANCES["3x20"]),
    "pentominoes 6x10": lambda: pentominoes.solve_by_trie(pentominoes.SIX_BY_TEN, pentominoes.TWELVE, True),
}


def processor() -> float:
    """Seconds of this process and of those that it has ended."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def timed(search: Callable[[], Any]) -> tuple[list[Any], float, float]:
    before, since = processor(), time.perf_counter()
    found = list(search())
    return found, time.perf_counter() - since, processor() - before


def side_by_side(name: str, processes: int) -> float:
    """Seconds until this many processes have each done the whole search."""
    since = time.perf_counter()
    running = [multiprocessing.Process(target=exhaust, args=(name,)) for _ in range(processes)]
    for process in running:
        process.start()
    for process in running:
        process.join()
    return time.perf_counter() - since


def exhaust(name: str) -> None:
    for _ in SEARCHES[name]():
        pass


def compare(name: str, rounds: int) -> None:
    make = SEARCHES[name]
    rows = []
    for _ in range(rounds):
        machine = 2 * side_by_side(name, 1) / side_by_side(name, 2)
        expected, whole, work = timed(make)
        found, passed, used = timed(lambda: parallel(make(), workers=2))
        again, with_ready = timed_with_ready(make)
        assert found == again == expected
        plain, one, same = in_turn([make, lambda: parallel(make(), workers=1), make])
        two = whole / passed
        ones = 2 * one / (plain + same), same / plain
        rows.append([whole, *ones, two, used / work, whole / with_ready, machine, two / machine])
    seconds, one, same, two, work, with_ready, machine, share = (median(column) for column in zip(*rows, strict=True))
    print(
        f"{name.ljust(18)}{seconds:8.2f} s; one worker: {one:.2f} times the work (the same twice: {same:.2f}); two: "
        f"{two:.2f} times as fast, {work:.2f} times the work (processes that stand ready: {with_ready:.2f} times as fast); "
        f"the machine gives {machine:.2f}, of which that is {share:.2f}",
        flush=True,
    )


def timed_with_ready(make: Callable[[], Any]) -> tuple[list[Any], float]:
    """The answers and the seconds that pass, where the processes stand ready; they end with this, because beside their threads
    none are forked."""
    with ProcessPoolExecutor(2) as ready:
        for _ in range(2):  # both have the expansions
            parallel(make(), ready, workers=2).first()
        found, passed, _ = timed(lambda: parallel(make(), ready, workers=2))
    return found, passed


def in_turn(makes: list[Callable[[], Any]]) -> list[float]:
    """Processor seconds of searches with the same answers, but the first; they go on in turn, an answer each.

    A search that records where it is may use a share of the time for that, and its clock runs for the others, too.
    """
    with patch.object(sparing, "SHARE", sparing.SHARE / len(makes)):
        return answer_by_answer(makes)


def answer_by_answer(makes: list[Callable[[], Any]]) -> list[float]:
    searches = [iter(make()) for make in makes]
    times = [0.0] * len(searches)
    for search in searches:  # their expansions are made
        next(search)
    answer: Any = True
    while answer is not None:
        for i in random.sample(range(len(searches)), len(searches)):
            before = time.process_time()
            answer = next(searches[i], None)
            times[i] += time.process_time() - before
    return times


def cost_of_a_slice(slices: int = 300) -> None:
    """What a slice costs the head, and a worker, when there is nothing to search."""
    search = queens.solve(8)
    sent, part = pack(search), Part((8,))
    head = Head(search, ProcessPoolExecutor(1), True, 1, 1000)
    list(head.search())
    before = time.process_time()
    for _ in range(slices):
        head.executor.submit(run_slice, sent, part, 1.0, 1).result()
    told = (time.process_time() - before) / slices
    head.executor.shutdown()
    before = time.process_time()
    for _ in range(slices):
        run_slice(sent, part, 1.0, 1)
    print(
        f"a slice costs the head {told * 1000:.2f} ms, the worker {(time.process_time() - before) / slices * 1000:.2f} ms"
    )


if __name__ == "__main__":
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    cost_of_a_slice()
    for name in sys.argv[1:] or SEARCHES:
        compare(name, 1 if "6x10" in name else 5)
