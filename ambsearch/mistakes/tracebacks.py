"""Tracebacks that show a mistake in the user's own lines, without the frames of ambsearch.

An exception passes through the frames of what raised it, so these can only be left out where it is shown. That is
done for uncaught exceptions: in a script, at a prompt, in IDLE, in IPython and notebooks. A bug of ambsearch itself
keeps its frames.

shorten    leaves the frames out
show, show_in_ipython    do that to an uncaught exception, and advise
"""

import linecache
import sys
from collections.abc import Callable
from typing import Any

from ambsearch.errors import AmbError, Refused
from ambsearch.ground.frames import as_written, frames_of, is_engine, users_frames
from ambsearch.mistakes.advice import advise

ROUND = 10  # calls, of which one at least is the user's if it is the user's function that calls itself


def is_users(error: BaseException) -> bool:
    """Is this a mistake of the user, which ambsearch reports? Not if ambsearch itself failed."""
    frames = frames_of(error.__traceback__)
    last = frames[-1].tb_frame.f_code if frames else None
    if isinstance(error, AmbError) or not last or not is_engine(last) or last.co_qualname.startswith("Ambiguous."):
        return True
    if isinstance(error, RecursionError):  # the stack may end anywhere in the round
        return not all(is_engine(frame.tb_frame.f_code) for frame in frames[-ROUND:])
    return linecache.getline(last.co_filename, frames[-1].tb_lineno or 0).lstrip().startswith("raise ")


def shorten(error: BaseException | None, shown: Callable[[Any], Any] = users_frames) -> None:
    """Leave the frames out, also in the causes of the exception; shown: gives those that stay."""
    met: set[int] = set()
    while error is not None and id(error) not in met:
        met.add(id(error))
        if is_users(error):
            error.__traceback__ = as_written(shown(error.__traceback__))
        error = error.__cause__ or error.__context__


def show(before: Callable[..., Any], error: BaseException) -> None:
    """Show an uncaught exception; before: the hook that would have shown it."""
    advise(error)
    shorten(error)
    hook_of(before, error)(type(error), error, error.__traceback__)


def hook_of(before: Callable[..., Any], error: BaseException) -> Callable[..., Any]:
    """The hook that shows an exception; if it is Python's, IDLE has its own, and a refusal is to be underlined as a whole."""
    idle = sys.modules.get("idlelib.run")
    if before is not sys.__excepthook__:
        return before
    if idle is not None:
        return lambda *told: idle.print_exception()
    if isinstance(error, Refused):  # Python 3.11 and 3.12 mark only the beginning
        from traceback import print_exception

        return print_exception
    return before


def show_in_ipython(shell: Any, kind: Any, error: BaseException, trace: Any, tb_offset: int | None = None) -> None:
    first = trace.tb_frame
    advise(error)
    shorten(error)
    if error.__traceback__ is None or error.__traceback__.tb_frame is not first:
        tb_offset = 0
    shell.showtraceback((kind, error, error.__traceback__), tb_offset=tb_offset, running_compiled_code=True)
