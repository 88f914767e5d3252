"""`ambsearch expand`: the backtracking program that an ambiguous function stands for."""

from argparse import Namespace

import ambsearch
from ambsearch.cli.output import Output
from ambsearch.cli.programs import opened


def run(arguments: Namespace) -> int:
    with opened(arguments.target) as program:
        Output().code(ambsearch.expand(program.function))
    return 0
