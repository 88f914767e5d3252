"""Print how long the puzzles of written arithmetic take: python -m tests.benchmarks.arithmetic [PUZZLE ...]

expansion   the puzzle's program, for all answers
by hand     the twin, where it can solve the puzzle in a time that one waits for; it searches in another, plainer way
"""

from __future__ import annotations

import argparse
import platform
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from ambsearch import Answers, effort
from ambsearch.puzzles import alphametics, mushikuizan
from ambsearch.puzzles.arithmetic.drawing import draw
from ambsearch.puzzles.arithmetic.notation import Calculation, work_out
from ambsearch.puzzles.by_hand import alphametics as alphametics_by_hand
from ambsearch.puzzles.by_hand import mushikuizan as mushikuizan_by_hand

from .__main__ import line, milliseconds
from .timing import interleaved, ratio

HEADS = "puzzle,answers,choices,expansion,by hand,: exp.".split(",")


@dataclass(frozen=True)
class Puzzle:
    """A puzzle; twin: None where the program by hand would take too long."""

    name: str
    program: Callable[..., Answers[Any]]
    twin: Callable[..., Iterable[Any]] | None
    text: str


def large(seed: int, first: int = 23, second: int = 20, letters: str = "ABCDE") -> str:
    """A multiplication of boxes, with two known digits in each partial product, and letters in the result.

    Not every seed has one answer only, or one that is found in a few seconds.
    """
    rng = random.Random(seed)
    written = work_out(rng.randrange(10 ** (first - 1), 10**first), int("".join(rng.choices("123456789", k=second))))
    products = tuple(with_signs(row, dict.fromkeys(rng.sample(range(len(row)), 2))) for row in written.products)
    places = {written.total[place]: place for place in rng.sample(range(len(written.total)), len(written.total))}
    total = with_signs(written.total, dict(zip(places.values(), letters)))
    return draw(Calculation("*" * first, "*" * second, products, total))


def with_signs(row: str, signs: dict[int, str | None]) -> str:
    """Boxes, but for the given places: there the digit itself, or a letter."""
    return "".join((signs[place] or digit) if place in signs else "*" for place, digit in enumerate(row))


PUZZLES = (
    Puzzle("three", mushikuizan.solve_by_columns, mushikuizan_by_hand.solve, mushikuizan.THREE),
    Puzzle("seven sevens", mushikuizan.solve_by_columns, mushikuizan_by_hand.solve, mushikuizan.SEVEN_SEVENS),
    Puzzle("solitary seven", mushikuizan.solve_by_columns, mushikuizan_by_hand.solve, mushikuizan.SOLITARY_SEVEN),
    Puzzle("23 x 20", mushikuizan.solve_by_columns, None, large(seed=0)),
    Puzzle("send + more", alphametics.solve_by_balance, alphametics_by_hand.solve, "SEND+MORE=MONEY"),
    Puzzle(
        "six terms", alphametics.solve_by_balance, alphametics_by_hand.solve, "FIFTY+TWENTY+NINE+SEVEN+TWO+TWO=NINETY"
    ),
)


def main() -> None:
    names = [puzzle.name for puzzle in PUZZLES]
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.arithmetic", description=__doc__.partition(":")[0]
    )
    parser.add_argument("names", nargs="*", metavar="PUZZLE", help=f"one of {', '.join(names)}; all without")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program is timed (default: 5)")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(names):
        parser.error(f"no puzzle called {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    print(f"Python {platform.python_version()}; milliseconds for all answers; medians of {arguments.rounds} rounds\n")
    print(line(HEADS))
    for puzzle in PUZZLES:
        if puzzle.name in (arguments.names or names):
            print(line(row(puzzle, arguments.rounds)), flush=True)


def row(puzzle: Puzzle, rounds: int) -> tuple[str, ...]:
    """Time one puzzle: the program and, where it can, the twin."""
    work = effort(puzzle.program(puzzle.text))
    programs = [partial(program, puzzle.text) for program in (puzzle.program, puzzle.twin) if program]
    times = interleaved(programs, rounds)
    told = puzzle.name, str(work.answers), str(work.choices), milliseconds(median(times[0]))
    if puzzle.twin is None:
        return *told, "-", "-"
    if sorted(puzzle.twin(puzzle.text)) != sorted(puzzle.program(puzzle.text)):
        raise SystemExit(f"{puzzle.name}: the answers are not those of the twin")
    return *told, milliseconds(median(times[1])), f"{ratio(times[1], times[0]):.1f}"


if __name__ == "__main__":
    main()
