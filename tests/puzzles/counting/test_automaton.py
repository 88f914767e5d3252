"""The automata have the states that the paper counts, and they are those of the twin."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from ambsearch.puzzles.counting import by_hand, states
from ambsearch.puzzles.counting.automaton import Automaton, build
from ambsearch.puzzles.counting.columns import ENDED, GOES_ON, Guess
from ambsearch.puzzles.counting.guesses import guesses
from ambsearch.puzzles.counting.symmetry import Symmetry

Built = Callable[..., Automaton]
WHOLE = {2: 28, 3: 110, 4: 859, 5: 10267}
MERGED = {2: 15, 3: 27, 4: 163, 5: 1061}


@pytest.mark.parametrize("base", [2, 3, 4, pytest.param(5, marks=pytest.mark.thorough)])
def test_there_are_as_many_states_as_in_the_paper(base: int, built: Built):
    assert built(base, False).size == WHOLE[base]
    assert built(base).size == MERGED[base]


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("base", [2, 3])
def test_the_twin_has_the_same_states_and_steps_in_the_same_order(base: int, merged: bool, built: Built):
    automaton = built(base, merged)
    by_number, steps = by_hand.automaton(base, merged)
    assert automaton.solutions.tolist() == [by_hand.solutions(state) for state in by_number]
    for state, (ended, letters, wanted) in enumerate(by_number):
        found = list(automaton.information(state))
        assert {len(digits) for digits, *_ in found} == {letters}
        assert {tuple(end == ENDED for end in ends) for *_, ends in found} == {ended}
        assert {(digits, carry, *(end != GOES_ON for end in ends)) for digits, carry, ends in found} == wanted
    sign = [*range(base), by_hand.END]
    for state, columns in enumerate(steps):
        here = automaton.steps(automaton.start._replace(state=state))
        found_steps = {tuple(sign[one] for one in signs): int(automaton.targets[step]) for signs, step in here}
        assert found_steps == columns


@pytest.mark.parametrize("base", [3, 4])
def test_a_merged_automaton_says_the_same_of_every_sequence_of_columns(base: int, built: Built):
    whole, merged = built(base, False), built(base)
    rng = np.random.default_rng(base)
    for _ in range(200):
        places = whole.start, merged.start
        for _ in range(8):
            steps = whole.steps(places[0])
            assert [signs for signs, _ in steps] == [signs for signs, _ in merged.steps(places[1])]
            if not steps:
                break
            which = rng.integers(len(steps))
            signs = steps[which][0]
            places = whole.after(places[0], steps[which][1]), merged.after(places[1], merged.steps(places[1])[which][1])
            assert whole.solutions[places[0].state] == merged.solutions[places[1].state]
            assert signs in [one for one, _ in steps]


def test_similar_states_have_one_form_and_others_have_not(built: Built):
    base = 4
    whole, reading = built(base, False), guesses(base)
    symmetry = Symmetry(reading)
    forms: dict[bytes, set[frozenset[object]]] = {}
    for state in range(0, len(whole.solutions), 7):
        row = whole.guesses[whole.first_guess[state] : whole.first_guess[state + 1]].astype(np.int64)
        form, renaming = symmetry.canonical(row[None, :])
        forms.setdefault(form.tobytes(), set()).add(least_renaming(list(whole.information(state))))
        assert 0 <= renaming[0] < len(symmetry.renamings)
    assert all(len(states) == 1 for states in forms.values())
    assert len({state for states in forms.values() for state in states}) == len(forms)


def least_renaming(found: list[Guess]) -> frozenset[object]:
    """The first of all renamings of a state, found by trying all."""
    size = len(found[0].digits)
    tried = (
        sorted((tuple(digits[i] for i in order), carry, ends) for digits, carry, ends in found)
        for order in permutations(range(size))
    )
    return frozenset(min(tried))


def test_small_chunks_make_the_same_automaton(built: Built, monkeypatch: pytest.MonkeyPatch):
    wanted = built(4)
    monkeypatch.setattr(states, "CHUNK", 3)
    found = build(4)
    for name in ("solutions", "first", "columns", "targets", "renamings", "guesses"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name))


def test_progress_is_reported(built: Built):
    told: list[tuple[int, int]] = []
    build(3, progress=lambda done, found: told.append((done, found)))
    assert told[-1] == (25, 25)
    assert all(done <= found for done, found in told)


def test_fewer_columns_need_fewer_states(built: Built):
    whole, short = built(4), build(4, most=2)
    size = len(short.solutions)
    assert size < len(whole.solutions)
    assert np.array_equal(short.solutions, whole.solutions[:size])
    steps = short.first[-1]
    assert np.array_equal(short.targets, whole.targets[:steps])
    assert short.targets.max() == size - 1


def test_what_is_not_solved_is_not_read(built: Built):
    automaton = built(3, False)
    assert automaton.read([(0, 0, 0), (1, 1, 1)]) is None
    assert automaton.read([(0, 0, 3)]) is None
    assert automaton.read([]) == automaton.start
