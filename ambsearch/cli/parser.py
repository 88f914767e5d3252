"""The commands and their options; each is the module of its name, which is loaded only when needed."""

import argparse
import importlib
from argparse import Namespace
from collections.abc import Collection, Sequence
from typing import NoReturn

from ambsearch import __version__
from ambsearch.cli.complaints import Complaint, unknown

COMMANDS = {
    "puzzles": "list the puzzles",
    "solve": "show the answers of a puzzle or of a script",
    "show": "show what a checkpoint holds: the program, how far it is, the answers",
    "check": "compare puzzles, or a script, with their twins: the answers and their order",
    "make": "make puzzles that have exactly one answer",
    "draw": "save puzzles as a picture to print",
    "count-alphametics": "count the alphametics A + B = C of a base, and make the tables of a paper on them",
    "alphametic": "show alphametics A + B = C by their numbers or by chance, or judge one",
    "expand": "print the backtracking program that a function stands for",
    "profile": "say what happened at each line of a search, what would make it smaller, and why it has no answer",
    "estimate": "estimate how large a search is, without running it to its end",
    "trace": "show the tree of a search: as text, JSON, SVG, or a page",
    "sudoku-study": "compare the orders in which a person may solve sudokus that overlap",
}
STATUS = """exit status: 0; 1 if a search does not give what was asked for, or a program fails;
2 for a wrong name or value; 130 if interrupted"""


class Parser(argparse.ArgumentParser):
    """Reports a mistake in one line, instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message}; see {self.prog} --help")

    def check_option(self, word: str) -> None:
        option = word.partition("=")[0]
        if option not in self._option_string_actions:
            raise unknown("option", option, self._option_string_actions)


def parse(argv: Sequence[str]) -> Namespace:
    """Read the command line; Complaint if it is not valid."""
    parser = Parser(
        prog="ambsearch",
        description="Search by backtracking: puzzles, and any script's ambiguous function.",
        epilog=STATUS,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ambsearch {__version__}")
    add_commands(parser, argv[:1])
    if not argv:
        parser.print_help()
        parser.exit()
    if argv[0].startswith("-"):
        parser.check_option(argv[0])
    elif argv[0] not in COMMANDS:
        raise unknown_command(argv[0])
    arguments, rest = parser.parse_known_args(argv)
    return with_rest(arguments, rest)


def with_rest(arguments: Namespace, rest: list[str]) -> Namespace:
    """Add the words of a list that follow an option; argparse leaves them over."""
    for word in rest:
        if word.startswith("-"):
            arguments.parser.check_option(word)
        if not hasattr(arguments, "items"):
            raise Complaint(f"there is nothing to do with {word!r}; see {arguments.parser.prog} --help")
        arguments.items.append(word)
    return arguments


def unknown_command(name: str) -> Complaint:
    """The complaint about a command that does not exist; the user may have meant to solve a puzzle or a script."""
    from ambsearch.cli.programs import is_path, puzzle_names, split

    place, _ = split(name)
    if place in puzzle_names() or is_path(place):
        return Complaint(f"there is no command {name!r}; write ambsearch solve {name}")
    return unknown("command", name, COMMANDS)


def add_commands(parser: Parser, wanted: Collection[str] = tuple(COMMANDS)) -> dict[str, Parser]:
    """Add the requested command with its options, or all commands by name."""
    names = [name for name in wanted if name in COMMANDS] or COMMANDS
    add = parser.add_subparsers(
        metavar="COMMAND", required=True, prog=parser.prog
    )  # without prog, a formatter is loaded
    commands: dict[str, Parser] = {}
    for name in names:
        summary = COMMANDS[name]
        commands[name] = command = add.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name in wanted:
            module = importlib.import_module(f"ambsearch.cli.{name.replace('-', '_')}")
            command.set_defaults(run=module.run, parser=command)
            module.add(command)
    return commands
