"""The automaton of all alphametics of a base, for the commands that need one: read from a file, or built."""

import importlib
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.options import file_name
from ambsearch.cli.output import terminal_of
from ambsearch.cli.programs import PUZZLES


def counting_module(name: str) -> Any:
    """A module for counting alphametics; Complaint if its libraries are missing."""
    try:
        return importlib.import_module(f"{PUZZLES}.counting.{name}")
    except ImportError as error:
        raise Complaint(f"{error}; to install what is needed for counting: pip install 'ambsearch[counting]'") from None


@contextmanager
def complaining(command: str) -> Iterator[None]:
    """Turn errors about the input into complaints."""
    try:
        yield
    except (ValueError, RuntimeError) as error:
        raise Complaint(f"{command}: {error}") from error


def automaton(arguments: Namespace) -> Any:
    """The requested automaton, read from its file if there is one, otherwise built and saved there."""
    path = arguments.automaton
    if path is not None and Path(path).exists():
        found = read(path)
        wanted = arguments.k, arguments.zero_alone, not arguments.unmerged
        if (found.base, found.zero_alone, found.renamings is not None) != wanted:
            raise ValueError(
                f"expected the automaton of {name_of(*wanted)} in {path}, found that of {description(found)}"
            )
        return found
    counting_module("limits").check_base(arguments.k, not arguments.unmerged)
    if path is not None and not Path(path).parent.is_dir():
        raise ValueError(f"{path} cannot be written: there is no such folder")
    found = build(arguments.k, not arguments.unmerged, arguments.zero_alone)
    if path is not None:
        try:
            counting_module("files").save(found, path)
        except OSError as error:
            raise ValueError(f"{path} cannot be written: {error.strerror}") from error
    return found


def read(path: str) -> Any:
    try:
        return counting_module("files").load(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error


def description(found: Any) -> str:
    return name_of(found.base, found.zero_alone, found.renamings is not None)


def name_of(base: int, zero_alone: bool, merged: bool) -> str:
    """An automaton in words.

    >>> name_of(3, False, True)
    'base 3, merged'
    """
    return f"base {base}, {'' if merged else 'not '}merged" + ", with --zero-alone" * zero_alone


def build(base: int, merged: bool, zero_alone: bool) -> Any:
    """Build an automaton; meanwhile show on the terminal how many states there are so far."""
    build = counting_module("automaton").build
    terminal = terminal_of(sys.stderr)
    if terminal is None:
        return build(base, merged, zero_alone)
    with terminal.status(f"base {base}: preparing; Ctrl-C ends it") as status:

        def progress(done: int, found: int) -> None:
            status.update(f"base {base}: {done} of {found} states so far are done; Ctrl-C ends it")

        return build(base, merged, zero_alone, progress=progress)


def add(command: ArgumentParser) -> None:
    """Add the options that select an automaton."""
    command.add_argument(
        "--zero-alone", action="store_true", help="let a word of one letter be zero, as `solve alphametics` does"
    )
    command.add_argument("--unmerged", action="store_true", help="tell states apart that differ in letters' names only")
    command.add_argument(
        "--automaton",
        type=file_name,
        metavar="FILE",
        help="read the automaton from FILE; if there is none, keep it there",
    )


def whole_number(text: str) -> int:
    """A whole number that is not negative."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4000):
        raise ArgumentTypeError(f"expected a whole number such as 3, found {text!r}")
    return int(text)
