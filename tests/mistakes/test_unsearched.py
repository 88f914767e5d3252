"""`require` and `fail` where no search sees them."""

from __future__ import annotations

from typing import Any

import pytest
from recorded import define

from ambsearch import OutsideSearch, ambiguous, an_integer_between, fail, require

pytestmark = pytest.mark.usefixtures("on_its_own")

PART = "@ambiguous\ndef part(n):\n    return (yield range(n))\n\n"


def answers(body: str, before: str = "") -> list[Any]:
    return list(define(body, prelude=before)())


@pytest.mark.parametrize(("call", "name"), [(lambda: require(False), "require"), (fail, "fail")])
def test_outside_a_search_a_guard_says_where_it_belongs(call: object, name: str) -> None:
    with pytest.raises(OutsideSearch, match=f"{name} ends a branch, and no search calls"):
        call()  # type: ignore[operator]


@pytest.mark.parametrize("place", ["require(True)", "class C:\n    require(True)", "list(require(True) for _ in (1,))"])
def test_outside_of_any_function_a_guard_is_out_of_place_whatever_it_requires(place: str) -> None:
    with pytest.raises(OutsideSearch, match="no search calls"):
        exec(place, {"require": require})


def test_what_a_function_requires_holds_where_ordinary_code_calls_it() -> None:
    class Board:
        def __init__(self, *given: int) -> None:
            self.columns: list[int] = []
            for column in given:
                self.put(column)

        def put(self, column: int) -> None:
            require(column not in self.columns)
            self.columns.append(column)

    @ambiguous
    def filled(board):
        for _ in range(2):
            board.put((yield range(4)))
        return tuple(board.columns)

    board = Board(1, 3)

    assert list(filled(board)) == [(1, 3, 0, 2), (1, 3, 2, 0)]
    with pytest.raises(OutsideSearch, match="no search calls put"):
        board.put(3)
    assert board.columns == [1, 3]


def test_the_message_names_the_function_and_both_ways_out() -> None:
    def check(n: int) -> None:
        require(n > 1)

    with pytest.raises(OutsideSearch) as error:
        check(1)
    assert str(error.value) == (
        "require ends a branch, and no search calls check; call it from an ambiguous function, "
        "or write @ambiguous above it and `x = yield check(...)` where it is called"
    )


def test_a_special_method_is_not_to_be_decorated() -> None:
    class Board(dict[int, int]):
        def __setitem__(self, key: int, value: int) -> None:
            require(value > 0)

    with pytest.raises(OutsideSearch, match=r"no search calls __setitem__; call it from an ambiguous function$"):
        Board()[0] = 0


@pytest.mark.parametrize(
    ("body", "before", "told"),
    [
        (
            "x = yield (1, 2)\ncache(check)(x)\nreturn x",
            "from functools import cache\ndef check(n):\n    require(n > 1)\n",
            "in check: it has",
        ),
        ("guard = require\nx = yield (1, 2)\nguard(x > 1)\nreturn x", "", "in f: it has another name here"),
    ],
)
def test_inside_a_search_it_says_why_the_search_does_not_see_it(body: str, before: str, told: str) -> None:
    with pytest.raises(OutsideSearch, match=f"the search does not see it {told}"):
        answers(body, before)


@pytest.mark.parametrize("body", ["return (yield moves(3))", "for x in moves(3):\n    yield part(x)\nreturn x"])
def test_in_a_generator_it_says_what_to_write_instead(body: str) -> None:
    before = f"{PART}def moves(n):\n    for x in range(n):\n        require(x > 0)\n        yield x\n"
    with pytest.raises(OutsideSearch, match="moves is a generator, which gives items .* write `if` around the `yield`"):
        answers(body, before)


def test_a_function_that_an_iterator_calls_can_end_no_branch_for_the_iterator_may_be_read_in_another() -> None:
    before = "from itertools import accumulate\ndef check(n, m=2):\n    require(min(n, m) > 1)\n    return n\n"
    with pytest.raises(OutsideSearch, match="ends a branch, and check is called by an iterator, such as `accumulate`"):
        answers("checks = accumulate([3, 1], check)\nx = yield (1, 2)\nreturn next(checks), next(checks)", before)

    assert answers("x = yield (1, 2)\nlist.sort([x], key=check)\nreturn x", before) == [2]
    assert answers("checks = map(check, [3, 1])\nx = yield (1, 2)\nreturn next(checks), x", before) == [(3, 1), (3, 2)]
    assert answers("checks = map(check, [3, 1])\nx = yield (1, 2)\nreturn next(checks), next(checks)", before) == []


@pytest.mark.parametrize("call", ["log(x)", "by_way_of(x)"])
def test_inside_a_permanent_function_it_says_that_the_mark_is_why(call: str) -> None:
    before = "@permanent\ndef log(n):\n    require(n > 1)\n@permanent\ndef by_way_of(n):\n    check(n)\ndef check(n):\n    require(n > 1)\n"
    name = call.removesuffix("(x)")
    with pytest.raises(OutsideSearch, match=f"{name} is marked @permanent, so the search leaves it alone"):
        answers(f"x = yield (1, 2)\n{call}\nreturn x", before)


def test_a_function_with_choices_that_is_not_decorated_is_reported() -> None:
    def house():
        baker = yield an_integer_between(1, 3)
        require(baker != 3)

    with pytest.raises(OutsideSearch, match="house is not ambiguous; write @ambiguous above it"):
        list(house())
