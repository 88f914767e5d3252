"""One of two searches that are compared: it is read answer by answer, and no further than it must.

Different   the failure of a comparison
Side        a search and what was read of it
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any

from ambsearch.answers import snapshot
from ambsearch.testing.differences import ENDED

WIDTH = 160  # letters of an answer that a message shows
AHEAD = 1000  # answers that are read after a difference, to say what kind of difference it is
AHEAD_STEPS = 200_000  # lines of Python that may be run for each of them
Trace = Callable[[FrameType, str, Any], Any]


class Different(AssertionError):
    """Two searches, or a search and what is said of it, differ.

    kind: "missing", "extra", "repeated", "order", "ends early", "carried over", "other", "raises" or "loops".

    >>> from ambsearch.testing import same_answers
    >>> try:
    ...     same_answers("abcd", "abd")
    ... except Different as difference:
    ...     print(difference.kind)
    missing
    """

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind)


class OutOfSteps(BaseException):
    """A search has run as many lines as it may."""


class Side:
    """A search, read step by step.

    name: for messages; make: called when the first answer is asked for, gives the answers.
    key: what is compared of an answer; limit: how many answers to read at most; steps: how many lines of Python may be
    run for one answer, None for any number.
    answers, keys: those read so far; ended: are there no more of them, or as many as the limit?

    >>> side = Side("letters", lambda: "aBa", key=str.lower)
    >>> side.read(), side.read(), side.keys, side.ended
    (True, True, ['a', 'b'], False)
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Iterable[Any]],
        key: Callable[[Any], Any] | None = None,
        limit: int | None = None,
        steps: int | None = None,
    ) -> None:
        self.name = name
        self.iterator = started(make)
        self.key = key
        self.limit = limit
        self.steps = steps
        self.answers: list[Any] = []
        self.keys: list[Any] = []
        self.ended = False

    def read(self) -> bool:
        """Read one more answer; False if there is none. Different if the search fails, or gives none in time."""
        self.ended = self.ended or len(self.keys) == self.limit
        if self.ended:
            return False
        try:
            answer = stepped(self.iterator, self.steps)
        except OutOfSteps:
            raise Different(self.loops(), "loops") from None
        except Exception as error:
            told = f"{self.name} raises {type(error).__name__}: {error}\nbefore that: {self.told(so_far=True)}"
            raise Different(told, "raises") from error
        self.ended = answer is ENDED
        if not self.ended:
            self.answers.append(snapshot(answer))
            self.keys.append(self.answers[-1] if self.key is None else self.key(self.answers[-1]))
        return not self.ended

    def look_ahead(self) -> None:
        """Read some answers more, as far as they come easily."""
        self.steps = min(self.steps or AHEAD_STEPS, AHEAD_STEPS)
        try:
            for _ in range(AHEAD):
                if not self.read():
                    return
        except Different:
            return

    def loops(self) -> str:
        return (
            f"{self.name} gives no further answer within {self.steps} lines of Python: does it loop for ever? "
            f"steps=None waits\nbefore that: {self.told(so_far=True)}"
        )

    def told(self, so_far: bool = False) -> str:
        """How many answers there are.

        >>> Side("letters", lambda: "ab").told()
        'letters has at least 0 answers'
        """
        number = f"{len(self.keys)} answer{'' if len(self.keys) == 1 else 's'}"
        if so_far:
            return number
        return f"{self.name} has {number if self.ended and len(self.keys) != self.limit else f'at least {number}'}"


def started(make: Callable[[], Iterable[Any]]) -> Iterator[Any]:
    """The answers; the search is begun when the first of them is asked for."""
    yield from make()


def stepped(iterator: Iterator[Any], steps: int | None) -> Any:
    """The next answer, or ENDED; OutOfSteps after so many lines of Python.

    >>> stepped(iter("a"), 10)
    'a'
    """
    if steps is None:
        return next(iterator, ENDED)
    before: Any = sys.gettrace()
    sys.settrace(Counting(steps, before).enter)
    try:
        return next(iterator, ENDED)
    finally:
        sys.settrace(before)


class Counting:
    """Counts lines, and passes everything on to the trace function that was there before: a debugger's, or the like."""

    def __init__(self, steps: int, before: Trace | None) -> None:
        self.left = steps
        self.before = before

    def enter(self, frame: FrameType, event: str, argument: Any) -> Trace:
        """The trace function of a frame that is entered."""
        inner = self.before and self.before(frame, event, argument)

        def line(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal inner
            if event == "line":
                self.left -= 1
                if self.left < 0:
                    raise OutOfSteps
            if inner is not None:
                inner = inner(frame, event, argument)
            return line

        return line


class Bag:
    """How often each key is there; keys need not be hashable.

    >>> bag = Bag("aba")
    >>> bag.count("a"), bag.count([1])
    (2, 0)
    """

    def __init__(self, keys: Iterable[Any] = ()) -> None:
        self.hashed: Counter[Any] = Counter()
        self.others: list[Any] = []
        for key in keys:
            self.add(key)

    def add(self, key: Any) -> int:
        """Add one, and return how often the key is there now."""
        try:
            self.hashed[key] += 1
        except TypeError:
            self.others.append(key)
        return self.count(key)

    def count(self, key: Any) -> int:
        try:
            return self.hashed[key] if key in self.hashed else self.others.count(key) if self.others else 0
        except TypeError:
            return self.others.count(key)


def shown(value: Any) -> str:
    """The value in at most WIDTH letters.

    >>> len(shown("a" * 1000))
    160
    """
    text = repr(value)
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}\u2026"
