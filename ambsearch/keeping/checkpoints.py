"""Searches that are saved in a file, so that nothing is lost when they end too early.

checkpointed    the answers of a search, saved in a file
Checkpointed    what it gives

While the search runs, what it has found and where it is are written every second, and at its end, in one transaction.
Started again with the same file, it gives what was found, and continues: each answer once, in order. What was
searched after the last writing is searched again, and the answers that come again are compared with those of the
file.

An answer that cannot be stored as data, such as a dataclass, is stored by its position, and found again by the search
itself, see `forms`.
`keepers` saves a search that workers share.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from time import monotonic, perf_counter
from typing import Any

from ambsearch.answers import Answers
from ambsearch.errors import CheckpointError
from ambsearch.keeping.forms import Known, compare, form_of, known_answers, known_forms
from ambsearch.keeping.identity import difference, identity
from ambsearch.keeping.ranges import Range
from ambsearch.keeping.sparing import OTHER, Sparing, spare
from ambsearch.keeping.stores import Store
from ambsearch.series import Answer, Series
from ambsearch.steering import Path, at
from ambsearch.steering.limiters import Clock, Spent, ending

EVERY = 1.0  # seconds between two writings
Searching = Callable[["Checkpointed[Any]", Store, float | None], Iterator[Any]]


def checkpointed(
    answers: Answers[Answer], file: str | os.PathLike[str], every: float = EVERY, seconds: float | None = None
) -> "Checkpointed[Answer]":
    """The answers of a search that is saved in a file; those already there come first.

    answers: what a call of an ambiguous function gives. file: created if it does not exist. every: seconds between
    two writings. seconds: after which the search ends, None for no limit.
    Gives a Checkpointed: iterate it, or ask it as Answers are asked; then see its `outcome`. All answers come in the order of the search, however
    often and for whatever reason it ended before.
    Raises CheckpointError, when it is iterated, if the file is of another search, damaged, in use, or cannot be
    written; ValueError if a time is not greater than 0.

    >>> import tempfile, pathlib
    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "run.db"
    ...     print(next(iter(checkpointed(die(), file))))
    ...     print(list(checkpointed(die(), file)))
    1
    [1, 2, 3, 4, 5, 6]
    """
    return Checkpointed(answers, file, every, seconds)


class Checkpointed(Series[Answer]):
    """The answers of a search that is saved in a file; each iteration continues it.

    outcome: of the last iteration: "exhausted", "seconds", "interrupted" by Ctrl-C, "failed" by an exception, "left"
    if the `for` ended early, or "not begun". position: the path of the part where the search is, None at the end.

    `first`, `one`, `take`, `nth`, `count` and `exists` ask, as those of Answers do, for what `list(...)` of this gives:
    what is saved, and then what the search goes on to find, which is saved as well. So where the time ended the search,
    `count` is how many were found in all its runs, and `one` is the only one of these. `count` and `exists` do not make
    anew what is saved: `count` goes on at once.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> checkpointed(die(), "run.db")
    die() kept in 'run.db' (not begun)
    """

    def __init__(
        self, answers: Answers[Answer], file: str | os.PathLike[str], every: float = EVERY, seconds: float | None = None
    ) -> None:
        for name, limit in (("every", every), ("seconds", seconds)):
            if limit is not None and not limit > 0:
                raise ValueError(f"expected {name} above 0, found {limit!r}")
        self.answers, self.file, self.every, self.seconds = answers, file, every, seconds
        self.outcome = "not begun"
        self.position: Path | None = ()
        self.source: Any = None  # what is searching, which knows how much is done
        self.searching: Searching = Checkpointed.in_turn
        self.known: Known = known_answers

    def searched_by(self, searching: Searching) -> "Checkpointed[Answer]":
        """The same, searched in another way. searching: gives the answers, from this, its open file, and a deadline."""
        other = Checkpointed(self.answers, self.file, self.every, self.seconds)
        other.searching = searching
        return other

    def __iter__(self) -> Iterator[Answer]:
        return self.go_on(known_answers)

    def originals(self) -> Iterator[Any]:
        return self.go_on(known_forms)

    def go_on(self, known: Known) -> Iterator[Any]:
        """What is saved, as `known` gives it, and what the search finds from there on."""
        self.known = known
        deadline = None if self.seconds is None else perf_counter() + self.seconds
        self.outcome = "left"
        with Store(self.file, identity(self.answers), difference) as store, ending(self):
            try:
                yield from self.searching(self, store, deadline)
                self.outcome, self.position = "exhausted", None
            except Spent:
                self.outcome = "seconds"

    @property
    def whereabouts(self) -> str:
        """How far the last iteration came, in words: its position."""
        return at(self.position)

    @property
    def share(self) -> float | None:
        """How much of the tree is done, from 0 to 1; None if that is not known."""
        return getattr(self.source, "share", None)

    def in_turn(self, store: Store, deadline: float | None) -> Iterator[Answer]:
        """The answers of one range after the other, by one search."""
        for part in store.ranges:
            yield from self.known(self.answers, store, part.number)
            if not part.is_done:
                yield from self.search_part(store, part, deadline)

    def search_part(self, store: Store, part: Range, deadline: float | None) -> Iterator[Answer]:
        """The answers of a part that are not in the file yet; they are added to it."""
        writing = Writing(store, part, self.every, deadline)
        self.source = steering = writing.steering
        known = list(store.forms(part.number, part.found - part.position.behind))
        try:
            with closing(spare(self.answers, steering)) as search:  # type: ignore[type-var]
                for answer in search:
                    if steering.to_skip:
                        compare(form_of(answer, writing.place), known[-steering.to_skip])
                        steering.to_skip -= 1
                        continue
                    writing.log[1].append(form_of(answer, writing.place))
                    yield answer
                    if (now := perf_counter()) >= writing.next:
                        writing.look(now)
            if steering.to_skip or steering.is_ahead and part.position.is_known:
                raise CheckpointError(OTHER.format("it has fewer answers"))
        except CheckpointError:
            writing.is_spoiled = True
            raise
        finally:
            self.position = steering.position
            if not writing.is_spoiled:
                writing.save()

    def __repr__(self) -> str:
        return f"{self.answers!r} kept in {str(self.file)!r} ({self.outcome})"


class Writing:
    """What a search has found since the last writing.

    log: the number of the first of these answers, and their forms; replaced together, so that an interrupt finds both.
    due: when to write; next: when to look, for that or for the deadline.
    is_spoiled: must it no longer be written?
    """

    def __init__(self, store: Store, part: Range, every: float, deadline: float | None) -> None:
        self.store, self.number, self.every, self.deadline = store, part.number, every, deadline
        self.log: tuple[int, list[Any]] = part.found, []
        self.steering = Sparing(part.position, part.stop, self.total, self.look)
        if deadline is not None:
            self.steering.clock = Clock(monotonic() + deadline - perf_counter(), self.spend)
        self.is_spoiled = False
        self.plan(perf_counter())

    def total(self) -> int:
        first, forms = self.log
        return first + len(forms)

    def place(self) -> tuple[Path, int]:
        """Where the search is."""
        return self.steering.part

    def look(self, now: float) -> None:
        if now >= self.due:
            self.save()
            self.plan(perf_counter())
        if self.deadline is not None and now >= self.deadline:
            self.spend()

    @staticmethod
    def spend(limit: str = "seconds") -> None:
        raise Spent

    def plan(self, now: float) -> None:
        self.due = now + self.every
        self.next = self.due if self.deadline is None else min(self.due, self.deadline)

    def save(self) -> None:
        first, forms = self.log
        self.store.save(self.number, self.steering.place, forms, first)
        self.log = first + len(forms), []
