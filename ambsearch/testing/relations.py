"""Checks without a twin: how the answers for one instance follow from those for another."""

import functools
from collections.abc import Callable
from typing import Any

from ambsearch.testing.reports import Report
from ambsearch.testing.trials import Program, arguments
from ambsearch.testing.twins import check_twins


def check_relation(
    program: Program,
    change: Callable[..., Any],
    instances: Any,
    *,
    answer: Callable[[Any], Any] | None = None,
    **options: Any,
) -> Report:
    """Fail unless the answers for a changed instance are those for the instance, each changed in the same way.

    program: a function that gives an iterable of answers.
    change: a function of the same arguments that gives the changed instance, in the form of an instance of
    check_twins: a graph with renamed vertices, a list in another order, a problem with one more constraint, or the
    same instance again.
    answer: how an answer changes; None if it stays as it is. instances and options: as in check_twins, except that
    as_ is "multiset" by default, because a changed instance is often searched in another order. With as_="subset" the
    changed instance may have fewer answers, but no others.
    Returns a Report. Raises Different, which calls the changed instance "changed".

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def queens(n):
    ...     columns = []
    ...     for row in range(n):
    ...         column = yield range(n)
    ...         require(all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)))
    ...         columns.append(column)
    ...     return tuple(columns)
    >>> print(check_relation(queens, lambda n: n, range(6), answer=lambda columns: columns[::-1]))
    queens and changed agree: 6 instances, 2 of them without an answer; 14 answers

    Source: Chen, Cheung and Yiu, "Metamorphic Testing" (1998).
    """
    __tracebackhide__ = True

    @functools.wraps(program)
    def expect(*args: Any, **named: Any) -> Any:
        found = program(*args, **named)
        return found if answer is None else map(answer, found)

    def changed(*args: Any, **named: Any) -> Any:
        now, now_named = arguments(program, change(*args, **named))
        return program(*now, **now_named)

    return check_twins(expect, changed, instances, **{"as_": "multiset", **options})
