from itertools import product
from math import gcd

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import pythagorean as by_hand
from ambsearch.puzzles.pythagorean import is_solution, picture, read, solve


def test_there_are_six_triples_up_to_20():
    assert list(solve(20)) == [(3, 4, 5), (5, 12, 13), (6, 8, 10), (8, 15, 17), (9, 12, 15), (12, 16, 20)]


@pytest.mark.parametrize("n", [0, 4, 5, 12, 13, 30])
def test_the_twin_agrees(n: int):
    assert list(solve(n)) == list(by_hand.solve(n))


def test_the_triples_are_those_of_euclids_formula():
    n = 60
    primitive = [
        (*sorted((m * m - k * k, 2 * m * k)), m * m + k * k)
        for m, k in product(range(1, n), repeat=2)
        if m > k and gcd(m, k) == 1 and (m - k) % 2
    ]
    triples = {tuple(f * side for side in triple) for triple in primitive for f in range(1, n // triple[2] + 1)}
    assert list(solve(n)) == sorted(triples)


@pytest.mark.parametrize("wrong", [(4, 3, 5), (3, 4, 6), (5, 4, 3), (0, 5, 5), (12, 16, 20), (-3, 4, 5)])
def test_a_wrong_triple_is_not_a_solution(wrong: tuple[int, int, int]):
    assert is_solution((9, 12, 15), n=19)
    assert not is_solution(wrong, n=19)


def test_the_equation_is_shown():
    assert picture((5, 12, 13), n=20) == "5² + 12² = 13²   (25 + 144 = 169)"


def test_each_number_of_a_text_is_a_puzzle():
    assert read("20\n\n 5 4") == [{"n": 20}, {"n": 5}, {"n": 4}]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("20\n 5.5", (2, 2), "expected the length of a side, found '5.5'"),
        ("20 -1", (1, 4), "found '-1'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
