"""What the commands that look at one search have in common: which search, and how a puzzle says that its input is wrong."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from ambsearch.answers import Answers
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import TARGET
from ambsearch.cli.programs import opened


def add_search(command: ArgumentParser) -> None:
    """Add what says which search is meant."""
    command.add_argument("target", metavar="NAME_OR_FILE[:FUNCTION]", help=TARGET)
    command.add_argument(
        "items", nargs="*", default=[], metavar="KEY=VALUE", help="a parameter; the others are those of the instance"
    )
    command.add_argument("--instance", metavar="NAME", help="one of the puzzle's instances; without it, the first")


@contextmanager
def given_search(arguments: Namespace) -> Iterator[Answers[Any]]:
    """The search that is meant; its program stays loaded until the end of the `with`."""
    with opened(arguments.target) as program:
        parameters = program.parameters(arguments.instance, arguments.items)
        try:
            yield cast(Answers[Any], program.call(parameters))
        except ValueError as error:
            if not program.is_puzzle:
                raise
            raise Complaint(f"{program.name}: {error}") from error  # how a puzzle says that its input is wrong
