"""The frames of an exception: which are those of ambsearch, and which the user's.

users_frames    a traceback without those of ambsearch
as_written      with one frame for each call
is_of_a_search  is this code of an expansion?
"""

import linecache
import os
import sys
import types
from typing import Any

from ambsearch.ground.registry import EXPANDED

ENGINE = os.path.dirname(os.path.dirname(__file__))
UNKNOWN = -1
GOES_ON = object()  # the last constant of code that goes on with the call of the code that calls it: a turn of a loop


def is_engine(code: types.CodeType) -> bool:
    """Does this code belong to ambsearch, but not to a puzzle?"""
    name = code.co_filename
    return name.startswith(ENGINE) and f"{os.sep}puzzles{os.sep}" not in name[len(ENGINE) :]


def is_of_a_search(code: types.CodeType) -> bool:
    """Is this code of the expansion of an ambiguous function?"""
    plain = [function.__wrapped__.__code__ for function in list(EXPANDED)]
    return any((one.co_filename, one.co_qualname) == (code.co_filename, code.co_qualname) for one in plain)


def users_frames(trace: types.TracebackType | None) -> types.TracebackType | None:
    """A traceback without the frames of ambsearch, and without those of the console at its start."""
    console = getattr(sys.modules.get("code"), "__file__", None)
    while trace is not None and trace.tb_frame.f_code.co_filename == console:
        trace = trace.tb_next
    return joined([part for part in frames_of(trace) if not is_engine(part.tb_frame.f_code)])


def as_written(trace: types.TracebackType | None) -> types.TracebackType | None:
    """A traceback with one frame for each call, where a search runs each turn of a loop in a function of its own; for display."""
    kept: list[types.TracebackType] = []
    call = ""  # the function whose turns may follow
    for part in frames_of(trace):
        code = part.tb_frame.f_code
        if code.co_consts[-1:] != (GOES_ON,):
            call = code.co_qualname
        elif call == code.co_qualname:
            kept.pop()
        kept.append(part)
    return joined(kept)


def joined(parts: list[types.TracebackType]) -> types.TracebackType | None:
    found = None
    for part in reversed(parts):
        line = part.tb_lineno or UNKNOWN  # None: an interrupt where Python itself does something at no line
        found = types.TracebackType(found, part.tb_frame, part.tb_lasti, line)
    return found


def frames_of(trace: types.TracebackType | None) -> list[types.TracebackType]:
    found = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found


def line_of(frames: list[types.TracebackType]) -> str:
    """The line that failed."""
    return linecache.getline(frames[-1].tb_frame.f_code.co_filename, frames[-1].tb_lineno or 0) if frames else ""


def names_at(frames: list[types.TracebackType]) -> dict[str, Any]:
    """The variables where it failed."""
    return frames[-1].tb_frame.f_globals | frames[-1].tb_frame.f_locals if frames else {}
