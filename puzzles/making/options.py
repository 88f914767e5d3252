"""The options of `ambsearch make` for these puzzles; the makers are loaded only when needed."""

import importlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.inputs import read_with
from ambsearch.cli.options import file_name, integer, positive, size
from ambsearch.errors import BadInput
from ambsearch.reading import Part

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FEW = 100_000  # calculations, among which those that have the digits are looked for


def add(kind: Callable[..., ArgumentParser]) -> None:
    """Add the kinds of puzzles with their options, by `kind(maker, summary)`."""
    of_lengths = kind(lengths, "long calculations with the digits known that a drawing shows, and rows of any length")
    of_classes = kind(classes, "all calculations that a drawing shows, by the lengths of their rows", listing=True)
    of_picture = kind(picture, "long calculations whose known digits make a picture")
    of_komachi = kind(komachi, "long calculations that show each of the digits 1 to 9 once")
    of_times = kind(
        times, "long calculations that show n times the digit n, e.g. seven sevens, or a digit --count times"
    )
    of_hiding = kind(hiding, "from a true calculation, with as many digits hidden as can be")
    of_sums = kind(sums, "alphametics, from words")
    for parser in (of_lengths, of_classes, of_picture):
        parser.add_argument("file", type=file_name, metavar="FILE", help="the drawing; - for standard input")
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
        parser.add_argument("--zeros", type=integer, default=0, metavar="N", help="zeros in multiplier or quotient")
    for parser in (of_picture, of_komachi, of_times, of_hiding):
        parser.add_argument(
            "--boxes",
            default="",
            metavar="DIGITS",
            help="what a box may hold, e.g. 2357, or 'not 7': all sevens are shown",
        )
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
    of_sums.add_argument(
        "--words", type=file_name, metavar="FILE", help="a list of words, one to a line; - for standard input"
    )
    of_sums.add_argument("--terms", type=positive, metavar="N", help="without a pattern, how many words to add; 2")
    of_sums.add_argument("--repeat", action="store_true", help="let a sum have the same word several times")
    for parser in (of_komachi, of_times, of_hiding):
        parser.add_argument("--seed", type=integer, default=0, metavar="S", help="the same seed makes the same puzzles")


def making(name: str) -> Any:
    """A module of this package."""
    return importlib.import_module(f"{__package__}.{name}")


def lengths(arguments: Namespace) -> Iterable[Any]:
    module = making("lengths")
    displays = read_with(lambda text: module.displays(text, arguments.base), arguments.file, "make lengths")
    return module.FromDisplays(displays, arguments.base)  # type: ignore[no-any-return]


def classes(arguments: Namespace) -> list[dict[str, Any]]:
    """The calculations that displays show, by the lengths of their rows; one of a single calculation is a puzzle."""
    module = making("lengths")
    displays = read_with(lambda text: module.displays(text, arguments.base), arguments.file, "make classes")
    return [
        {"display": display.rows, "lengths": lengths, "calculations": [answer.rows for answer in answers]}
        for display in displays
        for lengths, answers in module.calculations_by_lengths(display, arguments.base).items()
    ]


def picture(arguments: Namespace) -> Iterable[Any]:
    lines = read_with(str.splitlines, arguments.file, "make picture")
    displays = making("displays").in_picture(lines, *arguments.size, division=arguments.division)
    return from_displays(displays, arguments)


def komachi(arguments: Namespace) -> Iterable[Any]:
    return scatter(arguments, DIGITS[1 : arguments.base])


def times(arguments: Namespace) -> Iterable[Any]:
    count = DIGITS.index(arguments.digit) if arguments.count is None else arguments.count
    if not count:
        raise ValueError("expected a digit that is shown at least once, found 0 times 0; write --count N")
    return scatter(arguments, arguments.digit * count)


def scatter(arguments: Namespace, digits: str) -> Iterable[Any]:
    """Puzzles that show these digits anywhere."""
    if not set(digits) <= set(DIGITS[: arguments.base]):
        raise ValueError(f"expected a digit of base {arguments.base}, found {digits[0]!r}")
    module, where = making("displays"), {"division": arguments.division, "zeros": arguments.zeros}
    if arguments.base ** sum(arguments.size) <= FEW:
        displays = module.show_in_all(digits, *arguments.size, base=arguments.base, seed=arguments.seed, **where)
    else:
        displays = module.scatter(digits, *arguments.size, seed=arguments.seed, **where)
    return from_displays(displays, arguments)


def from_displays(displays: Iterable[Any], arguments: Namespace) -> Iterable[Any]:
    """Puzzles that show these displays, and whose boxes hold only allowed digits."""
    known = boxes(arguments)
    module = making("lengths")
    return module.FromDisplays((replace(display, boxes=known) for display in displays), arguments.base)  # type: ignore[no-any-return]


def boxes(arguments: Namespace) -> str:
    """The digits that a box may hold; "" for any."""
    if not arguments.boxes:
        return ""
    conditions = importlib.import_module("..arithmetic.conditions", __package__)
    line = Part(f"boxes {arguments.boxes}", 1)
    try:
        return conditions.conditions([line], 0, arguments.base)["boxes"]  # type: ignore[no-any-return]
    except BadInput as error:
        raise Complaint(f"--boxes: {error.message}") from None


def hiding(arguments: Namespace) -> Iterable[Any]:
    module = making("hiding")
    calculation = replace(module.calculation_of(arguments.calculation, arguments.base), boxes=boxes(arguments))
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


def words_of(items: list[str]) -> list[str]:
    """The words on the command line."""
    try:
        return making("sums").words_in("\n".join(items))  # type: ignore[no-any-return]
    except BadInput as error:
        place = f"{items[error.line - 1]!r}, column {error.column}"
        raise Complaint(f"make sums: {place}: {error.message}") from error


def digit(text: str) -> str:
    if len(text) != 1 or text not in DIGITS:
        raise ArgumentTypeError(f"expected one digit, found {text!r}")
    return text
