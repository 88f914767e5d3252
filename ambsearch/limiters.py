"""What limits searches that are made of several, such as those in another order: it is told of each item.

Limiter    counts the items, and looks at the clock
LIMITER    the one of the search that goes on in this thread
Spent      raised at a limit
ending     notes what else has ended a search

A search that is depth first has limits in its own text, see `limits`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Any


class Spent(BaseException):
    """A search has come to a limit."""


class Limiter:
    """The limits of a search. spent: which of them ended it; is_cut: was anything left out that is deeper?"""

    def __init__(self, seconds: float | None = None, choices: float | None = None, depth: float | None = None) -> None:
        self.deadline = inf if seconds is None else monotonic() + seconds
        self.to_try = inf if choices is None else choices
        self.depth = inf if depth is None else depth
        self.spent = ""
        self.is_cut = False

    def left(self) -> float:
        """Seconds."""
        return max(0.0, self.deadline - monotonic())

    def enter(self, depth: int) -> bool:
        """A choice is come to, below so many others; is it to be searched?"""
        self.is_cut = self.is_cut or depth >= self.depth
        return depth < self.depth

    def tried(self) -> None:
        """The next item is to be tried; Spent if there is no time for it."""
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
    """Note as the `outcome` of a run that Ctrl-C or an exception has ended it."""
    try:
        yield
    except KeyboardInterrupt:
        run.outcome = "interrupted"
        raise
    except Exception:
        run.outcome = "failed"
        raise


LIMITER: ContextVar[Limiter | None] = ContextVar("LIMITER", default=None)
