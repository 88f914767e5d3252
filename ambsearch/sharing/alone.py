"""A shared search with a single worker: this process, which then has nothing to send.

Alone         the source of its answers
processors    how many processors this process may use
"""

import os
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ambsearch.answers import Answers
from ambsearch.keeping.ranges import Position
from ambsearch.keeping.sparing import Sparing, spare
from ambsearch.sharing.results import failing, replaying
from ambsearch.sharing.sending import pack
from ambsearch.steering import Path
from ambsearch.steering.limiters import LIMITER


class Alone:
    """Searches from one path up to another; what could not be sent to a worker is still refused."""

    is_ordered = True  # so it cannot be steered
    is_shared = True  # and only its time and its answers can be limited

    def __init__(self, answers: Answers[Any], start: Path | None, stop: Path | None) -> None:
        self.answers, self.start, self.stop = answers, start, stop
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        pack(self.answers)
        if self.start is None:
            return
        found, limiter = 0, LIMITER.get()

        def look(now: float) -> None:
            if limiter is not None:
                limiter.count_item()

        steering = Sparing(Position(self.start), self.stop, lambda: found, look)
        try:
            with closing(spare(self.answers, steering)) as search:  # type: ignore[type-var]
                for answer in search:
                    found += 1
                    yield answer
        except Exception as error:
            path = failing(self.answers, steering.part[0], self.stop)
            if path is not None:
                error.add_note(f"To run this branch alone: {replaying(self.answers, path)}")
            raise

    @staticmethod
    def copy(answer: Any) -> Any:
        """The answer itself, which is already a copy."""
        return answer


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on this system
        return os.cpu_count() or 1
