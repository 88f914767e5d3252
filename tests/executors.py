"""Executors for tests: they do the work in this process, in a given order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class AtOnce(Executor):
    """Does the work where it is given."""

    _max_workers = 3

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class LastFirst(Executor):
    """Does the work that was given last, when somebody waits for work to be done; or the one at `turn`."""

    def __init__(self, workers: int, turn: int = -1) -> None:
        self._max_workers, self.turn = workers, turn
        self.given: list[Callable[[], None]] = []
        self.done: deque[Any] = deque()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given.append(lambda: future.set_result(function(*args, **kwargs)))
        return future

    put = property(lambda self: self.done.append)

    def get(self) -> Any:
        while not self.done:
            self.given.pop(self.turn)()
        return self.done.popleft()
