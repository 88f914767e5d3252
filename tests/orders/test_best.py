"""Best first: the order of a naive model, and what it opens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import TREES, Tree, answers_in, size

from ambsearch import ambiguous, an_integer_from, best_first, permanent

EXAMPLES = settings.default.max_examples // 5


def naive(tree: Tree, key: Any) -> list[Any]:
    """All places that are known, in a list; the least one goes on, by its key and then its path."""
    if not isinstance(tree, list):
        return [] if tree is None else [((), tree)]
    answers: list[Any] = []
    places = [((), (), tree)]
    while places:
        place = min(places, key=lambda place: (place[0] and key(place[1]), place[0]) if place[0] else (-1000, ()))
        places.remove(place)
        path, items, there = place
        if isinstance(there, list):
            parts = enumerate(there)
            places += [((*path, n), (*items, (n, part)), part) for n, part in parts if part is not None]
        else:
            answers.append((path, there))
    return answers


@settings(max_examples=EXAMPLES)
@given(TREES, st.sampled_from([size, lambda tree: -size(tree), lambda tree: size(tree) % 3]), st.booleans())
def test_the_place_with_the_least_key_goes_on(tree: Tree, cost: Any, is_summed: bool) -> None:
    def key(items: tuple[tuple[int, Tree], ...]) -> int:
        return sum(cost(part) for _, part in items) if is_summed else cost(items[-1][1])

    assert list(best_first(answers_in(tree), key=key)) == naive(tree, key)


def test_with_an_estimate_few_places_are_opened() -> None:
    opened: list[tuple[int, int]] = []

    @ambiguous
    def walks(goal: tuple[int, int]) -> Any:
        place = (0, 0)
        walk = [place]
        while place != goal:
            permanent(opened.append(place))
            x, y = place
            place = yield [step for step in ((x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)) if step not in walk]
            walk.append(place)
        return walk

    def length_and_distance(walk: Any) -> int:
        return len(walk) + abs(5 - walk[-1][0])

    walk = best_first(walks((5, 0)), key=length_and_distance).first()
    assert walk == [(x, 0) for x in range(6)]
    tried = {(x + a, b) for x in range(5) for a, b in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))}
    assert set(opened) == tried - {(5, 0)}  # what is beside the straight way, and nothing beyond


def test_a_choice_that_is_infinite_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ambsearch.orders.best.ITEMS", 1000)

    @ambiguous
    def numbers() -> Any:
        a = yield (1, 2)
        b = yield an_integer_from(a)
        return b

    with pytest.raises(ValueError, match=r"expected at most 1,000 items, .* found more after \(0,\); use fair_order"):
        best_first(numbers(), key=len).first()
