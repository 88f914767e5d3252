"""What the variables of a function visibly hold, from all the places where it binds them."""

from types import FunctionType
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand
from ambsearch.expansion.analysis.values import ATOM, variables_of
from ambsearch.expansion.reading.source import Source

CONSTANTS = """
PAIRS = ((1, "a"), (2, "b"))
pairs = PAIRS
NESTED = ((1, [2]), (3, [4]))

def loops(given):
    for a, b in PAIRS:
        pass
    for c in 1, -2:
        pass
    for d, (e, f) in [(1, (2, "b"))]:
        pass
    for g, _ in pairs:
        pass
    for h, i in NESTED:
        pass
    for j, k in ((1, given), (2, 3)):
        pass
    for l, m in "ab", "cd":
        pass
    for n, *o in PAIRS:
        pass

@ambiguous
def search():
    a, b = yield PAIRS
    total = 0
    total += yield (1, -2)
    return total, a, b

@ambiguous
def whole():
    c, d = pair = yield PAIRS
    return pair, c, d

def told():
    a, b = yield (1, 2), (3, 4)
    total = 0
    total += yield (1, -2)
"""


@pytest.fixture
def space() -> dict[str, Any]:
    return compile_program(CONSTANTS, {"ambiguous": ambiguous})


def names_of(function: FunctionType) -> set[str]:
    return set(variables_of(Source.of(function), ATOM))


def test_a_loop_over_constants_gives_its_variables_constants(space: dict[str, Any]) -> None:
    assert names_of(space["loops"]) == {*"abcdef"}


def test_a_choice_from_constants_gives_constants(space: dict[str, Any]) -> None:
    assert names_of(space["search"].__wrapped__) == {"a", "b", "total"}


def test_of_a_choice_that_is_unpacked_and_kept_nothing_is_said(space: dict[str, Any]) -> None:
    assert names_of(space["whole"].__wrapped__) == set()


def test_a_generator_that_is_no_search_is_sent_anything(space: dict[str, Any]) -> None:
    assert names_of(space["told"]) == set()


@pytest.mark.usefixtures("on_its_own")
def test_a_constant_that_is_chosen_is_added_without_a_question(space: dict[str, Any]) -> None:
    assert "augment" not in expand(space["search"], fast=True)
    assert list(space["search"]()) == [(1, 1, "a"), (-2, 1, "a"), (1, 2, "b"), (-2, 2, "b")]
