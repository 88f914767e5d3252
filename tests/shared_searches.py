"""Searches to be shared out: one with many answers, one that fails in a branch, and one that kills a worker."""

import os
import signal
from pathlib import Path
from typing import Any

from ambsearch import ambiguous, permanent, require


@ambiguous
def triples(n: int) -> Any:
    a = yield range(n)
    b = yield range(n)
    c = yield range(n)
    require(a + b != c)
    return a, b, c


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
