"""Searches that tell their choices."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from ambsearch import (
    amb,
    ambiguous,
    an_integer_from,
    fail,
    once,
    permanent,
    require,
)
from ambsearch.puzzles import queens
from ambsearch.testing import (
    Different,
    exhaustive,
    nothing_within,
)


@ambiguous
def deepening() -> Any:
    n = yield an_integer_from(1)
    return (yield factors(n))


@ambiguous
def factors(n: int) -> Any:
    a = yield range(2, n)
    b = yield range(a, n)
    require(a * b == n and n > 7)
    return n, a, b


@ambiguous
def never() -> Any:
    yield an_integer_from(1)
    fail()


def test_a_search_without_answers_has_nothing_within_any_number() -> None:
    assert nothing_within(never(), 1000)


def test_a_choice_that_is_told_is_not_copied_by_a_method_of_the_users() -> None:
    class Counted:
        copies = 0

        def __init__(self) -> None:
            self.items: list[int] = []

        def __copy__(self) -> "Counted":
            Counted.copies += 1
            return Counted()

    @ambiguous
    def counted() -> Any:
        one = Counted()
        one.items.append(1)
        yield [one]
        require(Counted.copies)

    assert nothing_within(counted(), 9)


def test_items_of_all_choices_and_of_searches_inside_are_counted() -> None:
    @ambiguous
    def two() -> Any:
        a = yield range(3)
        b = yield range(3)
        require(a == b == 1)
        return a

    assert nothing_within(two(), 6)  # 0: 0 1 2, 1: 0
    with pytest.raises(Different, match=r"two\(\) has the answer 1 after 7 items tried: a = 1 .*, b = 1 "):
        nothing_within(two(), 7)


def test_the_choices_of_searches_inside_are_reported_with_their_names() -> None:
    with pytest.raises(Different) as found:
        nothing_within(deepening(), 999)

    assert [part.split(" (line")[0] for part in str(found.value).split("tried: ")[1].split("), ")] == [
        "n = 8",
        "a = 2",
        "b = 4",
        "return = (8, 2, 4)",
    ]


def test_a_search_inside_that_never_ends_is_bounded_too() -> None:
    @ambiguous
    def outer() -> Any:
        return (yield never())

    @ambiguous
    def composed() -> Any:
        return (yield once(never()))

    assert nothing_within(outer(), 100)
    assert nothing_within(composed(), 100)
    assert nothing_within(once(never()), 100)


def test_the_first_of_the_eight_queens_answers_takes_876_items() -> None:
    """The number of placements tried that is known from the literature."""
    assert nothing_within(queens.solve(8), 875)
    with pytest.raises(Different, match=r"has the answer \(0, 4, 7, 5, 2, 6, 1, 3\) after 876 items tried"):
        nothing_within(queens.solve(8), 876)


def test_a_search_that_is_decorated_as_deep_is_watched_too() -> None:
    @ambiguous(deep=True)
    def down(n: int) -> Any:
        k = yield range(2)
        if n == 0:
            return k
        return (yield down(n - 1))

    assert nothing_within(down(2), 4)  # three k, two items that are returned
    with pytest.raises(Different, match=r"after 5 items tried: k = 0 .*, return = 0 "):
        nothing_within(down(2), 5)


def test_the_choices_of_methods_are_watched() -> None:
    class Board:
        @ambiguous
        def cell(self) -> Any:
            yield an_integer_from(0)
            fail()

        @ambiguous
        def solve(self) -> Any:
            return (yield self.cell())

    assert nothing_within(Board().solve(), 50)


def test_an_ordinary_generator_has_no_choices_to_see() -> None:
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function, found count"):
        nothing_within(count(), 3)  # type: ignore[arg-type]


def test_an_answer_without_any_choice_is_within_nought_items() -> None:
    @ambiguous
    def at_once() -> Any:
        return 1

    with pytest.raises(Different, match="after 0 items tried: no choice"):
        nothing_within(at_once(), 0)


def note(test: Callable[..., None], kind: type[BaseException] = AssertionError, *arguments: Any) -> str:
    with pytest.raises(kind) as failed:
        test(*arguments)
    return "\n".join(failed.value.__notes__)


def test_every_branch_of_an_exhaustive_test_is_run() -> None:
    seen: list[Any] = []

    @exhaustive
    def cases() -> Any:
        a = yield range(3)
        b = yield amb("x", "y")
        require(a != 1)
        record(a, b)

    @permanent
    def record(*case: Any) -> None:
        seen.append(case)

    cases()
    assert seen == [(0, "x"), (0, "y"), (2, "x"), (2, "y")]


def test_a_branch_that_fails_reports_its_choices_with_their_names_and_lines() -> None:
    @exhaustive
    def cases() -> Any:
        limit = 3
        a = yield range(limit)
        b, *c = yield [(a, 7), (a, a)]
        assert not (a == 2 and c == [2])

    told = note(cases)
    assert told.startswith("branch number 5 (counted from 0) of cases: a = 2 (line ")
    assert "(b, *c) = (2, 2)" in told


def test_choices_in_expressions_and_of_amb_are_reported_by_what_is_written() -> None:
    @exhaustive
    def cases() -> Any:
        total = (yield range(2)) + (yield amb(10, len("ab")))
        assert total != 3

    told = note(cases)
    assert "yield range(2) = 1 (line" in told
    assert "the alternative of amb, from 0, = 1 (line" in told


def test_the_exception_of_a_branch_comes_through_as_it_is() -> None:
    @exhaustive
    def cases(divisors: list[int]) -> Any:
        d = yield divisors
        1 // d

    assert "branch number 1 (counted from 0) of cases: d = 0" in note(cases, ZeroDivisionError, [2, 0])


def test_changes_are_taken_back_between_the_branches_of_an_exhaustive_test() -> None:
    @exhaustive
    def cases() -> Any:
        path: list[int] = []
        for _ in range(2):
            path.append((yield range(2)))
        assert len(path) == 2

    cases()


def test_an_exhaustive_test_that_checks_nothing_fails() -> None:
    @exhaustive
    def cases() -> Any:
        a = yield range(3)
        require(a > 3)
        raise KeyError(a)

    with pytest.raises(AssertionError, match="cases checks nothing: each of its branches ends early"):
        cases()


@exhaustive
def test_pytest_collects_an_exhaustive_test_and_gives_it_its_fixtures(tmp_path: Any) -> Any:
    a = yield range(3)
    b = yield range(3)
    (tmp_path / f"{a}{b}").write_text("")
    assert len(list(tmp_path.iterdir())) == 3 * a + b + 1


@pytest.mark.parametrize("n", [2, 3])
@exhaustive
def test_an_exhaustive_test_may_be_parametrized(n: int) -> Any:
    a = yield range(n)
    assert a < n


def test_a_failing_exhaustive_test_shows_its_choices_under_pytest(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_small="from ambsearch.testing import exhaustive\n"
        "@exhaustive\n"
        "def test_small():\n"
        "    a = yield range(3)\n"
        "    b = yield range(a)\n"
        "    assert a + b < 3\n"
    )
    out = pytester.runpytest_inprocess("-q", "-p", "no:cacheprovider").stdout.str()

    assert "1 failed" in out
    assert "branch number 2 (counted from 0) of test_small: a = 2 (line 4), b = 1 (line 5)" in out
