"""What limits searches that are made of several, such as those in another order, and searches inside others.

Clock      looks at the clock in searches that are inside another one, and no part of its path
Limiter    counts the items, and looks at the clock
LIMITER    the limiter of the search that is running in this thread
Spent      raised at a limit
ending     records what else ended a search

A depth-first search has the limits in its own expansion, see `limits`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from math import inf
from time import monotonic
from typing import Any, ClassVar

from ambsearch.observing import Observer, Run

EACH = 16  # items are tried between two looks at the clock: few, because some may take long


class Spent(BaseException):
    """A search has reached a limit."""


class Clock(Observer):
    """Looks at the clock in searches that are no part of the path: those of `once`, conditions, helpers and the like.

    spend: ends the search around them. is_over: has it done so? run: of all these searches.
    """

    item: ClassVar[str] = """
watch.left -= 1
if watch.left < 0: watch.look()
"""

    def __init__(self, deadline: float, spend: Callable[[str], None]) -> None:
        self.deadline, self.spend = deadline, spend
        self.left, self.is_over = 0, False

    @cached_property
    def run(self) -> Run:
        return Run(self)

    def look(self) -> None:
        if monotonic() >= self.deadline:
            self.is_over = True
            self.spend("seconds")
        self.left = EACH


class Limiter:
    """The limits of a search. spent: which of them ended it; is_cut: was anything left out because it was too deep?

    searching: what is searching, which knows how far it is.
    """

    searching: Any = None

    def __init__(self, seconds: float | None = None, choices: float | None = None, depth: float | None = None) -> None:
        self.deadline = inf if seconds is None else monotonic() + seconds
        self.clock = None if seconds is None else Clock(self.deadline, self.spend)
        self.to_try = inf if choices is None else choices
        self.is_limited = any(limit is not None for limit in (seconds, choices, depth))
        self.depth = inf if depth is None else depth
        self.spent = ""
        self.is_cut = False

    def seconds_left(self) -> float:
        """Seconds."""
        return max(0.0, self.deadline - monotonic())

    def enter(self, depth: int) -> bool:
        """Say whether to search a choice below this many others."""
        self.is_cut = self.is_cut or depth >= self.depth
        return depth < self.depth

    def count_item(self) -> None:
        """Count the next item; raises Spent if a limit is reached."""
        if self.to_try <= 0:
            self.spend("choices")
        if monotonic() >= self.deadline:
            self.spend("seconds")
        self.to_try -= 1

    def spend(self, limit: str) -> None:
        self.spent = limit
        raise Spent


@contextmanager
def ending(run: Any) -> Iterator[None]:
    """Record in the `outcome` of a run that Ctrl-C or an exception ended it."""
    try:
        yield
    except KeyboardInterrupt:
        run.outcome = "interrupted"
        raise
    except Exception:
        run.outcome = "failed"
        raise


LIMITER: ContextVar[Limiter | None] = ContextVar("LIMITER", default=None)
