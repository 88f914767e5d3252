"""Which functions a search may run: those that are named in it, directly or through ordinary functions."""

import functools
from typing import Any

from searches import above, square

from ambsearch import ambiguous, if_fail, once
from ambsearch.reached import searches


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
