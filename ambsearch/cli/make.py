"""`ambsearch make`: make puzzles that have exactly one answer.

Each puzzle is shown, and added to a file if one is wanted, as soon as it is found, so that a long run can be stopped at
any time and nothing is lost.

A maker gives the puzzles one after the other; printed, it tells how far it is.
"""

import importlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.inputs import read_with
from ambsearch.cli.options import add_json, positive
from ambsearch.cli.output import Output, jsonable
from ambsearch.cli.programs import PUZZLES
from ambsearch.cli.search import INTERRUPTED, Search, watched
from ambsearch.errors import BadInput

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def making(name: str) -> Any:
    """A module of those that make puzzles; loaded only when it is needed."""
    return importlib.import_module(f"{PUZZLES}.making.{name}")


def run(arguments: Namespace) -> int:
    """Make puzzles until there are enough, or no more, or Ctrl-C."""
    output = Output()
    found: list[Any] = []
    try:
        maker = arguments.maker(arguments)
        search = Search(maker, arguments.first, "puzzle", total=arguments.first)
        with Kept(arguments.output) as kept, watched(search, output, maker):
            for made in search:
                kept.add(making("puzzle").text(made.puzzle, arguments.base or 10))
                found.append(jsonable(report(made, arguments.base)))
                if not arguments.json:
                    show(made, len(found), arguments.answers, output)
    except ValueError as error:
        raise Complaint(f"make {arguments.maker.__name__}: {error}") from error
    if arguments.json:
        output.document(found)
    else:
        output.say(f"{search.summary()}; {maker}{kept}", "bold")
    return INTERRUPTED if search.interrupted else int(not found)


def report(made: Any, base: int | None) -> dict[str, Any]:
    """A puzzle for a program; base: None where there is none to tell."""
    told: dict[str, Any] = making("puzzle").report(made, base or 10)
    return told if base else {key: value for key, value in told.items() if key != "base"}


def show(made: Any, number: int, answers: bool, output: Output) -> None:
    """Print a puzzle, how hard it was, and perhaps its answer."""
    text = making("puzzle").text
    output.say(f"puzzle {number}: {made.effort}", "bold")
    output.say(text(made.puzzle))
    if answers:
        output.say(f"answer {number}", "bold")
        output.say(text(made.answer))
    output.say()


class Kept:
    """The file that puzzles are added to, each once.

    name: of the file; None for none.
    repeated: how many puzzles stood there already.
    """

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.repeated = 0
        try:
            self.file = None if name is None else open(name, "a+", encoding="utf-8")
        except OSError as error:
            raise Complaint(f"{name} cannot be written: {error.strerror}") from None
        self.there: set[str] = set()
        if self.file:
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


def lengths(arguments: Namespace) -> Iterable[Any]:
    module = making("lengths")
    displays = read_with(lambda text: module.displays(text, arguments.base), arguments.file, "make lengths")
    return module.FromDisplays(displays, arguments.base)  # type: ignore[no-any-return]


def picture(arguments: Namespace) -> Iterable[Any]:
    lines = read_with(str.splitlines, arguments.file, "make picture")
    displays = making("displays").in_picture(lines, *arguments.size, division=arguments.division)
    return making("lengths").FromDisplays(displays, arguments.base)  # type: ignore[no-any-return]


def komachi(arguments: Namespace) -> Iterable[Any]:
    return scattered(arguments, DIGITS[1 : arguments.base])


def times(arguments: Namespace) -> Iterable[Any]:
    count = DIGITS.index(arguments.digit) if arguments.count is None else arguments.count
    if not count:
        raise ValueError("expected a digit that is shown at least once, found 0 times 0; write --count N")
    return scattered(arguments, arguments.digit * count)


def scattered(arguments: Namespace, digits: str) -> Iterable[Any]:
    """Puzzles that show these digits anywhere."""
    if not set(digits) <= set(DIGITS[: arguments.base]):
        raise ValueError(f"expected a digit of base {arguments.base}, found {digits[0]!r}")
    displays = making("displays").scattered(
        digits, *arguments.size, division=arguments.division, zeros=arguments.zeros, seed=arguments.seed
    )
    return making("lengths").FromDisplays(displays, arguments.base)  # type: ignore[no-any-return]


def hiding(arguments: Namespace) -> Iterable[Any]:
    module = making("hiding")
    calculation = module.calculation_of(arguments.calculation, arguments.base)
    return module.Hidden(  # type: ignore[no-any-return]
        calculation,
        arguments.base,
        must_show=module.cells_in(",".join(arguments.must_show), calculation),
        must_hide=module.cells_in(",".join(arguments.must_hide), calculation),
        tries=arguments.tries,
        seed=arguments.seed,
    )


def sums(arguments: Namespace) -> Iterable[Any]:
    patterns = [item for item in arguments.items if set(item) & set("?=")]
    if len(patterns) + (arguments.terms is not None) > 1:
        raise Complaint("make sums: expected one pattern such as '? + ? = MONEY', or --terms, not both")
    module = making("sums")
    words = words_of([item for item in arguments.items if item not in patterns])
    if arguments.words is not None:
        words += read_with(lambda text: [module.words_in(text)], arguments.words, "make sums")[0]
    pattern = patterns[0] if patterns else "+".join("?" * (arguments.terms or 2)) + "=?"
    return module.Sums(pattern, words, arguments.base, arguments.repeat)  # type: ignore[no-any-return]


def sudoku(arguments: Namespace) -> Iterable[Any]:
    overlapping = importlib.import_module(f"{PUZZLES}.overlapping.making")
    return overlapping.Sudokus(  # type: ignore[no-any-return]
        sudoku_layout(arguments),
        givens=arguments.givens,
        pattern=arguments.pattern,
        needs=arguments.needs,
        seed=arguments.seed,
    )


def sudoku_layout(arguments: Namespace) -> Any:
    """The boards that are wanted: by name, or those of a drawing in a file."""
    boards = importlib.import_module(f"{PUZZLES}.overlapping.boards")
    if arguments.like is None:
        return boards.layout_of(arguments.layout, arguments.side, arguments.block)
    reading = importlib.import_module(f"{PUZZLES}.overlapping.reading")
    (drawing, *_) = read_with(reading.puzzles, arguments.like, "make sudoku")
    return reading.clues(**drawing).layout


def words_of(items: list[str]) -> list[str]:
    """The words on the command line."""
    try:
        return making("sums").words_in("\n".join(items))  # type: ignore[no-any-return]
    except BadInput as error:
        place = f"{items[error.line - 1]!r}, column {error.column}"
        raise Complaint(f"make sums: {place}: {error.message}") from error


def add(command: ArgumentParser) -> None:
    """Add the kinds of puzzles to make, each with its options."""
    kinds = command.add_subparsers(metavar="KIND", required=True)

    def kind(maker: Callable[[Namespace], Iterable[Any]], summary: str, based: bool = True) -> ArgumentParser:
        parser = kinds.add_parser(maker.__name__, help=summary, description=summary, allow_abbrev=False)
        parser.set_defaults(run=run, maker=maker, parser=parser, base=None)
        if based:
            parser.add_argument("--base", type=base, default=10, metavar="B", help="count in base B, 2 to 36")
        parser.add_argument("--first", type=positive, metavar="N", help="end after N puzzles")
        parser.add_argument("--answers", action="store_true", help="show the answer of each puzzle too")
        parser.add_argument("--output", metavar="FILE", help="add each puzzle to FILE, for `solve --input FILE`")
        add_json(parser)
        return parser

    of_lengths = kind(lengths, "long calculations with the digits known that a drawing shows, and rows of any length")
    of_picture = kind(picture, "long calculations whose known digits make a picture")
    of_komachi = kind(komachi, "long calculations that show each of the digits 1 to 9 once")
    of_times = kind(
        times, "long calculations that show n times the digit n, e.g. seven sevens, or a digit --count times"
    )
    of_hiding = kind(hiding, "from a true calculation, with as many digits hidden as can be")
    of_sums = kind(sums, "alphametics, from words")
    of_sudoku = kind(sudoku, "sudokus, on one board or on several that overlap", based=False)
    for parser in (of_lengths, of_picture):
        parser.add_argument("file", metavar="FILE", help="the drawing; - for standard input")
    of_times.add_argument("digit", type=digit, metavar="DIGIT", help="the digit to show")
    of_times.add_argument("--count", type=positive, metavar="N", help="how often to show it; without it, DIGIT times")
    for parser in (of_picture, of_komachi, of_times):
        parser.add_argument(
            "--size",
            type=size,
            default=(6, 5),
            metavar="NxM",
            help="digits of both factors, or of divisor and quotient",
        )
        parser.add_argument("--division", action="store_true", help="divisions instead of multiplications")
    for parser in (of_komachi, of_times):
        parser.add_argument("--zeros", type=int, default=0, metavar="N", help="zeros in multiplier or quotient")
    of_hiding.add_argument("calculation", metavar="CALCULATION", help="e.g. 33311x331 or 7375428413/125473")
    for option, what in (("--must-show", "show"), ("--must-hide", "hide")):
        of_hiding.add_argument(
            option,
            action="append",
            default=[],
            metavar="CELLS",
            help=f"{what} a digit (3), a row (2:) or a cell (2:1, from the left)",
        )
    of_hiding.add_argument("--tries", type=positive, default=10, metavar="N", help="orders in which to hide the digits")
    of_sums.add_argument(
        "items", nargs="*", default=[], metavar="WORD", help="a word, or a pattern of sums, e.g. '? + ? = MONEY'"
    )
    of_sums.add_argument("--words", metavar="FILE", help="a list of words, one to a line; - for standard input")
    of_sums.add_argument("--terms", type=positive, metavar="N", help="without a pattern, how many words to add; 2")
    of_sums.add_argument("--repeat", action="store_true", help="let a sum have the same word several times")
    add_sudoku(of_sudoku)
    for parser in (of_komachi, of_times, of_hiding, of_sudoku):
        parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed makes the same puzzles")


def add_sudoku(command: ArgumentParser) -> None:
    layout = command.add_mutually_exclusive_group()
    layout.add_argument(
        "--layout", default="one", metavar="NAME", help="one, two, three (in a row), samurai or windmill; one"
    )
    layout.add_argument("--like", metavar="FILE", help="with the boards of the first drawing in FILE")
    command.add_argument("--side", type=positive, default=9, metavar="N", help="rows and columns of a board; 9")
    command.add_argument(
        "--block", type=size, metavar="NxM", help="height and width of a block, e.g. 2x3 for the side 6"
    )
    command.add_argument(
        "--givens", type=positive, metavar="N", help="how many givens; without it, as few as can be: none can go"
    )
    command.add_argument(
        "--pattern",
        default="none",
        metavar="NAME",
        help="symmetric givens: half turn, quarter turn, mirror, flip or diagonal",
    )
    command.add_argument(
        "--needs",
        metavar="TECHNIQUE",
        help="only puzzles whose hardest technique is this one: naked single, hidden single, pointing pair, naked pair, "
        "naked triple, X-wing; or search, for which these are not enough",
    )


def base(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 2 <= int(text) <= 36):
        raise ArgumentTypeError(f"expected a base from 2 to 36, found {text!r}")
    return int(text)


def digit(text: str) -> str:
    if len(text) != 1 or text not in DIGITS:
        raise ArgumentTypeError(f"expected one digit, found {text!r}")
    return text


def size(text: str) -> tuple[int, int]:
    """Two numbers: of digits of two factors, or of cells of a block.

    >>> size("6x5")
    (6, 5)
    """
    first, times, second = text.partition("x")
    if not (times and all(part.isascii() and part.isdigit() and int(part) for part in (first, second))):
        raise ArgumentTypeError(f"expected two numbers such as 6x5, found {text!r}")
    return int(first), int(second)
