"""Statements without a choice, which stay what they are."""

from contextlib import contextmanager

import pytest
from recorded import define

from ambsearch import expand, permanent

pytestmark = pytest.mark.usefixtures("no_other_module")


def test_each_branch_of_an_if_takes_its_own_change_back() -> None:
    text = expand(define("xs = []\nx = yield (1, 2)\nif x > 1:\n    xs.append(x)\nreturn list(xs)"), fast=True)

    assert ("xs.pop()" in text, "undo(" in text) == (True, False)


def test_a_with_is_left_before_its_answer_goes_out(deep: bool) -> None:
    log: list[str] = []

    @contextmanager
    def opened():
        permanent(log.append("in"))
        yield
        permanent(log.append("out"))

    f = define("x = yield (1, 2)\nwith opened():\n    return x", "opened", deep=deep)
    seen = [(answer, list(log)) for answer in f(opened)]

    assert seen == [(1, ["in", "out"]), (2, ["in", "out"] * 2)]


def test_a_loop_is_left_by_its_answer_and_by_a_guard(deep: bool) -> None:
    f = define("x = yield xs\nfor y in xs:\n    require(y < 4)\n    if y == x:\n        return x, y", "xs", deep=deep)

    assert list(f([1, 3, 5])) == [(1, 1), (3, 3)]


def test_the_answers_of_a_try_are_not_tried(deep: bool) -> None:
    f = define("x = yield (1, 0)\ntry:\n    return 6 // x\nexcept ZeroDivisionError:\n    return -1", deep=deep)
    search = iter(f())
    first = next(search)

    assert [first, *search] == [6, -1]


def test_a_manager_of_the_users_that_is_called_open_may_swallow_an_exception(deep: bool) -> None:
    class Swallowing:
        def __init__(self, x: int) -> None:
            pass

        def __enter__(self) -> None:
            pass

        def __exit__(self, *error: object) -> bool:
            return True

    f = define("x = yield (0, 1)\nwith open(x):\n    return 1 // x\nreturn 'after'", "open", deep=deep)

    assert list(f(Swallowing)) == ["after", 1]
