"""The commands and their options."""

import argparse
from argparse import Namespace
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from ambsearch.cli import alphametic, check, count_alphametics, draw, expand, make, puzzles, solve, sudoku_study
from ambsearch.cli.complaints import Complaint, unknown

TARGET = (
    "a puzzle's name or the path of a Python script; then perhaps :FUNCTION, if not `solve` or the only one there is"
)
STATUS = """exit status: 0; 1 if a search does not give what was asked for, or a program fails;
2 for a wrong name or value; 130 if interrupted"""


class Parser(argparse.ArgumentParser):
    """Says one line about a mistake, instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message}; see {self.prog} --help")

    def check_option(self, word: str) -> None:
        option = word.partition("=")[0]
        if option not in self._option_string_actions:
            raise unknown("option", option, self._option_string_actions)


def parsed(argv: Sequence[str]) -> Namespace:
    """Read the command line; Complaint if it cannot be understood."""
    parser = Parser(
        prog="ambsearch",
        description="Search by backtracking: puzzles, and any script's ambiguous function.",
        epilog=STATUS,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ambsearch {version('ambsearch')}")
    commands = with_commands(parser)
    if not argv:
        parser.print_help()
        parser.exit()
    if argv[0].startswith("-"):
        parser.check_option(argv[0])
    elif argv[0] not in commands:
        raise unknown("command", argv[0], commands)
    arguments, rest = parser.parse_known_args(argv)
    return with_rest(arguments, rest)


def with_rest(arguments: Namespace, rest: list[str]) -> Namespace:
    """Add the words of a list that stand after an option; argparse leaves them over."""
    for word in rest:
        if word.startswith("-"):
            arguments.parser.check_option(word)
        if not hasattr(arguments, "items"):
            raise Complaint(f"there is nothing to do with {word!r}; see {arguments.parser.prog} --help")
        arguments.items.append(word)
    return arguments


def with_commands(parser: Parser) -> dict[str, Parser]:
    """Add the commands, each with its options."""
    add = parser.add_subparsers(metavar="COMMAND", required=True)
    commands: dict[str, Parser] = {}
    for module, summary in (
        (puzzles, "list the puzzles"),
        (solve, "show the answers of a puzzle or of a script"),
        (check, "compare puzzles, or a script, with their twins: the answers and their order"),
        (make, "make puzzles that have exactly one answer"),
        (draw, "save puzzles as a picture to print"),
        (count_alphametics, "count the alphametics A + B = C of a base, and make the tables of a paper on them"),
        (alphametic, "show alphametics A + B = C by their numbers or by chance, or judge one"),
        (expand, "print the backtracking program that a function stands for"),
        (sudoku_study, "compare the orders in which a person may solve sudokus that overlap"),
    ):
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        commands[name] = add.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        commands[name].set_defaults(run=module.run, parser=commands[name])
    puzzles.add(commands["puzzles"])
    add_solve(commands["solve"])
    make.add(commands["make"], positive)
    add_given(commands["draw"])
    draw.add(commands["draw"])
    check.add(commands["check"], positive)
    count_alphametics.add(commands["count-alphametics"])
    alphametic.add(commands["alphametic"], positive)
    sudoku_study.add(commands["sudoku-study"], positive)
    commands["expand"].add_argument("target", metavar="NAME_OR_FILE[:FUNCTION]", help=TARGET)
    for name in ("puzzles", "solve", "check"):
        commands[name].add_argument("--json", action="store_true", help="print one JSON document")
    return commands


def add_given(command: Parser) -> None:
    """Add what says which puzzles are meant."""
    command.add_argument("target", metavar="NAME_OR_FILE[:FUNCTION]", help=TARGET)
    command.add_argument(
        "items", nargs="*", default=[], metavar="KEY=VALUE", help="a parameter; the others are those of the instance"
    )
    command.add_argument("--instance", metavar="NAME", help="one of the puzzle's instances; without it, the first")
    command.add_argument("--input", metavar="FILE", help="the puzzles in this file; - for standard input")


def add_solve(command: Parser) -> None:
    add_given(command)
    command.add_argument("--seed", type=int, metavar="S", help="make the random choices of `ramb` repeatable")
    command.add_argument("--by-hand", action="store_true", help="run the puzzle's twin by hand instead")
    command.add_argument(
        "--effort", action="store_true", help="say how hard it was: choices tried, dead ends, depth of the search"
    )
    command.add_argument("--quiet", action="store_true", help="leave out the question; so does a pipe, or a file")
    command.add_argument(
        "--strict",
        action="store_true",
        help="tell what is legal and probably not meant; status 1 if there is such a thing",
    )
    wanted = command.add_mutually_exclusive_group()
    wanted.add_argument("--first", type=positive, metavar="N", help="end after N answers")
    wanted.add_argument("--count", action="store_true", help="print only how many answers there are")
    wanted.add_argument(
        "--unique", action="store_true", help="say whether there is exactly one answer; status 1 if not"
    )


def positive(text: str) -> int:
    """A number that is at least 1."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"expected a positive number such as 3, found {text!r}")
    return int(text)
