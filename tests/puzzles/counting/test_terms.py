from collections.abc import Callable
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from helpers import LONG
from numpy.typing import NDArray

from ambsearch.puzzles.counting import published
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.counts import counts, solvable, unique
from ambsearch.puzzles.counting.examples import power
from ambsearch.puzzles.counting.recurrences import Recurrence
from ambsearch.puzzles.counting.terms import general_term

Built = Callable[..., Automaton]
Proved = Callable[..., Recurrence]
Weight = Callable[[Automaton], NDArray[np.int64]]
WEIGHTS = {"solvable": solvable, "unique": unique}


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("base", [2, 3])
def test_the_general_terms_are_those_of_tables_3_and_4(base: int, name: str, proved: Proved):
    term = general_term(proved(base, WEIGHTS[name]))
    _, function = published.GENERAL_TERMS[name][base]
    assert [term.value(n) for n in range(1, 60)] == [function(n) for n in range(1, 60)]


@pytest.mark.parametrize(("base", "weight"), [(4, solvable), (4, unique), *[(5, solvable)] * LONG])
def test_general_terms_beyond_the_paper_give_the_counts(base: int, weight: Weight, built: Built, proved: Proved):
    automaton = built(base)
    term = general_term(proved(base, weight))
    found = [number for (number,) in islice(counts(automaton, weight(automaton)), 55)]
    assert [term.value(n) for n in range(1, 56)] == found


def test_the_general_term_of_base_4_begins_with_its_leading_terms(proved: Proved):
    term = general_term(proved(4, solvable))
    assert term.exceptions == (2,)
    lines = str(term).splitlines()
    assert lines[:2] == ["n = 1: 2", "15/32 16^n"]
    assert any(line.endswith("r^n, summed over the roots r of r^2 - 7 r - 2") for line in lines)


@pytest.mark.parametrize(
    ("polynomial", "terms", "text"),
    [
        ((1, -2, 1), (1, 2), "n"),
        ((4, -4, 1), (2, 8), "n 2^n"),
        ((9, 6, 1), (-6, 27), "(-3)^n + n (-3)^n"),
        ((0, -3, 1), (7, 6), "n = 1: 7\n2/3 3^n"),
        ((-1, -1, 1), (1, 1), "(2/5 r - 1/5) r^n, summed over the roots r of r^2 - r - 1"),
        ((1,), (), "0"),
    ],
)
def test_a_general_term_is_written_as_one_reads_it(polynomial: tuple[int, ...], terms: tuple[int, ...], text: str):
    term = general_term(Recurrence(polynomial, terms))
    assert str(term) == text
    assert [term.value(n) for n in range(1, len(terms) + 1)] == list(terms)


def test_a_factor_of_second_degree_may_come_twice():
    terms = [1, 4, 0, 7]  # x^4 - 2 x^3 - x^2 + 2 x + 1 is (x^2 - x - 1)^2
    polynomial = 1, 2, -1, -2, 1
    term = general_term(Recurrence(polynomial, tuple(terms)))
    while len(terms) < 20:
        terms.append(-sum(c * one for c, one in zip(polynomial, terms[-4:], strict=False)))
    assert [term.value(n) for n in range(1, 21)] == terms
    assert str(term).count("n (") == 1


ONE, NONE = Fraction(1), Fraction(0)


def test_the_powers_of_the_matrix_are_those_of_figure_9():
    half = Fraction(1, 2)

    def sign(n: int) -> int:
        return 1 if n % 2 == 0 else -1

    def figure(n: int) -> list[list[Fraction]]:
        even, odd = half * (1 + sign(n)), half * (1 - sign(n))
        return [
            [NONE] * 6,
            [ONE, ONE, NONE, NONE, NONE, NONE],
            [NONE] * 6,
            [2 * odd, NONE, even, even, odd, NONE],
            [2 * even, NONE, odd, odd, even, NONE],
            [1 + 2 * odd, ONE, even, even, odd, NONE],
        ]

    found = [[power(row, column) for column in range(1, 7)] for row in range(1, 7)]
    for n in range(1, 9):
        assert [[term.value(n) for term in row] for row in found] == figure(n)
        assert found[5][0].value(n) == 2 + sign(n + 1)
