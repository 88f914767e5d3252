"""Print how long each search takes, in every form in which it is written: python -m tests.benchmarks [SEARCH ...]"""

from __future__ import annotations

import argparse
import platform
import shutil
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from statistics import median

from .ordinary import __main__ as ordinary
from .searches import SEARCHES, Search
from .timing import constraint, interleaved, prolog, ratio

HEADS = "search,answers,by hand,expansion,: twin,deep,: twin,SWI-Prolog,: exp.,constraint,: exp.".split(",")


def main() -> None:
    names = [search.name for search in SEARCHES]
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__.partition(":")[0])
    parser.add_argument("names", nargs="*", metavar="SEARCH", help=f"one of {', '.join(names)}; all without")
    parser.add_argument("--rounds", type=int, help="how often each program is timed (default: 15; 5 with --ordinary)")
    parser.add_argument("--ordinary", action="store_true", help="ordinary programs instead, by the names of `ordinary`")
    arguments = parser.parse_args()
    if arguments.ordinary:
        ordinary.print_table(parser, arguments.names, arguments.rounds or 5)
        return
    rounds = arguments.rounds or 15
    if unknown := set(arguments.names) - set(names):
        parser.error(f"no search called {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    print(f"Python {platform.python_version()}; milliseconds for all answers; medians of {rounds} rounds\n")
    print(line(HEADS))
    chosen = arguments.names or names
    for search in SEARCHES:
        if search.name in chosen:
            print(line(row(search, rounds)), flush=True)
    if "queens 10" in chosen and shutil.which("swipl"):
        _, time = prolog("queens10_all", rounds)
        print(f"\nqueens 10 in SWI-Prolog, every column tried in every row as in Python: {milliseconds(time)}")


def line(cells: Sequence[str]) -> str:
    first, *others = cells
    return first.ljust(14) + "".join(cell.rjust(11) for cell in others)


def row(search: Search, rounds: int) -> tuple[str, ...]:
    """Time one search: its twin, its two expansions, and, where they are installed, its rivals."""
    programs = [partial(program, **search.arguments) for program in (search.twin, search.expansion, search.deep)]
    expected, *others = [list(program()) for program in programs]
    if any(answers != expected for answers in others):
        raise SystemExit(f"{search.name}: the answers are not those of the twin")
    twin, expansion, deep = interleaved(programs, rounds)
    base = median(expansion)
    return (
        search.name,
        str(len(expected)),
        milliseconds(median(twin)),
        milliseconds(base),
        f"{ratio(expansion, twin):.2f}",
        milliseconds(median(deep)),
        f"{ratio(deep, twin):.2f}",
        *compared(prolog_time(search, len(expected), rounds), base),
        *compared(constraint_time(search, len(expected), rounds), base),
    )


def prolog_time(search: Search, expected: int, rounds: int) -> float | None:
    """Seconds in SWI-Prolog; None where it is not installed."""
    if shutil.which("swipl") is None:
        return None
    count, time = prolog(search.prolog, rounds)
    return checked(search, "SWI-Prolog", count, expected, time)


def constraint_time(search: Search, expected: int, rounds: int) -> float | None:
    """Seconds with python-constraint2; None where it is not installed."""
    if find_spec("constraint") is None:
        return None
    count, time = constraint(search.constraint, search.arguments, rounds)
    return checked(search, "python-constraint2", count, expected, time)


def checked(search: Search, where: str, count: int, expected: int, time: float) -> float:
    if count != expected:
        raise SystemExit(f"{search.name}: {where} finds {count} answers, not {expected}")
    return time


def compared(time: float | None, base: float) -> tuple[str, str]:
    """Tell a rival's time, and how many times ours it is."""
    return ("-", "-") if time is None else (milliseconds(time), f"{time / base:.2f}")


def milliseconds(time: float) -> str:
    return f"{time * 1000:.2f}"


if __name__ == "__main__":
    main()
