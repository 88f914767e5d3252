"""`ambsearch draw`: save puzzles as a picture for print, empty or with an answer.

A puzzle's module defines drawing(answer, ...), which gives a `Drawing` of `puzzles.pictures.marks`; or it draws by
itself with save(path, given, answers, title=..., paper=...):
given      the puzzles, each as arguments of its program
answers    for each puzzle an answer, or None if none is wanted
"""

import inspect
import reprlib
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.described import ask
from ambsearch.cli.files import ask_for, cannot_be_written
from ambsearch.cli.inputs import wanted_puzzles
from ambsearch.cli.options import add_given, file_name
from ambsearch.cli.output import Output
from ambsearch.cli.programs import PUZZLES, Program, open_program, puzzle, puzzle_names, quickest


def run(arguments: Namespace) -> int:
    with open_program(arguments.target) as found:
        program = quickest(found, arguments.target)
        save = saver_of(program)
        if save is None:
            raise cannot_be_drawn(program)
        ask_for(arguments.to)
        check_kind(program, arguments.to)
        given = wanted_puzzles(program, arguments)
        answers = [first_answer(program, *one) if arguments.answers else None for one in enumerate(given, 1)]
        try:
            font = {} if arguments.font is None else {"font": arguments.font}
            paper = arguments.paper and arguments.paper.lower()
            save(arguments.to, given, answers, title=arguments.title, paper=paper, **font)
        except ImportError as error:  # the library that draws
            raise Complaint(str(error)) from None
        except ValueError as error:
            raise Complaint(f"{program.name}: {error}") from error
        except OSError as error:
            raise cannot_be_written(arguments.to, error) from None
    Output().say(f"{len(given)} puzzle{'s' * (len(given) > 1)} drawn in {arguments.to}")
    return 0


def check_kind(program: Program, path: str) -> None:
    """Complain of a kind of file that cannot be drawn; a script with a `save` of its own may know others."""
    try:
        if program.is_puzzle or program.of_module("save") is None:
            import_module(f"{PUZZLES}.pictures.kinds").kind_of(path)
    except ValueError as error:
        raise Complaint(f"{program.name}: {error}") from None


def saver_of(program: Program) -> Any:
    """The function that draws into a file: the module's own, or one that puts its drawings on a page; None without."""
    drawing = program.of_module("drawing")

    def save(path: str, given: list[dict[str, Any]], answers: list[Any], **options: Any) -> None:
        pages = import_module(f"{PUZZLES}.pictures.pages")
        drawings = [
            ask("drawing", drawing, program.name, (answer,), one) for answer, one in zip(answers, given, strict=True)
        ]
        if any(not hasattr(one, "marks") for one in drawings):
            raise Complaint(f"drawing of {program.name}: expected a Drawing, found {reprlib.repr(drawings[0])}")
        first_line = (inspect.getdoc(program.module) or "").partition("\n")[0]
        rule = first_line.partition(": ")[2]
        if rule[1:2] != " " or rule[0] not in given[0]:  # n queens, where n is a parameter
            rule = rule[:1].upper() + rule[1:]
        pages.save(path, drawings, rule=rule, **options)

    return program.of_module("save") or (save if drawing else None)


def cannot_be_drawn(program: Program) -> Complaint:
    if program.is_puzzle:
        drawn = ", ".join(name for name in puzzle_names() if saver_of(puzzle(name)))
        return Complaint(f"there is no picture of {program.name}; there are pictures of {drawn}")
    return Complaint(f"{program.name} cannot be drawn: it has no function drawing(answer, ...) or save(...)")


def first_answer(program: Program, number: int, given: dict[str, Any]) -> Any:
    """The answer to write into the picture of a puzzle; number: of the puzzle, for a complaint."""
    for answer in program.answers(given):
        return answer
    raise Complaint(f"{program.name}: puzzle {number} has no answer", status=1)


def add(command: ArgumentParser) -> None:
    """Add the options."""
    add_given(command)
    command.add_argument("--to", required=True, type=file_name, metavar="FILE", help="the picture: .svg, .pdf or .png")
    command.add_argument("--answers", action="store_true", help="write an answer into each puzzle")
    command.add_argument("--title", default="", metavar="TEXT", help="what stands above the puzzles")
    command.add_argument("--paper", metavar="SIZE", help="A4 or letter; without it, as large as the puzzles are")
    command.add_argument("--font", metavar="NAME", help="of the title, for its script, e.g. 'Noto Sans CJK JP'")
