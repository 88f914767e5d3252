"""What can be asked of answers that come one after another, whatever gives them.

Series    answers that come one after another: `first`, `one`, `take`, `nth`, `count` and `exists`
"""

import itertools
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Generic, TypeVar, overload

from ambsearch.errors import NoAnswer, TooManyAnswers

Answer = TypeVar("Answer", covariant=True)
Default = TypeVar("Default")

ABSENT: Any = object()


class Series(Generic[Answer]):
    """Answers that come one after another; each iteration begins anew, and can be closed."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Answer]:
        raise NotImplementedError

    def originals(self) -> Iterator[Any]:
        """As many, for those who only count them: what it takes to read them is left out."""
        return iter(self)

    @overload
    def first(self) -> Answer: ...
    @overload
    def first(self, default: Default) -> Answer | Default: ...
    def first(self, default: Any = ABSENT) -> Any:
        """Return the first answer.

        default: what to return if there is none.
        Raises NoAnswer if there is none and no default.

        >>> from ambsearch import an_integer_from, ambiguous, require
        >>> @ambiguous
        ... def square_above(n):
        ...     k = yield an_integer_from(1)
        ...     require(k * k > n)
        ...     return k * k
        >>> square_above(50).first()
        64
        """
        return self.nth(0, default)

    def one(self) -> Answer:
        """Return the only answer.

        Raises NoAnswer if there is none, TooManyAnswers, which shows the first two, if there are more.

        >>> from ambsearch import ambiguous, an_integer_between, require
        >>> @ambiguous
        ... def root(n):
        ...     k = yield an_integer_between(0, n)
        ...     require(k * k == n)
        ...     return k
        >>> root(49).one()
        7
        """
        found = self.take(2)
        if not found:
            raise NoAnswer(f"{self!r} has no answer{self._remark()}")
        if len(found) > 1:
            raise TooManyAnswers(self, *found)
        return found[0]

    def take(self, n: int) -> list[Answer]:
        """Return a list of the first n answers, or of all if there are fewer.

        >>> from ambsearch import ambiguous, an_integer_from
        >>> @ambiguous
        ... def numbers():
        ...     return (yield an_integer_from(1))
        >>> numbers().take(3)
        [1, 2, 3]
        """
        check_number(n, "take(n) gives the first n answers")
        if n < 0:
            raise ValueError(f"take(n) gives the first n answers, and there is no way to take {n}")
        with closing(iter(self)) as answers:  # type: ignore[type-var]
            return list(itertools.islice(answers, n))

    @overload
    def nth(self, i: int) -> Answer: ...
    @overload
    def nth(self, i: int, default: Default) -> Answer | Default: ...
    def nth(self, i: int, default: Any = ABSENT) -> Any:
        """Return answer number i, counted from 0.

        default: what to return if there are too few.
        Raises NoAnswer if there are too few and no default.

        >>> from ambsearch import ambiguous, amb
        >>> @ambiguous
        ... def vowel():
        ...     return (yield amb(*"aeiou"))
        >>> vowel().nth(2)
        'i'
        """
        check_number(i, "nth(i) gives answer number i")
        if i < 0:
            raise ValueError(f"answers are counted from 0, so there is no answer number {i}")
        with closing(iter(self)) as answers:  # type: ignore[type-var]
            for answer in itertools.islice(answers, i, None):
                return answer
        if default is ABSENT:
            what = "no answer" if i == 0 else f"no answer number {i} (counted from 0)"
            raise NoAnswer(f"{self!r} has {what}{self._remark()}")
        return default

    def _remark(self) -> str:
        """What is to be said where there are too few answers."""
        return ""

    def count(self) -> int:
        """Return how many answers there are; this never ends if there are infinitely many.

        >>> from ambsearch import ambiguous, an_integer_between
        >>> @ambiguous
        ... def die():
        ...     return (yield an_integer_between(1, 6))
        >>> die().count()
        6
        """
        return sum(1 for _ in self.originals())  # nothing is kept, so nothing is copied

    def exists(self) -> bool:
        """Say whether there is an answer; the search stops at the first.

        >>> from ambsearch import ambiguous, amb
        >>> @ambiguous
        ... def nothing():
        ...     return (yield amb())
        >>> nothing().exists()
        False
        """
        with closing(self.originals()) as answers:  # type: ignore[type-var]
            return any(True for _ in answers)


for _method in ("first", "one", "take", "nth", "count", "exists"):  # in Python's messages
    getattr(Series, _method).__qualname__ = f"Answers.{_method}"


def check_number(value: Any, told: str) -> None:
    """Raise TypeError unless this is a whole number; told: what it is for."""
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{told}: expected a whole number, found {value!r}")
