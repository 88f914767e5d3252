"""Steered searches: they can start and stop in the middle, and know where they are.

Path        a branch: the number of the item taken at each choice on the way, from 0
Steering    decides where a search goes; a subclass has its own order
steer       the answers of a steered search
as_path     a path that a user gives, as a tuple
following   the first path after all that begin with a given one

A path counts the items in the order in which the choices are met. A search that is chosen from, `x = yield g(y)`, is
part of the path: its choices are in the path, its answers are not. An alternative of `amb` counts as an item. Every
other search is simply run again when the search gets there: one in a condition, in a loop, in a helper, one made of
searches, `once`, `if_fail`, `interleave`, and one that is chosen from inside `try` or `with`; a chosen answer of these
counts as an item, by its number.

Inside a `try`, an exception raised instead of an item is the last item. A search there is not part of the path,
because it ends with its first exception in depth-first order, so its later answers do not exist.

Depth first visits the branches in the order of their paths as tuples, so a part of a search is given by two paths:
from `start` up to `stop`, which is excluded. Neither needs to exist: the search begins at the first branch that is
not before `start`, so following(path) need not know how many items a choice has. None is the end, after every path.

A steered search goes down to its start by running the program with the items of the path. So what the program does on
this path happens again, and is undone again; permanent changes, prints and reads happen again, too. Permanent changes
of other branches are missing. The items before the one that is taken are drawn again and dropped. A path is valid
only if the same items come again, so each `ramb` needs an `rng` made for it alone. Nothing is counted: a node asks
the iterator of each choice on the path how many items it has left. Queens, whose items cost almost nothing, take
about one and a third times as long; within limits, which count the items, almost twice as long.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import GeneratorType
from typing import Any, ClassVar, TypeVar

from ambsearch.answers import Ambiguous, Answers, expected_answers
from ambsearch.errors import AmbError
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.ground.levels import Level
from ambsearch.ground.registry import LEFT, RUNNING
from ambsearch.language import Composed
from ambsearch.observing import Observer, Run, _raise
from ambsearch.running.choices import Raised
from ambsearch.running.driver import END
from ambsearch.steering.limiters import LIMITER, Clock, Spent

Answer = TypeVar("Answer")
Path = tuple[int, ...]
# A choice on the way: the one before it; then the items and the iterator over them, or the number of the item, None, and
# the path to the choice, so that nobody has to walk far. Empty for a search that is part of the path.
Place = list[Any]
WITH_PATH = 4
NEAR, EACH = 256, 32  # so many choices are with their paths; below, for these need much room, one in so many

EMPTY: tuple[Any, ...] = ()
EXPECTED = "expected a path, the number of the item taken at each choice, such as (2, 0)"
COUNTED = (range, tuple, str, bytes, frozenset)  # whose iterators tell how many items are left


def as_path(given: Sequence[int]) -> Path:
    """A path that a user gives: also as a list, for JSON has no tuples, and a list is not compared with a tuple."""
    if not isinstance(given, Sequence) or not all(hasattr(number, "__index__") for number in given):
        raise TypeError(f"{EXPECTED}; found {given!r}")
    path = tuple(map(operator.index, given))
    if any(number < 0 for number in path):
        raise ValueError(f"{EXPECTED}, counted from 0; found {given!r}")
    return path


def path_or_end(given: Sequence[int] | None) -> Path | None:
    return None if given is None else as_path(given)


def following(path: Sequence[int]) -> Path | None:
    """The first path after all that begin with this one; None, the end, after the empty one.

    >>> following((2, 0, 1)), following(())
    ((2, 0, 2), None)
    """
    path = as_path(path)
    return (*path[:-1], path[-1] + 1) if path else None


class Steering(Observer):
    """Decides where a search goes: depth first, from one path up to another.

    start: where to begin, () for the first branch, None for the end. stop: where to end, None for the end.
    path: of the answer that was handed out last, until the search continues; position: where to continue from, at any
    moment: all branches before it are done, and their answers have been handed out. Each Steering is for one search.

    A subclass that visits other items, or in another order, has its own `pick`.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(3)
    ...     b = yield range(a)
    ...     return a, b
    >>> steering = Steering(start=(2, 0))
    >>> answers = iter(steer(pairs(), steering))
    >>> next(answers), steering.path, steering.position
    ((2, 0), (2, 0), (2, 1))
    >>> next(answers), next(answers, None), steering.position
    ((2, 1), None, None)
    """

    items: ClassVar[str] = """
here[2] if type((here := [watch.now, items])[1]) in counted and not here.append(iter(here[1])) else watch.over(here)
"""
    item: ClassVar[str] = "if here: watch.now = here"
    bound: ClassVar[tuple[str, ...]] = ("counted",)
    numbers_attempts: ClassVar[bool] = True

    def __init__(self, start: Sequence[int] | None = (), stop: Sequence[int] | None = None) -> None:
        self.start = None if start is None else tuple(start)  # not looked at: some orders make one for each branch
        self.stop = None if stop is None else tuple(stop)
        self.now: Place | None = None
        self.is_over = self.start is None or self.stop == EMPTY
        self.is_ahead = bool(start)  # on the path down to the start
        self.counted: set[type] = set()  # the items that need not be picked now
        limiter = LIMITER.get() if RUNNING.get() is None else None
        if limiter is not None:
            limiter.searching = self
        self.limiter = limiter if limiter and limiter.is_limited else None
        self.clock: Clock | None = limiter.clock if limiter else None
        self.set_free(0)

    @property
    def path(self) -> Path:
        *way, number = path_of(self.now) or (0,)
        return (*way, number - 1) if self.now else ()

    @property
    def position(self) -> Path | None:
        if self.is_over:
            return None
        return max(path_of(self.now), self.start or EMPTY)

    @property
    def whereabouts(self) -> str:
        """How far it is, in words; empty if that says nothing."""
        return at(self.position)

    @property
    def share(self) -> float | None:
        """How much of the tree is done, from 0 to 1; None if that is not known."""
        return None

    def set_free(self, depth: int) -> None:
        """Say whether the items of choices deeper than this have to be picked."""
        is_plain = type(self).pick is Steering.pick and not self.is_ahead and self.limiter is None
        if is_plain and (self.stop is None or depth > len(self.stop)):
            self.counted.update(COUNTED)
        else:
            self.counted.clear()

    def over(self, here: Place) -> Any:
        """What a choice iterates over, if it is not just counted. here: the node before it, and the items."""
        items = here.pop()
        if is_search(items):
            here.clear()
            return items
        return with_end(items, self.each(items, here))

    def each(self, items: Iterable[Any], here: Place) -> Iterator[Any]:
        """The picked items, while their number is recorded."""
        path, limiter = path_of(here[0]), self.limiter
        depth = len(path)
        if limiter and not limiter.enter(depth):
            return
        here += (0, None, path) if depth < NEAR or depth % EACH == 0 else (0, None)
        picked = self.pick(items, path)
        del path  # a deep search has very many
        for index, item in picked:
            if limiter:
                limiter.count_item()
            here[1] = index
            self.now = here
            self.set_free(depth + 1)
            yield item
            self.is_ahead = False

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        """The items to take at a choice, each with its number; path: of the choice."""
        first, last, depth = 0, None, len(path)
        if self.is_ahead and self.start:
            first = self.start[depth]
            self.is_ahead = depth + 1 < len(self.start)
        if self.stop is not None and self.stop[:depth] == path:
            last = self.stop[depth] + (depth + 1 < len(self.stop)) if depth < len(self.stop) else 0
        return islice(enumerate(items), first, last)

    def is_taken(self) -> bool:
        """Continue after the answer that has been found; is it after the start?"""
        if self.now is None:
            self.is_over = True
        else:
            self.now = [self.now[0], number_of(self.now) + 1, None]
        return not self.is_ahead


def with_end(items: Any, picked: Iterator[Any]) -> Iterator[Any]:
    """The items picked from others; a search among these ends with them, before those around it, whatever ends it."""
    return picked if type(items) is not GeneratorType else close_after(items, picked)


def close_after(items: "GeneratorType[Any, Any, Any]", picked: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from picked
    finally:
        items.close()


def at(path: Path | None) -> str:
    """A path in words.

    >>> at((0, 2, 7)), at(())
    ('at 0.2.7', '')
    """
    return f"at {'.'.join(map(str, path))}" if path else ""


def path_of(place: Place | None) -> Path:
    """The numbers of the items taken on the path to a node."""
    way: list[int] = []
    while place is not None:
        if len(place) == WITH_PATH:
            return (*place[-1], place[1], *reversed(way))
        way.append(number_of(place))
        place = place[0]
    return tuple(reversed(way))


def number_of(place: Place) -> int:
    """The number of the item taken at a choice."""
    _, items, iterator, *_ = place
    return items if iterator is None else size(items) - iterator.__length_hint__() - 1  # type: ignore[no-any-return]


def without_raised(values: Iterable[Any]) -> tuple[Any, ...]:
    """The items on a path, for a key, a cost or a bound, without exceptions that were raised instead of an item."""
    return tuple(value for value in values if type(value) is not Raised)


def size(items: Any) -> int:
    """How many items there are, even if Python's len cannot represent it."""
    return (items[-1] - items[0]) // items.step + 1 if type(items) is range and items else len(items)


def steer(answers: Answers[Answer], steering: Steering) -> Answers[Answer]:
    """The answers of a steered search.

    answers: what a call of an ambiguous function gives. steering: for this one search, so iterate it once.
    Gives the Answers that the search reaches, in its order.
    Raises TypeError if `answers` is not Answers.
    """
    if not isinstance(answers, Answers):
        raise expected_answers(answers)
    return Answers(Steered(answers, lambda: steering), answers._args, answers._kwargs)


class Steered:
    """The source of steered answers; each search has its own Steering."""

    is_ordered = True  # so it cannot be steered again

    def __init__(self, answers: Answers[Any], steering: Callable[[], Steering]) -> None:
        self.answers = self.original = answers
        self.steering = steering
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return _Run(self.steering()).steer(self.answers)


class _Run(Run):
    """One steered search; searches that are not part of the path run as usual."""

    observer: Steering

    def steer(self, answers: Answers[Any]) -> Iterator[Any]:
        steering = self.observer
        if type(answers._source) not in (Ambiguous, Composed):
            raise TypeError(
                f"expected a depth-first search, found {answers!r}, which has an order of its own, or goes another "
                "way already; steer the search in it"
            )
        if steering.is_over:
            return
        search, clock = self.search(answers), steering.clock
        try:
            while True:
                token = RUNNING.set(self)
                try:  # not by `go_on`, for there may be very many answers
                    answer = next(search, END)
                finally:
                    RUNNING.reset(token)
                if clock is not None and clock.is_over:  # also where the program kept that from ending the search
                    raise Spent
                if answer is END:
                    break
                if steering.is_taken():
                    try:
                        yield answer
                    except AmbError as error:  # reported where the answer is given
                        self.go_on(getattr(search, "throw", _raise), error)
                        raise
            steering.is_over = True
        finally:
            self.go_on(getattr(search, "close", int))
            for let_go in LEFT or ():  # it is None where Python itself has ended
                let_go()

    def go_on(self, call: Callable[..., Any], *args: Any) -> Any:
        token = RUNNING.set(self)
        try:
            return call(*args)
        finally:
            RUNNING.reset(token)

    def begin(self, answers: Answers[Any]) -> Iterator[Any]:
        clock = self.observer.clock
        return clock.run.begin(answers) if clock else answers.search()

    def search(self, answers: Iterable[Any], level: Level | None = None) -> Iterator[Any]:
        if isinstance(answers, Answers) and type(answers._source) is Composed:
            return self.begin(answers)
        return super().search(answers, level)
