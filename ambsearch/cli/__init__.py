"""The command `ambsearch`.

    parser       the commands and their options
    programs     finding the program that is meant
    scripts      loading it, if it is a user's script
    values       reading a parameter's value
    inputs       reading puzzles from a file
    search       running a search that may be long
    output       printing
    rows, check_scripts    what `check` gives, and how it checks a script
    complaints   what is said about a mistake
    puzzles, solve, check, make, draw, expand, sudoku_study    the commands

Exit status: 0; 1 if a search does not give what was asked for, or a program fails; 2 for a wrong name or value;
130 if it was interrupted.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from ambsearch.cli.complaints import Complaint
from ambsearch.cli.parser import parsed
from ambsearch.cli.search import INTERRUPTED
from ambsearch.errors import AmbError

BROKEN_PIPE = 141  # as a shell reports it
CLI = Path(__file__).parent


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    argv: the words after `ambsearch`, e.g. ["solve", "queens", "n=6"]; None for those of the process.
    """
    try:
        arguments = parsed(sys.argv[1:] if argv is None else argv)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except Complaint as complaint:
        print(f"ambsearch: {complaint}", file=sys.stderr)
        return complaint.status
    except KeyboardInterrupt:
        print("ambsearch: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to say at exit
        return BROKEN_PIPE
    except Exception as error:
        print("".join(told(error)), end="", file=sys.stderr)
        return 1


def told(error: Exception) -> list[str]:
    """The traceback with the user's lines; where none of them is the user's, the message, or for a fault of ours all."""
    report = traceback.TracebackException.from_exception(error)
    if users_frames(report):
        forget_the_way_there(report)
    elif isinstance(error, AmbError):
        return [f"ambsearch: {error}\n"]
    return list(report.format())


def forget_the_way_there(report: traceback.TracebackException | None) -> None:
    if report is not None:
        report.stack[:] = users_frames(report)
        forget_the_way_there(report.__cause__)
        forget_the_way_there(report.__context__)


def users_frames(report: traceback.TracebackException) -> list[traceback.FrameSummary]:
    """What happened after the command called the user's program, without the lines of ambsearch in between."""
    frames = list(report.stack)
    ours = [number for number, frame in enumerate(frames, 1) if CLI in Path(frame.filename).parents]
    return [frame for frame in frames[max(ours, default=0) :] if is_users(frame)]


def is_users(frame: traceback.FrameSummary) -> bool:
    path = Path(frame.filename)
    if CLI.parent in path.parents:
        return "puzzles" in path.relative_to(CLI.parent).parts
    return not frame.filename.startswith("<frozen ")
