from itertools import product

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import prime_sum_pair as by_hand
from ambsearch.puzzles.prime_sum_pair import is_prime, is_solution, picture, read, solve

BOOK = (1, 3, 5, 8), (20, 35, 110)


def test_the_pairs_are_those_of_the_book_in_its_order():
    assert list(solve(*BOOK)) == [(3, 20), (3, 110), (8, 35)]


def test_there_are_25_primes_below_100():
    assert [sum(map(program, range(-5, 100))) for program in (is_prime, by_hand.is_prime)] == [25, 25]


def test_two_odd_numbers_have_a_prime_sum_only_if_both_are_1():
    assert solve((3, 5, 7), (1, 9, 11)).count() == 0
    assert solve((1, 3, 5, 7), (9, 1)).one() == (1, 1)


@pytest.mark.parametrize("one", [(), (2,), (0, -4, 9, 9)])
@pytest.mark.parametrize("other", [(), (3,), (11, 2, 2, -7)])
def test_the_twin_agrees(one: tuple[int, ...], other: tuple[int, ...]):
    assert list(solve(one, other)) == list(by_hand.solve(one, other))


def test_exactly_the_pairs_that_are_solutions_are_found():
    numbers = tuple(range(-3, 40))
    assert list(solve(numbers, numbers)) == [
        pair for pair in product(numbers, numbers) if is_solution(pair, *[numbers] * 2)
    ]


@pytest.mark.parametrize("wrong", [(1, 20), (20, 3), (3, 4), (2, 35), (-1, 20)])
def test_a_wrong_pair_is_not_a_solution(wrong: tuple[int, int]):
    assert is_solution((8, 35), *BOOK)
    assert not is_solution(wrong, *BOOK)


def test_the_sum_is_shown():
    assert picture((3, 110), *BOOK) == "3 + 110 = 113"


def test_a_text_has_a_puzzle_in_each_line():
    text = "1 3 5 8 + 20 35 110\n\n-7 + 9 10\n +\n"
    assert [tuple(puzzle.values()) for puzzle in read(text)] == [BOOK, ((-7,), (9, 10)), ((), ())]
    assert read("\n") == []


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("1 2 + 3\n1 two + 3", (2, 3), "expected a whole number, found 'two'"),
        ("1 + 2 + 3", (1, 7), "expected nothing more, found '[+]'"),
        ("\n1 2 3", (2, 6), "expected '[+]' and the second list, found nothing"),
        ("1 + 2.5", (1, 5), "found '2.5'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
