"""The command `ambsearch`.

    parser       the commands and their options
    programs     finding the requested program
    scripts      loading it, if it is a user's script
    described    what a module says beside its program
    values       reading a parameter's value
    inputs       reading puzzles from a file
    search       running a search that may take long
    output       printing
    terminal     printing on a terminal, with rich
    sharing      searches shared out among workers
    options      options that several commands share
    rows, check_scripts    the results of `check`, and how it checks a script
    complaints   messages about the user's mistakes
    faults       what is shown if a program fails
    keeping      a search saved in a file
    puzzles, solve, show, check, make, draw, expand, sudoku_study    the commands

Exit status: 0; 1 if a search does not give what was asked for, or a program fails; 2 for a wrong name or value; 130
if it was interrupted.
"""

import atexit
import gc
import io
import os
import sys

from ambsearch import __version__
from ambsearch.cli.complaints import INTERRUPTED, Complaint

TYPE_CHECKING = False  # without `typing`, see `ambsearch`

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

BROKEN_PIPE = 141  # as a shell reports it
OBJECTS = 100_000  # made between two garbage collections: nearly all that a command loads stays


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run a command and return its exit status.

    argv: the words after `ambsearch`, e.g. ["solve", "queens", "n=6"]; None for those of the process.
    """
    words = sys.argv[1:] if argv is None else argv
    if argv is None:
        open_streams()
        gc.set_threshold(OBJECTS)
        atexit.register(gc.freeze)  # Python looks for garbage when it ends, in all that is about to go
    try:
        if words == ["--version"]:
            print(f"ambsearch {__version__}")
            raise SystemExit
        from ambsearch.cli.parser import parse  # not needed to print the version

        arguments = parse(words)
        status = run(arguments)
        sys.stdout.flush()
        return status
    except Complaint as complaint:
        print(f"ambsearch: {complaint}", file=sys.stderr)
        return complaint.status
    except KeyboardInterrupt:
        return interrupted()
    except BrokenPipeError:
        forget_output()
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # as Python 3.11 has it while a class is made
            return interrupted()
        from ambsearch.cli.faults import message

        print(message(error), end="", file=sys.stderr)
        if isinstance(error, OSError):
            forget_output()
        return 1


def interrupted() -> int:
    print("ambsearch: interrupted", file=sys.stderr)
    return INTERRUPTED


def open_streams() -> None:
    """Open what the shell has closed, as in `>&-`: else it is None, and a file that is opened later takes its number."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # such as the lines of a board where there is only Latin-1


def run(arguments: "Namespace") -> int:
    """Run the command; with --json nothing else is printed to standard output."""
    if not getattr(arguments, "json", False):
        return arguments.run(arguments)  # type: ignore[no-any-return]
    from ambsearch.cli.output import only_documents

    with only_documents():
        return arguments.run(arguments)  # type: ignore[no-any-return]


def forget_output() -> None:
    """Keep Python silent at exit about what could not be printed."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
