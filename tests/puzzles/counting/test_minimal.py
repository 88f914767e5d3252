from collections.abc import Callable

import pytest

from ambsearch.puzzles.counting import published
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.minimal import minimal_size, similar

Built = Callable[..., Automaton]


def test_similar_states_are_those_of_table_1(built: Built):
    alone, *pairs = similar(built(2, False))
    assert alone == (0,)
    assert pairs == sorted(tuple(sorted(pair)) for pair in published.SIMILAR)


@pytest.mark.parametrize("base", [2, 3, 4])
def test_merging_leaves_one_state_of_those_that_are_similar(base: int, built: Built):
    assert len(similar(built(base, False))) == len(built(base).solutions)


@pytest.mark.thorough
@pytest.mark.parametrize("base", [2, 3])
def test_the_minimal_automaton_is_that_of_hopcroft(base: int, built: Built):
    """By another program, which knows one kind of accepting states: from f one more column leads on to g."""
    from automata.fa.dfa import DFA  # here, because no other test needs it

    automaton = built(base, False)
    states = len(automaton.solutions)
    f, g, end, more = states, states + 1, (base + 1) ** 3 - 1, (base + 1) ** 3
    steps: dict[int, dict[int, int]] = {state: {} for state in range(states + 2)}
    for source, column, target in zip(
        automaton.sources().tolist(), automaton.columns.tolist(), automaton.targets.tolist(), strict=True
    ):
        steps[source][column] = target
    for state, solutions in enumerate(automaton.solutions.tolist()):
        if solutions:
            steps[state][end] = g if solutions == 1 else f
    steps[f][more] = g
    minimal = DFA(
        states=set(steps),
        input_symbols=set(range(more + 1)),
        transitions=steps,
        initial_state=0,
        final_states={g},
        allow_partial=True,
    ).minify()
    assert minimal_size(automaton) == len(minimal.states)


def test_the_minimal_automata_of_bases_2_to_5_keep_their_sizes(built: Built):
    assert [minimal_size(built(base, False)) for base in (2, 3, 4, 5)] == [27, 93, 607, 6589]
