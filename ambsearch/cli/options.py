"""Options that several commands share."""

import argparse

from ambsearch.cli.complaints import INTERRUPTED

TARGET = (
    "a puzzle's name or the path of a Python script; then perhaps :FUNCTION, if not `solve` or the only one there is"
)

PROCESSES = 1000  # that are started at most


def add_search(command: argparse.ArgumentParser) -> None:
    """Add the options that select a search."""
    command.add_argument("target", metavar="NAME_OR_FILE[:FUNCTION]", help=TARGET)
    command.add_argument(
        "items", nargs="*", default=[], metavar="KEY=VALUE", help="a parameter; the others are those of the instance"
    )
    command.add_argument("--instance", metavar="NAME", help="one of the puzzle's instances; without it, the first")


def add_looking(command: argparse.ArgumentParser) -> None:
    """Add the options that select a search, and how many of its answers to look at."""
    add_search(command)
    command.add_argument("--first", type=positive, metavar="N", help="end after N answers")


def status_of(outcome: str) -> int:
    """The exit status of a command that examined a search, by the outcome of the run."""
    from ambsearch.observing import outcomes  # which needs the rewriter

    return INTERRUPTED if outcome == outcomes.INTERRUPTED else int(outcome.startswith(outcomes.FAILED))


def add_given(command: argparse.ArgumentParser) -> None:
    """Add the options that select puzzles."""
    add_search(command)
    command.add_argument(
        "--input", type=file_name, metavar="FILE", help="the puzzles in this file; - for standard input"
    )


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document")


def positive(text: str) -> int:
    """A number that is at least 1."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"expected a positive number such as 3, found {text!r}")
    return int(text)


def processes(text: str) -> int:
    """How many processes to start; a slip must not start more than the machine bears."""
    number = positive(text)
    if number > PROCESSES:
        raise argparse.ArgumentTypeError(f"expected at most {PROCESSES} processes, found {text!r}; a core runs one")
    return number


def integer(text: str) -> int:
    """A whole number, which may be negative."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number such as 3, found {text!r}") from None


def file_name(text: str) -> str:
    """The name of a file or folder, which "$FILE" of a shell may leave empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name, found ''")
    return text


def size(text: str) -> tuple[int, int]:
    """Two numbers: of digits of two factors, or of cells of a block.

    >>> size("6x5")
    (6, 5)
    """
    first, times, second = text.partition("x")
    if not (times and all(part.isascii() and part.isdigit() and int(part) for part in (first, second))):
        raise argparse.ArgumentTypeError(f"expected two numbers such as 6x5, found {text!r}")
    return int(first), int(second)


def seconds(text: str) -> float:
    """A time above 0.

    >>> seconds("1.5")
    1.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected seconds, a number above 0 such as 1.5, found {text!r}")
    return number
