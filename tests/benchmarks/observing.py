"""Print what it costs to observe a search: python -m tests.benchmarks.observing [SEARCH ...]

The garbage collector runs, as it does for a user: what is written down is many objects, which it may have to follow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any

from ambsearch import Effort, effort
from ambsearch.observing import Observer, observed
from ambsearch.observing.measuring import Tally
from ambsearch.observing.recording import Recorder

from .__main__ import line, milliseconds
from .searches import SEARCHES, Search
from .timing import interleaved, ratio

MANY = 500_000  # choices that are not written down
HEADS = "search,answers,plain,counted,: plain,recorded,: plain".split(",")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.observing", description=__doc__.partition(":")[0] if __doc__ else ""
    )
    names = [search.name for search in SEARCHES]
    parser.add_argument("names", nargs="*", metavar="SEARCH", help=f"one of {', '.join(names)}; all without")
    parser.add_argument("--rounds", type=int, default=15, help="how often each search is timed (default: 15)")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(names):
        parser.error(f"no search called {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    print(line(HEADS))
    for search in SEARCHES:
        if search.name in (arguments.names or names):
            print(line(row(search, arguments.rounds)), flush=True)


def row(search: Search, rounds: int) -> Sequence[str]:
    """Time one search: plain, counted, and, if it fits in the memory, with everything written down."""
    runs = [partial(bare, search), partial(told, search, Tally)]
    work: Effort = effort(search.expansion(**search.arguments))  # type: ignore[arg-type]
    if work.choices < MANY:
        runs.append(partial(told, search, Recorder))
    expected, *others = [list(run()) for run in runs]
    if any(answers != expected for answers in others):
        raise SystemExit(f"{search.name}: the answers are not those of the plain search")
    plain, *observing = interleaved(runs, rounds, collecting=True)
    cells = [search.name, str(len(expected)), milliseconds(median(plain))]
    for times in observing:
        cells += [milliseconds(median(times)), f"{ratio(times, plain):.2f}"]
    return cells + ["-"] * (len(HEADS) - len(cells))


def bare(search: Search) -> Iterator[Any]:
    return iter(search.expansion(**search.arguments))


def told(search: Search, observer: type[Observer]) -> Iterator[Any]:
    answers: Any = search.expansion(**search.arguments)
    return iter(observed(answers, observer()))


if __name__ == "__main__":
    main()
