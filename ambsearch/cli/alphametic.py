"""`ambsearch alphametic`: alphametics A + B = C by number, at random, in order; and what one of them is."""

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from itertools import islice
from typing import Any

from ambsearch.cli.automata import add as add_automaton
from ambsearch.cli.automata import automaton, complaining, counting_module, whole_number
from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import add_json, integer, positive
from ambsearch.cli.output import Output
from ambsearch.errors import BadInput
from ambsearch.reading import Part


def run(arguments: Namespace) -> int:
    with complaining("alphametic"):
        check(arguments)
        found = automaton(arguments)
        report = judgement(found, arguments) if arguments.puzzle is not None else listing(found, arguments)
    output = Output()
    if arguments.json:
        output.document(report)
    elif arguments.puzzle is not None:
        for name, value in report.items():
            output.say(f"{name.replace('_', ' ')}: {'-' if value is None else value}")
    else:
        for puzzle in report["puzzles"]:
            output.say(f"{puzzle['number']}: {puzzle['puzzle']}")
        output.say(f"{some(report['total'], 'puzzle')} of {some(report['digits'], 'digit')}", "bold")
    return 0


def some(number: int, noun: str) -> str:
    """A number of things.

    >>> some(1, "digit"), some(0, "puzzle")
    ('1 digit', '0 puzzles')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def check(arguments: Namespace) -> None:
    """Complain about what cannot be done, before any work."""
    counting_module("limits").check_base(arguments.k, not arguments.unmerged)
    if (arguments.n is None) == (arguments.puzzle is None):
        raise ValueError("expected --n, how many digits the puzzles have, or --puzzle, and not both")
    if arguments.puzzle is not None:
        digits = len(words(arguments)[2])
        given = [name for name in ("number", "sample", "first") if getattr(arguments, name) is not None]
        if given:
            raise ValueError(f"expected --n with --{given[0]}, found --puzzle")
    else:
        digits = arguments.n
    counting_module("limits").check_numbering(digits, arguments.k, not arguments.unmerged)
    if arguments.number is not None and not 1 <= arguments.number <= arguments.k ** (2 * digits):
        raise ValueError(f"expected the number of a puzzle of {digits} digits, found {arguments.number}")


def words(arguments: Namespace) -> Any:
    """The words of the given puzzle."""
    try:
        return counting_module("puzzle").words_of(Part(arguments.puzzle, 1), arguments.k)
    except BadInput as error:
        raise Complaint(f"alphametic: {arguments.puzzle!r}, column {error.column}: {error.message}") from error


def judgement(found: Any, arguments: Namespace) -> dict[str, Any]:
    """What the automaton says of a puzzle."""
    puzzle, judging = counting_module("puzzle"), counting_module("judging")
    sequence = puzzle.normal_form(puzzle.sequence(words(arguments)))
    solutions = judging.solutions(found, arguments.puzzle)
    is_counted = solutions == 1 if arguments.unique else solutions > 0
    digits = len(words(arguments)[2])
    return {
        "sequence": sequence,
        "solutions": judging.verdict(solutions),
        "number_of_solutions": solutions,
        "digits": digits,
        "number": numbering(found, digits, arguments).number(arguments.puzzle) if is_counted else None,
    }


def listing(found: Any, arguments: Namespace) -> dict[str, Any]:
    """The requested puzzles, with their numbers."""
    all_puzzles = numbering(found, arguments.n, arguments)
    numbers: Iterable[int] = ()
    if arguments.number is not None:
        numbers = [arguments.number]
    elif arguments.sample is not None:
        numbers = all_puzzles.chances(arguments.sample, random.Random(arguments.seed))
    puzzles = [{"number": number, "puzzle": all_puzzles.puzzle(number)} for number in numbers]
    if arguments.first is not None:
        first = islice(all_puzzles, arguments.first)
        puzzles = [{"number": number, "puzzle": puzzle} for number, puzzle in enumerate(first, 1)]
    return {"base": found.base, "digits": arguments.n, "total": all_puzzles.total, "puzzles": puzzles}


def numbering(found: Any, digits: int, arguments: Namespace) -> Any:
    """The numbering of the puzzles of this many digits."""
    weight = counting_module("counts").unique(found) if arguments.unique else None
    return counting_module("numbering").Numbering(found, digits, weight)


def add(command: ArgumentParser) -> None:
    """Add the options."""
    command.add_argument("--k", type=whole_number, required=True, metavar="K", help="the base, 2 to 7")
    command.add_argument("--n", type=whole_number, metavar="N", help="how many digits the puzzles have")
    command.add_argument("--puzzle", metavar="PUZZLE", help="say whether this one has solutions, and its number")
    wanted = command.add_mutually_exclusive_group()
    wanted.add_argument("--number", type=whole_number, metavar="I", help="the puzzle with this number; the first has 1")
    wanted.add_argument(
        "--sample", type=positive, metavar="COUNT", help="puzzles by chance, each as likely as any other"
    )
    wanted.add_argument("--first", type=positive, metavar="COUNT", help="the first puzzles, in their order")
    command.add_argument("--seed", type=integer, metavar="S", help="the same seed gives the same sample")
    command.add_argument("--unique", action="store_true", help="number only those with exactly one solution")
    add_json(command)
    add_automaton(command)
