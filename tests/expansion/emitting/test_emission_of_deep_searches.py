"""Searches that are tens of thousands of choices deep (100,000 in the long profile), and what an answer of them costs."""

from __future__ import annotations

import itertools
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers import LONG

from ambsearch import SearchTooDeep, amb, ambiguous, if_fail, once, permanent, require
from ambsearch.answers import Answers

DEEP = 100_000 if LONG else 22_000  # Python's own stack ends at 1,000


@ambiguous(deep=True)
def loop(n):
    xs = []
    for k in range(n):
        xs.append((yield (k, -k)))
    return xs


@ambiguous(deep=True)
def while_loop(n):
    left = n
    while left:
        left -= yield (1, 2)
        require(left >= 0)
    return n - left


@ambiguous(deep=True)
def tail(n):
    if n == 0:
        return "bottom"
    x = yield (1, 1)
    return (yield tail(n - x))


@ambiguous(deep=True)
def not_tail(n):
    if n == 0:
        return 0
    below = yield not_tail(n - 1)
    x = yield (1, 2)
    return below + x


@ambiguous(deep=True)
def even(n):
    if n == 0:
        return True
    return (yield odd(n - 1))


@ambiguous(deep=True)
def odd(n):
    if n == 0:
        return False
    other = yield even(n - 1)
    return other


@ambiguous(deep=True)
def numbers(n):
    return (yield amb(n, (yield numbers(n + 1))))


def test_a_loop_may_be_very_deep() -> None:
    first, second = loop(DEEP).take(2)

    assert first == list(range(DEEP))
    assert second == [*range(DEEP - 1), -(DEEP - 1)]


def test_a_while_loop_may_be_very_deep() -> None:
    assert while_loop(DEEP).take(3) == [DEEP] * 3


def test_a_recursion_in_tail_position_may_be_very_deep() -> None:
    assert tail(DEEP).take(3) == ["bottom"] * 3


def test_a_recursion_elsewhere_may_be_very_deep() -> None:
    assert not_tail(DEEP).take(3) == [DEEP, DEEP + 1, DEEP + 1]


def test_a_mutual_recursion_may_be_very_deep() -> None:
    assert even(DEEP).one() is True
    assert even(DEEP + 1).one() is False


def test_a_choice_inside_amb_may_be_very_deep() -> None:
    assert numbers(0).nth(DEEP // 2) == DEEP // 2


@pytest.mark.parametrize("search", [loop, while_loop, tail, not_tail, even, numbers], ids=lambda f: f.__name__)
def test_a_very_deep_search_may_be_closed_early(search: Any) -> None:
    answers = iter(search(DEEP))
    next(answers)
    answers.close()

    assert list(answers) == []


def changing(xs: list[int], n: int, at_the_bottom: Callable[[], Any]) -> Answers[Any]:
    @ambiguous(deep=True)
    def down(k):
        xs.append((yield (k, -k)))
        if k == n:
            at_the_bottom()
            return len(xs)
        below = yield down(k + 1)
        xs[0] += 1
        return below

    return down(0)


@pytest.mark.parametrize("taken", [0, 1, 3])
def test_closing_a_very_deep_search_restores_the_world(taken: int) -> None:
    xs: list[int] = []
    answers = iter(changing(xs, DEEP // 2, lambda: None))
    for _ in range(taken):
        next(answers)
    answers.close()  # type: ignore[attr-defined]

    assert xs == []


def test_dropping_a_very_deep_search_restores_the_world() -> None:
    xs: list[int] = []
    answers = iter(changing(xs, DEEP // 2, lambda: None))
    next(answers)
    del answers

    assert xs == []


def test_an_exception_at_the_bottom_of_a_very_deep_search_restores_the_world() -> None:
    xs: list[int] = []

    def fails() -> None:
        raise KeyError("bottom")

    with pytest.raises(KeyError, match="bottom"):
        next(iter(changing(xs, DEEP // 2, fails)))

    assert xs == []


def test_an_exception_at_the_bottom_of_a_very_deep_loop_restores_the_world() -> None:
    xs: list[int] = []

    @ambiguous(deep=True)
    def f():
        for k in range(DEEP):
            xs.append((yield (k, -k)))
        raise KeyError("bottom")

    with pytest.raises(KeyError, match="bottom"):
        next(iter(f()))

    assert xs == []


def test_a_plain_recursion_error_at_the_bottom_is_what_it_is() -> None:
    def endless() -> None:
        endless()

    with pytest.raises(RecursionError) as raised:
        next(iter(changing([], 10, endless)))

    assert not isinstance(raised.value, SearchTooDeep)


# the cost of an answer


def steps(answers: Iterator[Any], n: int) -> int:
    """How many generators are started or resumed while n answers are taken."""
    counted = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal counted
        counted += event == "call" and bool(frame.f_code.co_flags & 0x20)

    old = sys.getprofile()
    sys.setprofile(count)
    try:
        for _ in range(n):
            next(answers)
    finally:
        sys.setprofile(old)
    return counted


@pytest.mark.parametrize("search", [loop, tail, not_tail], ids=lambda f: f.__name__)
def test_the_cost_of_an_answer_does_not_grow_with_the_depth(search: Any) -> None:
    def cost(depth: int) -> int:
        answers = search(depth).search()
        next(answers)
        return steps(answers, 64)

    assert cost(3_000) <= cost(30)


def test_the_cost_of_the_first_answer_is_in_proportion_to_the_depth() -> None:
    def cost(depth: int) -> int:
        return steps(loop(depth).search(), 1)

    assert cost(3_000) <= 11 * cost(300)


# deep and ordinary searches call each other


@ambiguous
def coin(n):
    x = yield (n, -n)
    return x


@ambiguous(deep=True)
def over_ordinary(n):
    x = yield coin(n)
    y = yield coin(x + 1)
    return x, y


@ambiguous
def over_deep(n):
    x = yield over_ordinary(n)
    return (yield amb(x, (yield tail(2))))


def test_a_deep_search_may_search_an_ordinary_one() -> None:
    assert list(over_ordinary(1)) == [(1, 2), (1, -2), (-1, 0), (-1, 0)]


def test_an_ordinary_search_may_search_a_deep_one() -> None:
    bottoms = ["bottom"] * 4
    expected = [[x, *bottoms] for x in over_ordinary(1)]

    assert list(over_deep(1)) == list(itertools.chain(*expected))


@ambiguous
def ordinary_down(n):
    if n == 0:
        return "bottom"
    return (yield ordinary_down(n - 1))


@ambiguous(deep=True)
def driven(n):
    return (yield ordinary_down(n))


def test_an_ordinary_search_is_as_deep_as_the_deep_one_that_searches_it() -> None:
    assert driven(DEEP // 10).one() == "bottom"


def test_words_made_of_searches_work_on_deep_ones() -> None:
    @ambiguous(deep=True)
    def f():
        x = yield once(loop(2))
        y = yield if_fail(nothing(), lambda: "none")
        return x, y

    @ambiguous(deep=True)
    def nothing():
        x = yield (1, 2)
        require(x > 2)

    assert list(f()) == [([0, 1], "none")]


def test_a_deep_search_may_choose_from_a_generator(deep: bool) -> None:
    closed: list[str] = []

    def items() -> Iterator[int]:
        try:
            yield 1
            yield 2
        finally:
            permanent(closed.append("closed"))

    @ambiguous(deep=deep)
    def f():
        x = yield items()
        y = yield (x, -x)
        return y

    answers = iter(f())
    assert [next(answers), next(answers), next(answers)] == [1, -1, 2]
    answers.close()

    assert closed == ["closed"]


@pytest.mark.thorough
def test_a_method_may_search_deeply() -> None:
    class Tree:
        def __init__(self, depth: int) -> None:
            self.depth = depth

        @ambiguous(deep=True)
        def leaf(self, level=0):
            if level == self.depth:
                return level
            return (yield self.leaf(level + 1))

    assert Tree(20_000).leaf().one() == 20_000


def test_a_permanent_count_of_a_deep_search_is_kept() -> None:
    @ambiguous(deep=True)
    def f():
        count = 0
        for _ in range(3):
            yield (1, 2)
            count = permanent(count + 1)
        return count

    assert list(f()) == [3, 4, 6, 7, 10, 11, 13, 14]


def test_very_deep_searches_may_run_side_by_side() -> None:
    one, other = iter(loop(5_000)), iter(loop(5_000))

    assert [next(one) == next(other) for _ in range(5)] == [True] * 5


class Version:
    """Compared only with its like."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: Any) -> bool:
        return bool(self.number == other.number)

    __hash__ = None  # type: ignore[assignment]


def test_an_answer_of_a_deep_search_is_compared_with_nothing() -> None:
    @ambiguous(deep=True)
    def version(n):
        if n == 0:
            return Version(3)
        below = yield version(n - 1)
        return below

    @ambiguous(deep=True)
    def tried():
        try:
            found = yield version(2)
        except AttributeError:
            return None
        return found

    assert [one.number for one in version(40)] == [one.number for one in tried()] == [3]


def test_the_traceback_of_a_deep_search_names_each_call() -> None:
    @ambiguous(deep=True)
    def fall(n):
        if n == 0:
            raise KeyError(n)
        below = yield fall(n - 1)
        return below

    for depth in (1, 40):
        with pytest.raises(KeyError) as raised:
            fall(depth).first()
        names = [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
        assert names.count("fall") == depth + 1
