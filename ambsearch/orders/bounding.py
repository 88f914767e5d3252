"""The best answers, by branch and bound: depth first, without branches that cannot improve on them."""

import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import in_order
from ambsearch.steering import Path, Steering, steer, without_raised
from ambsearch.steering.limiters import LIMITER, Spent

Answer = TypeVar("Answer")
Bound = Callable[[tuple[Any, ...]], Any]
Better = Callable[[Any, Any], bool]


def minimize(
    answers: Answers[Answer], *, key: Callable[[Answer], Any], bound: Bound | None = None, count: int = 1
) -> Answers[Answer]:
    """The answer with the least key, or the few with the least keys.

    answers: what a call of an ambiguous function gives, e.g. tours(cities).
    key: of an answer, anything that can be ordered, e.g. len.
    bound: of the items chosen so far, a tuple: no answer that they lead to has a smaller key. Branches that cannot be
    among the best are left out. None to look at all answers.
    count: how many answers are wanted.
    Gives that many Answers, or all if there are fewer, the least key first; equal keys in depth-first order, like
    `sorted(answers, key=key)[:count]`. They come when the search has ended.
    Memory: that of depth first, and the answers. There is no repeated work: it is one search. With an infinite choice
    the search never ends, because the bound is checked for every item.
    Raises ValueError if `count` is below 1, or an answer's key is less than the bound of its items; TypeError if
    `answers` is not Answers.

    >>> from ambsearch import ambiguous, effort
    >>> @ambiguous
    ... def payments(amount):
    ...     coins = []
    ...     while sum(coins) < amount:
    ...         coin = yield [c for c in (1, 2, 5, 10) if c <= amount - sum(coins)]
    ...         coins.append(coin)
    ...     return coins
    >>> minimize(payments(13), key=len, bound=len).one()
    [1, 2, 10]
    >>> list(minimize(payments(7), key=len, bound=len, count=4))
    [[2, 5], [5, 2], [1, 1, 5], [1, 5, 1]]

    Source: Land and Doig, "An automatic method of solving discrete programming problems" (1960).
    """
    return in_order(_minimize, answers, bound is None, key=key, bound=bound, count=check_count(count))


def maximize(
    answers: Answers[Answer], *, key: Callable[[Answer], Any], bound: Bound | None = None, count: int = 1
) -> Answers[Answer]:
    """The answer with the greatest key, or the few with the greatest keys; otherwise like `minimize`.

    bound: of the items chosen so far, a tuple: no answer that they lead to has a greater key.
    Gives Answers, like `sorted(answers, key=key, reverse=True)[:count]`.

    >>> from ambsearch import ambiguous, require
    >>> things = {"tent": (5, 9), "stove": (3, 6), "books": (4, 7), "flute": (1, 2)}  # weight, worth
    >>> @ambiguous
    ... def luggage(most):
    ...     chosen = []
    ...     for thing in things:
    ...         if (yield (True, False)):
    ...             chosen.append(thing)
    ...             require(sum(things[thing][0] for thing in chosen) <= most)
    ...     return chosen
    >>> def worth(chosen):
    ...     return sum(things[thing][1] for thing in chosen)
    >>> def at_most(taken):
    ...     return worth(things) - sum(things[thing][1] for thing, is_taken in zip(things, taken) if not is_taken)
    >>> maximize(luggage(8), key=worth, bound=at_most).one()
    ['tent', 'stove']

    Source: that of minimize.
    """
    return in_order(_maximize, answers, bound is None, key=key, bound=bound, count=check_count(count))


def check_count(count: int) -> int:
    if count < 1:
        raise ValueError(f"expected a count of 1 or more, found {count}")
    return count


def _minimize(answers: Answers[Answer], **options: Any) -> Iterator[Answer]:
    return best(answers, operator.lt, **options)


def _maximize(answers: Answers[Answer], **options: Any) -> Iterator[Answer]:
    return best(answers, operator.gt, **options)


def best(
    answers: Answers[Answer],
    better: Better,
    key: Callable[[Answer], Any],
    count: int,
    bound: Bound | None = None,
) -> Iterator[Answer]:
    """The best answers, after all that could be better have been looked at."""
    kept = Best(better, count)
    bounded = None if bound is None else Bounded(kept, bound)
    steering = bounded or (None if LIMITER.get() is None else Counted())
    spent = None
    try:
        with closing(iter(answers if steering is None else steer(answers, steering))) as search:  # type: ignore[type-var]
            for answer in search:
                found = key(answer)
                if bounded is not None:
                    bounded.check(found, answer)
                kept.add(found, answer)
    except Spent as limit:
        spent = limit
    for _, answer in kept.ranked:
        yield answer
    if spent is not None:
        raise spent


class Best:
    """The best answers so far, each with its key, the best one first."""

    def __init__(self, better: Better, count: int) -> None:
        self.better, self.count = better, count
        self.ranked: list[tuple[Any, Any]] = []

    def add(self, key: Any, answer: Any) -> None:
        """Insert an answer after all that are equally good."""
        place = len(self.ranked)
        while place and self.better(key, self.ranked[place - 1][0]):
            place -= 1
        self.ranked.insert(place, (key, answer))
        del self.ranked[self.count :]

    def is_full(self) -> bool:
        return len(self.ranked) == self.count


class Counted(Steering):
    """Takes all items, one by one, so that limits can be checked."""

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        return enumerate(items)


class Bounded(Steering):
    """Leaves out the items that cannot lead to one of the best answers."""

    def __init__(self, kept: Best, bound: Bound) -> None:
        super().__init__()
        self.kept, self.limit = kept, bound
        self.values: list[Any] = []

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        for number, item in enumerate(items):
            self.values[len(path) :] = [item]
            kept = self.kept
            if not kept.is_full() or kept.better(self.limit(without_raised(self.values)), kept.ranked[-1][0]):
                yield number, item

    def check(self, key: Any, answer: Any) -> None:
        """Check that an answer is not better than the bound of its items."""
        bound = self.limit(without_raised(self.values)) if self.values else key
        if self.kept.better(key, bound):
            told = f"the items {tuple(self.values)!r} have the bound {bound!r} and lead to {answer!r} with {key!r}"
            raise ValueError(f"expected a bound that no key is better than: {told}")
