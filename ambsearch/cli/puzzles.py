"""`ambsearch puzzles`: what there is."""

import inspect
from argparse import ArgumentParser, Namespace

from ambsearch.cli.options import add_json
from ambsearch.cli.output import Output
from ambsearch.cli.programs import Program, puzzle, puzzle_names


def run(arguments: Namespace) -> int:
    output = Output()
    programs = [puzzle(name) for name in puzzle_names()]
    if arguments.json:
        output.document([{"name": p.name, "title": title(p), "instances": list(p.instances)} for p in programs])
    else:
        rows = [(program.name, title(program), ", ".join(program.instances)) for program in programs]
        output.table(("puzzle", "what it is", "instances"), rows)
    return 0


def title(program: Program) -> str:
    """The sentence that the module's docstring begins with, without the name before the colon.

    >>> from ambsearch.cli.programs import puzzle
    >>> title(puzzle("queens"))
    'n queens on an n x n board, none attacking another.'
    """
    first, *_ = (inspect.getdoc(program.module) or "").split("\n", 1)
    return first.partition(": ")[2] or first


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_json(command)
