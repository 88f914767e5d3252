"""Searches that are steered: begun at a place in the middle, ended at another, told where they are.

Path        a branch: the number of the item taken at each choice on the way, from 0
Steering    what says where a search goes; a subclass has an order of its own
steer       the answers of a search that goes where it is told
following   the first path after all that begin with a given one

A path counts the items in the order in which the choices are met. A search that is chosen from, `x = yield g(y)`, is
gone through in line: its choices stand in the path, its answers do not. An alternative of `amb` counts as an item. Every
other search on the way is a piece of work that is simply done again when the search comes there: one in a condition, in a
loop, in a helper, one made of searches, `once`, `if_fail`, `interleave`, and one that is chosen from inside `try` or
`with`; an answer of these that is chosen counts as an item, by its number.

What is raised instead of an item, inside a `try`, is the last item. A search there is not gone through in line, because
it ends with the first exception in the order of depth first, and so do the answers that would come later.

Depth first goes through the branches in the order of their paths as tuples, so a part of a search is told by two paths:
from `start` on, before `stop`. Neither needs to be there: the search begins at the first branch that is not before
`start`, so following(path) need not know how many items a choice has. None is the end, after every path.

A steered search goes down to its start by running the program with the items of the path. So what the program does on
this way happens once more, and is taken back as ever; what is permanent, printed or read happens once more, too. What
other branches have left behind permanently is not there. The items before the one that is taken are drawn again, and
forgotten; a path holds only where the same items come again, so `ramb` needs an `rng` that is made by the program.

Nothing is counted: a place asks the iterator of each choice on the way how many items it has left. Queens, whose items
cost next to nothing, take about one and a third times as long; within limits, which count the items, almost twice.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar, TypeVar

from ambsearch.answers import RUNNING, Ambiguous, Answers
from ambsearch.errors import AmbError
from ambsearch.expansion.observed import is_search
from ambsearch.language import Composed
from ambsearch.limiters import LIMITER
from ambsearch.observing import Observer, Run, _raise
from ambsearch.running.choices import Raised
from ambsearch.running.driver import END

Answer = TypeVar("Answer")
Path = tuple[int, ...]
# A choice on the way: the one before it; then the items and the iterator over them, or the number of the item and None.
# Empty for a search that is gone through in line.
Place = list[Any]

EMPTY: tuple[Any, ...] = ()
COUNTED = (range, tuple, str, bytes, frozenset)  # whose iterators tell how many items are left


def following(path: Path) -> Path | None:
    """The first path after all that begin with this one; None, the end, after the empty one.

    >>> following((2, 0, 1)), following(())
    ((2, 0, 2), None)
    """
    return (*path[:-1], path[-1] + 1) if path else None


class Steering(Observer):
    """Says where a search goes: depth first, from one path on, before another.

    start: where to begin, () for the first branch, None for the end. stop: where to end, None for the end.
    path: of the answer that was handed out last, until the search goes on; position: where to go on from, at any moment: a branch before it is
    done, and its answer has been handed out. Each Steering is for one search.

    A subclass that goes to other items, or in another order, has a `pick` of its own.

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

    def __init__(self, start: Path | None = (), stop: Path | None = None) -> None:
        self.start, self.stop = start, stop
        self.now: Place | None = None
        self.is_over = start is None
        self.is_ahead = bool(start)  # on the way down to the start
        self.counted: set[type] = set()  # the items that need not be picked now
        self.limiter = LIMITER.get() if RUNNING.get() is None else None
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

    def set_free(self, depth: int) -> None:
        """Say whether the items of the choices below so many others have to be picked."""
        is_plain = type(self).pick is Steering.pick and not self.is_ahead and self.limiter is None
        if is_plain and (self.stop is None or depth > len(self.stop)):
            self.counted.update(COUNTED)
        else:
            self.counted.clear()

    def over(self, here: Place) -> Any:
        """What a choice goes over, if that is not just counted. here: the place before it, and the items."""
        items = here.pop()
        if is_search(items):
            here.clear()
            return items
        return self.each(items, here)

    def each(self, items: Iterable[Any], here: Place) -> Iterator[Any]:
        """The items that are picked, while their number is noted."""
        path, limiter = path_of(here[0]), self.limiter
        if limiter and not limiter.enter(len(path)):
            return
        here += 0, None
        for index, item in self.pick(items, path):
            if limiter:
                limiter.tried()
            here[1] = index
            self.now = here
            self.set_free(len(path) + 1)
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
        """Go on behind the answer that has been found; is it after the start?"""
        if self.now is None:
            self.is_over = True
        else:
            self.now = [self.now[0], number_of(self.now) + 1, None]
        return not self.is_ahead


def path_of(place: Place | None) -> Path:
    """The numbers of the items taken on the way to a place."""
    way = []
    while place is not None:
        way.append(number_of(place))
        place = place[0]
    return tuple(way[::-1])


def number_of(place: Place) -> int:
    """The number of the item taken at a choice."""
    _, items, iterator = place
    return items if iterator is None else size(items) - iterator.__length_hint__() - 1  # type: ignore[no-any-return]


def chosen(values: Iterable[Any]) -> tuple[Any, ...]:
    """The items on a way, for a key, a cost or a bound: an exception that came instead of one is none."""
    return tuple(value for value in values if type(value) is not Raised)


def size(items: Any) -> int:
    """How many items there are, be it more than Python's len can say."""
    return (items[-1] - items[0]) // items.step + 1 if type(items) is range and items else len(items)


def steer(answers: Answers[Answer], steering: Steering) -> Answers[Answer]:
    """The answers of a search that goes where it is told.

    answers: what a call of an ambiguous function gives. steering: for this one search, so iterate it once.
    Gives Answers: those that the search comes to, in its order.
    Raises TypeError for what is no Answers.
    """
    if not isinstance(answers, Answers):
        raise TypeError(f"expected the answers of an ambiguous function, found {type(answers).__name__}")
    return Answers(Steered(answers, lambda: steering), answers._args, answers._kwargs)


class Steered:
    """The source of steered answers; each search has a Steering of its own."""

    is_ordered = True  # so it cannot be steered once more

    def __init__(self, answers: Answers[Any], steering: Callable[[], Steering]) -> None:
        self.answers, self.steering = answers, steering
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return _Run(self.steering()).steer(self.answers)


class _Run(Run):
    """One steered search; what it does not choose from in line is searched as ever."""

    observer: Steering

    def steer(self, answers: Answers[Any]) -> Iterator[Any]:
        steering = self.observer
        if type(answers._source) not in (Ambiguous, Composed):
            raise TypeError(
                f"expected a search that is depth first, found {answers!r}, which has an order of its own, or goes another "
                "way already; steer the search in it"
            )
        if steering.is_over:
            return
        search = self.searched(answers)
        try:
            while (answer := self.go_on(next, search, END)) is not END:
                if steering.is_taken():
                    try:
                        yield answer
                    except AmbError as error:  # it is told where the answer is given
                        self.go_on(getattr(search, "throw", _raise), error)
                        raise
            steering.is_over = True
        finally:
            self.go_on(getattr(search, "close", int))

    def go_on(self, call: Callable[..., Any], *args: Any) -> Any:
        token = RUNNING.set(self)
        try:
            return call(*args)
        finally:
            RUNNING.reset(token)

    def begun(self, answers: Answers[Any]) -> Iterator[Any]:
        return answers.search()

    def searched(self, answers: Iterable[Any]) -> Iterator[Any]:
        if isinstance(answers, Answers) and type(answers._source) is Composed:
            return answers.search()
        return super().searched(answers)
