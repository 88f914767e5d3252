"""Closures: functions made inside that call one another, also one that is made right after them."""

from textwrap import indent
from typing import Any

import pytest
from class_engines import WORDS
from helpers import compile_program
from recorded import as_text, define, normal_form

from ambsearch import ambiguous, expand, require

pytestmark = pytest.mark.usefixtures("no_other_module")

EARLY = "def early():\n    return late()\n"
LATE = "def late():\n    return x\n"
BOXED = {
    "a statement between": f"{EARLY}y = yield [1]\n{LATE}return early",
    "in a loop": "while x:\n" + indent(f"{EARLY}{LATE}x = yield [0]\n", " " * 4) + "return early",
    "bound twice": f"late = None\n{EARLY}{LATE}return early",
    "deleted": f"{EARLY}{LATE}del late\nreturn early",
    "another nonlocal": f"{EARLY}{LATE}def other():\n    nonlocal late\n    late = None\nreturn early",
    "a decorator": f"{EARLY}@x\n{LATE}return early",
    "a default value": f"{EARLY}def late(y=x()):\n    return y\nreturn early",
}


def test_what_a_def_right_after_binds_needs_no_box() -> None:
    assert normal_form(f"{EARLY}{LATE}y = yield [1]\nreturn early", "x").strip() == as_text(
        """
        def early():
            return late()

        def late():
            return x
        y = yield [1]
        return early
        """
    )


@pytest.mark.parametrize("body", BOXED.values(), ids=BOXED)
def test_what_is_bound_later_or_again_is_in_a_box(body: str) -> None:
    assert "late = [UNBOUND]" in normal_form(body, "x")


HEADS = {
    "if": "if fs.append(lambda: x) is None:",
    "while": "while fs.append(lambda: x) is None and len(fs) < 2:",
    "match": "match fs.append(lambda: x):\n    case None:",
    "with": "with nullcontext(fs.append(lambda: x)):",
    "a default value": "def told(k=lambda: x):\n    return k()\nfs.append(told)\nif True:",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_function_made_in_the_head_of_a_statement_shares_what_its_body_binds(head: str) -> None:
    inside = indent("for i in range(2):\n    x += yield (2, 3)\n", " " * (8 if head.startswith("match") else 4))
    body = indent(f"x, fs = 1, []\n{head}\n{inside}return fs[0](), x", " " * 4)

    found = compile_program(f"from contextlib import nullcontext\n@ambiguous\ndef f():\n{body}", WORDS)["f"]

    assert all(told == x for told, x in found())


KEEPING = """
class Bag:
    def update(self, f):
        self.f = f
    def sort(self, key):
        self.f = key
@ambiguous
def f():
    x, bag = 1, Bag()
    bag.HOW
    for i in range(2):
        x += yield (2, 3)
    return GIVEN, x
"""


@pytest.mark.parametrize(
    ("how", "given"),
    [("sort(key=lambda: x)", "bag.f()"), ("update(lambda: x)", "bag.f()"), ("update(x for _ in 'a')", "sum(bag.f)")],
)
def test_a_method_of_ones_own_with_the_name_of_a_lists_may_keep_what_it_is_given(how: str, given: str) -> None:
    found = compile_program(KEEPING.replace("HOW", how).replace("GIVEN", given), WORDS)["f"]

    assert list(found()) == [(5, 5), (6, 6), (6, 6), (7, 7)]


def test_what_a_comprehension_or_a_class_binds_later_needs_no_box() -> None:
    body = "tell = lambda: x\ny = yield [1]\nys = [x for x in range(y)]\nclass A:\n    x = 5\nreturn tell()"

    assert "UNBOUND" not in normal_form(body, "x")


def test_each_branch_has_functions_of_its_own(deep: bool) -> None:
    found = list(define(f"x = yield (1, 2)\n{EARLY}{LATE}y = yield (3, 4)\nreturn early, y", deep=deep)())

    assert [(early(), y) for early, y in found] == [(1, 3), (1, 4), (2, 3), (2, 4)]


def test_functions_of_earlier_turns_call_the_last_one_as_in_python(deep: bool) -> None:
    body = """
made = []
for i in range(2):
    x = yield (1, 2)
    def early():
        return late()
    def late():
        return i, x
    made.append(early)
return [early() for early in made]
"""
    assert list(define(body, deep=deep)()) == [[(1, x)] * 2 for x in (1, 2)] * 2


def test_a_function_that_is_called_before_the_one_that_it_calls_is_made_is_the_error_of_python() -> None:
    with pytest.raises(NameError, match="'late'"):
        define(f"{EARLY}x = early()\n{LATE}return (yield [x])")().first()


@ambiguous
def numbers(most: int) -> Any:
    seen = []

    def is_even(n: int) -> bool:
        seen.append(n)
        return n == 0 or is_odd(n - 1)

    def is_odd(n: int) -> bool:
        seen.append(-n)
        return n != 0 and is_even(n - 1)

    n = yield range(most)
    require(is_even(n))
    return n, list(seen)


def test_what_functions_change_that_call_one_another_is_undone() -> None:
    assert list(numbers(5)) == [(0, [0]), (2, [2, -1, 0]), (4, [4, -3, 2, -1, 0])]
    assert "apply" not in expand(numbers, fast=True)
