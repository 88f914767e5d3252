"""Print what it costs to keep a search in a file: python -m tests.benchmarks.checkpoints"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from ambsearch import checkpointed
from ambsearch.puzzles import queens

from .__main__ import line, milliseconds
from .timing import interleaved, ratio

SIZES = 8, 9, 10
# modules are compiled once, as they are for every user
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.checkpoints", description=__doc__.partition(":")[0] if __doc__ else ""
    )
    parser.add_argument("sizes", nargs="*", type=int, metavar="N", help=f"numbers of queens (default: {SIZES})")
    parser.add_argument("--rounds", type=int, default=15, help="how often each search is timed (default: 15)")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    print(line(["search", "plain", "kept", ": plain", "command", "kept", ": command"]))
    with TemporaryDirectory() as folder:
        files = (Path(folder) / f"{number}.db" for number in count())
        for n in arguments.sizes or SIZES:
            plain, kept = interleaved([partial(bare, n), partial(in_file, n, files)], rounds)
            cells = [
                f"queens {n}",
                milliseconds(median(plain)),
                milliseconds(median(kept)),
                f"{ratio(kept, plain):.2f}",
            ]
            plain, kept = commands(n, files, rounds)
            cells += [milliseconds(median(plain)), milliseconds(median(kept)), f"{ratio(kept, plain):.2f}"]
            print(line(cells), flush=True)


def bare(n: int) -> Iterator[Any]:
    return iter(queens.solve(n))


def in_file(n: int, files: Iterator[Path]) -> Iterator[Any]:
    """A new file each time."""
    return iter(checkpointed(queens.solve(n), next(files)))


def commands(n: int, files: Iterator[Path], rounds: int) -> tuple[list[float], list[float]]:
    """Processor seconds of the whole command, without a file and with a new one."""
    times: tuple[list[float], list[float]] = [], []
    command = [sys.executable, "-m", "ambsearch", "solve", "queens", f"n={n}", "--count"]
    for _ in range(rounds):
        for found, options in zip(times, ([], ["--checkpoint", str(next(files))]), strict=True):
            before = children()
            subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL, env=COMPILED)
            found.append(children() - before)
    return times


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
