"""`ambsearch expand`: the backtracking program that an ambiguous function stands for."""

from argparse import ArgumentParser, Namespace

import ambsearch
from ambsearch.cli.options import TARGET
from ambsearch.cli.output import Output
from ambsearch.cli.programs import opened


def run(arguments: Namespace) -> int:
    with opened(arguments.target) as program:
        Output().code(ambsearch.expand(program.function))
    return 0


def add(command: ArgumentParser) -> None:
    """Add the options."""
    command.add_argument("target", metavar="NAME_OR_FILE[:FUNCTION]", help=TARGET)
