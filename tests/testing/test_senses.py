"""Solvers of every kind: those that count, decide, give one solution, the best, some, or go on for ever."""

import random
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from ambsearch import amb, ambiguous, an_integer_from, interleave
from ambsearch.testing import Different, check_twins, same_answers


def kind(a: Any, b: Any, as_: Any, **options: Any) -> tuple[str, str]:
    with pytest.raises(Different) as found:
        same_answers(a, b, as_=as_, **options)
    return found.value.kind, str(found.value).partition("\n")[0]


@ambiguous
def subsets(n: int) -> Any:
    chosen: list[int] = []
    for k in range(n):
        if (yield amb(False, True)):
            chosen.append(k)
    return tuple(chosen)


def test_a_multiset_tells_what_came_instead() -> None:
    assert kind([1, 2, 3], [3, 1, 7], "multiset") == (
        "other",
        "other: 2, number 1 of the first (counted from 0), is not an answer of the second",
    )
    with pytest.raises(Different, match=r"\nthe second has 7 instead, number 2 \(counted from 0\)\n"):
        same_answers([1, 2, 3], [3, 1, 7], as_="multiset")
    assert kind([1, 1, 3], [3, 1, 7], "multiset")[0] == "repeated"
    assert kind([1, 1, 3], [3, 7], "set")[0] == "other"


@pytest.mark.parametrize("second", [8, np.int64(8), range(8), iter("abcdefgh")])
def test_a_solver_may_count(second: Any) -> None:
    assert same_answers(subsets(3), second, as_="count")
    assert same_answers(second if isinstance(second, int) else 8, subsets(3), as_="count")


def test_another_number_is_reported_with_an_answer_too_many() -> None:
    assert kind(subsets(3), 7, "count") == ("count", "count: the first has 8 answers, the second has 7 answers")
    assert kind([], -1, "count")[0] == "count"
    assert kind(range(3), "ab", "count")[1] == "count: the first has 3 answers, the second has 2 answers"
    with pytest.raises(Different) as found:
        same_answers("abc", 2, as_="count")
    assert found.value.answers == (("the first", "c"),)


def test_a_number_may_be_large() -> None:
    assert kind(subsets(2), 10**30, "count")[0] == "count"


@pytest.mark.parametrize(("second", "same"), [(True, True), (np.True_, True), (None, False), ([0], True), ([], False)])
def test_a_solver_may_decide(second: Any, same: bool) -> None:
    if same:
        assert same_answers(count(), second, as_="exists")
        assert kind([], second, "exists")[0] == "exists"
    else:
        assert same_answers([], second, as_="exists")
        assert kind(count(), second, "exists")[0] == "exists"


def test_what_is_neither_answers_nor_a_number_is_reported() -> None:
    kind_, told = kind([1], object(), "exists")
    assert kind_ == "raises"
    assert "expected answers, a number or a truth value, found <object" in told


def test_a_solver_may_give_one_solution_and_which_does_not_matter() -> None:
    for one in subsets(3):
        assert same_answers(subsets(3), one, as_="one of")
    assert same_answers([], None, as_="one of")
    assert same_answers([[1, 2], [3]], [3], as_="one of")  # a list is a solution, not several
    assert same_answers(subsets(3), iter([(1, 2), (7,)]), as_="one of")  # the first of a search
    assert same_answers(subsets(3), subsets(3), as_="one of")


def test_a_solution_that_is_none_is_reported() -> None:
    assert kind(subsets(3), (7,), "one of")[0] == "extra"
    assert kind([], (1,), "one of")[0] == "extra"
    assert kind([None], (1,), "one of")[0] == "extra"
    assert kind(subsets(3), None, "one of") == (
        "missing",
        "missing: the second has none, but () is an answer of the first",
    )


def test_any_of_the_best_solutions_is_the_optimum() -> None:
    def cost(chosen: tuple[int, ...]) -> int:
        return abs(len(chosen) - 2)

    for pair in ((0, 1), (0, 2), (1, 2)):
        assert same_answers(subsets(3), pair, as_="optimum", cost=cost)
    assert kind(subsets(3), (1,), "optimum", cost=cost) == (
        "not best",
        "not best: (1,) of the second costs 1, but (1, 2), number 3 of the first (counted from 0), costs 0",
    )
    assert kind(subsets(3), (1, 7), "optimum", cost=cost)[0] == "extra"
    assert kind(subsets(3), None, "optimum", cost=cost)[0] == "missing"
    assert same_answers([], None, as_="optimum", cost=cost)
    assert kind(subsets(3), (1,), "optimum", cost=lambda chosen: 1 // 0)[1].startswith("cost= raises ZeroDivisionError")


def test_the_same_exception_is_no_optimum_to_be_compared() -> None:
    def impossible(n: int) -> Iterator[int]:
        raise ValueError("no n")
        yield n

    assert check_twins(impossible, impossible, [1], as_="optimum", cost=abs, raises=ValueError)


def test_some_of_the_answers_are_a_subset() -> None:
    assert same_answers(count(), [7, 3, 3], as_="subset")
    assert same_answers([1], [], as_="subset")
    assert kind([1, 2], [2, 3], "subset") == (
        "extra",
        "extra: 3, number 1 of the second (counted from 0), is not an answer of the first",
    )


def test_the_k_best_may_break_ties_as_they_like() -> None:
    best = {"as_": "k best", "cost": len, "limit": 3}

    for pair in ([(0,), (2,)], [(2,), (1,)]):
        assert same_answers(subsets(3), [(), *pair], **best)
    assert same_answers(subsets(1), [(), (0,)], **best)
    assert same_answers(subsets(3), sorted(subsets(3), key=len), **best)
    assert kind(subsets(3), [(), (1,), (1,)], **best)[0] == "repeated"
    assert kind(subsets(3), [(), (1,), (0, 1)], **best) == (
        "not best",
        "not best: cost number 2 (counted from 0) is 1 in the first, but 2 in the second",
    )
    assert kind(subsets(3), [(1,), (), (0,)], **best)[0] == "not best"  # the cheapest first
    assert kind(subsets(3), [(), (1,)], **best)[1].endswith("but no more answers in the second")
    assert kind(subsets(3), [(), (1,), (9,)], **best)[0] == "extra"


def test_streams_in_different_orders_that_never_end() -> None:
    @ambiguous
    def fair() -> Any:
        return (yield interleave(evens(), odds()))

    @ambiguous
    def evens() -> Any:
        return 2 * (yield an_integer_from(0))

    @ambiguous
    def odds() -> Any:
        return 2 * (yield an_integer_from(0)) + 1

    def unfair() -> Iterator[int]:
        return count(0, 2)

    def shuffled() -> Iterator[int]:
        draw = random.Random(1)
        numbers = count()
        while block := list(islice(numbers, 10)):
            draw.shuffle(block)
            yield from block

    assert same_answers(fair(), shuffled(), as_="stream", limit=50, within=60)
    assert kind(fair(), unfair(), "stream", limit=50, within=60)[0] == "missing"
    assert kind(range(5), range(6), "stream", limit=9, within=9)[0] == "extra"
    assert kind(range(5), range(4), "stream", limit=9, within=9)[0] == "missing"
    assert same_answers(range(5), range(5), as_="stream", limit=9, within=9)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"as_": "optimum"}, 'as_="optimum" needs cost=, a function of an answer, e.g. cost=len'),
        ({"as_": "k best", "cost": len}, 'as_="k best" needs limit='),
        ({"as_": "stream", "within": 9}, 'as_="stream" needs limit='),
        ({"as_": "stream", "limit": 9}, 'as_="stream" needs within=, .* at least 9; found None'),
        ({"as_": "stream", "limit": 9, "within": 8}, "at least 9; found 8"),
    ],
)
def test_a_sense_that_lacks_its_parameter_is_refused(options: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        same_answers([], [], **options)


def test_every_sense_works_for_twins() -> None:
    def number(n: int) -> int:
        return 2**n if n != 5 else 31

    def some(n: int) -> Iterable[tuple[int, ...]] | None:
        return tuple(range(n))  # type: ignore[return-value]

    assert check_twins(subsets, number, range(4), as_="count").answers == 15
    with pytest.raises(Different, match="for the instance 5:\ncount: subsets has 32 answers, number has 31 answers"):
        check_twins(subsets, number, range(9), as_="count")
    assert check_twins(subsets, some, range(4), as_="one of")
    assert check_twins(subsets, some, range(4), as_="optimum", cost=lambda chosen: -len(chosen))


def test_a_sense_that_reads_more_than_its_limit_is_read_as_far_again() -> None:
    """To see that a difference is the same twice."""

    def found(program: Any, twin: Any, **options: Any) -> str:
        with pytest.raises(Different) as raised:
            check_twins(program, twin, [3], **options)
        return raised.value.kind

    assert found(count, lambda n: count(n, 2), as_="stream", limit=10, within=20) == "missing"
    assert found(subsets, lambda n: [(0,)], as_="k best", cost=len, limit=1) == "not best"
