"""Timing programs against each other fairly.

round     every program once, in turn; the next round goes in the opposite direction
measure   seconds of processor time of one program in one round, run as often as it takes to be long enough for the clock
"""

import gc
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

SHORTEST = 0.02  # seconds of one measure at the least
LONG = 2.0  # seconds of one measure after which it is not repeated
PROLOG = Path(__file__).with_name("prolog")
Run = Callable[[], Iterable[Any]]


def interleaved(runs: Sequence[Run], rounds: int, collecting: bool = False) -> list[list[float]]:
    """Return for each program its seconds in each round: as many lists as programs, `rounds` numbers in each.

    collecting: let the garbage collector run, as it does for a user, because that is part of what is measured.
    """
    times: list[list[float]] = [[] for _ in runs]
    with nullcontext() if collecting else no_garbage_collection():
        repeats = [max(1, round(SHORTEST / seconds(run, 1))) for run in runs]
        for number in range(rounds):
            order = range(len(runs)) if number % 2 == 0 else reversed(range(len(runs)))
            for index in order:
                times[index].append(seconds(runs[index], repeats[index]))
    return times


def seconds(run: Run, repeats: int) -> float:
    """Time one search for all its answers, which are dropped as they come."""
    gc.collect()
    start = process_time()
    for _ in range(repeats):
        for _ in run():
            pass
    return (process_time() - start) / repeats


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Keep the garbage collector from running in one program's time for another one's garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def ratio(times: list[float], base: list[float]) -> float:
    """Return the median of the rounds' ratios.

    >>> ratio([3.0, 2.0, 2.0], [2.0, 2.0, 1.0])
    1.5
    """
    return median(time / other for time, other in zip(times, base, strict=True))


def prolog(name: str, rounds: int) -> tuple[int, float]:
    """Run a search in a SWI-Prolog process of its own; return the number of answers and the median of the seconds.

    name: file in the folder `prolog`, e.g. "queens8". The time is taken inside Prolog.
    Raises FileNotFoundError if there is no swipl, RuntimeError if the program does not do what it should.
    """
    command = ["swipl", "-O", "bench.pl", f"{name}.pl", "--", str(rounds)]
    process = subprocess.run(command, cwd=PROLOG, capture_output=True, text=True)
    if not re.fullmatch(r"\d+ \d+\.\d+\n", process.stdout):
        raise RuntimeError(f"{' '.join(command)} printed {process.stdout!r}\n{process.stderr}")
    count, time = process.stdout.split()
    return int(count), float(time)


def constraint(name: str, arguments: dict[str, Any], rounds: int) -> tuple[int, float]:
    """Run a search with python-constraint2 in a process of its own; return what `prolog` does.

    name: function in `constraint_programs`, e.g. "queens". A long search is run once only.
    The process is one of its own because a heap that has held millions of objects slows the searches after it.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_constraint, name, arguments, rounds).result()


def _constraint(name: str, arguments: dict[str, Any], rounds: int) -> tuple[int, float]:
    program = getattr(import_module(".constraint_programs", __package__), name)
    solutions: list[Any] = []

    def run() -> list[Any]:
        solutions[:] = program(**arguments)
        return solutions

    time = seconds(run, 1)
    return len(solutions), time if time > LONG else median(interleaved([run], rounds)[0])
