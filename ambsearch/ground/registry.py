"""What all searches of a process share: which functions are expanded, and what is called when a search is made, begins and ends.

EXPANDED    the functions whose expansions are made
MADE        what records each search that is made
REFRESH     what looks, before a search starts, whether the expansions still hold
LEFT        what lets go, after a search, of what nothing else holds any more
RUNS        the observed searches, each with the functions that it has met
RUNNING     the observed search that is running in this thread: searches begun meanwhile are observed too
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from weakref import WeakSet

EXPANDED: WeakSet[Any] = WeakSet()
MADE: list[Callable[..., None]] = []
REFRESH: list[Callable[[], None]] = []
LEFT: list[Callable[[], None]] = []
RUNS: WeakSet[Any] = WeakSet()
RUNNING: ContextVar[Any] = ContextVar("RUNNING", default=None)
