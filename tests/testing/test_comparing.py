"""Two searches have the same answers, in one sense or another."""

import pickle
from collections.abc import Iterator
from itertools import chain, count
from typing import Any

import pytest

from ambsearch import ambiguous
from ambsearch.testing import (
    Different,
    check_twins,
    same_answers,
    same_multiset,
    same_sequence,
    same_set,
    yields,
)


def difference(*arguments: Any, **options: Any) -> tuple[str, str]:
    """The kind of the difference that is found, and the message."""
    with pytest.raises(Different) as found:
        same_answers(*arguments, **options)
    return found.value.kind, str(found.value)


@pytest.mark.parametrize("as_", ["sequence", "multiset", "set"])
def test_equal_searches_are_the_same_in_every_sense(as_: Any) -> None:
    assert same_answers([1, [2], 3], iter([1, [2], 3]), as_=as_)
    assert same_answers([], (), as_=as_)


def test_the_order_counts_only_in_sequences() -> None:
    assert same_multiset([1, 2, 1], [2, 1, 1])
    assert same_set([1, 2, 1], [2, 1])
    assert difference([1, 2, 1], [2, 1, 1])[0] == "order"


def test_how_often_an_answer_comes_counts_in_sequences_and_multisets() -> None:
    kind, message = difference([1, 2], [2, 1, 2, 2], as_="multiset")

    assert kind == "repeated"
    assert message == (
        "repeated: 2, number 2 of the second (counted from 0), is there only once in the first\n"
        "the second has 4 answers, the first has 2 answers; they share 2 of those read"
    )


@pytest.mark.parametrize("as_", ["multiset", "set"])
def test_an_answer_of_one_side_only_is_found_wherever_it_stands(as_: Any) -> None:
    assert difference([1, 9, 2], [2, 1], as_=as_)[0] == "missing"
    assert difference([2, 1], [1, 9, 2], as_=as_)[0] == "extra"
    assert difference([[1], [9]], [[1], []], as_=as_)[1].startswith("other: [9], number 1 of the first")


@pytest.mark.parametrize("as_", ["multiset", "set"])
def test_a_side_that_never_ends_is_read_no_further_than_its_first_answer_too_many(as_: Any) -> None:
    assert difference([0, 1], count(), as_=as_)[1].startswith("extra: 2, number 2 of the second")
    assert difference(count(), [0, 1], as_=as_)[1].startswith("missing: 2, number 2 of the first")


def test_unhashable_answers_are_compared_by_equality() -> None:
    assert same_multiset([[1], [2], {3}], [{3}, [2], [1]])
    assert same_set([([1],), ([1],)], [([1],)])
    assert difference([[1], [2]], [[1], [1]], as_="multiset")[0] == "other"


def test_a_key_says_what_is_compared() -> None:
    assert same_sequence([(1, 2), (3, 1)], [(2, 1), (1, 3)], key=sorted)
    assert difference([(1, 2)], [(2, 2)], key=sum)[1].startswith("other: (1, 2), number 0 of the first")


def test_a_limit_bounds_searches_that_never_end() -> None:
    assert same_sequence(count(), count(), limit=50)
    assert same_set(count(), chain(reversed(range(50)), count(99)), limit=50)
    assert difference(count(), range(3), limit=50)[0] == "ends early"


def test_a_limit_is_not_told_as_the_number_of_answers() -> None:
    assert "the first has at least 3 answers" in difference(count(), [0, 1], limit=3)[1]


def test_after_the_first_difference_a_search_that_never_ends_is_read_a_little() -> None:
    asked = []

    def answers() -> Iterator[int]:
        for n in count():
            asked.append(n)
            yield n

    kind, message = difference(answers(), chain([0, -7], count(2)))

    assert kind == "other"
    assert "at least" in message
    assert len(asked) < 2000


def test_a_search_that_gives_nothing_more_after_the_difference_does_not_stop_the_report() -> None:
    def silent() -> Iterator[int]:
        yield 1
        while True:
            pass

    assert difference([2, 3], silent())[0] == "other"


def test_an_unknown_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="as_: expected 'sequence', .* or 'stream', found 'bag'"):
        same_answers([], [], as_="bag")  # type: ignore[arg-type]


def test_long_answers_and_long_searches_make_short_messages() -> None:
    message = difference([("x" * 9999, n) for n in range(999)], [])[1]

    assert len(message) < 600


def test_an_answer_that_goes_on_changing_is_compared_as_it_was_handed_out() -> None:
    def by_hand() -> Iterator[list[int]]:
        path: list[int] = []
        for n in range(3):
            path.append(n)
            yield path
            path.pop()

    assert same_set([[0], [1], [2]], by_hand())


def test_a_difference_can_be_sent_to_another_process() -> None:
    with pytest.raises(Different) as found:
        same_set([1], [])
    again = pickle.loads(pickle.dumps(found.value))

    assert (str(again), again.kind) == (str(found.value), "missing")


def test_yields_stops_at_the_answer() -> None:
    assert yields(count(), 7)
    assert yields([(2, 1)], (1, 2), key=sorted)


def test_yields_tells_what_there_is_instead() -> None:
    with pytest.raises(Different, match=r"7 is not among the first 3 answers; the first is 0, the last 2"):
        yields(count(), 7, limit=3)
    with pytest.raises(Different, match=r"there is no answer at all, so 7 is not one"):
        yields([], 7)


def test_a_search_is_undone_when_the_comparison_ends_early() -> None:
    marks: list[int] = []

    @ambiguous
    def marking(n: int):  # type: ignore[no-untyped-def]
        mark = yield range(n)
        marks.append(mark)
        return mark

    def failing(n: int) -> Iterator[int]:
        yield 0
        raise KeyError(n)

    with pytest.raises(Different):  # which is kept, with its traceback
        same_answers(marking(3), failing(3))
    assert marks == []
    with pytest.raises(Different):
        check_twins(marking, failing, [3], keeps=["marks"])
    assert marks == []
