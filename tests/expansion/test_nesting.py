"""A search nests its generators, until a driver takes over, in which the searches inside nest again."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers import ORDINARY, alone, compile_program
from hypothesis import given, settings
from strategies import Program, programs

import ambsearch
from ambsearch import ambiguous, require
from ambsearch.expansion import emit_as
from ambsearch.expansion.emitting.emission import DeepEmission, Emission
from ambsearch.ground import levels
from ambsearch.observing.measuring import effort
from ambsearch.running.driver import steps

FIRST = levels.NESTED  # generators nest in a search that is not said to be deep
USUAL = 64  # in one that is, and in a search inside a driver, outside of the tests
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


@pytest.fixture
def nested(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """How many generators nest before a driver takes over."""
    number = getattr(request, "param", USUAL)
    monkeypatch.setattr(levels, "AGAIN", number)
    step.forget()
    yield number
    step.forget()


def stairs(n):
    """Ways to climb n steps, in the answers of two other searches at each."""
    climbed = []
    for _ in range(n):
        left = n - sum(climbed)
        climbed.append((yield step(left)) + (yield step(1)))
        require(sum(climbed) <= n)
        if sum(climbed) == n:
            return climbed
    return None


@ambiguous
def step(most):
    if most == 0:
        return 0
    shorter = yield (True, False)
    if shorter:
        return (yield step(most - 1))
    return most


def drivers(search: Iterator[Any], answers: int) -> int:
    """How many drivers are begun until there are so many answers."""
    begun: set[Any] = set()

    def count(frame: Any, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code is steps.__code__:
            begun.add(frame)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for _ in range(answers):
            next(search)
    finally:
        sys.setprofile(before)
    return len(begun)


@pytest.mark.parametrize("nested", [1, 2, 3, 5, USUAL], indirect=True)
def test_a_search_is_the_same_however_many_generators_nest(nested: int) -> None:
    assert list(ambiguous(deep=True)(stairs)(5)) == list(ambiguous(stairs)(5))


def looping(n):
    for _ in range(n):
        yield (1,)
    return n


@pytest.mark.usefixtures("nested")
@pytest.mark.parametrize(("deep", "number"), [(False, FIRST), (True, USUAL)])
def test_a_driver_takes_over_only_where_many_generators_nest(deep: bool, number: int) -> None:
    def begun(n: int) -> int:
        return drivers(ambiguous(deep=deep)(looping)(n).search(), 1)

    assert [begun(n) for n in (3, number - 3, number + 3, 20 * number)] == [0, 0, 1, 1]


@pytest.mark.usefixtures("nested")
@pytest.mark.parametrize("deep", [False, True])
def test_the_deep_expansion_is_made_only_where_a_driver_takes_over(deep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    init = DeepEmission.__init__

    def count(self: Any, source: Any, body: Any) -> None:
        made.append(source.name)
        init(self, source, body)

    monkeypatch.setattr(DeepEmission, "__init__", count)
    search = ambiguous(deep=deep)(looping)
    assert (search(20).first(), made) == (20, [])
    assert (search(2 * FIRST).first(), made) == (2 * FIRST, ["looping"])


@pytest.mark.usefixtures("nested")
def test_a_search_that_is_observed_goes_over_to_a_driver_where_it_is_deep() -> None:
    within = ambiguous(looping)(3 * FIRST).within(answers=1)

    assert (list(within), within.outcome, len(within.position or ())) == ([3 * FIRST], "answers", 3 * FIRST)
    assert effort(ambiguous(stairs)(6)).depth < FIRST
    assert effort(ambiguous(looping)(3 * FIRST)).depth == 3 * FIRST


@pytest.mark.usefixtures("nested")
def test_the_searches_inside_a_deep_one_nest_again() -> None:
    @ambiguous(deep=True)
    def choosing_often(n):
        total = 0
        for _ in range(n):
            total += yield step(3)
        return total

    assert drivers(choosing_often(6 * USUAL).search(), 1) == drivers(choosing_often(2 * USUAL).search(), 1) < 10


@pytest.mark.usefixtures("nested")
def test_what_a_function_passes_on_goes_on_in_the_same_driver() -> None:
    @ambiguous(deep=True)
    def falling(n):
        if n == 0:
            return "ground"
        return (yield falling(n - 1))

    assert drivers(falling(6 * USUAL).search(), 1) == 1


@pytest.mark.usefixtures("nested")
@pytest.mark.parametrize("left", [60, 150, 300, 700])
@pytest.mark.parametrize("deep", [False, True])
def test_a_search_needs_little_room_on_a_stack_that_is_nearly_full(left: int, deep: bool) -> None:
    search = ambiguous(deep=deep)(looping)
    search(300).first()

    def from_below(frames: int) -> Any:
        return search(300).first() if frames == 0 else from_below(frames - 1)

    assert from_below(sys.getrecursionlimit() - depth_of_stack() - left) == 300


@pytest.mark.parametrize("room", [40, 60])
@pytest.mark.parametrize("is_known", [False, True])
def test_an_expansion_is_made_also_where_the_recursion_limit_is_low(room: int, is_known: bool) -> None:
    search, before = ambiguous(looping), sys.getrecursionlimit()
    if is_known:
        search(20).first()
    sys.setrecursionlimit(depth_of_stack() + room)
    try:
        assert search(300).first() == 300
    finally:
        sys.setrecursionlimit(before)


def depth_of_stack() -> int:
    return len(traceback.format_stack())


CHANGING = """
def put(xs, x):
    xs.append(x)

@ambiguous(deep=True)
def search(n):
    xs = []
    stops = yield (True, False)
    if stops:
        return "stopped"
    def note(x):
        put(xs, x)
    for x in range(n):
        y = yield (x,)
        note(y)
    return len(xs)
"""


@pytest.mark.usefixtures("nested")
def test_a_search_goes_over_to_a_driver_although_a_helper_was_replaced_since_it_began() -> None:
    space = compile_program(CHANGING, WORDS)
    answers = iter(space["search"](3 * USUAL))
    assert next(answers) == "stopped"
    space["put"] = lambda xs, x: None
    assert list(space["search"](2)) == ["stopped", 0]

    assert list(answers) == [0]


@pytest.mark.usefixtures("nested")
def test_a_search_goes_on_as_it_is_where_its_deep_expansion_would_now_have_other_functions() -> None:
    space = compile_program(CHANGING.replace("(deep=True)", ""), WORDS)
    answers = iter(space["search"](FIRST + USUAL))
    assert next(answers) == "stopped"
    space["put"] = lambda xs, x: None
    assert list(space["search"](2)) == ["stopped", 0]

    assert list(answers) == [0]


def signatures(function: Callable[..., Any], kind: Any) -> list[tuple[str, list[str]]]:
    _, emission = emit_as(function, kind)
    return [(made.name, [argument.arg for argument in made.args.args]) for made in emission.functions]


@pytest.mark.thorough
@settings(max_examples=8 if ORDINARY else settings.default.max_examples)
@given(programs())
def test_both_expansions_consist_of_the_same_functions(program: Program) -> None:
    with alone():
        space = compile_program(program.source, WORDS)
        for found in [found for found in space.values() if isinstance(found, ambsearch.answers.Ambiguous)]:
            nested, deep = (signatures(found.__wrapped__, kind) for kind in (Emission, DeepEmission))
            assert nested == deep


def test_both_are_divided_alike_where_very_many_choices_nest() -> None:
    choices = "".join(f"    x{i} = yield xs if {i} % 3 else ({i}, {i})\n" for i in range(30))
    space = compile_program(
        f"@ambiguous(deep=True)\ndef f(xs):\n{choices}    return {'+'.join(f'x{i}' for i in range(30))}\n", WORDS
    )
    nested, deep = (signatures(space["f"].__wrapped__, kind) for kind in (Emission, DeepEmission))

    assert nested == deep
    assert len(nested) > 3
    assert space["f"]([1]).take(2) == [sum(range(0, 30, 3)) + 20] * 2


@pytest.mark.usefixtures("nested")
def test_the_cost_of_an_answer_is_bounded_however_deep_it_is() -> None:
    def cost(depth: int) -> int:
        entered = 0

        def count(frame: Any, event: str, arg: Any) -> None:
            nonlocal entered
            entered += event == "call"

        answers = ambiguous(deep=True)(looping_twice)(depth).search()
        next(answers)
        sys.setprofile(count)
        try:
            for _ in range(64):
                next(answers)
        finally:
            sys.setprofile(None)
        return entered

    assert cost(20 * USUAL) <= cost(4 * USUAL)


def looping_twice(n):
    for _ in range(n):
        yield (1, 2)
    return n
