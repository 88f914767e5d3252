"""Lines of the user's own programs, in messages."""

import faulthandler
import os
import re
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType, TracebackType

from ambsearch.ground.ownership import is_own_file

Point = tuple[str, int, str]  # a file, a line, the function
LINE = re.compile(r'File "(.*)", line (\d+) in (.*)')
PATIENCE = 0.5  # seconds for a process to say where it is


def shown_line(points: Iterable[Point]) -> str:
    """The last of these lines that is the user's own, worded to follow a sentence; empty if there is none. points:
    from the outermost to the innermost call.

    >>> shown_line([("/home/ann/solve.py", 7, "solve"), ("<frozen os>", 1, "getcwd")])
    ' (solve.py, line 7, in solve)'
    >>> shown_line([])
    ''
    """
    own = [point for point in points if is_own_file(point[0])]
    return "".join(f" ({Path(file).name}, line {line}, in {function})" for file, line, function in own[-1:])


def of_traceback(trace: TracebackType | None) -> Iterator[Point]:
    """Where an exception came from."""
    while trace is not None:
        code = trace.tb_frame.f_code
        yield code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next


def of_frame(frame: FrameType | None, base: FrameType | None) -> list[Point]:
    """Where a program is, within the call of `base`."""
    points: list[Point] = []
    while frame is not None and frame is not base:
        points.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return points[::-1]


class Dump:
    """A file into which a process writes where it is, when asked to, even in C, and when it crashes."""

    def __init__(self) -> None:
        self.file = tempfile.TemporaryFile()

    def arm(self) -> None:
        """Set it up in the process that will write."""
        os.ftruncate(self.file.fileno(), 0)
        os.lseek(self.file.fileno(), 0, os.SEEK_SET)
        faulthandler.enable(self.file, all_threads=False)
        faulthandler.register(signal.SIGUSR1, self.file, all_threads=False)

    def ask(self, process: int) -> None:
        """Ask the process to write, and wait briefly."""
        os.kill(process, signal.SIGUSR1)
        until = time.monotonic() + PATIENCE
        while not os.fstat(self.file.fileno()).st_size and time.monotonic() < until:
            time.sleep(0.01)

    def points(self) -> list[Point]:
        """What was written, from the outermost to the innermost call."""
        text = os.pread(self.file.fileno(), 100_000, 0).decode(errors="replace")
        return [(file, int(line), function) for file, line, function in LINE.findall(text)][::-1]
