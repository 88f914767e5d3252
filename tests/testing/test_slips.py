"""Slips: what is legal in a search, and probably not meant."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import ambiguous, an_integer_between, require
from ambsearch.testing import Slip, slips

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def slips_of(body: str, before: str = "", limit: int | None = None) -> list[str]:
    """The lines of the program with slips, and what is said of them."""
    text = "".join(f"    {line}\n" for line in body.splitlines())
    program = f"{before}@ambiguous\ndef solve():\n{text}"
    found = slips(compile_program(program, WORDS)["solve"](), limit)
    return [f"{program.splitlines()[slip.line - 1].strip()} -> {slip.message}" for slip in found]


PART = "@ambiguous\ndef part(n):\n    return (yield range(n))\n"


def test_there_is_nothing_to_tell_of_a_plain_search() -> None:
    @ambiguous
    def pair():
        a = yield an_integer_between(1, 3)
        b = yield an_integer_between(1, 3)
        require(a < b)
        return a, b

    assert slips(pair()) == []


def test_a_search_that_was_never_asked() -> None:
    body = "x = yield (1, 2)\nsearch = part(x)\nother = part(3)\nrequire(not other.exists() or x == 1)\nreturn x"

    assert slips_of(body, PART) == [
        "search = part(x) -> the search part(1) was made and never asked; write `x = yield part(1)`"
    ]


def test_a_search_that_was_asked_in_one_branch_is_not_a_slip() -> None:
    assert slips_of("x = yield (1, 2)\nsearch = part(x + 1)\nreturn search.count() if x == 1 else 0", PART) == []


def test_a_search_that_is_asked_through_another_is_not_a_slip() -> None:
    assert slips_of("x = yield once(part(3))\ny = yield interleave(part(2), part(3))\nreturn x + y", PART) == []


@pytest.mark.parametrize(
    ("before", "change", "line", "name"),
    [
        ("from functools import cache\nseen = []\ndef note(n):\n    seen.append(n)\n    return n\n", "cache(note)(x)", "seen.append(n)", "seen"),
        ("from functools import cache\ncount = 0\ndef note(n):\n    global count\n    count += 1\n    return n\n", "cache(note)(x)", "count += 1", "count"),
        (
            "from functools import cache\nclass Log:\n    def __init__(self):\n        self.calls = 0\n"
            "    def note(self, n):\n        self.calls += 1\n        return n\nlog = Log()\n",
            "cache(log.note)(1)",
            "self.calls += 1",
            "log.calls",
        ),
    ],
)  # fmt: skip
def test_a_change_that_is_neither_undone_nor_permanent(before: str, change: str, line: str, name: str) -> None:
    [told] = slips_of(f"x = yield (1, 2)\n{change}\nreturn x", before)

    assert told.startswith(f"{line} -> {name} is not what it was before the search: note changes it here")


@pytest.mark.parametrize(
    "before",
    [
        "seen = []\ndef note(n):\n    seen.append(n)\n",
        "seen = []\n@permanent\ndef note(n):\n    seen.append(n)\n",
        "seen = []\ndef note(n):\n    permanent(seen.append(n))\n",
        "count = 0\ndef note(n):\n    global count\n    count = permanent(count + 1)\n",
    ],
)
def test_one_that_is_undone_or_permanent_is_not_a_slip(before: str) -> None:
    assert slips_of("x = yield (1, 2)\nnote(x)\nreturn x", before) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("range(3)", "range(0, 3)"),
        ("[1, {'a': range(3)}]", "range(0, 3)"),
        ("part", "<ambig"),
        ("part(2).first", "<bound method"),
    ],
)
def test_something_to_choose_from_in_an_answer(value: str, shown: str) -> None:
    found = slips_of(f"x = yield (1, 2)\nreturn x, {value}", PART)

    assert any(
        told.startswith(f"return x, {value} -> the answer holds {shown}") and "is a `yield` missing?" in told
        for told in found
    )


def test_a_function_that_ends_without_return() -> None:
    before = "@ambiguous\ndef part(n):\n    x = yield range(n)\n    if x == 1:\n        return\n    require(x == 2)\n"

    assert slips_of("x = yield part(3)\nreturn 1", before) == [
        "return -> `return` alone gives the answer None; write fail() to give the branch up",
        "require(x == 2) -> part ended here without `return`, which gives the answer None; write `return ...` or fail()",
    ]


def test_an_answer_false_beside_others() -> None:
    assert slips_of("x = yield (1, 2)\nif x == 1:\n    return False\nreturn x") == [
        "return False -> the answer is False here, and others are no truth values; write fail() to give the branch up"
    ]
    assert slips_of("x = yield (1, 2)\nif x == 1:\n    return False\nreturn x > 1") == []


def test_an_answer_that_is_none_on_purpose_is_not_a_slip() -> None:
    assert slips_of("x = yield (1, None)\nif x:\n    return None\nreturn x") == []


def test_guards_that_never_failed_or_never_passed() -> None:
    body = "x = yield (1, 2)\nrequire(x > 0)\nfor i in range(2):\n    require(x < 9)\nif x == 1:\n    require(x > 3)\nreturn x"

    assert slips_of(body) == [
        "require(x > 0) -> `require(x > 0)` never failed, so it decides nothing; is it what you mean?",
        "require(x < 9) -> `require(x < 9)` never failed, so it decides nothing; is it what you mean?",
        "require(x > 3) -> `require(x > 3)` never passed, so no answer comes from behind it; is it what you mean?",
    ]


def test_of_a_search_that_is_not_at_its_end_guards_are_not_judged() -> None:
    assert slips_of("x = yield range(9)\nrequire(x < 5)\nreturn x", limit=2) == []
    assert slips_of("x = yield range(5)\nrequire(x < 5)\nreturn x", limit=6) != []


def test_guards_of_a_function_that_was_never_reached_are_not_judged() -> None:
    assert slips_of("x = yield (1, 2)\nif x == 3:\n    require(x)\nreturn x") == []


@pytest.mark.parametrize(
    ("items", "told"),
    [("[x]", "had a single item each time"), ("[]", "had no item each time"), ("amb(7)", "a single item")],
)
def test_a_choice_with_one_item_or_none(items: str, told: str) -> None:
    [found] = slips_of(f"x = yield (1, 2)\ny = yield {items}\nreturn x, y")

    assert found.startswith(f"y = yield {items} -> the choice of y had ") and told in found


def test_a_choice_that_once_had_two_items_is_not_a_slip() -> None:
    assert slips_of("x = yield (1, 2)\ny = yield range(x)\nreturn x, y") == []


def test_a_choice_that_was_cut_short_is_not_a_slip() -> None:
    assert slips_of("x = yield (1, 2)\nreturn x, part(3).first()", PART) == []


def test_the_search_is_as_it_was_afterwards() -> None:
    @ambiguous
    def solve():
        x = yield (1, 2)
        return x

    slips(solve())

    assert list(solve()) == [1, 2]


def test_an_error_of_the_search_comes_through() -> None:
    @ambiguous
    def solve():
        x = yield (1, 0)
        return 1 // x

    with pytest.raises(ZeroDivisionError):
        slips(solve())
    with pytest.raises(TypeError, match="expected the answers of an ambiguous function"):
        slips(iter([1]))  # type: ignore[arg-type]
    assert solve().first() == 1


def test_methods_and_arguments_are_looked_at_too() -> None:
    class Board:
        def __init__(self) -> None:
            self.tried = [0]

        def note(self, x: int) -> int:
            self.tried.append(x)
            return x

        @ambiguous
        def solve(self) -> Any:
            x = yield (1, 2)
            y = yield (0, cache(self.note)(x))
            return x + y

    [change] = slips(Board().solve())

    assert change.message.startswith("self.tried is not what it was before the search: note changes it here")


def test_bytes_that_are_changed_in_place_are_told_and_a_memoryview_is_no_hindrance() -> None:
    buffer, views = bytearray(b"ab"), [memoryview(bytearray(b"ab"))]

    def write(x: int) -> None:
        buffer[0] = x

    @ambiguous
    def solve() -> Any:
        x = yield (1, 2)
        views[0][0] = x
        cache(write)(x)
        return x, bytes(buffer)

    [change] = slips(solve())

    assert change.message.startswith("buffer is not what it was before the search: write changes it here")


def test_what_a_class_keeps_of_the_objects_that_are_copied_to_compare_them_is_not_a_slip() -> None:
    before = """
class Term:
    pool = {}
    def __new__(cls, *args):
        if args not in cls.pool:
            cls.pool[args] = super().__new__(cls)
        return cls.pool[args]
a = Term("a")
def same():
    return Term("a") is a
"""

    assert slips_of("x = yield (1, 2)\nreturn x, same()", before) == []


def test_a_slip_is_one_line_with_its_place() -> None:
    assert str(Slip("/a/b/my.py", 3, "told")) == "my.py, line 3: told"


def test_an_ambiguous_function_below_a_decorator_is_looked_into_and_so_is_what_the_decorator_has_made() -> None:
    before = """
import functools
calls = []
def counted(function):
    @functools.wraps(function)
    def wrapper(*args):
        functools.cache(calls.append)(args)
        return function(*args)
    return wrapper
@counted
@ambiguous
def pick(xs):
    return (yield xs)
"""
    (slip,) = slips_of("n = yield pick((1, 2))\nreturn n", before)
    assert slip.startswith(
        "functools.cache(calls.append)(args) -> calls is not what it was before the search: wrapper changes"
    )
