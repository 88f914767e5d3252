"""Searches that are watched: which functions are, what the watch is told, and that nothing stays."""

import functools
from typing import Any

import pytest

from ambsearch import ambiguous, an_integer_from, if_fail, once, require
from ambsearch.watching import WatchedEmission, searches, watching


class Log:
    """A watch that notes what it is told."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def taken(self, name: str, line: int, item: Any) -> None:
        self.events.append((name, item))


class LoggedEmission(WatchedEmission):
    choice_text = "for target in items:\n    watch.taken(name, line, target)\n    body"


@ambiguous
def above(n: int) -> Any:
    k = yield an_integer_from(n)
    return k * k


@ambiguous
def square(n: int) -> Any:
    s = yield above(n)
    require(s > 10)
    return (yield ("small", "large"))


def test_the_watch_is_told_every_item_by_the_name_of_its_choice() -> None:
    log = Log()
    with watching(square(3), log, LoggedEmission):
        assert square(3).take(2) == ["small", "large"]

    assert log.events == [("k", 3), ("s", 9), ("k", 4), ("s", 16), ("return", "small"), ("return", "large")]


def test_a_watched_search_has_the_same_answers() -> None:
    with watching(square(3), Log(), LoggedEmission):
        watched = square(3).take(7)

    assert watched == square(3).take(7)


def test_watching_leaves_the_searches_as_they_were() -> None:
    before = square.search, above.search  # type: ignore[attr-defined]
    with pytest.raises(KeyError), watching(square(3), Log(), LoggedEmission):
        assert square.search is not before[0]  # type: ignore[attr-defined]
        raise KeyError

    assert (square.search, above.search) == before  # type: ignore[attr-defined]


def test_a_search_in_a_watched_search_may_be_watched_too() -> None:
    outer, inner = Log(), Log()
    with watching(above(1), outer, LoggedEmission):
        assert above(1).first() == 1
        with watching(above(2), inner, LoggedEmission):
            assert above(2).first() == 4
        assert above(3).first() == 9

    assert (outer.events, inner.events) == ([("k", 1), ("k", 3)], [("k", 2)])


def test_the_watched_form_of_a_function_is_made_once() -> None:
    forms = []
    for _ in range(2):
        with watching(above(1), Log(), LoggedEmission):
            forms.append(above.search)  # type: ignore[attr-defined]

    assert forms[0] is forms[1]


def test_the_functions_of_a_search_are_found_by_the_names_in_its_code() -> None:
    assert set(searches(square(3))) == {square, above}
    assert set(searches(once(square(3)))) == {square, above}
    assert set(searches(if_fail(above(1), square(3)))) == {square, above}


def test_functions_are_found_through_ordinary_functions_and_thunks() -> None:
    def helper() -> Any:
        return list(square(1).take(2))

    @ambiguous
    def calling() -> Any:
        return (yield helper())

    assert set(searches(calling())) == {calling, square, above}
    assert set(searches(if_fail(above(1), lambda: square(1)))) == {square, above}


def test_a_function_is_found_in_what_a_decorator_has_made_of_it() -> None:
    def decorated(function: Any) -> Any:
        @functools.wraps(functools.partial(function))
        def calling(*args: Any) -> Any:
            return function(*args)

        return calling

    helper = decorated(lambda n: square(n))

    @ambiguous
    def outer() -> Any:
        return (yield helper(1))

    assert set(searches(outer())) == {outer, square, above}


def test_a_function_that_calls_itself_is_found_once() -> None:
    @ambiguous
    def again() -> Any:
        return (yield again())

    assert searches(again()) == [again]


def test_functions_of_the_standard_library_are_not_looked_into() -> None:
    @ambiguous
    def reduced() -> Any:
        x = yield (functools.reduce(max, [1, 2]),)
        return x

    assert searches(reduced()) == [reduced]


def test_methods_are_found_by_what_they_are_called_on() -> None:
    class Board:
        @ambiguous
        def cell(self) -> Any:
            return (yield (1, 2))

        @ambiguous
        def solve(self) -> Any:
            return (yield self.cell())

    assert set(searches(Board().solve())) == {Board.solve, Board.cell}


def test_an_ordinary_iterable_cannot_be_watched() -> None:
    with (
        pytest.raises(TypeError, match="expected the answers of an ambiguous function, found list"),
        watching([1], Log(), LoggedEmission),  # type: ignore[arg-type]
    ):
        pass
