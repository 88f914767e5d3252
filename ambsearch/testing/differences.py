"""What a failed comparison says, and where two sequences of answers part.

Different                 the failure
Difference                where two sequences part, as a value
in_words, parting_line    values in messages
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from ambsearch.testing.forms import is_array, normal

WIDTH = 160  # characters of an answer that a message shows


class _Ended:
    """Marks the end of a sequence of answers."""

    def __repr__(self) -> str:
        return "no more answers"


ENDED = _Ended()


class Different(AssertionError):
    """Two searches differ, or a search and what is expected of it.

    kind: what kind of difference it is, e.g. "missing"; the table of kinds is in "How to test your own solver".
    instance: what both were called with, if many instances are compared; else None.
    answers: the answers that the message shows, each with the name of its side.

    >>> from ambsearch.testing import same_answers
    >>> try:
    ...     same_answers("abcd", "abd")
    ... except Different as difference:
    ...     print(difference.kind)
    missing
    """

    __module__ = "ambsearch.testing"  # where it is imported from, so that a traceback is as short as possible

    def __init__(
        self, message: str, kind: str, instance: Any = None, answers: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.instance = instance
        self.answers = answers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.instance, self.answers)


@dataclass(frozen=True)
class Difference:
    """Where two sequences of answers part.

    place: counted from 0, so it is also the number of equal answers before it.
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
    read side by side and no further than the difference, so they may be infinite.
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
        if first is ENDED or second is ENDED or normal(first) != normal(second):
            return Difference(place, first, second)
    return None


def in_words(value: Any) -> str:
    """The value in at most WIDTH characters.

    >>> len(in_words("a" * 1000))
    160
    """
    text = repr(value)
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}\u2026"


def parting_line(first: Any, second: Any) -> str:
    """A line that shows where two values part, if they are too long to be shown whole; else nothing.

    >>> board = [[0] * 40, [0] * 40]
    >>> print(parting_line(board, [[0] * 40, [0] * 39 + [7]]))
    <BLANKLINE>
    they part at [1][39]: 0 against 7
    >>> parting_line([1], [2])
    ''
    """
    if max(len(repr(first)), len(repr(second))) <= WIDTH:
        return ""
    place, one, other = parting(first, second)
    return f"\nthey part at {place or 'the whole'}: {in_words(one)} against {in_words(other)}"


def parting(first: Any, second: Any, path: str = "") -> tuple[str, Any, Any]:
    """The first position at which two values differ, written as a suffix of a name, and what is there.

    >>> parting([1, {"a": (2, 3)}], [1, {"a": (2, 4)}])
    ("[1]['a'][1]", 3, 4)
    >>> parting("abc", "ab")
    ('[2]', 'c', no more answers)
    """
    for one, other in ((first, second), (second, first)):
        if is_array(one):
            return parting(as_list(first), as_list(second), path)
        if not isinstance(one, type(other)) or not isinstance(other, (list, tuple, str, Mapping)):
            return path, first, second
    if len(path) > 200 or first == second or (isinstance(first, str) and min(len(first), len(second)) < 2):
        return path, first, second
    if isinstance(first, Mapping):
        pairs = [(key, first.get(key, ENDED), second.get(key, ENDED)) for key in {**first, **second}]
    else:
        pairs = [(i, *pair) for i, pair in enumerate(zip_longest(first, second, fillvalue=ENDED))]
    for key, one, other in pairs:
        if normal(one) != normal(other):
            return parting(one, other, f"{path}[{key!r}]")
    return path, first, second


def as_list(value: Any) -> Any:
    return value.tolist() if is_array(value) else value
