"""What the variables of a function visibly hold, from all the places where it binds them."""

import sys
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


SUMS = """
from ambsearch import ambiguous
HEAD

@ambiguous
def search(given):
    total, text, taken = 0, f"{1}", 100
    for part, letter in given:
        total += part
        text += letter
        taken -= part
        x = yield (1, 2)
        total += x
        text += letter * x
        taken ^= x
    return total, text, taken
"""


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("del deque", ()),
        ("", ("text",)),
        ("class A:\n    def __radd__(self, x): return x", ("total", "text", "taken")),
    ],
)
def test_what_is_added_to_a_number_or_a_text_is_asked_nothing_unless_it_may_be_something_of_ones_own(
    head: str, asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "numpy", raising=False)  # whose arrays may be added to a number
    search = compile_program(SUMS.replace("HEAD", head), {})["search"]
    text = expand(search, fast=True)

    for name in ("total", "text", "taken"):
        assert (f"type({name})" in text) is (name in asked)
    assert list(search([(3, "b"), (4, "c")])) == [
        (9, "1bbcc", 93),
        (10, "1bbccc", 94),
        (10, "1bbbcc", 94),
        (11, "1bbbccc", 93),
    ]


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("start", ["''", "0"])
@pytest.mark.parametrize(
    "head", ["from collections import UserList", "class UserList(list):\n    def __radd__(self, x): return self"]
)
def test_what_is_added_to_a_number_or_a_text_may_make_it_a_list(start: str, head: str) -> None:
    program = f"""
from ambsearch import ambiguous
{head}

@ambiguous
def search(given):
    text = {start}
    text += given
    x = yield (1, 2)
    text += [x]
    y = yield (3, 4)
    text += [y]
    return list(text)
"""
    space = compile_program(program, {})
    given = space["UserList"]([7])
    if start == "0" and "collections" in head:
        with pytest.raises(TypeError):
            list(space["search"](given))
        return
    assert list(space["search"](given)) == [[7, 1, 3], [7, 1, 4], [7, 2, 3], [7, 2, 4]]
    assert list(given) == [7]
