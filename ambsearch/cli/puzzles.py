"""`ambsearch puzzles`: what there is."""

import pkgutil
from argparse import ArgumentParser, Namespace

from ambsearch.cli.options import add_json
from ambsearch.cli.output import Output
from ambsearch.cli.programs import PUZZLES, puzzle, puzzle_names


def run(arguments: Namespace) -> int:
    output = Output()
    if arguments.json:
        programs = [puzzle(name) for name in puzzle_names()]
        output.document([{"name": p.name, "title": title(p.name), "instances": list(p.instances)} for p in programs])
    else:
        output.table(("puzzle", "what it is"), [(name, title(name)) for name in puzzle_names()])
    return 0


def title(name: str) -> str:
    """The sentence that a puzzle's file begins with, without the name before the colon.

    The file is not run: that takes long for all puzzles together.

    >>> title("queens")
    'n queens on an n x n board, none attacking another.'
    """
    source = pkgutil.get_data(PUZZLES, f"{name}.py") or b""
    first, *_ = source.decode().lstrip('r"').split("\n", 1)
    return first.partition(": ")[2] or first


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_json(command)
