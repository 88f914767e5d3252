"""The first place where two sequences of answers part."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any


class _Ended:
    """Stands where a sequence of answers has ended."""

    def __repr__(self) -> str:
        return "no more answers"


ENDED = _Ended()


@dataclass(frozen=True)
class Difference:
    """Where two sequences of answers part.

    place: counted from 0, which is also how many equal answers come before it.
    first, second: the two answers there; one of them is ENDED if that sequence is a prefix of the other.

    >>> print(Difference(2, (1, 3), ENDED))
    answer number 2 (counted from 0; those before are equal): (1, 3) against no more answers
    """

    place: int
    first: Any
    second: Any

    def __str__(self) -> str:
        before = "; those before are equal" if self.place else ""
        return f"answer number {self.place} (counted from 0{before}): {self.first!r} against {self.second!r}"


def first_difference(a: Iterable[Any], b: Iterable[Any], limit: int | None = None) -> Difference | None:
    """Compare two programs by their answers, one after the other, and return the first Difference, or None.

    a, b: iterables of answers, e.g. the Answers of an ambiguous function and the generator of a twin;
    read side by side and no further than the difference, so that they may be infinite.
    limit: how many answers to compare at most; None for all.

    >>> first_difference(range(3), [0, 1, 2]) is None
    True
    >>> first_difference("abcd", "abdc")
    Difference(place=2, first='c', second='d')
    >>> first_difference("abcd", "ab")
    Difference(place=2, first='c', second=no more answers)
    >>> first_difference("abcd", "ab", limit=2) is None
    True
    """
    pairs = islice(zip_longest(a, b, fillvalue=ENDED), limit)
    for place, (first, second) in enumerate(pairs):
        if first is ENDED or second is ENDED or not first == second:
            return Difference(place, first, second)
    return None
