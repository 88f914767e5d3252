"""`ambsearch draw`: save puzzles as a picture for print, empty or with an answer.

A puzzle's module draws with its function save(path, given, answers, title=..., paper=...):
given      the puzzles, each as arguments of its program
answers    for each puzzle an answer, or None where none is wanted
"""

from argparse import ArgumentParser, Namespace
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import add_given
from ambsearch.cli.output import Output
from ambsearch.cli.programs import Program, opened, puzzle, puzzle_names
from ambsearch.cli.solve import wanted_puzzles


def run(arguments: Namespace) -> int:
    with opened(arguments.target) as program:
        save = program.of_module("save")
        if save is None:
            raise cannot_be_drawn(program)
        given = wanted_puzzles(program, arguments)
        answers = [first_answer(program, *one) if arguments.answers else None for one in enumerate(given, 1)]
        try:
            save(arguments.to, given, answers, title=arguments.title, paper=arguments.paper)
        except ImportError as error:  # the library that draws
            raise Complaint(str(error)) from None
        except ValueError as error:
            raise Complaint(f"{program.name}: {error}") from error
        except OSError as error:
            raise Complaint(f"{arguments.to} cannot be written: {error.strerror}") from None
    Output().say(f"{len(given)} puzzle{'s' * (len(given) > 1)} drawn in {arguments.to}")
    return 0


def cannot_be_drawn(program: Program) -> Complaint:
    if program.is_puzzle:
        drawn = ", ".join(name for name in puzzle_names() if puzzle(name).of_module("save"))
        return Complaint(f"there is no picture of {program.name}; there are pictures of {drawn}")
    return Complaint(f"{program.name} cannot be drawn: it has no function save(path, given, answers, title, paper)")


def first_answer(program: Program, number: int, given: dict[str, Any]) -> Any:
    """The answer to write into the picture of a puzzle, which has a number for a complaint."""
    for answer in program.answers(given):
        return answer
    raise Complaint(f"{program.name}: puzzle {number} has no answer", status=1)


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_given(command)
    command.add_argument("--to", required=True, metavar="FILE", help="the picture: .svg, .pdf or .png")
    command.add_argument("--answers", action="store_true", help="write an answer into each puzzle")
    command.add_argument("--title", default="", metavar="TEXT", help="what stands above the puzzles")
    command.add_argument("--paper", metavar="SIZE", help="a4 or letter; without it, as large as the puzzles are")
