"""Random order: any order of the items, the parts of a tree together, each answer once though it begins anew."""

from __future__ import annotations

from itertools import groupby, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import TREES, Tree, answers_in, leaves

from ambsearch import ambiguous, random_order

EXAMPLES = settings.default.max_examples // 5


@ambiguous
def item_of(items: Any) -> Any:
    return (yield items)


def are_together(paths: list[tuple[int, ...]]) -> bool:
    """Are the branches of each item next to each other, however deep?"""
    longer = [path for path in paths if path]
    parts = [(first, [path[1:] for path in part]) for first, part in groupby(longer, key=lambda path: path[0])]
    firsts = [first for first, _ in parts]
    return len(firsts) == len(set(firsts)) and all(are_together(part) for _, part in parts)


@settings(max_examples=EXAMPLES)
@given(TREES, st.integers(0, 5))
def test_each_answer_comes_once_and_beside_its_neighbours(tree: Tree, seed: int) -> None:
    found = list(random_order(answers_in(tree), seed=seed))
    assert sorted(found) == leaves(tree)
    assert are_together([path for path, _ in found])
    assert list(random_order(answers_in(tree), seed=seed)) == found


@settings(max_examples=EXAMPLES // 2)
@given(TREES, st.integers(0, 5), st.integers(1, 4))
def test_each_answer_comes_once_although_the_search_begins_again(tree: Tree, seed: int, restart: int) -> None:
    assert sorted(random_order(answers_in(tree), seed=seed, restart=restart)) == leaves(tree)


@pytest.mark.parametrize("items", [(1, 2, 3), [1, 2, 3], range(1, 4), {1: "a", 2: "b", 3: "c"}, "123"])
def test_every_order_of_the_items_comes(items: Any) -> None:
    orders = {tuple(random_order(item_of(items), seed=seed)) for seed in range(60)}
    assert orders == set(permutations(items))


def test_the_orders_are_about_equally_frequent() -> None:
    orders = [tuple(random_order(item_of("abc"), seed=seed)) for seed in range(600)]
    assert all(70 < orders.count(order) < 130 for order in permutations("abc"))


def test_of_very_many_items_only_those_are_drawn_that_are_tried() -> None:
    found = random_order(item_of(range(10**30)), seed=1).take(5)
    assert len(set(found)) == 5
    assert min(found) > 10**25


def test_what_is_drawn_one_by_one_keeps_its_order() -> None:
    @ambiguous
    def drawn() -> Any:
        return (yield map(abs, (3, 1, 2)))

    assert all(list(random_order(drawn(), seed=seed)) == [3, 1, 2] for seed in range(5))


def test_an_unlucky_start_is_left_by_a_restart() -> None:
    @ambiguous
    def maze() -> Any:
        if (yield range(4)) == 0:
            return "out"
        while True:
            yield range(4)

    for seed in range(10):
        assert random_order(maze(), seed=seed, restart=10).first() == "out"


def test_a_restart_after_no_item_is_reported() -> None:
    with pytest.raises(ValueError, match="expected restart 1 or more, found 0; leave it out for no restarts"):
        random_order(item_of("ab"), restart=0)
