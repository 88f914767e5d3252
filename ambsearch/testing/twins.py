"""Comparing a program with its twin on many instances."""

import copy
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from ambsearch.testing.comparing import As, Key, compared
from ambsearch.testing.sides import Different, Side, shown

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Program = Callable[..., Iterable[Any]]
STEPS = 1_000_000


def check_twins(
    program: Program,
    twin: Program,
    instances: "Iterable[Any] | SearchStrategy[Any]",
    *,
    as_: As = "sequence",
    key: Key = None,
    limit: int | None = None,
    steps: int | None = STEPS,
) -> bool:
    """Fail unless program and twin have the same answers for every instance.

    program, twin: functions that give iterables of answers.
    instances: a list of arguments, or a Hypothesis strategy that draws them. Arguments are a dict (by name), a tuple
    (by position), or anything else, which is the only argument. Each side gets a copy of its own.
    as_, key, limit: as in same_answers.
    steps: how many lines of Python a side may run for one answer; a side that runs more is said to loop for ever.
    Counting takes several times as long; None for searches that are long, and known to end. A loop that stands in one
    line, such as `while True: pass`, or that runs in C, is one line and is not found.
    Returns True; raises Different, which begins with the instance; TypeError for a single dict or string as instances,
    ValueError for none, because then nothing was compared. With a list that is the first one that differs,
    with a strategy the smallest one that Hypothesis finds.

    >>> def upwards(n):
    ...     return iter(range(n))
    >>> def without_three(n):
    ...     return (i for i in range(n) if i != 3)
    >>> check_twins(upwards, without_three, [0, 1, 2, 3])
    True
    >>> check_twins(upwards, without_three, [{"n": 3}, {"n": 9}])
    Traceback (most recent call last):
    ...
    ambsearch.testing.sides.Different: for the instance {'n': 9}:
    missing: 3, number 3 of upwards (counted from 0), is no answer of without_three
    upwards has 9 answers, without_three has 8 answers; they share the first 3

    Source: CurryCheck's comparison of an operation with its specification.
    """
    __tracebackhide__ = True
    names = names_of(program, twin)

    def check(instance: Any) -> None:
        sides = [
            Side(name, lambda one=one: called(one, instance), key, limit, steps)  # type: ignore[misc]
            for name, one in zip(names, (program, twin), strict=True)
        ]
        told = shown(instance)
        try:
            compared(sides[0], sides[1], as_)
        except Different as difference:
            raise Different(f"for the instance {told}:\n{difference}", difference.kind) from difference.__cause__

    if is_strategy(instances):
        check_drawn(check, instances)
        return True
    if isinstance(instances, (Mapping, str)):
        kind = type(instances).__name__
        raise TypeError(f"expected a list of instances, found one {kind}; to check a single one, write [{instances!r}]")
    is_empty = True
    for instance in cast("Iterable[Any]", instances):
        is_empty = False
        check(instance)
    if is_empty:
        raise ValueError("expected at least one instance, found none: nothing was compared")
    return True


def called(program: Program, instance: Any) -> Iterable[Any]:
    """The answers for a copy of the instance."""
    instance = copy.deepcopy(instance)
    if isinstance(instance, Mapping):
        return program(**instance)
    return program(*instance) if isinstance(instance, tuple) else program(instance)


def is_strategy(instances: Any) -> TypeGuard["SearchStrategy[Any]"]:
    """Is it a Hypothesis strategy? There is none where Hypothesis has not been imported."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(instances, strategies.SearchStrategy)


def check_drawn(check: Callable[[Any], None], instances: "SearchStrategy[Any]") -> None:
    """Let Hypothesis draw instances, and raise the failure for the smallest that fails."""
    __tracebackhide__ = True
    from hypothesis import Phase, given, settings

    failures: list[Different] = []

    def drawn(instance: Any) -> None:
        try:
            check(instance)
        except Different as difference:
            failures.append(difference)
            raise

    phases = [phase for phase in settings().phases if phase is not Phase.explain]
    wanted = settings(deadline=None, database=None, report_multiple_bugs=False, print_blob=False, phases=phases)
    try:
        wanted(given(instances)(drawn))()
    except Different:
        smallest = failures[-1]  # the last that Hypothesis runs
    else:
        return
    raise Different(str(smallest), smallest.kind) from smallest.__cause__  # anew, without the way through Hypothesis


def names_of(program: Program, twin: Program) -> tuple[str, str]:
    """Names that tell the two apart."""
    one, other = (str(getattr(function, "__name__", "")) for function in (program, twin))
    good = one.isidentifier() and other.isidentifier() and one != other
    return (one, other) if good else ("the program", "the twin")
