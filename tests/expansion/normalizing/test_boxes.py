"""Boxes: variables that several functions share, that are assigned permanently, or that may have no value."""

from typing import Any

import pytest
from recorded import as_text, define, normal_form

from ambsearch import ambiguous

pytestmark = pytest.mark.usefixtures("no_other_module")

FORMS = {
    "n = permanent(n + 1)\nreturn (yield [n])": """
        n = [n]
        n[0] = permanent(n[0] + 1)
        return (yield [n[0]])
    """,
    "show = lambda: n\nn = yield [1]\nreturn show()": """
        n = [n]
        show = lambda: n[0]
        chosen = yield [1]
        n[0] = chosen
        return show()
    """,
    "def put(x):\n    nonlocal n\n    n = x\nput((yield [1]))": """
        n = [n]

        def put(x):
            n[0] = x
        chosen = yield [1]
        put(chosen)
    """,
    "if n:\n    x = 1\nwhile n:\n    n = yield [0]\nreturn x": """
        x = UNBOUND
        if n:
            x = 1
        while n:
            n = yield [0]
        return x if x is not UNBOUND else unbound('x')
    """,
}


@pytest.mark.parametrize("body", FORMS)
def test_a_shared_variable_lives_in_a_box(body: str) -> None:
    assert normal_form(body, "n") == as_text(FORMS[body])


def test_a_variable_that_nobody_shares_stays_one() -> None:
    assert "[" not in normal_form("n = n + 1\nshow = lambda: n\nreturn (yield n), show()", "n")


def test_reading_a_variable_without_a_value_is_the_error_of_python(deep: bool) -> None:
    search = iter(define("if n:\n    x = 1\ny = yield (1, 2)\nreturn x", "n", deep=deep)(0))
    with pytest.raises(UnboundLocalError, match="'x'"):
        next(search)


def test_a_variable_that_may_have_no_value_can_be_iterated_in_a_comprehension() -> None:
    @ambiguous
    def listed(given: bool) -> Any:
        if given:
            xs = [1]
        y = yield (1, 2)
        return sorted(x + y for x in xs)

    assert list(listed(True)) == [[2], [3]]
    with pytest.raises(UnboundLocalError, match="'xs'"):
        listed(False).first()


def test_locals_shows_the_variables_that_have_a_value_and_no_others(deep: bool) -> None:
    body = """
show = lambda: found
for i in range(2):
    found = yield (1, 2)
    if "best" not in locals() or found > best:
        best = found
return [name for name in dir() if name != "show"], {**vars(), "show": 0}, show()
"""
    answers = list(define(body, "n", deep=deep)(0))

    assert [answer[0] for answer in answers] == [["best", "found", "i", "n"]] * 4
    assert [answer[1] for answer in answers] == [
        {"n": 0, "i": 1, "best": max(pair), "show": 0, "found": pair[1]} for pair in ((1, 1), (1, 2), (2, 1), (2, 2))
    ]


@ambiguous
def two_searches_made_inside(most):
    marks = []

    @ambiguous
    def left(n):
        side = yield "ab"
        marks.append(side)
        return (yield right(n - 1)) if n else "".join(marks)

    sign = "|" * most

    @ambiguous
    def right(n):
        marks.append(sign)
        return (yield left(n))

    return (yield left(most)), left.__name__, right.__name__, right.__qualname__.rpartition(".")[2]


def test_two_searches_made_inside_may_call_one_another() -> None:
    found = [f"{first}|{second}" for first in "ab" for second in "ab"]

    assert list(two_searches_made_inside(1)) == [(answer, "left", "right", "right") for answer in found]


def test_a_decorator_of_a_function_in_a_box_is_given_it_under_its_name_and_may_give_anything() -> None:
    @ambiguous
    def search():
        def early():
            return late

        @lambda function: (function.__name__, function.__code__.co_name)
        def late():
            return 1

        x = yield (1, 2)
        return x, early()

    assert list(search()) == [(x, ("late", "late")) for x in (1, 2)]
