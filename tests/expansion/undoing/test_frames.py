"""Frames: the changes of a plain statement, between the opening of a trail and its undoing."""

import pytest
from recorded import define

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")


def test_statements_that_follow_one_another_share_a_trail() -> None:
    text = expand(define("x = yield (1, 2)\na.popitem()\na.sort(key=abs)\na.popitem()", "a"))

    assert (text.count("= []"), text.count("undo(")) == (1, 1)


def test_a_statement_that_changes_nothing_opens_no_trail() -> None:
    assert "try" not in expand(define("x = yield (1, 2)\ny = x + 1\nreturn sorted([y])"))


def test_a_global_variable_has_its_value_again_or_none(deep: bool) -> None:
    f = define("global N\nN = yield (1, 2)\nreturn N", deep=deep)
    space = f.__wrapped__.__globals__

    assert list(f()) == [1, 2]
    assert "N" not in space
    space["N"] = 7
    assert list(f()) == [1, 2]
    assert space["N"] == 7


def test_a_change_that_raises_leaves_the_world_as_it_was(deep: bool) -> None:
    a = [3, "x", 1]
    search = iter(define("yield (1, 2)\na.append(0)\na.sort()", "a", deep=deep)(a))
    try:
        next(search)
    except TypeError:
        pass

    assert a == [3, "x", 1]
