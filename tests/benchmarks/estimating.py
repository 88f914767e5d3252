"""Print how far estimates are off: python -m tests.benchmarks.estimating [PUZZLE ...]

For each puzzle and method: the standard error of the number of choices and of the answers, in percent of the true
numbers, that is to be expected if so many items are tried as `--items` says.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from functools import partial
from statistics import stdev
from typing import Any

from ambsearch import Answers, Effort, effort
from ambsearch.cli.programs import open_program
from ambsearch.estimating import Counted, probe
from ambsearch.estimating.stratified import sweep

from .__main__ import line

PUZZLES = "queens knights_tour jigsaw subset_sum zebra sudoku magic_squares graph_colouring dwelling".split()
METHODS: tuple[Callable[..., Counted], ...] = (probe, sweep)
HEADS = "puzzle,choices,answers,knuth choices,answers,chen choices,answers".split(",")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.estimating", description=__doc__)
    parser.add_argument(
        "names", nargs="*", default=PUZZLES, metavar="PUZZLE", help=f"without any: {', '.join(PUZZLES)}"
    )
    parser.add_argument("--items", type=int, default=30_000, help="how many items each method may try (default: 30000)")
    arguments = parser.parse_args()
    print(line(HEADS))
    for name in arguments.names or PUZZLES:
        with open_program(name) as program:
            answers: Any = program.call(program.parameters(None, []))
            true = effort(answers)
            cells = [cell for method in METHODS for cell in errors(method, answers, true, arguments.items)]
            print(line([name, str(true.choices), str(true.answers), *cells]), flush=True)


def errors(method: Callable[..., Counted], answers: Answers[Any], true: Effort, items: int) -> list[str]:
    """The standard errors of choices and answers; nothing where no answer was met."""
    run = partial(method, answers, random.Random(1))
    told: list[Counted] = []
    while len(told) < 2 or sum(one.tried for one in told) < items:
        told.append(run())
    share = (sum(one.tried for one in told) / len(told) / items) ** 0.5
    choices = stdev([sum(one.levels.values()) for one in told]) * share / true.choices
    found = stdev([one.answers for one in told]) * share / max(1, true.answers)
    return [f"{choices:.1%}", f"{found:.1%}" if any(one.answers for one in told) else "none met"]


if __name__ == "__main__":
    main()
