"""Searches within limits: they end at a limit, say how they ended, and can continue from there.

Within    the answers of a search up to a limit; what `answers.within(...)` gives
"""

import numbers
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from math import inf
from time import monotonic
from typing import Any, ClassVar

from ambsearch.answers import Answers
from ambsearch.running.driver import END
from ambsearch.series import Answer, Series
from ambsearch.steering import Path, Steering, path_or_end, steer
from ambsearch.steering.limiters import LIMITER, Clock, Limiter, Spent, ending

SLICE = 0.005  # seconds between two looks at the clock, roughly


class Within(Series[Answer]):
    """The answers of a search up to a limit; each iteration begins at `start`.

    outcome: of the last iteration: "exhausted"; the name of the limit that ended it, "seconds", "answers" or "choices";
    "depth" if everything but deeper branches was searched; "interrupted" by Ctrl-C; "failed" by an exception; "left"
    if the `for` ended early; "not begun". position: the path to continue from, None at the end: everything before it
    is done, and after an exception it is the branch that failed. A search in another order, or one that workers
    share, can only start again at its beginning; choices that it repeats count again, and so does the path down to a
    node.

    `first`, `one`, `take`, `nth`, `count` and `exists` ask, as those of Answers do, for what `list(...)` of this gives.
    So where a limit ended the search, `count` is how many were found up to there, `one` is the only one of these, and
    NoAnswer means that none is among them; `outcome` then says whether there may be more.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> found = die().within(answers=4)
    >>> list(found), found.outcome, found.position
    ([1, 2, 3, 4], 'answers', (4,))
    >>> list(found.rest())
    [5, 6]
    >>> found.count(), found.outcome
    (4, 'answers')
    >>> found.first(), found.outcome, found.rest().first()
    (1, 'left', 2)
    """

    def __init__(
        self,
        answers: Answers[Answer],
        seconds: float | None = None,
        found: int | None = None,
        choices: int | None = None,
        depth: int | None = None,
        start: Sequence[int] | None = (),
    ) -> None:
        for name, limit in (("seconds", seconds), ("answers", found), ("choices", choices), ("depth", depth)):
            if limit is not None and not isinstance(limit, numbers.Real):
                raise TypeError(f"expected a number of {name}, found {limit!r}")
            if limit is not None and not limit > 0:
                raise ValueError(f"expected {name} above 0, found {limit!r}; leave it out for no limit")
            if limit is not None and is_shared(answers) and name in ("choices", "depth"):
                raise TypeError(
                    f"expected only limits of seconds or answers, because workers share the search; found {name}"
                )
        start = path_or_end(start)
        if start != () and has_own_order(answers):
            raise TypeError(f"expected a depth-first search, found {answers!r}, which can only start at its beginning")
        self.answers, self.start = answers, start
        self.limits = {"seconds": seconds, "found": found, "choices": choices, "depth": depth}
        self.steering: Steering = Steering(start)
        self.limiter = Limiter()
        self.outcome = "not begun"

    @property
    def position(self) -> Path | None:
        return self.steering.position

    @property
    def whereabouts(self) -> str:
        """How far the last iteration came, in words: its position, or what an order or a shared search tells."""
        if not has_own_order(self.answers):
            return self.steering.whereabouts
        return getattr(self.limiter.searching, "whereabouts", "")

    @property
    def share(self) -> float | None:
        """How much of the tree the last iteration has done, from 0 to 1; None if that is not known."""
        return getattr(self.limiter.searching, "share", None)

    def rest(self) -> "Within[Answer]":
        """What comes after this, with the same limits again; raises TypeError for a search in another order.

        If the time was over before the search came any further, there is twice as much: it never stands still.
        """
        if has_own_order(self.answers):
            raise TypeError(
                f"expected a depth-first search, found {self.answers!r}, which cannot continue in the middle; "
                "iterate it with larger limits"
            )
        limits = dict(self.limits)
        if self.outcome == "seconds" and self.position == self.start:
            limits["seconds"] *= 2  # type: ignore[operator]
        return Within(self.answers, start=self.position, **limits)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Answer]:
        return self._search(iter)

    def originals(self) -> Iterator[Any]:
        return self._search(Answers.originals)

    def _search(self, begin: Callable[[Answers[Answer]], Iterator[Answer]]) -> Iterator[Answer]:
        limiter: Limiter | Limited
        if has_own_order(self.answers):
            self.steering = Steering()
            limiter = self.limiter = Limiter(self.limits["seconds"], self.limits["choices"], self.limits["depth"])
            limited = count_items(begin(self.answers), limiter)
        else:
            depth = self.limits["depth"]
            limiter = Limited(self.start, self.limits["seconds"], self.limits["choices"])
            self.steering = limiter = limiter if depth is None else Shallow(limiter, int(depth))
            limited = begin(steer(self.answers, limiter))
        self.outcome = "left"
        try:
            with ending(self), closing(limited) as search:  # type: ignore[type-var]
                for number, answer in enumerate(search, 1):
                    yield answer
                    if number == self.limits["found"]:
                        self.outcome = "answers"
                        return
            self.outcome = "depth" if limiter.is_cut else "exhausted"
            self.steering.is_over, self.limiter.searching = True, None
        except Spent:
            self.outcome = limiter.spent

    def _remark(self) -> str:
        return "" if self.outcome == "exhausted" else "; beyond them there may be"

    def __repr__(self) -> str:
        return f"{self.answers!r} within limits ({self.outcome})"


def is_shared(answers: Answers[Any]) -> bool:
    """Do workers share this search?"""
    return getattr(answers._source, "is_shared", False)


def has_own_order(answers: Answers[Any]) -> bool:
    """Is this something other than a depth-first search, which could start in the middle?"""
    return is_shared(answers) or getattr(answers._source, "is_ordered", False)


def count_items(answers: Iterator[Answer], limiter: Limiter) -> Iterator[Answer]:
    """The answers of a search in another order, whose items are counted meanwhile."""
    with closing(answers) as search:  # type: ignore[type-var]
        while True:
            token = LIMITER.set(limiter)
            try:
                answer = next(search, END)
            finally:
                LIMITER.reset(token)
            if answer is END:
                return
            yield answer


class Limited(Steering):
    """Ends a search at a limit, before the next item is tried.

    left: how many items until the next look at the clock and the limits. spent: which limit ended it. The items on
    the path to the start do not count.
    """

    item: ClassVar[str] = """
if here:
    watch.now = here
    watch.left -= 1
    if watch.left < 0: watch.look()
"""

    def __init__(self, start: Path | None, seconds: float | None, choices: float | None) -> None:
        super().__init__(start)
        self.seconds, self.choices = seconds, inf if choices is None else choices
        self.tried = self.to_try = 0.0
        self.looked = monotonic()
        self.deadline = inf if seconds is None else self.looked + seconds
        self.clock = None if seconds is None else Clock(self.deadline, self.spend)
        self.left: float = max(0, len(start or ()) - 1)
        self.spent = ""
        self.is_cut = False

    def look(self) -> None:
        """Check the limits, and give the number of items until the next check."""
        self.tried += self.to_try
        now = monotonic()
        if self.tried >= self.choices or now >= self.deadline:
            self.spend("choices" if self.tried >= self.choices else "seconds")
        if self.deadline < inf:
            is_quick = now - self.looked < SLICE
            self.to_try = self.to_try * 2 + 1 if is_quick else max(1, self.to_try // 4)
        else:
            self.to_try = inf
        self.to_try = min(self.to_try, self.choices - self.tried)
        self.left, self.looked = self.to_try - 1, now

    def spend(self, limit: str) -> None:
        self.spent = limit
        raise Spent


class Shallow(Limited):
    """The same, without choices deeper than a limit. is_cut: are there any?"""

    def __init__(self, limited: Limited, depth: int) -> None:
        super().__init__(limited.start, limited.seconds, limited.choices)
        self.depth = depth

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        if len(path) < self.depth:
            return super().pick(items, path)
        self.is_cut = True
        return iter(())
