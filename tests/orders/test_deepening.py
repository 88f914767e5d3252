"""Iterative deepening, limited discrepancy and fair order: the order of naive models, and how much is done again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import TREES, Branch, Tree, answers_in, branches, leaves, size

from ambsearch import (
    ambiguous,
    an_integer_from,
    breadth_first,
    fair_order,
    iterative_deepening,
    limited_discrepancy,
    permanent,
)

EXAMPLES = settings.default.max_examples // 5


def by(tree: Tree, weight: Any) -> list[Any]:
    """The answers by a weight of their branches, then depth first."""
    there = [branch for branch in branches(tree) if branch.leaf is not None]
    return [(branch.path, branch.leaf) for branch in sorted(there, key=weight)]


def discrepancies(branch: Branch) -> int:
    return sum(number > 0 for number in branch.path)


@settings(max_examples=EXAMPLES)
@given(TREES)
def test_iterative_deepening_has_the_order_of_breadth_first(tree: Tree) -> None:
    answers = list(iterative_deepening(answers_in(tree)))
    assert answers == by(tree, lambda branch: len(branch.path)) == list(breadth_first(answers_in(tree)))


@settings(max_examples=EXAMPLES)
@given(TREES, st.sampled_from([size, lambda tree: -size(tree), lambda tree: size(tree) % 3]))
def test_deepening_by_a_cost_gives_answers_by_the_greatest_cost_on_their_way(tree: Tree, cost: Any) -> None:
    def greatest(branch: Branch) -> int:
        return max((cost(part) for _, part in branch.items), default=-1000)

    found = iterative_deepening(answers_in(tree), cost=lambda items: cost(items[-1][1]))
    assert list(found) == by(tree, greatest)


@settings(max_examples=EXAMPLES)
@given(TREES, st.integers(0, 3), st.integers(0, 2))
def test_limited_discrepancy_gives_answers_by_their_discrepancies(tree: Tree, most: int, more: int) -> None:
    expected = by(tree, discrepancies)
    assert list(limited_discrepancy(answers_in(tree))) == expected
    depth = max(len(branch.path) for branch in branches(tree)) + more
    assert list(limited_discrepancy(answers_in(tree), depth=depth)) == expected
    few = [answer for answer in expected if sum(number > 0 for number in answer[0]) <= most]
    assert list(limited_discrepancy(answers_in(tree), most=most)) == few
    assert list(limited_discrepancy(answers_in(tree), most=most, depth=depth)) == few


@settings(max_examples=EXAMPLES)
@given(TREES)
def test_fair_order_goes_by_the_sum_of_the_places(tree: Tree) -> None:
    assert list(fair_order(answers_in(tree))) == by(tree, lambda branch: sum(branch.path) + len(branch.path))


@ambiguous
def bits(n: int, gone_to: list[str]) -> Any:
    word = ""
    for _ in range(n):
        word += yield "01"
    permanent(gone_to.append(word))
    return word


def test_korfs_improvement_goes_to_each_long_branch_once() -> None:
    gone_to: list[str] = []
    assert limited_discrepancy(bits(6, gone_to), depth=6).count() == 64
    assert Counter(gone_to) == Counter(set(gone_to))
    gone_to.clear()
    assert limited_discrepancy(bits(6, gone_to)).count() == 64
    # one that has k discrepancies is gone to by pass k and all after it, as Harvey and Ginsberg have it
    assert Counter(gone_to) == {word: 7 - word.count("1") for word in gone_to}


@pytest.mark.parametrize("depth", range(6))
def test_a_branch_that_is_longer_than_was_said_is_reported(depth: int) -> None:
    found: list[Any] = []
    with pytest.raises(ValueError, match=rf"expected at most {depth} choices on a branch, found one more after \("):
        found.extend(limited_discrepancy(bits(6, []), depth=depth))


@settings(max_examples=EXAMPLES)
@given(TREES, st.integers(0, 4))
def test_no_depth_loses_an_answer_without_a_word(tree: Tree, depth: int) -> None:
    try:
        found = list(limited_discrepancy(answers_in(tree), depth=depth))
    except ValueError:
        assert any(len(branch.path) > depth for branch in branches(tree))
    else:
        assert sorted(found) == leaves(tree)


@pytest.mark.parametrize("name", ["most", "depth"])
def test_a_limit_below_0_is_reported(name: str) -> None:
    with pytest.raises(ValueError, match=f"expected {name} 0 or more, found -1; leave it out for no limit"):
        limited_discrepancy(bits(2, []), **{name: -1})  # type: ignore[arg-type]


def test_cantors_diagonals_reach_every_pair() -> None:
    @ambiguous
    def pairs() -> Any:
        a = yield an_integer_from(0)
        b = yield an_integer_from(0)
        return a, b

    assert fair_order(pairs()).take(10) == [(a, n - a) for n in range(4) for a in range(n + 1)]


def test_fair_order_ends_where_the_search_does_and_gets_past_branches_without_end() -> None:
    @ambiguous
    def walks() -> Any:
        where = yield ("for ever", "home")
        while where == "for ever":
            where = yield ("for ever",)
        return where

    assert fair_order(walks()).first() == "home"
    assert list(fair_order(bits(2, []))) == ["00", "01", "10", "11"]
