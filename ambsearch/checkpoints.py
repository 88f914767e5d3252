"""Searches that are kept in a file, so that nothing is lost when they end too early.

checkpointed    the answers of a search, kept in a file
Checkpointed    what it gives
kept            the answers that a file has of a part of a search

While the search runs, what it has found and where it stands is written every second, and where it ends, in one transaction.
Begun again with the same file it gives what was found, and goes on: each answer once, in order. What the search had done
between the last writing and its end is searched once more, and the answers that come again there are compared with those
of the file.

An answer that has no form as data, say a dataclass, is kept by its place, and made anew by the search itself.
"""

import os
from collections.abc import Iterator
from contextlib import closing
from time import perf_counter
from typing import Any, Generic, TypeVar

from ambsearch.answers import Answers
from ambsearch.encoding import NoForm, decoded, encoded
from ambsearch.errors import CheckpointError
from ambsearch.identity import difference, identity
from ambsearch.limits import Spent, ending
from ambsearch.paths import between
from ambsearch.sparing import OTHER, Sparing, spared
from ambsearch.steering import Path
from ambsearch.stores import Slice, Store

Answer = TypeVar("Answer", covariant=True)

EVERY = 1.0  # seconds between two writings
AGAIN = "again"  # the form of an answer that is made anew: the path of its part, its number there, and how it looked
SHOWN = 10_000  # characters of that


def checkpointed(
    answers: Answers[Answer], file: str | os.PathLike[str], every: float = EVERY, seconds: float | None = None
) -> "Checkpointed[Answer]":
    """The answers of a search that is kept in a file; those that are there already come first.

    answers: what a call of an ambiguous function gives. file: made if it is not there. every: seconds between two
    writings. seconds: after which the search ends, None for no limit.
    Gives a Checkpointed: iterate it; then see its `outcome`. All answers come in the order of the search, however often
    it was ended before, and by what.
    Raises CheckpointError, when it is iterated, where the file is of another search, damaged, in use, or cannot be written;
    ValueError for a time that is not above 0.

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


class Checkpointed(Generic[Answer]):
    """The answers of a search that is kept in a file; each iteration goes on with it.

    outcome: of the last iteration: "exhausted", "seconds", "interrupted" by Ctrl-C, "failed" by an exception, "left" where
    the `for` ended it, or "not begun". position: the path of the part in which the search stands, None at the end.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def die():
    ...     return (yield range(1, 7))
    >>> checkpointed(die(), "run.db")
    die() kept in 'run.db', not begun
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

    def __iter__(self) -> Iterator[Answer]:
        deadline = None if self.seconds is None else perf_counter() + self.seconds
        self.outcome = "left"
        with Store(self.file, identity(self.answers), difference) as store, ending(self):
            try:
                for part in store.slices:
                    yield from kept(self.answers, store, part)
                    if not part.is_done:
                        yield from self.searched(store, part, deadline)
                self.outcome, self.position = "exhausted", None
            except Spent:
                self.outcome = "seconds"

    def searched(self, store: Store, part: Slice, deadline: float | None) -> Iterator[Answer]:
        """The answers of a part that are not in the file yet, which are put there."""
        writing = Writing(store, part, self.every, deadline)
        steering = writing.steering
        known = list(store.forms(part.number, part.found - part.position.behind))
        try:
            with closing(spared(self.answers, steering)) as search:  # type: ignore[type-var]
                for answer in search:
                    if steering.to_skip:
                        compare(writing.form(answer), known[-steering.to_skip])
                        steering.to_skip -= 1
                        continue
                    writing.add(answer)
                    yield answer
                    writing.look(perf_counter())
            if steering.to_skip or steering.is_ahead and part.position.way:
                raise CheckpointError(OTHER.format("it has fewer answers"))
        except CheckpointError:
            writing.is_spoiled = True
            raise
        finally:
            self.position = steering.position
            if not writing.is_spoiled:
                writing.save()

    def __repr__(self) -> str:
        return f"{self.answers!r} kept in {str(self.file)!r}, {self.outcome}"


class Writing:
    """What a search has found since it was written down the last time.

    log: the number of the first of these answers, and their forms; replaced as one thing, so that an interrupt finds both.
    is_spoiled: is it not to be written any more?
    """

    def __init__(self, store: Store, part: Slice, every: float, deadline: float | None) -> None:
        self.store, self.number, self.every, self.deadline = store, part.number, every, deadline
        self.log: tuple[int, list[Any]] = part.found, []
        self.steering = Sparing(part.position, part.stop, self.total, self.look)
        self.due = perf_counter() + every
        self.is_spoiled = False

    def total(self) -> int:
        first, forms = self.log
        return first + len(forms)

    def add(self, answer: Any) -> None:
        self.log[1].append(self.form(answer))

    def form(self, answer: Any) -> Any:
        try:
            return encoded(answer)
        except NoForm:
            return {AGAIN: [*self.steering.part, repr(answer)[:SHOWN]]}

    def look(self, now: float) -> None:
        if now >= self.due:
            self.save()
            self.due = perf_counter() + self.every
        if self.deadline is not None and now >= self.deadline:
            raise Spent

    def save(self) -> None:
        first, forms = self.log
        self.store.save(self.number, self.steering.place, forms, first)
        self.log = first + len(forms), []


def compare(form: Any, known: Any) -> None:
    """Is this the answer that had been found here? One that has no form is not compared."""
    has_form = not (isinstance(known, dict) and AGAIN in known)
    if has_form and decoded(form) != decoded(known):
        raise CheckpointError(OTHER.format(f"an answer was {decoded(known)!r}, and is {decoded(form)!r}"))


def kept(answers: Answers[Any], store: Store, part: Slice) -> Iterator[Any]:
    """The answers of a part of a search that are in the file, in order."""
    again = Again(answers)
    try:
        for form in store.forms(part.number):
            is_made = isinstance(form, dict) and AGAIN in form
            yield again.answer(*form[AGAIN]) if is_made else decoded(form)
    finally:
        again.close()


class Again:
    """Makes answers anew by searching where they were found; one after the other in one search."""

    def __init__(self, answers: Answers[Any]) -> None:
        self.answers = answers
        self.path: Any = None
        self.search: Any = iter(())
        self.number = 0

    def answer(self, path: list[int], number: int, shown: str) -> Any:
        if path != self.path or number < self.number:
            self.close()
            self.path, self.number = path, 0
            self.search = iter(between(self.answers, tuple(path)))
        for answer in self.search:
            self.number += 1
            if self.number > number:
                return answer
        raise CheckpointError(OTHER.format(f"there is no {shown} any more"))

    def close(self) -> None:
        getattr(self.search, "close", int)()
