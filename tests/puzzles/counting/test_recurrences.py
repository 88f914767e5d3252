from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest
from helpers import LONG
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.counts import Sums, backward, counts, solvable, unique
from ambsearch.puzzles.counting.recurrences import Recurrence, Shortest, holds

Built = Callable[..., Automaton]
Proved = Callable[..., Recurrence]
Weight = Callable[[Automaton], NDArray[np.int64]]
ORDERS = {(2, solvable): 2, (3, solvable): 3, (3, unique): 3, (4, solvable): 15, (4, unique): 14}
ORDERS |= {(5, solvable): 50} if LONG else {}


@pytest.mark.parametrize(("base", "weight"), ORDERS)
def test_the_recurrences_have_the_orders_of_the_paper(base: int, weight: Weight, built: Built, proved: Proved):
    automaton = built(base)
    found = proved(base, weight)
    assert found.order == ORDERS[base, weight]
    terms = [term for (term,) in islice(counts(automaton, weight(automaton)), 2 * found.order + 20)]
    assert list(found.terms) == terms[: found.order]
    for n in range(found.order + 20):
        assert sum(c * term for c, term in zip(found.polynomial, terms[n:], strict=False)) == 0


def test_from_the_second_term_on_that_of_base_4_is_shorter(proved: Proved):
    assert proved(4, solvable).polynomial[0] == 0


@settings(max_examples=settings.default.max_examples // 2)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.lists(st.integers(-9, 9), min_size=5, max_size=5))
def test_no_shorter_recurrence_is_missed(coefficients: list[int], begin: list[int]):
    order = len(coefficients)
    terms = begin[:order]
    while len(terms) < 30:
        terms.append(-sum(c * term for c, term in zip(coefficients, terms[-order:], strict=True)))
    shortest = Shortest()
    for term in terms:
        shortest.add(term)
    hankel = np.array([terms[n : n + 8] for n in range(8)], dtype=object)
    assert shortest.order == rank(hankel) <= order
    assert all(
        sum(c * term for c, term in zip(shortest.polynomial, terms[n:], strict=False)) == 0
        for n in range(30 - shortest.order)
    )


def rank(matrix: np.ndarray) -> int:  # type: ignore[type-arg]
    """The exact rank, by elimination without fractions."""
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is not None:
            rows.remove(pivot)
            rows = [[pivot[column] * a - row[column] * b for a, b in zip(row, pivot, strict=True)] for row in rows]
            found += 1
    return found


def test_a_wrong_recurrence_is_not_proved(built: Built):
    step = backward(built(3))
    first = step(solvable(built(3)))
    assert holds([-135, 87, -17, 1], 0, step, first)
    assert not holds([-135, 87, -16, 1], 0, step, first)
    assert not holds([8, -6, 1], 0, step, first)


def test_a_recurrence_that_fails_late_is_not_proved():
    line = Sums(np.arange(9), np.arange(1, 10), 10)  # the start has a way of nine steps, and no other
    first = np.zeros(10, np.int64)
    first[9] = 1
    assert not holds([1], 0, line, first)
    assert holds([1], 0, line, first * 0)
