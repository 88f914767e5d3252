"""What takes minutes; run by `pytest --hypothesis-profile=long`."""

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import settings

from ambsearch.puzzles.counting import by_hand, published
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.counts import counts, solvable, unique
from ambsearch.puzzles.counting.recurrences import Recurrence
from ambsearch.puzzles.counting.sums import count_of_sums

Built = Callable[..., Automaton]
Proved = Callable[..., Recurrence]
LONG = settings.get_profile("long").max_examples

pytestmark = pytest.mark.skipif(settings.default.max_examples < LONG, reason="takes minutes")


@pytest.mark.parametrize(("base", "digits"), {2: 8, 3: 6, 4: 5, 5: 4, 6: 4, 7: 4}.items())
def test_the_twin_counts_the_same(base: int, digits: int, built: Built):
    automaton = built(base, True, False, digits)
    for n, found in enumerate(islice(counts(automaton, solvable(automaton), unique(automaton)), digits), 1):
        sums = by_hand.puzzles(base, n)
        assert found == (len(sums), sum(number == 1 for number in sums.values()))


@pytest.mark.parametrize("base", [7, 8, 9, 10])
def test_the_sums_of_four_digits_are_as_many_puzzles_as_in_the_paper(base: int):
    assert count_of_sums(base, 4) == published.SOLVABLE_BEFORE[base][3]


def test_the_automata_of_base_6_have_the_states_and_counts_of_the_paper(built: Built):
    whole, merged = built(6, False), built(6)
    assert (whole.size, merged.size) == (370720, 17805)
    for automaton in (whole, merged):
        found = [number for (number,) in islice(counts(automaton, solvable(automaton)), 5)]
        assert found == list(published.SOLVABLE_BEFORE[6])


def test_the_recurrence_of_base_6_has_order_406(proved: Proved):
    assert proved(6, solvable).order == 406


def test_the_twin_has_as_many_states_in_base_4(built: Built):
    states, steps = by_hand.automaton(4)
    assert [by_hand.solutions(state) for state in states] == built(4, False).solutions.tolist()
    assert sum(map(len, steps)) == len(built(4, False).columns)
