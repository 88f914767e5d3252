"""Branch and bound: the best answers, in the order that `sorted` gives them, and what is left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import TREES, Tree, answers_in, leaves

from ambsearch import ambiguous, maximize, minimize, permanent

EXAMPLES = settings.default.max_examples // 5


def leaf(answer: Any) -> int:
    return answer[1]  # type: ignore[no-any-return]


def least(items: tuple[tuple[int, Tree], ...]) -> int:
    return min((number for _, number in leaves(items[-1][1])), default=99)


def greatest(items: tuple[tuple[int, Tree], ...]) -> int:
    return max((number for _, number in leaves(items[-1][1])), default=-99)


@settings(max_examples=EXAMPLES)
@given(TREES, st.integers(1, 4), st.integers(0, 3))
def test_the_best_are_those_that_sorting_puts_first(tree: Tree, count: int, slack: int) -> None:
    answers = answers_in(tree)
    smallest = sorted(leaves(tree), key=leaf)[:count]
    assert list(minimize(answers, key=leaf, count=count)) == smallest
    assert list(minimize(answers, key=leaf, bound=lambda items: least(items) - slack, count=count)) == smallest
    largest = sorted(leaves(tree), key=leaf, reverse=True)[:count]
    assert list(maximize(answers, key=leaf, count=count)) == largest
    assert list(maximize(answers, key=leaf, bound=lambda items: greatest(items) + slack, count=count)) == largest


def test_what_cannot_be_better_is_not_gone_to() -> None:
    gone_to: list[Any] = []

    @ambiguous
    def digits() -> Any:
        first = yield (3, 1, 2)
        permanent(gone_to.append(first))
        second = yield (1, 0)
        permanent(gone_to.append((first, second)))
        return first, second

    assert minimize(digits(), key=sum, bound=sum).one() == (1, 0)
    assert gone_to == [3, (3, 1), (3, 0), 1, (1, 1), (1, 0)]  # not 2, nor what is as good as the best
    gone_to.clear()
    assert maximize(digits(), key=sum, bound=lambda items: sum(items) + 2 - len(items)).one() == (3, 1)
    assert gone_to == [3, (3, 1)]


def test_a_bound_that_is_none_is_reported_and_leaves_the_world_as_it_was() -> None:
    xs: list[int] = []

    @ambiguous
    def numbers() -> Any:
        xs.append((yield (3, 2, 1)))
        return xs[0]

    with pytest.raises(
        ValueError, match=r"expected a bound that no key is better than: .*\(3,\).* 4 .* lead to 3 with 3"
    ):
        minimize(numbers(), key=int, bound=lambda items: items[0] + 1).one()
    assert xs == []
    with pytest.raises(ZeroDivisionError):
        minimize(numbers(), key=lambda number: 1 // (number - 2)).one()
    assert xs == []


def test_none_is_the_best_where_there_is_no_answer() -> None:
    assert list(minimize(answers_in([None, []]), key=leaf)) == []
    with pytest.raises(ValueError, match="expected a count of 1 or more, found 0"):
        maximize(answers_in([1]), key=leaf, count=0)
