"""Lines of one's own programs, in messages."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType, TracebackType

from ambsearch.ownership import is_own_file

Point = tuple[CodeType, int]


def shown_line(points: Iterable[Point]) -> str:
    """The last of these lines that is one's own, as it stands behind a sentence; nothing if there is none.

    points: the code of a function, and the number of a line, from the outside to the inside.

    >>> def solve(n): ...
    >>> shown_line([(solve.__code__, 7)]).partition(", ")[2]
    'line 7, in solve)'
    >>> shown_line([])
    ''
    """
    own = [(code, line) for code, line in points if is_own_file(code.co_filename)]
    return "".join(f" ({Path(code.co_filename).name}, line {line}, in {code.co_name})" for code, line in own[-1:])


def of_traceback(trace: TracebackType | None) -> Iterator[Point]:
    """Where an exception came from."""
    while trace is not None:
        yield trace.tb_frame.f_code, trace.tb_lineno
        trace = trace.tb_next


def of_frame(frame: FrameType | None, base: FrameType | None) -> list[Point]:
    """Where a program is, within the call of `base`."""
    points: list[Point] = []
    while frame is not None and frame is not base:
        points.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return points[::-1]
