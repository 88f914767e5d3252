"""`ambsearch make`: make puzzles that have exactly one answer.

Each puzzle is printed as soon as it is found, and added to a file if one is given, so a long run can be stopped at
any time without loss.

A maker gives the puzzles one after the other; its str() says how far it is.
"""

import importlib
import importlib.util
import os
import pkgutil
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from typing import Any

from ambsearch.cli.complaints import INTERRUPTED, Complaint
from ambsearch.cli.files import cannot_be_written
from ambsearch.cli.options import add_json, file_name, positive
from ambsearch.cli.output import Output, jsonable
from ambsearch.cli.programs import PUZZLES


def run(arguments: Namespace) -> int:
    """Make puzzles until there are enough, until there are no more, or until Ctrl-C."""
    from ambsearch.cli.search import Search, watch  # not needed to show the help

    output = Output()
    found: list[Any] = []
    try:
        maker = arguments.maker(arguments)
        search = Search(maker, arguments.first, "puzzle", total=arguments.first)
        with Kept(arguments.output) as kept, watch(search, output, maker):
            for made in search:
                kept.add(printing().text(made.puzzle, arguments.base or 10))
                found.append(jsonable(report(made, arguments)) if arguments.json else None)
                if not arguments.json:
                    show(made, len(found), arguments, output)
    except ValueError as error:
        raise Complaint(f"make {arguments.maker.__name__}: {error}") from error
    if arguments.json:
        output.document(found)
    else:
        output.say(f"{search.summary()}; {maker}{kept}", "bold")
    return INTERRUPTED if search.interrupted else int(not found)


def list_classes(arguments: Namespace) -> int:
    """Print the calculations of each class, one line for each."""
    from ambsearch.observing.measuring import amount

    output = Output()
    found: Any = arguments.maker(arguments)
    if arguments.json:
        output.document(found)
        return 0
    for one in found:
        number = len(one["calculations"])
        output.say(f"{' '.join(map(str, one['lengths']))}: {amount(number, 'calculation')}", "bold")
        for rows in one["calculations"]:
            output.say(f"  {' '.join(rows)}")
    total = sum(len(one["calculations"]) for one in found)
    single = sum(len(one["calculations"]) == 1 for one in found)
    output.say(f"{amount(total, 'calculation')}, {single} of them alone in their class, each a puzzle", "bold")
    return 0


def printing() -> Any:
    """The module that prints puzzles; loaded only when it is needed."""
    return importlib.import_module(f"{PUZZLES}.making.puzzle")


def report(made: Any, arguments: Namespace) -> dict[str, Any]:
    """A puzzle as JSON; without a base if it has none, and without the effort if nobody wants it."""
    told: dict[str, Any] = printing().report(made, arguments.base or 10)
    if not arguments.quiet:
        told["effort"] = made.effort
    return told if arguments.base else {key: value for key, value in told.items() if key != "base"}


def show(made: Any, number: int, arguments: Namespace, output: Output) -> None:
    """Print a puzzle, how hard it was if wanted, and its answer if wanted."""
    text = printing().text
    output.say(f"puzzle {number}" + ("" if arguments.quiet else f": {made.effort}"), "bold")
    output.say(text(made.puzzle))
    if arguments.answers:
        output.say(f"answer {number}", "bold")
        output.say(text(made.answer))
    output.say()


class Kept:
    """The file that puzzles are added to, each once.

    name: of the file; None for none.
    repeated: how many puzzles were there already.
    """

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.repeated = 0
        try:
            self.file = None if name is None else open(name, "a+", encoding="utf-8")
        except OSError as error:
            raise cannot_be_written(name, error) from None
        self.there: set[str] = set()
        if self.file and os.path.isfile(self.file.name):  # /dev/full never ends
            self.file.seek(0)
            self.there = set(self.file.read().split("\n\n"))

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, *error: object) -> None:
        if self.file:
            self.file.close()

    def add(self, text: str) -> None:
        if text in self.there:
            self.repeated += 1
        elif self.file:
            self.there.add(text)
            print(text, end="\n\n", file=self.file, flush=True)

    def __str__(self) -> str:
        return f"; {self.repeated} of them stood in {self.name} already" if self.repeated else ""


def add(command: ArgumentParser) -> None:
    """Add the kinds of puzzles to make with their options, which each package of puzzles has in a module `options`."""
    kinds = command.add_subparsers(metavar="KIND", required=True)

    def kind(
        maker: Callable[[Namespace], Iterable[Any]], summary: str, based: bool = True, listing: bool = False
    ) -> ArgumentParser:
        parser = kinds.add_parser(maker.__name__, help=summary, description=summary, allow_abbrev=False)
        parser.set_defaults(run=list_classes if listing else run, maker=maker, parser=parser, base=None)
        if based:
            parser.add_argument("--base", type=base, default=10, metavar="B", help="count in base B, 2 to 36")
        if listing:
            add_json(parser)
            return parser
        parser.add_argument("--first", type=positive, metavar="N", help="end after N puzzles")
        parser.add_argument("--answers", action="store_true", help="show the answer of each puzzle too")
        parser.add_argument("--quiet", action="store_true", help="leave out how hard each puzzle was; quicker for sums")
        parser.add_argument(
            "--output", type=file_name, metavar="FILE", help="add each puzzle to FILE, for `solve --input FILE`"
        )
        add_json(parser)
        return parser

    for package in pkgutil.iter_modules(importlib.import_module(PUZZLES).__path__):
        if package.ispkg and importlib.util.find_spec(f"{PUZZLES}.{package.name}.options"):
            importlib.import_module(f"{PUZZLES}.{package.name}.options").add(kind)


def base(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 2 <= int(text) <= 36):
        raise ArgumentTypeError(f"expected a base from 2 to 36, found {text!r}")
    return int(text)
