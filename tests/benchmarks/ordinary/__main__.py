"""Print how many times its twin's time each ordinary program takes: python -m tests.benchmarks.ordinary [NAME ...]"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Sequence
from functools import partial
from statistics import geometric_mean, median

from ..timing import interleaved, ratio
from . import NAMES, Ordinary, load

HEADS = "by hand,expansion,: twin,deep,: twin,expert,: twin".split(",")
WIDTH = 18


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.ordinary", description=__doc__.partition(":")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; all without")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program is timed (default: 5)")
    arguments = parser.parse_args()
    print_table(parser, arguments.names, arguments.rounds)


def print_table(parser: argparse.ArgumentParser, names: Sequence[str], rounds: int) -> None:
    """Print a line for each program, and how many times the twins' time they take in the mean and at worst."""
    if unknown := set(names) - set(NAMES):
        parser.error(f"no program called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    print(f"Python {platform.python_version()}; milliseconds for all answers; medians of {rounds} rounds\n")
    print(line("program", HEADS))
    ratios: dict[str, list[float]] = {"expansion": [], "deep": []}
    for name in names or NAMES:
        measured = times(load(name), rounds)
        for form, collected in ratios.items():
            collected.append(ratio(measured[form], measured["by hand"]))
        print(line(name, cells(measured)), flush=True)
    for title, statistic in (("geometric mean", geometric_mean), ("worst", max)):
        expansion, deep = (f"{statistic(collected):.2f}" for collected in ratios.values())
        print(line(title, ["", "", expansion, "", deep]))


def times(ordinary: Ordinary, rounds: int) -> dict[str, list[float]]:
    """The seconds of each form in each round."""
    programs = {form: partial(program, **ordinary.full) for form, program in ordinary.forms.items()}
    expected = list(programs["by hand"]())
    for form, program in programs.items():
        if list(program()) != expected:
            raise SystemExit(f"{ordinary.name}: {form} does not give the answers of the twin")
    return dict(zip(programs, interleaved(list(programs.values()), rounds), strict=True))


def cells(measured: dict[str, list[float]]) -> list[str]:
    """Milliseconds of the twin, then for each other form milliseconds and how many times the twin's that is."""
    twin = measured["by hand"]
    found = [f"{median(twin) * 1000:.2f}"]
    for form in ("expansion", "deep", "expert"):
        taken = measured.get(form)
        found += ["-", "-"] if taken is None else [f"{median(taken) * 1000:.2f}", f"{ratio(taken, twin):.2f}"]
    return found


def line(first: str, cells: Sequence[str]) -> str:
    return first.ljust(WIDTH) + "".join(cell.rjust(11) for cell in cells)


if __name__ == "__main__":
    main()
