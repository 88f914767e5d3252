"""Print how many sudokus the fast program solves in a second: python -m tests.benchmarks.sudoku [--boards N]

The boards are made here: minimal ones by chance; with 17 givens, and hard ones, by exchanging digits, rows and columns
of known boards; samurai; boards without an answer, by a wrong given.
"""

from __future__ import annotations

import argparse
import platform
import random
from collections.abc import Iterator
from itertools import islice
from time import process_time

from ambsearch.puzzles.overlapping.boards import layout_of
from ambsearch.puzzles.overlapping.making import Sudokus
from ambsearch.puzzles.overlapping.propagation import solver
from ambsearch.puzzles.overlapping.reading import Clues, clues

SEVENTEEN = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
)
HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
    "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.",
    "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
    ".524.........7.1..............8.2...3.....6...9.5.....1.6.3...........897........",
)


def shuffled(line: str, rng: random.Random) -> Clues:
    """The same board with other digits, and rows and columns in another order."""
    digits = dict(zip("123456789", rng.sample("123456789", 9), strict=True))
    rows, columns = ([3 * b + k for b in rng.sample(range(3), 3) for k in rng.sample(range(3), 3)] for _ in "rc")
    return clues(["".join(digits.get(line[9 * r + c], ".") for r in rows for c in columns)])


def made(layout: str) -> Iterator[Clues]:
    for one in Sudokus(layout_of(layout), seed=1):
        yield clues(one.puzzle.split("\n"))


def wrong(rng: random.Random) -> Iterator[Clues]:
    """Boards without an answer: of a minimal board one given is another digit, that no other given forbids."""
    for puzzle in made("one"):
        cell = rng.choice(list(puzzle.givens))
        near = {puzzle.givens.get(peer) for peer in puzzle.layout.peers[cell]} | {puzzle.givens[cell]}
        if others := sorted(set(puzzle.layout.signs) - near):
            changed = Clues(puzzle.layout, {**puzzle.givens, cell: rng.choice(others)})
            if not count(changed):
                yield changed


def count(puzzle: Clues) -> int:
    fast = solver(puzzle.layout)
    return sum(1 for _ in fast.solutions(fast.start(dict(puzzle.givens))))


def kinds(number: int) -> Iterator[tuple[str, list[Clues]]]:
    rng = random.Random(1)
    yield "17 givens", [shuffled(rng.choice(SEVENTEEN), rng) for _ in range(number)]
    yield "hard", [shuffled(rng.choice(HARD), rng) for _ in range(number)]
    yield "minimal", list(islice(made("one"), number))
    yield "one wrong", list(islice(wrong(rng), number))
    yield "two boards", list(islice(made("two"), number // 10))
    yield "samurai", list(islice(made("samurai"), max(1, number // 25)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.sudoku", description=__doc__.partition(":")[0])
    parser.add_argument("--boards", type=int, default=200, help="how many of each kind (default: 200)")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}; all answers of each board, processor time\n")
    for name, puzzles in kinds(arguments.boards):
        start = process_time()
        longest = 0.0
        for puzzle in puzzles:
            before = process_time()
            found = count(puzzle)
            longest = max(longest, process_time() - before)
            if found != (name != "one wrong"):
                raise SystemExit(f"{name}: {found} answers of\n{puzzle.text}")
        total = process_time() - start
        print(f"{name:12}{len(puzzles) / total:9.0f} a second{1000 * longest:9.1f} ms at most", flush=True)


if __name__ == "__main__":
    main()
