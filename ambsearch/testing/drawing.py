"""A Hypothesis strategy that draws from the answers of a search."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from ambsearch.answers import Answers, snapshot
from ambsearch.errors import NoAnswer
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.observing import Observer, observed

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

Answer = TypeVar("Answer")
TRIES = 100  # paths that may be dead ends before the draw is given up
ITEMS = 1000  # items of a choice that are drawn from


def answers_of(answers: Iterable[Answer], limit: int = 1000) -> "SearchStrategy[Answer]":
    """A Hypothesis strategy: one of the answers of a search.

    answers: e.g. the Answers of an ambiguous function, also one that never ends.
    limit: if there are at most this many answers, each is equally likely. If there are more, an item is drawn at each
    choice, until a branch ends with an answer. Then two answers are equally likely if their branches have choices
    among the same numbers of items, as those of `graphs` and `permutations` have; of infinitely many items, one of
    the first 1000 is drawn. From an ordinary generator, whose choices cannot be seen, only the first `limit` answers
    are drawn. A failing example shrinks towards the first answer. Raises NoAnswer at the first draw if there is none,
    ImportError if Hypothesis is not installed.

    >>> from hypothesis import given, settings
    >>> from ambsearch import ambiguous, an_integer_from
    >>> @ambiguous
    ... def squares():
    ...     return (yield an_integer_from(1)) ** 2
    >>> @settings(database=None)
    ... @given(answers_of(squares()))
    ... def test_it_is_a_square(n):
    ...     assert round(n ** 0.5) ** 2 == n
    >>> test_it_is_a_square()

    Source: Knuth, "Estimating the Efficiency of Backtrack Programs" (1975), for random paths; there they are weighted.
    """
    try:
        from hypothesis import strategies
    except ImportError:
        raise ImportError("answers_of needs Hypothesis; install it with: pip install hypothesis") from None

    def strategy() -> "SearchStrategy[Answer]":
        found = list(islice(answers, limit + 1))
        if not found:
            raise NoAnswer(f"{answers!r} has no answer to draw")
        if len(found) > limit and isinstance(answers, Answers):
            return strategies.composite(path)(answers)
        return strategies.sampled_from(found[:limit]).map(snapshot)

    return strategies.deferred(strategy)


def path(draw: "DrawFn", answers: Answers[Answer]) -> Answer:
    """An answer, found by drawing an item at each choice."""
    from hypothesis import reject, strategies

    drawn = observed(answers, Chooser(lambda n: draw(strategies.integers(0, n - 1))))
    for _ in range(TRIES):
        for answer in drawn.take(1):
            return answer
    return reject()


class Chooser(Observer):
    """Chooses for a search: one of n items at each choice.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def pairs():
    ...     a = yield (1, 2, 3)
    ...     b = yield "xy"
    ...     return a, b
    >>> list(observed(pairs(), Chooser(lambda n: n - 1)))
    [(3, 'y')]
    """

    items = "watch.one(items)"

    def __init__(self, choose: Callable[[int], int]) -> None:
        self.choose = choose

    def one(self, items: Any) -> Iterator[Any]:
        """The one item that is taken; an inner search makes its own choices."""
        if is_search(items):
            return items  # type: ignore[no-any-return]
        there = list(islice(items, ITEMS))
        return iter([there[self.choose(len(there))]] if there else [])
