"""What is shown if a program fails."""

import errno
import traceback
from pathlib import Path

from ambsearch.errors import AmbError
from ambsearch.mistakes.advice import advise
from ambsearch.mistakes.tracebacks import shorten
from ambsearch.sharing.results import IN_WORKER

CLI = Path(__file__).parent


def message(error: Exception) -> str:
    """The traceback with the user's lines; without any, only the message, or for a bug of ambsearch everything."""
    advise(error)
    shorten(error, shown=lambda trace: trace)  # the others are left out of the report
    report = traceback.TracebackException.from_exception(error)
    if users_frames(report) or is_from_worker(error):
        forget_the_way_there(report)
    elif isinstance(error, AmbError):
        return "\n".join([f"ambsearch: {error}", *getattr(error, "__notes__", ()), ""])
    elif isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return f"ambsearch: the output cannot be written: {error.strerror}\n"
    return "".join(report.format())


def is_from_worker(error: Exception) -> bool:
    """Was it raised by the program in another process? Then its lines are in a note."""
    return any(note.startswith(IN_WORKER) for note in getattr(error, "__notes__", ()))


def forget_the_way_there(report: traceback.TracebackException | None) -> None:
    if report is not None:
        report.stack[:] = users_frames(report)
        forget_the_way_there(report.__cause__)
        forget_the_way_there(report.__context__)


def users_frames(report: traceback.TracebackException) -> list[traceback.FrameSummary]:
    """The frames after the command called the user's program, without those of ambsearch."""
    frames = list(report.stack)
    ours = [number for number, frame in enumerate(frames, 1) if CLI in Path(frame.filename).parents]
    return [frame for frame in frames[max(ours, default=0) :] if is_users(frame)]


def is_users(frame: traceback.FrameSummary) -> bool:
    path = Path(frame.filename)
    if CLI.parent in path.parents:
        return "puzzles" in path.relative_to(CLI.parent).parts
    return not frame.filename.startswith("<frozen ")
