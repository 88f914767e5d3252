"""What a search is advised: how many items a moved require saves, which choice comes first, and what is not known."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from ambsearch import Answers, ambiguous, an_integer_between, an_integer_from, distinct, effort, permanent, require
from ambsearch.advising import advice, order_advice
from ambsearch.puzzles import dwelling

pytestmark = pytest.mark.usefixtures("on_its_own")


@ambiguous
def asked_early(floors: int) -> Any:
    """The multiple dwelling as SICP's exercise 4.40 wants it, with the first choices of `dwelling.solve`."""
    baker = yield an_integer_between(1, floors)
    require(baker != floors)
    cooper = yield an_integer_between(1, floors)
    require(cooper != 1)
    fletcher = yield an_integer_between(1, floors)
    require(fletcher != floors)
    require(fletcher != 1)
    require(abs(fletcher - cooper) != 1)
    miller = yield an_integer_between(1, floors)
    require(miller > cooper)
    smith = yield an_integer_between(1, floors)
    require(distinct(baker, cooper, fletcher, miller, smith))
    require(abs(smith - fletcher) != 1)
    return {"baker": baker, "cooper": cooper, "fletcher": fletcher, "miller": miller, "smith": smith}


def test_exercise_4_40_is_done_by_machine() -> None:
    told = advice(dwelling.solve(5))

    assert (told.tried, told.outcome) == (3905, "exhausted")
    assert [(one.move.needs, one.saved) for one in told.suggestions] == [
        (("baker",), 780),
        (("cooper",), 775),
        (("fletcher",), 750),
        (("fletcher",), 750),
        (("cooper", "miller"), 1875),
        (("cooper", "fletcher"), 1200),
    ]
    assert told.together == effort(asked_early(5)).choices == 445
    assert "needs only baker: after line 71 it saves 780 of the 3,905 items tried" in str(told)
    assert str(told).endswith("\nall of them moved: 445 items tried instead of 3,905")


def test_a_search_that_asks_early_needs_no_advice() -> None:
    told = advice(asked_early(5))
    assert not told.suggestions
    assert str(told) == "445 items tried, exhausted\nno require can go further up and mean the same"


def test_so_many_answers_are_looked_at() -> None:
    @ambiguous
    def endless() -> Any:
        a = yield an_integer_from(1)
        b = yield range(10)
        require(a % 7 == 0)
        return a, b

    told = advice(endless(), first=3)
    assert told.outcome == "stopped at the limit of 3 answers"
    assert [one.saved for one in told.suggestions] == [60]


@ambiguous
def guarded(values: tuple[Any, ...]) -> Any:
    a = yield values
    b = yield range(3)
    require(a is not None and b > 0)
    require(a > 1)
    return a, b


def test_an_exception_of_the_moved_search_is_reported() -> None:
    told = advice(guarded((None, 1, 2)))
    assert [(one.move.name, one.saved) for one in told.suggestions] == [("a is not None", 3), ("a > 1", None)]
    assert "that was not measured: there the search has failed: TypeError" in str(told)
    assert told.together == told.tried - 3
    assert [one.saved for one in advice(guarded((1, 2))).suggestions] == [0, 3]


def test_each_part_of_a_require_with_and_goes_as_far_as_it_can() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(6)
        b = yield range(6)
        c = yield range(6)
        require(a > 2 and b > a and c != b)
        return a, b, c

    told = advice(program())
    line = program.__wrapped__.__code__.co_firstlineno + 5  # type: ignore[attr-defined]
    assert [(one.move.name, one.move.needs, one.saved) for one in told.suggestions] == [
        ("a > 2", ("a",), 126),
        ("b > a", ("a", "b"), 126),
    ]
    assert (told.tried, told.together) == (258, 6 + 3 * 6 + 3 * 6)
    assert f"line {line}: a > 2, a part of its require, needs only a: after line {line - 3} it saves" in str(told)


def test_in_a_loop_a_require_goes_up_in_its_turn() -> None:
    @ambiguous
    def program(top: int) -> Any:
        found = []
        for i in range(2):
            x = yield range(3)
            y = yield range(3)
            require(x + i > 1 and y > 0)
            require(top > 0)
            found.append((x, y))
        return found

    told = advice(program(1))
    assert [(one.move.name, one.move.needs) for one in told.suggestions] == [("x + i > 1", ("i", "x")), ("top > 0", ())]
    assert told.suggestions[0].saved == told.tried - (told.together or 0) > 0
    assert "require(top > 0) needs only what is known before: " in str(told)


def test_what_only_an_exception_keeps_is_reported() -> None:
    @ambiguous
    def divided() -> Any:
        a = yield range(3)
        b = yield range(3)
        require(a + b > 2)
        require(4 // a > 1)
        return a, b

    line = divided.__wrapped__.__code__.co_firstlineno + 5  # type: ignore[attr-defined]
    told = str(advice(divided()))
    reason = f"it has to stay, for what line {line - 1} rejects may raise an exception in it"
    assert f"line {line}: require(4 // a > 1) needs only a: {reason}" in told


def test_what_is_not_measured_within_the_limit_is_reported() -> None:
    in_all = advice(dwelling.solve(5), limit=5_000)
    assert [one.saved for one in in_all.suggestions] == [None] * 6
    assert str(in_all).count("that was not measured: the runs would try more than 5,000 items") == 6

    unfinished = advice(dwelling.solve(5), limit=100)
    assert unfinished.outcome == "stopped after 100 items tried"
    assert str(unfinished).count("that was not measured: stopped after 100 items tried") == len(unfinished.suggestions)


class Interrupting:
    def __init__(self) -> None:
        self.runs = list("runs")

    @permanent
    def __iter__(self) -> Any:
        if self.runs.pop(0) == "u":
            raise KeyboardInterrupt
        return iter((1, 2, 3))


@pytest.mark.parametrize("look", [advice, order_advice])
def test_ctrl_c_ends_the_runs(look: Callable[[Answers[Any]], Any]) -> None:
    @ambiguous
    def program(values: Any) -> Any:
        a = yield values
        b = yield (1, 2)
        c = yield (1, 2)
        require(b > 1)
        require(a > 2)
        return a, b, c

    assert "interrupted" in str(look(program(Interrupting())))


def test_which_choice_comes_first_is_measured() -> None:
    (order,) = order_advice(dwelling.solve(5)).groups
    assert order.names == ("baker", "cooper", "fletcher", "miller", "smith")
    assert order.tried == 445
    assert dict(order.by_first) == {"baker": 445, "cooper": 445, "fletcher": 420, "miller": 450, "smith": 950}
    assert (order.best, order.best_tried) == (("fletcher", "cooper", "miller", "smith", "baker"), 255)
    assert order.unfinished == ""


def test_a_choice_stays_below_those_that_it_needs() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(1, 30)
        b = yield range(a)
        c = yield (1, 2)
        require(c == 2)
        return a, b, c

    (order,) = order_advice(program()).groups
    assert re.findall(r"\w+ first", str(order)) == ["a first", "c first"]
    assert order.best == ("c", "a", "b")


def test_choices_with_a_statement_between_them_are_not_exchanged() -> None:
    @ambiguous
    def program() -> Any:
        a = yield (1, 2)
        print(a)
        b = yield (1, 2)
        return a, b

    assert str(order_advice(program())).endswith("there are no two choices whose order is free")


def test_orders_are_not_measured_beyond_the_limit() -> None:
    (order,) = order_advice(dwelling.solve(5), limit=1_000).groups
    assert str(order).endswith("\n  not all orders could be measured: the runs would try more than 1,000 items")
    told = str(order_advice(dwelling.solve(5), limit=100))
    assert told == "no order of the choices was measured: stopped after 100 items tried"


def test_a_require_in_a_loop_is_reported_where_it_goes() -> None:
    @ambiguous
    def program(xs: tuple[int, ...], n: int) -> Any:
        a = yield range(n)
        b = yield range(n)
        for x in xs:
            require(x != a)
        found = 0
        for x in xs:
            c = yield (x, x + 1)
            require(a < b)
            found += c
        return a, b, found

    first = program.__wrapped__.__code__.co_firstlineno + 2  # type: ignore[attr-defined]
    told = str(advice(program((1, 2), 3))).splitlines()
    assert told[1:3] == [
        f"line {first + 3}: require(x != a), with the loop of line {first + 2}, needs only a: "
        f"after line {first} it saves 6 of the 26 items tried",
        f"line {first + 7}: require(a < b) needs only a and b: ahead of the loop of line {first + 5}, "
        "if that loop has a turn, it saves 2 of the 26 items tried",
    ]


def test_an_exception_is_named_only_where_the_require_would_else_come_above_a_choice() -> None:
    @ambiguous
    def program() -> Any:
        place = {}
        for name in "ab":
            place[name] = yield range(3)
        require(place["a"] != place["b"])
        require(place["a"] > 0)
        return place

    assert advice(program()).suggestions == ()


def test_a_container_that_was_filled_is_what_a_require_needs() -> None:
    @ambiguous
    def program() -> Any:
        place = {}
        for name in "ab":
            place[name] = yield range(3)
        c = yield range(2)
        require(len(place) > 2)
        return place, c

    (one,) = advice(program()).suggestions
    assert one.move.needs == ("place",)


def test_choices_each_of_which_waits_for_the_one_before_have_no_other_order() -> None:
    @ambiguous
    def program() -> Any:
        a = yield range(3)
        b = yield range(a)
        return a, b

    assert str(order_advice(program())) == "there are no two choices whose order is free"
