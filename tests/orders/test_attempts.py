"""Choices inside `try`, steered: what is raised instead of an item is an item, and has a number in the path."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import (
    Answers,
    best_first,
    between,
    breadth_first,
    fair_order,
    iterative_deepening,
    limited_discrepancy,
    minimize,
    random_order,
    replay,
    with_paths,
)
from ambsearch.sharing.parts import Part
from ambsearch.sharing.slicing import Slicing
from ambsearch.steering import steer

FORMS = {"plain": "@ambiguous", "deep": "@ambiguous(deep=True)"}
MADE = """
@ambiguous
def divide(a, bs):
    b = yield bs
    return a // b

@ambiguous
def pairs():
    a = yield (0, 1)
    b = yield (0, 1)
    if (a, b) == (0, 1):
        c = yield (0, 1)
        return 1 // (1 - c)
    return a, b
"""
SOURCES = {
    "a generator": "numbers()",
    "a generator behind enumerate": "enumerate(numbers())",
    "if_fail": "if_fail(divide(6, [2, 0, 1]), lambda: 3)",
    "a search": "divide(6, [2, 0, 1])",
    "a search of several choices": "pairs()",
}
TAKEN = {
    "try": """
    try:
        r = yield SOURCE
    except ZeroDivisionError:
        r = 'raised'
""",
    "with": """
    with suppressed:
        r = yield SOURCE
""",
}
CASES = {
    f"{source} in {taken}": f"""{MADE}
@ambiguous
def f(start):
    r = yield [start]
{TAKEN[taken].replace("SOURCE", SOURCES[source])}
    s = yield 'xy'
    return r, s
"""
    for source in SOURCES
    for taken in TAKEN
}
ORDERS: dict[str, Any] = {
    "with paths": lambda answers: (answer for _, answer in with_paths(answers)),
    "replay": lambda answers: (replay(answers, path) for path, _ in with_paths(answers)),
    "parts": lambda answers: (x for path, _ in with_paths(answers) for x in between(answers, path, (*path, 0))),
    "breadth first": breadth_first,
    "iterative deepening": iterative_deepening,
    "by cost": lambda answers: iterative_deepening(answers, cost=len),
    "limited discrepancy": limited_discrepancy,
    "fair": fair_order,
    "best first": lambda answers: best_first(answers, key=len),
    "random": lambda answers: random_order(answers, seed=1),
    "restarted": lambda answers: random_order(answers, seed=1, restart=4),
    "minimize": lambda answers: minimize(answers, key=str, bound=lambda items: "", count=99),
    "units of a worker": lambda answers: steer(answers, Slicing(Part(), 1000.0, 1000)),
}


def numbers() -> Iterator[int]:
    yield 1
    yield 2 // 0


def answers_of(case: str, form: str = "plain") -> Answers[Any]:
    words = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
    space = words | {"numbers": numbers, "suppressed": contextlib.suppress(ZeroDivisionError)}
    answers: Answers[Any] = compile_program(CASES[case].replace("@ambiguous", FORMS[form]), space)["f"](0)
    return answers


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES)
def test_every_order_comes_to_the_answers_before_an_exception_that_is_handled_and_to_those_behind_it(
    case: str, form: str
) -> None:
    answers = answers_of(case, form)
    expected = sorted(map(repr, answers))
    assert len(expected) >= 4
    for order, search in ORDERS.items():
        assert sorted(map(repr, search(answers))) == expected, order


def test_what_is_raised_instead_of_an_item_has_the_next_number() -> None:
    answers = answers_of("a generator in try")
    assert list(with_paths(answers))[1:3] == [((0, 0, 1), (1, "y")), ((0, 1, 0), ("raised", "x"))]


def test_a_key_is_asked_about_the_items_alone_and_not_about_what_is_raised_instead_of_one() -> None:
    asked = set()

    def key(items: tuple[Any, ...]) -> int:
        asked.add(items)
        return 0

    list(best_first(answers_of("a generator in try"), key=key))
    assert asked == {(0,), (0, 1), (0, 1, "x"), (0, 1, "y"), (0, "x"), (0, "y")}
