"""Random order: the items of each choice are shuffled, and the search restarts when it takes long."""

import random
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare, in_order
from ambsearch.progress import share_before
from ambsearch.steering import Path, Steering, size

Answer = TypeVar("Answer")


def random_order(answers: Answers[Answer], *, seed: int = 0, restart: int | None = None) -> Answers[Answer]:
    """Search depth first, with the items of each choice in random order, perhaps with restarts.

    A search that was unlucky with its first items may take very long to find an answer; then it is better to restart
    with other items.
    answers: what a call of an ambiguous function gives, e.g. queens(50). seed: of the random numbers; the same seed
    always gives the same order.
    restart: restart after this many items; the number is multiplied by 1, 1, 2, 1, 1, 2, 4, 1, ..., so that some run
    is long enough. None for a single run to the end.
    Gives the same Answers, each once, in random order: any branch of a choice may come before any other. Items that
    are drawn one by one keep their order: those of a generator or an infinite choice, and the answers of `once` and of
    a search inside `try` or `with`; write list(...) around a generator.
    Memory: that of depth first; with restarts, also the path of each answer. Repeated work: none without restarts;
    with them, that of the earlier runs. The mean number of items until the first answer is then larger by a
    logarithmic factor at most than with the best possible restarts.
    Raises ValueError if `restart` is below 1, TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def orders(people):
    ...     order = []
    ...     for _ in people:
    ...         order.append((yield [person for person in people if person not in order]))
    ...     return "".join(order)
    >>> print(*random_order(orders("ABC"), seed=3))
    ABC ACB CBA CAB BCA BAC

    Source: Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993), for the restarts; Gomes,
    Selman and Kautz, "Boosting combinatorial search through randomization" (1998).
    """
    if restart is not None and restart < 1:
        raise ValueError(f"expected restart 1 or more, found {restart}; leave it out for no restarts")
    return in_order(_random_order, answers, seed=seed, restart=restart)


def _random_order(answers: Answers[Answer], seed: int, restart: int | None = None) -> Iterator[Answer]:
    rng = random.Random(seed)
    if restart is None:
        yield from bare(answers, Shuffled(rng))
        return
    given: set[Path] = set()
    for run in count(1):
        try:
            yield from bare(answers, Restarted(rng, restart * luby(run), given))
            return
        except Restart:
            pass


def luby(run: int) -> int:
    """The length of a run as a multiple of the shortest; runs are numbered from 1.

    >>> [luby(run) for run in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    length = run.bit_length()
    return 1 << length - 1 if run == (1 << length) - 1 else luby(run - (1 << length - 1) + 1)


class Shuffled(Steering):
    """Takes the items of each choice in random order."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.drawn: list[tuple[int, int | None]] = []  # at each choice: how many items, of how many

    @property
    def whereabouts(self) -> str:
        return ""  # a path says nothing where any item may come first

    @property
    def share(self) -> float | None:
        return share_before(*zip(*self.drawn, strict=True)) if self.drawn else None

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        if hasattr(items, "__next__"):  # it may be a search, whose changes last only while its answer is chosen
            self.drawn[len(path) :] = [(0, None)]
            return iter(enumerate(items))
        return self.shuffle(items if isinstance(items, range) else tuple(items), len(path))

    def shuffle(self, items: Any, depth: int) -> Iterator[tuple[int, Any]]:
        """The items with their numbers, drawn one by one, because few of very many may be needed."""
        number_of_items = left = size(items)
        moved: dict[int, int] = {}
        while left:
            self.drawn[depth:] = [(number_of_items - left, number_of_items)]
            left -= 1
            place = self.rng.randint(0, left)
            number = moved.get(place, place)
            moved[place] = moved.pop(left, left)
            yield number, items[number]


class Restart(BaseException):
    """A run has reached its limit of items."""


class Restarted(Shuffled):
    """The same, up to a number of items, without the answers of earlier runs."""

    def __init__(self, rng: random.Random, items: int, given: set[Path]) -> None:
        super().__init__(rng)
        self.left, self.given = items, given
        self.way: Path | None = None

    @property
    def share(self) -> float | None:
        return None  # of this run alone, and another one follows

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        for pair in super().pick(items, path):
            if not self.left:
                raise Restart
            self.left -= 1
            self.way = (*path, pair[0])
            yield pair

    def is_taken(self) -> bool:
        """Is the answer new?"""
        if self.way in self.given:
            return False
        if self.way is not None:
            self.given.add(self.way)
        return True
