"""Searches to be shared out: with many answers, failing in a branch, killing a worker, and with a clock of its own."""

import os
import signal
from pathlib import Path
from threading import Event
from typing import Any

from ambsearch import ambiguous, permanent, require


@ambiguous
def triples(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    c = yield range(n)
    require(a + b != c)
    return a, b, c


REPORTED = Event()


@ambiguous
def held_up(n: int) -> Any:
    a = yield range(n)
    if a == 3:
        REPORTED.wait(20)
    return a


@ambiguous
def failing(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    return 6 // (3 - a - b)


@permanent
def lose_a_worker(path: str) -> None:
    """Kill this process if the file is there, and remove the file."""
    if Path(path).exists():
        Path(path).unlink()
        os.kill(os.getpid(), signal.SIGKILL)


@ambiguous
def deadly(path: str, n: int) -> Any:
    a = yield range(n)
    if a == 1:
        lose_a_worker(path)
    b = yield range(n)
    return a, b


CLOCK = [0.0]  # seconds


@permanent
def let_pass(seconds: float) -> None:
    CLOCK[0] += seconds


@ambiguous
def prepared(n: int) -> Any:
    """The way to its choice takes 5 seconds, each branch 1."""
    let_pass(5.0)
    a = yield range(n)
    let_pass(1.0)
    return a
