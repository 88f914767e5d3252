"""Which loops with choices go over what may be an iterator that nothing else holds."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from class_engines import WORDS
from helpers import compile_program

from ambsearch import ambiguous, expand

pytestmark = pytest.mark.usefixtures("no_other_module")


def numbers(n: int) -> Iterator[int]:
    yield from range(n)


def listed(n: int) -> list[int]:
    found = [1, 2]
    return found if n else sorted(numbers(n))


def by_branch(n: int) -> Any:
    if n:
        return listed(n)
    return (i for i in numbers(n))


def itself(n: int) -> Any:
    return itself(n - 1) if n else numbers(n)


def test_a_loop_over_what_a_helper_makes_is_marked_if_that_may_be_an_iterator() -> None:
    @ambiguous
    def over_list(n):  # type: ignore[no-untyped-def]
        for i in listed(n):
            n = yield (i, n)

    @ambiguous
    def over_either(n):  # type: ignore[no-untyped-def]
        for i in by_branch(n):
            n = yield (i, n)

    @ambiguous
    def over_recursive(n):  # type: ignore[no-untyped-def]
        for i in itself(n):
            n = yield (i, n)

    assert "resumable" not in expand(over_list, fast=True)
    assert "turns(resumable(by_branch(n)))" in expand(over_either, fast=True)
    assert "turns(resumable(itself(n)))" in expand(over_recursive, fast=True)


HELD = """
def numbers(n):
    yield from range(n)
@ambiguous
def once(n):
    held = numbers(n)
    for i in held:
        n = yield (i, n)
@ambiguous
def twice(n):
    held = numbers(n)
    for i in held:
        n = yield (i, n)
    return list(held)
"""


def test_a_variable_is_marked_where_it_is_bound_if_only_one_loop_reads_it() -> None:
    space = compile_program(HELD, WORDS)

    assert "held = resumable(numbers(n))" in expand(space["once"], fast=True)
    assert "resumable" not in expand(space["twice"], fast=True)


def noted(log: list[int]) -> Iterator[int]:
    for i in range(2):
        log.append(i)
        yield i


def test_what_only_the_run_knows_is_recorded_if_there_are_iterators_that_change_something() -> None:
    @ambiguous
    def f(make: Callable[[], Any]):  # type: ignore[no-untyped-def]
        for i in make():
            yield (i, 0)

    assert "stepping(trail, resumable((make() if (twin := KNOWN[make]) is None else" in expand(f, fast=True)
