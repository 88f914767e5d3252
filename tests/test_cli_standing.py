"""Where a plain search stood when Ctrl-C came: the items taken at its choices."""

import re
from typing import Any

import pytest

from ambsearch import Answers, ambiguous, require
from ambsearch.cli.standing import stood


@ambiguous
def rows(n: int) -> Any:
    a = yield range(4)
    b, c = yield [(1, "x"), (2, "y")]
    path: list[str] = []
    for _ in range(n):
        letter = yield "pqr"
        path.append(letter)
        for k in range(5):
            if (a, c, path[-1]) == (1, "y", "q") and len(path) == n and k == 3:
                raise KeyboardInterrupt
    return path


@ambiguous(deep=True)
def far_down(n: int) -> Any:
    if n == 0:
        raise KeyboardInterrupt
    y = yield (n, 0)
    z = yield far_down(n - 1)
    return y + z


@ambiguous
def small(n: int) -> Any:
    k = yield range(n)
    if k == 2:
        raise KeyboardInterrupt
    return k


@ambiguous
def asking() -> Any:
    a = yield range(5)
    require(any(k > 1 for k in small(a)) or a < 9)
    return a


def interrupted(answers: Answers[Any]) -> str:
    with pytest.raises(KeyboardInterrupt) as caught:
        list(answers)
    return stood(caught.value)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (rows(1), "at a = 1, b = 2, c = 'y', letter = 'q'"),
        (rows(2), "at a = 1, b = 2, c = 'y', letter = 'p', letter = 'q'"),
        (rows(4), "at a = 1, b = 2, c = 'y', letter = 'p', letter = 'p', letter = 'p', ..."),
    ],
)
def test_an_interrupted_search_tells_the_items_that_it_had_taken_and_of_no_other_loop(
    answers: Answers[Any], expected: str
) -> None:
    assert interrupted(answers) == expected


@pytest.mark.parametrize("n", [7, 200])
def test_a_search_that_is_driven_tells_its_first_choices_and_not_its_last(n: int) -> None:
    assert interrupted(far_down(n)) == f"at {', '.join(f'y = {n - i}' for i in range(6))}, ..."


def test_a_search_that_is_interrupted_in_a_condition_tells_its_own_choices() -> None:
    assert interrupted(asking()) == "at a = 3"


def test_an_item_without_a_name_is_told_alone() -> None:
    assert interrupted(nameless()) == "at 2, 'y'"


@ambiguous
def nameless() -> Any:
    return stop_at((yield range(4)), (yield "xy"))


def stop_at(*items: object) -> object:
    if items == (2, "y"):
        raise KeyboardInterrupt
    return items


def test_without_a_search_there_is_nothing_to_tell() -> None:
    assert stood(KeyboardInterrupt()) == ""


class Unshowable:
    def __repr__(self) -> str:
        raise ValueError


@ambiguous
def unshowable() -> Any:
    number = yield [10**5000]
    it = yield [Unshowable()]
    return stop_at(2, "y"), number, it


def test_items_that_cannot_be_shown_do_no_harm() -> None:
    assert re.match(r"at number = <int.*>, it = <Unshowable instance at", interrupted(unshowable()))
