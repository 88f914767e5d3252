"""The options of `ambsearch make sudoku`; the maker is loaded only when needed."""

import importlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from typing import Any

from ambsearch.cli.inputs import read_with
from ambsearch.cli.options import file_name, integer, positive, size


def add(kind: Callable[..., ArgumentParser]) -> None:
    """Add the options, by `kind(maker, summary, based=False)`: a sudoku has no base."""
    command = kind(sudoku, "sudokus, on one board or on several that overlap", based=False)
    layout = command.add_mutually_exclusive_group()
    layout.add_argument(
        "--layout", default="one", metavar="NAME", help="one, two, three (in a row), samurai or windmill; one"
    )
    layout.add_argument("--like", type=file_name, metavar="FILE", help="with the boards of the first drawing in FILE")
    command.add_argument("--side", type=positive, default=9, metavar="N", help="rows and columns of a board; 9")
    command.add_argument(
        "--block", type=size, metavar="NxM", help="height and width of a block, e.g. 2x3 for the side 6"
    )
    command.add_argument(
        "--givens", type=positive, metavar="N", help="how many givens; without it, as few as can be: none can go"
    )
    command.add_argument(
        "--pattern",
        default="none",
        metavar="NAME",
        help="symmetric givens: half turn, quarter turn, mirror, flip or diagonal",
    )
    command.add_argument(
        "--needs",
        metavar="TECHNIQUE",
        help="only puzzles whose hardest technique is this one: naked single, hidden single, pointing pair, naked pair, "
        "naked triple, X-wing; or search, for which these are not enough",
    )
    command.add_argument("--seed", type=integer, default=0, metavar="S", help="the same seed makes the same puzzles")


def sudoku(arguments: Namespace) -> Iterable[Any]:
    overlapping = importlib.import_module(f"{__package__}.making")
    return overlapping.Sudokus(  # type: ignore[no-any-return]
        sudoku_layout(arguments),
        givens=arguments.givens,
        pattern=arguments.pattern,
        needs=arguments.needs,
        seed=arguments.seed,
    )


def sudoku_layout(arguments: Namespace) -> Any:
    """The requested boards: by name, or from a drawing in a file."""
    boards = importlib.import_module(f"{__package__}.boards")
    if arguments.like is None:
        return boards.layout_of(arguments.layout, arguments.side, arguments.block)
    reading = importlib.import_module(f"{__package__}.reading")
    (drawing, *_) = read_with(reading.puzzles, arguments.like, "make sudoku")
    return reading.clues(**drawing).layout
