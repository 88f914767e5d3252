from itertools import combinations

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import subset_sum as by_hand
from ambsearch.puzzles.subset_sum import is_solution, picture, read, solve

# how many sets of numbers from 1 to n have half of the sum of all: OEIS A063865
HALVES = {3: 2, 4: 2, 7: 8, 8: 14, 11: 70, 12: 124, 15: 722, 16: 1314}


@pytest.mark.parametrize(("n", "count"), HALVES.items())
def test_there_are_as_many_halves_as_are_known(n: int, count: int):
    assert solve(tuple(range(1, n + 1)), n * (n + 1) // 4).count() == count


@pytest.mark.parametrize("total", range(-1, 40))
def test_exactly_the_sets_of_places_with_the_sum_are_found(total: int):
    numbers = (5, 1, 3, 3, 9, 2, 7, 6)
    places = range(len(numbers))
    every_set = [found for size in range(9) for found in combinations(places, size)]
    expected = {found for found in every_set if sum(numbers[place] for place in found) == total}
    answers = list(solve(numbers, total))
    assert set(answers) == expected == {found for found in every_set if is_solution(found, numbers, total)}
    assert len(answers) == len(expected)


@pytest.mark.parametrize("total", range(-1, 25))
def test_the_twin_agrees_on_every_total(total: int):
    numbers = (4, 4, 1, 8, 2, 3, 1)
    assert list(solve(numbers, total)) == list(by_hand.solve(numbers, total))


def test_every_sum_of_powers_of_two_is_reached_in_one_way():
    powers = tuple(2**k for k in range(6))
    assert [solve(powers, total).count() for total in range(-1, 65)] == [0, *[1] * 64, 0]


def test_equal_numbers_are_told_apart_by_their_places():
    assert list(solve((2, 2, 2), 4)) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((0, 1), id="another sum"),
        pytest.param((3, 0), id="not in ascending order"),
        pytest.param((0, 0, 2), id="a number taken twice"),
        pytest.param((0, -1), id="a place before the first"),
        pytest.param((0, 3, 4), id="a place after the last"),
        pytest.param((), id="nothing taken"),
    ],
)
def test_wrong_places_are_not_a_solution(wrong: tuple[int, ...]):
    assert is_solution((0, 3), (2, 4, 6, 8), 10)
    assert not is_solution(wrong, (2, 4, 6, 8), 10)


@pytest.mark.parametrize("number", [0, -3])
def test_numbers_that_are_not_positive_are_refused(number: int):
    with pytest.raises(ValueError, match=f"expected positive numbers, found {number}"):
        solve((1, number), 1).first()


def test_the_numbers_taken_are_in_brackets():
    assert picture((0, 1, 2), (3, 4, 5, 8), 12) == "[3] [4] [5] 8   3 + 4 + 5 = 12"
    assert picture((), (), 0) == "0 = 0"


def test_a_text_has_a_puzzle_in_each_line():
    assert read("12: 3 4 5\n\n 0 :\n") == [{"numbers": (3, 4, 5), "total": 12}, {"numbers": (), "total": 0}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("12 3 4", (1, 7), "expected ':' and the numbers, found nothing"),
        (": 3 4", (1, 1), "expected a total, found nothing"),
        ("1: 1\n12: 3 x", (2, 7), "expected a positive whole number, found 'x'"),
        ("12: 0 3", (1, 5), "found '0'"),
        ("12: -3", (1, 5), "found '-3'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
