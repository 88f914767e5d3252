"""Searches that record the choices of the current branch: the items taken on the path to where the search is now. The
choices of an inner search that is closed early, by `once` or `first`, stay on the path until the branch ends.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ambsearch.answers import Ambiguous, Answers, snapshot
from ambsearch.copiers.base import AsItIs
from ambsearch.decorator import ambiguous
from ambsearch.errors import LiveAnswer
from ambsearch.expansion.emitting.sites import Site
from ambsearch.observing import Observer, observed
from ambsearch.observing.measuring import TriedEnough
from ambsearch.testing.differences import Different, in_words


@dataclass(frozen=True)
class Choice:
    """An item that was taken; name: of the variable, or the source of the choice; line: in its file."""

    name: str
    line: int
    item: Any

    def __str__(self) -> str:
        return f"{self.name} = {in_words(self.item)} (line {self.line})"


class Path(Observer):
    """The choices of the current branch, and how many items have been tried in total.

    limit: end with TriedEnough when more items than that are tried.

    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(n)
    ...     b = yield range(a)
    ...     return a, b
    >>> path = Path()
    >>> observed(pairs(3), path).first(), path.tried
    ((1, 0), 3)
    """

    item = "place = watch.enter(site, target)"
    back = "watch.leave(place)"

    def __init__(self, limit: int | None = None) -> None:
        self.choices: list[Choice] = []
        self.tried = 0
        self.limit = limit

    def enter(self, site: Site, item: Any) -> int:
        """Record a taken item; gives the position of its choice on the path."""
        if self.tried == self.limit:
            raise TriedEnough
        self.tried += 1
        try:
            seen = snapshot(item, AsItIs)
        except LiveAnswer:  # a choice among generators
            seen = item
        self.choices.append(Choice(site.name, site.line, seen))
        return len(self.choices) - 1

    def leave(self, place: int) -> None:
        """The branch of the choice at this position has ended."""
        del self.choices[place:]

    def description(self) -> str:
        return ", ".join(map(str, self.choices)) or "no choice"


def nothing_within(answers: Answers[Any], n: int) -> bool:
    """Fail if the search gives an answer before it has tried more than n items.

    answers: the Answers of an ambiguous function, e.g. queens(3).
    n: how many items to try at most, at all choices together, in depth-first order. Use it for a search that may have
    no answer and never end. An item that is an answer of another search counts in addition to the items tried in that
    search.
    Returns True. Raises Different, which shows the answer and the choices that led to it; TypeError if `answers` is
    not Answers, because the choices of an ordinary generator cannot be seen.

    >>> from ambsearch import an_integer_from, require
    >>> @ambiguous
    ... def odd_square():
    ...     k = yield an_integer_from(1)
    ...     require(k * k % 4 == 1 and k > 4)
    ...     return k * k
    >>> nothing_within(odd_square(), 4)
    True
    >>> nothing_within(odd_square(), 5)
    Traceback (most recent call last):
    ...
    ambsearch.testing.Different: extra: odd_square() has the answer 25 after 5 items tried: k = 5 (line 3)

    Source: Kiselyov and others (2005), whose tests bound a search by a number of answers; here items are counted.
    """
    __tracebackhide__ = True
    path = Path(n)
    try:
        for answer in observed(answers, path):
            found = f"{answers!r} has the answer {in_words(answer)}"
            raise Different(f"extra: {found} after {path.tried} items tried: {path.description()}", "extra")
    except TriedEnough:
        pass
    return True


def exhaustive(test: Callable[..., Any]) -> Callable[..., None]:
    """Make a test of a function with choices: every branch is a test case.

    test: a function as @ambiguous takes it, or an ambiguous one, e.g. a pytest test; its parameters, such as
    fixtures, stay. `x = yield E` tries all items of E, `require` skips a case, and `assert` checks it.
    Gives an ordinary function. It runs all branches, and stops at the first exception, with a note that lists the
    choices that led there, by the names of their variables. It raises AssertionError if no branch reaches its end,
    because then nothing was checked.

    >>> from ambsearch import require
    >>> @exhaustive
    ... def test_differences_are_small():
    ...     a = yield range(10)
    ...     b = yield range(a)
    ...     assert a - b < 4
    >>> try:
    ...     test_differences_are_small()
    ... except AssertionError as error:
    ...     print(*error.__notes__)
    branch number 6 (counted from 0) of test_differences_are_small: a = 4 (line 3), b = 0 (line 4)

    Source: SmallCheck; there the cases come from types, here from the choices.
    """
    search: Any = test if isinstance(test, Ambiguous) else ambiguous(test)

    def try_all(*arguments: Any, **named: Any) -> None:
        __tracebackhide__ = True
        passed = 0
        path = Path()
        try:
            for _ in observed(search(*arguments, **named), path):
                passed += 1
        except Exception as error:
            error.add_note(f"branch number {passed} (counted from 0) of {search.__name__}: {path.description()}")
            raise
        if not passed:
            raise AssertionError(f"{search.__name__} checks nothing: each of its branches ends early")

    functools.update_wrapper(try_all, search.__wrapped__)
    del try_all.__wrapped__  # type: ignore[attr-defined]  # it is no generator function, whatever pytest thinks
    try_all.__signature__ = inspect.signature(search.__wrapped__)  # type: ignore[attr-defined]
    return try_all
