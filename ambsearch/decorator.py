"""The decorator `ambiguous`, and `expand`, which shows what it makes.

The rewriter is imported when the first function is decorated: it takes most of the import time of ambsearch, and a
program that does not search, such as a command asked for its version, does not need it.
"""

import types
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar, overload

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import Refused
from ambsearch.ground.making import uncollected

P = ParamSpec("P")
R = TypeVar("R")
Search: TypeAlias = Generator[Any, Any, R]
"""The type that an ambiguous function is written to return: `-> Search[int]` says that its answers are ints."""


@overload
def ambiguous(function: Callable[P, Search[R]], /) -> Callable[P, Answers[R]]: ...
@overload
def ambiguous(*, deep: bool = False) -> Callable[[Callable[P, Search[R]]], Callable[P, Answers[R]]]: ...
def ambiguous(function: Any = None, /, *, deep: bool = False) -> Any:
    """Expand a function with choices into a search; calling it gives its Answers.

    function: a def in which `x = yield E` means that x is one of the items of E, `require(p)` that the branch ends
    unless p, and `return r` that r is an answer.
    deep: True says that most answers are hundreds of levels deep, or some deeper than ten thousand. Any search may be deeper
    than Python's stack: then it goes on with one of its own, here from the 64th level on, and up to the end of the memory.
    Gives a function that returns Answers, in the order of a depth-first search. For a type checker, `-> Search[R]` says
    that its answers are of the type R, and a call then gives Answers[R].
    Raises Refused for code that cannot be expanded.

    >>> from ambsearch import an_integer_between, require
    >>> @ambiguous
    ... def triangle(n):
    ...     a = yield an_integer_between(1, n)
    ...     b = yield an_integer_between(a, n)
    ...     c = yield an_integer_between(b, n)
    ...     require(a*a + b*b == c*c)
    ...     return a, b, c
    >>> list(triangle(13))
    [(3, 4, 5), (5, 12, 13), (6, 8, 10)]

    Source: McCarthy, "A Basis for a Mathematical Theory of Computation" (1963), for amb; Floyd,
    "Nondeterministic Algorithms" (1967), for the expansion.
    """
    if function is None:
        return lambda plain: _ambiguous_function(plain, deep)
    return _ambiguous_function(function, deep)


def _ambiguous_function(function: Callable[..., Any], deep: bool) -> Ambiguous:
    with uncollected():
        from ambsearch.diagnostics import check

    try:
        check(function)
    except Refused as refusal:
        # the traceback is of no use to the user; what Python shows of these lines is as short as possible
        raise refusal.with_traceback(None) from refusal.__cause__
    return Ambiguous(function, partial(_expansion, deep), deep)


def _expansion(deep: bool, function: Callable[..., Any], observer: Any = None) -> Any:
    from ambsearch.expansion import expansion

    found = expansion(function, observer, deep)
    return (found.searches(), found.plain.source.copying) if observer is None else found.searches


def expand(
    function: Callable[..., Any], *, deep: bool = False, normal: bool = False, helpers: bool = False, fast: bool = False
) -> str:
    """The expansion of an ambiguous function, as Python text to read.

    function: decorated with @ambiguous, or a plain function that could be.
    deep: True shows the form for deep searches.
    normal: True shows the normal form instead, from which every expansion is made: each choice, guard and answer is a
    statement of its own, and a loop with choices is a `while` that each branch can resume.
    helpers: True adds the helpers that change something, as the search calls them, with what undoes each.
    fast: True shows it as it is run: asked what kind of owner they have, most changes are undone in place, and those of
    short helpers stand in the place of their calls. Without it, what the text does not show is recorded on a trail, which
    means the same, is shorter, and would take longer.
    Raises TypeError for anything else, such as the answers of a call.
    With `fast` it is the text that runs, except for what follows the `in` of a choice: there the search of an ambiguous
    function runs directly, without Answers, and a list is copied first, because the choice is among what the list holds
    at that moment. A required name or attribute is also asked whether it is a function, whose call was forgotten.

    >>> from ambsearch import ambiguous, an_integer_between, require
    >>> @ambiguous
    ... def divisor(n):
    ...     d = yield an_integer_between(2, n - 1)
    ...     require(n % d == 0)
    ...     return d
    >>> print(expand(divisor), end="")
    def divisor(n):
        for d in an_integer_between(2, n - 1):
            if n % d == 0:
                yield d
    >>> @ambiguous
    ... def total(n):
    ...     return (yield [1, 2]) + (yield range(n))
    >>> print(expand(total, normal=True), end="")
    def total(n):
        chosen = yield [1, 2]
        chosen_2 = yield range(n)
        return chosen + chosen_2
    """
    from ambsearch.diagnostics import check
    from ambsearch.expansion import normal_text, text

    check_function(function, "expand")
    if isinstance(function, types.MethodType):
        function = function.__func__
    plain = function.__wrapped__ if isinstance(function, Ambiguous) else function
    check(plain)
    return normal_text(plain) if normal else text(plain, deep, helpers, fast)


def check_function(found: Any, word: str) -> None:
    """Raise TypeError for what cannot be called; word: what is given the function."""
    if callable(found):
        return
    if not isinstance(found, Answers):
        raise TypeError(f"expected an ambiguous function, found {found!r}")
    name = found._source.__name__ if isinstance(found._source, Ambiguous) else "the function"
    raise TypeError(
        f"expected an ambiguous function, found the answers of {found!r}; write {word}({name}), without (...)"
    )
