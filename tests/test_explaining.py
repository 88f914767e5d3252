"""Why a search has no answer, and where two answers part."""

from itertools import combinations
from typing import Any

import pytest

from ambsearch import ambiguous, an_integer_from, distinct, fail, if_fail, interleave, minimize, permanent, require
from ambsearch.explaining import parting, why_none


@ambiguous
def crowded(without: tuple[int, ...] = ()) -> Any:
    """Requires numbered 0 to 4; those in `without` do not count."""
    a = yield range(4)
    b = yield range(4)
    c = yield range(4)
    require(0 in without or a != 3)
    require(1 in without or a + b < 5)
    require(2 in without or distinct(a, b, c))
    require(3 in without or a + b + c > 6)
    require(4 in without or c < 3)
    return a, b, c


def test_the_requires_alone_leave_no_answer_and_each_is_needed() -> None:
    why = why_none(crowded())
    first = crowded.__wrapped__.__code__.co_firstlineno + 6  # type: ignore[attr-defined]
    numbers = {site.line - first for site in why.requires}

    assert why.has_answer is False and why.decided
    assert not crowded(tuple(set(range(5)) - numbers)).exists()
    for fewer in combinations(numbers, len(numbers) - 1):
        assert crowded(tuple(set(range(5)) - set(fewer))).exists()


def test_the_nearest_miss_is_the_branch_that_came_furthest() -> None:
    why = why_none(crowded())
    assert why.nearest is not None
    first = crowded.__wrapped__.__code__.co_firstlineno  # type: ignore[attr-defined]

    assert why.nearest.ended_by.line - first == 9
    assert [name for name, _ in why.nearest.choices] == ["a", "b", "c"]
    a, b, c = (int(value) for _, value in why.nearest.choices)
    assert a != 3 and a + b < 5 and distinct(a, b, c) and a + b + c <= 6


def test_a_search_with_an_answer_has_one() -> None:
    @ambiguous
    def one() -> Any:
        return (yield (1,))

    assert str(why_none(one())) == "there is an answer"


def test_no_require_is_to_blame_where_choices_are_empty() -> None:
    @ambiguous
    def empty() -> Any:
        a = yield range(3)
        require(a > 1)
        b = yield range(0)
        return a, b

    @ambiguous
    def given_up() -> Any:
        a = yield range(3)
        require(a < 9)
        fail()

    assert why_none(empty()).requires == why_none(given_up()).requires == ()
    assert "even without any require" in str(why_none(empty()))


def test_what_cannot_be_decided_within_the_limit_is_reported() -> None:
    @ambiguous
    def endless() -> Any:
        n = yield an_integer_from(0)
        require(n < 0)
        return n

    assert str(why_none(endless(), limit=50)) == "not decided within 50 items tried"


@pytest.mark.parametrize("word", ["u", "ru"])
def test_ctrl_c_ends_it_and_what_was_found_is_reported(word: str) -> None:
    runs = iter(word)

    class Interrupting:
        @permanent
        def __iter__(self) -> Any:
            if next(runs) == "u":
                raise KeyboardInterrupt
            return iter((1, 2))

    @ambiguous
    def none(values: Any) -> Any:
        a = yield values
        require(a > 2)
        require(a < 1)
        return a

    why = why_none(none(Interrupting()))
    assert why.interrupted and not why.decided
    assert "interrupted: not decided after" in str(why)
    assert why.has_answer is (None if word == "u" else False)


def test_an_exception_without_a_require_is_no_answer() -> None:
    @ambiguous
    def divided() -> Any:
        a = yield (0, 1)
        require(a != 0)
        require(1 // a > 1)
        return a

    why = why_none(divided())
    assert len(why.requires) == 2
    assert not why.decided


def test_an_exception_of_the_search_itself_is_raised() -> None:
    @ambiguous
    def failing() -> Any:
        a = yield (1, 0)
        require(1 // a > 1)

    with pytest.raises(ZeroDivisionError):
        why_none(failing())


def test_two_answers_part_at_the_first_choice_that_differs() -> None:
    @ambiguous
    def triples() -> Any:
        a = yield (1, 2)
        b = yield (1, 2)
        c = yield (1, 2)
        require(a + b + c == 4)
        return a, b, c

    told = parting(triples())
    assert told is not None
    assert (told.shared, told.name, told.values) == ((("a", 1),), "b", (1, 2))


def test_answers_that_come_of_no_choice_part_nowhere() -> None:
    assert parting(interleave([1, 2])) is None
    assert parting(minimize(parted(), key=int, count=2)) is None


def test_answers_of_two_searches_part_where_the_searches_do() -> None:
    @ambiguous
    def one() -> Any:
        return (yield (1,))

    assert parting(one()) is None
    told = parting(if_fail(parted(), one()))
    assert told is not None and told.name == "return"


@ambiguous
def parted() -> Any:
    return (yield (1, 2))
