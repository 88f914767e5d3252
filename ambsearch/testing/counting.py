"""Finding searches that loop forever, by counting the lines of Python that run for one answer. Counting takes about
ten times as long as running, so it begins only when an answer takes long: after FREE to twice FREE seconds of
processor time, which is enough to import a module or compile a function on its first call.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from ambsearch.ground.making import MAKING
from ambsearch.testing.differences import ENDED
from ambsearch.testing.lines import of_frame, shown_line

FREE = 2.0  # seconds of processor time before the lines for one answer are counted
SOON = 0.05  # the same for a search that has looped before, and when reading ahead

Trace = Callable[[FrameType, str, Any], Any]


class OutOfSteps(BaseException):
    """A search has run too many lines; the argument says where it is, worded to follow a sentence."""


class Steps:
    """Limits how many lines of Python run for one answer.

    limit: how many, e.g. 1_000_000; None for any number. free: seconds before they are counted.
    In a `with` statement the timer of the process keeps running from one answer to the next, which costs less.

    >>> with Steps(10) as steps:
    ...     steps.next(iter("a"))
    'a'
    """

    def __init__(self, limit: int | None, free: float | None = None) -> None:
        self.limit = limit
        self.free = FREE if free is None else free
        self.has_timer = False
        self.before: tuple[Any, tuple[float, float]]  # whose timer it was, and when it was due
        self.reads = 0  # answers that were asked for
        self.seen = 0  # the same at the last tick
        self.left: float = 0  # lines
        self.base: FrameType | None = None  # while waiting for an answer

    def __enter__(self) -> "Steps":
        if self.limit is not None and may_use_timer():
            handler = signal.signal(signal.SIGVTALRM, self.tick)
            self.before = handler, signal.setitimer(signal.ITIMER_VIRTUAL, self.free, self.free)
            self.has_timer = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.has_timer:
            handler, times = self.before
            signal.setitimer(signal.ITIMER_VIRTUAL, *times)
            signal.signal(signal.SIGVTALRM, handler)
            self.has_timer = False

    def next(self, iterator: Iterator[Any]) -> Any:
        """The next answer, or ENDED; OutOfSteps after too many lines."""
        if self.limit is None:
            return next(iterator, ENDED)
        if not self.has_timer:
            with self:
                return self.step(iterator, self.limit)
        return self.step(iterator, self.limit)

    def step(self, iterator: Iterator[Any], limit: int) -> Any:
        before: Any = sys.gettrace()
        self.reads += 1
        self.left = limit
        self.base = sys._getframe()
        if not self.has_timer:
            sys.settrace(self.count)
        try:
            return next(iterator, ENDED)
        except OutOfSteps:
            self.free = SOON  # by now nothing is imported for the first time
            raise
        finally:
            self.base = None
            if sys.gettrace() is not before:
                sys.settrace(before)

    def tick(self, number: int, frame: FrameType | None) -> None:
        """If the answer is still the same as at the last tick, start counting, also if the program has stopped it."""
        if self.base is None or self.seen != self.reads:
            self.seen = self.reads
            return
        sys.settrace(self.count)
        caller = frame
        while caller is not None and caller is not self.base:
            caller.f_trace = self.count
            caller.f_trace_opcodes = True  # a loop on one line never finishes a line
            caller = caller.f_back
        self.stop(frame)

    def count(self, frame: FrameType, event: str, argument: Any) -> Trace:
        if not MAKING.is_on:  # which takes more lines than many a search
            self.left -= event == "line" or (event == "opcode") / 10
            self.stop(frame)
        return self.count

    def stop(self, frame: FrameType | None) -> None:
        """End the search if it has run too many lines; it may then run as many to close what is open."""
        if self.left < 0:
            self.left = self.limit or 0
            raise OutOfSteps(shown_line(of_frame(frame, self.base)))


def may_use_timer() -> bool:
    """May the timer of the process be used? Only in the main thread, and if nobody else uses it."""
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and (
            signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
            or isinstance(getattr(signal.getsignal(signal.SIGVTALRM), "__self__", None), Steps)
        )
    )
