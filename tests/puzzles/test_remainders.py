from itertools import islice

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import remainders as by_hand
from ambsearch.puzzles.remainders import is_solution, picture, read, solve

SUNZI = {3: 2, 5: 3, 7: 2}


def test_the_smallest_integer_is_23():
    assert solve(SUNZI).first() == 23


def test_the_integers_follow_each_other_at_the_product_of_the_divisors():
    assert solve(SUNZI).take(5) == [23 + 105 * k for k in range(5)]
    assert list(islice(by_hand.solve(SUNZI), 5)) == [23 + 105 * k for k in range(5)]


def test_zero_is_not_among_the_integers():
    assert solve({2: 0, 3: 0}).first() == next(by_hand.solve({2: 0, 3: 0})) == 6


def test_without_a_condition_every_positive_integer_will_do():
    assert solve({}).take(3) == list(islice(by_hand.solve({}), 3)) == [1, 2, 3]


@pytest.mark.parametrize("wrong", [22, 24, 2, 8, 68, 0, -82])
def test_an_integer_with_another_remainder_is_not_a_solution(wrong: int):
    assert is_solution(23, SUNZI)
    assert not is_solution(wrong, SUNZI)


@pytest.mark.parametrize("wrong", [{0: 0}, {-3: 0}, {3: 3}, {5: -1}])
def test_remainders_that_no_division_leaves_are_refused(wrong: dict[int, int]):
    with pytest.raises(ValueError, match="expected a remainder from 0 to less than its divisor"):
        solve(wrong).first()


def test_each_division_is_shown():
    assert picture(128, SUNZI).splitlines() == ["128 = 42 x 3 + 2", "128 = 25 x 5 + 3", "128 = 18 x 7 + 2"]


def test_a_text_has_a_puzzle_in_each_line():
    assert read("3: 2, 5: 3, 7: 2\n\n 2:1,1 :0") == [{"remainders": {3: 2, 5: 3, 7: 2}}, {"remainders": {2: 1, 1: 0}}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("3: 2, 5 3", (1, 10), "expected ':' and its remainder, found nothing"),
        ("3: 2,", (1, 6), "expected ':' and its remainder, found nothing"),
        ("\n3: 2, 0: 0", (2, 7), "expected a positive divisor, found '0'"),
        ("3: 2, 3: 2", (1, 7), "expected another divisor, found '3'"),
        ("3: 2, 5: 5", (1, 10), "expected a remainder less than 5, found '5'"),
        ("3: 2: 1", (1, 5), "expected nothing more, found ':'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
