"""Where two sequences of answers part."""

from collections.abc import Iterator
from itertools import chain, count

from ambsearch.testing import (
    ENDED,
    Difference,
    first_difference,
)


def test_equal_sequences_have_no_difference() -> None:
    assert first_difference([1, 2, 3], iter([1, 2, 3])) is None
    assert first_difference([], ()) is None


def test_the_first_of_several_differences_is_found() -> None:
    assert first_difference([1, 2, 3, 4], [1, 5, 3, 6]) == Difference(1, 2, 5)


def test_another_order_is_a_difference() -> None:
    assert first_difference([(1, 2), (2, 1)], [(2, 1), (1, 2)]) == Difference(0, (1, 2), (2, 1))


def test_a_sequence_that_ends_earlier_is_a_difference_on_either_side() -> None:
    assert first_difference([1, 2], [1]) == Difference(1, 2, ENDED)
    assert first_difference([1], [1, 2]) == Difference(1, ENDED, 2)


def test_none_is_an_answer_and_not_an_end() -> None:
    assert first_difference([1, None], [1]) == Difference(1, None, ENDED)


def test_infinite_sequences_are_read_no_further_than_the_difference() -> None:
    assert first_difference(chain(range(9), "x", count()), count()) == Difference(9, "x", 9)


def test_no_more_answers_than_the_limit_are_asked_for() -> None:
    asked = []

    def answers() -> Iterator[int]:
        for n in count():
            asked.append(n)
            yield n

    assert first_difference(answers(), count(), limit=3) is None
    assert asked == [0, 1, 2]


def test_a_difference_reads_as_a_sentence() -> None:
    assert str(Difference(0, "a", "b")) == "answer number 0 (counted from 0): 'a' against 'b'"
    assert str(Difference(2, ENDED, "b")) == (
        "answer number 2 (counted from 0; those before are equal): no more answers against 'b'"
    )
