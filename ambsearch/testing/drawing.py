"""A Hypothesis strategy that draws from the answers of a search."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from ambsearch.answers import snapshot
from ambsearch.errors import NoAnswer

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Answer = TypeVar("Answer")


def answers_of(answers: Iterable[Answer], limit: int = 1000) -> "SearchStrategy[Answer]":
    """A Hypothesis strategy: one of the answers of a search.

    answers: e.g. the Answers of an ambiguous function; the search is run once, when the first example is drawn.
    limit: draw from the first so many answers, so that the search may be infinite.
    A failing example shrinks towards the first answer. Raises NoAnswer at the first draw if there is none,
    ImportError if Hypothesis is not installed.

    >>> from hypothesis import given, settings
    >>> from ambsearch import ambiguous, an_integer_from
    >>> @ambiguous
    ... def squares():
    ...     return (yield an_integer_from(1)) ** 2
    >>> @settings(database=None)
    ... @given(answers_of(squares(), limit=50))
    ... def test_it_is_a_square(n):
    ...     assert round(n ** 0.5) ** 2 == n
    >>> test_it_is_a_square()
    """
    try:
        from hypothesis import strategies
    except ImportError:
        raise ImportError("answers_of needs Hypothesis; install it with: pip install hypothesis") from None

    def drawn() -> "SearchStrategy[Answer]":
        found = list(islice(answers, limit))
        if not found:
            raise NoAnswer(f"{answers!r} has no answer to draw")
        return strategies.sampled_from(found).map(snapshot)

    return strategies.deferred(drawn)
