"""The search that a command examines."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from ambsearch.answers import Answers
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.programs import open_program


@contextmanager
def given_search(arguments: Namespace) -> Iterator[Answers[Any]]:
    """The requested search; its program stays loaded until the end of the `with`."""
    with open_program(arguments.target) as program:
        parameters = program.parameters(arguments.instance, arguments.items)
        try:
            yield cast(Answers[Any], program.call(parameters))
        except ValueError as error:
            if not program.is_puzzle:
                raise
            raise Complaint(f"{program.name}: {error}") from error  # how a puzzle says that its input is wrong
