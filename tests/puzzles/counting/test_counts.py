"""The numbers of puzzles are those of the paper, and those that are found by writing down all sums."""

from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

from ambsearch.puzzles.counting import by_hand, published
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.counts import Sums, count, counts, solvable, unique

Built = Callable[..., Automaton]
BASES = [2, 3, 4, 5]


def first_counts(automaton: Automaton, number: int, *weights: object) -> list[tuple[int, ...]]:
    return list(islice(counts(automaton, *weights), number))  # type: ignore[arg-type]


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("base", BASES)
def test_the_solvable_puzzles_are_those_of_table_5(base: int, merged: bool, built: Built):
    automaton = built(base, merged)
    wanted = list(published.SOLVABLE[base])
    if base == 2:
        assert wanted[-1] == 329448
        wanted[-1] = 392448
    assert [number for (number,) in first_counts(automaton, 10, solvable(automaton))] == wanted


UNIQUE = {
    3: [1, 19, 233, 2443, 23825, 223939],
    4: [1, 46, 1200, 24094, 431424, 7326008],
    5: [0, 42, 3190, 125940, 3866438, 106663574],
}


@pytest.mark.parametrize("base", UNIQUE)
def test_the_uniquely_solvable_puzzles_are_those_of_the_paper(base: int, built: Built):
    assert [number for (number,) in first_counts(built(base), 6, unique(built(base)))] == UNIQUE[base]


def test_in_base_2_no_puzzle_has_several_solutions(built: Built):
    automaton = built(2)
    assert np.array_equal(solvable(automaton), unique(automaton))


@pytest.mark.thorough
@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("base", BASES)
def test_the_solutions_of_all_puzzles_are_all_sums(base: int, merged: bool, built: Built):
    automaton = built(base, merged)
    solutions = automaton.solutions.astype(np.int64)
    for n, (found,) in enumerate(first_counts(automaton, 30, solutions), 1):
        longest = base**n - base ** (n - 1)
        assert found == (base ** (n - 1) + base**n - 1) * longest // 2 - longest


@pytest.mark.parametrize(
    ("base", "zero_alone"),
    [
        *((base, False) for base in range(2, 6)),
        pytest.param(6, False, marks=pytest.mark.thorough),
        *((base, True) for base in (2, 3, 4)),
    ],
)
def test_the_twin_counts_the_same(base: int, zero_alone: bool, built: Built):
    automaton = built(base, True, zero_alone, 3)
    twins = []
    for digits, found in enumerate(first_counts(automaton, 3, solvable(automaton), unique(automaton)), 1):
        sums = by_hand.puzzles(base, digits, zero_alone)
        assert found == (len(sums), sum(number == 1 for number in sums.values()))
        twins.append(len(sums))
    if not zero_alone:
        assert twins == list(published.SOLVABLE_BEFORE[base][:3])


@pytest.mark.parametrize("base", [base for base in published.SOLVABLE_BEFORE if base > 6])
def test_in_the_larger_bases_the_twin_counts_as_the_study_before(base: int):
    assert [len(by_hand.puzzles(base, digits)) for digits in (1, 2)] == list(published.SOLVABLE_BEFORE[base][:2])


def test_a_hundred_digits_are_counted_exactly(built: Built):
    term = 3 * 2**98 * (2**99 - 1)
    assert count(built(2), 100, solvable(built(2))) == term
    assert count(built(3), 100, solvable(built(3))) == -(3**99) - 2 * 5**99 + 4 * 9**99


def test_products_stay_exact_beyond_64_bits():
    doubled = Sums(np.array([0, 0, 1]), np.array([1, 1, 0]), 3)
    vector = np.array([2**62, 2**62, 0])
    assert doubled(vector).tolist() == [2**63, 2**62, 0]
    assert doubled(doubled(np.array([2**62, 1, 0]))).tolist() == [2**63, 2, 0]
