from collections.abc import Callable
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.errors import BadInput
from ambsearch.puzzles import alphametics
from ambsearch.puzzles.counting.automaton import Automaton
from ambsearch.puzzles.counting.judging import solutions, verdict

Built = Callable[..., Automaton]
BASES, EITHER = st.sampled_from([2, 3, 4]), st.booleans()


@settings(max_examples=settings.default.max_examples // 4)  # the solver takes its time
@given(BASES, EITHER, EITHER, st.data())
def test_a_puzzle_has_as_many_solutions_as_the_solver_finds(
    built: Built, base: int, merged: bool, zero_alone: bool, data: st.DataObject
):
    letters = data.draw(st.permutations(ascii_lowercase))[:base]
    words = st.text(letters, min_size=1, max_size=4)
    puzzle = f"{data.draw(words)} + {data.draw(words)} = {data.draw(words)}"
    answers = list(alphametics.solve(puzzle.upper(), base, zero_alone=zero_alone))
    letters_free = base - len(set(puzzle) - set(" +="))
    assert letters_free >= 0
    assert solutions(built(base, merged, zero_alone), puzzle) == len(answers)


def test_a_puzzle_without_the_last_letter_is_counted_once(built: Built):
    assert solutions(built(3), "a + a = b") == 1


def test_a_zero_alone_is_no_number_unless_it_is_allowed(built: Built):
    assert solutions(built(3), "a + b = b") == 0
    assert solutions(built(3, True, True), "a + b = b") == 2
    assert solutions(built(3, True, True), "a + a = a") == 1
    assert solutions(built(3, True, True), "ab + b = ab") == 2
    assert solutions(built(3, True, True), "ab + cc = ab") == 0


def test_too_many_letters_are_refused(built: Built):
    with pytest.raises(BadInput, match="column 7: expected at most 3 different letters"):
        solutions(built(3), "ab + cd = ab")


def test_a_puzzle_has_no_solution_one_or_several():
    assert [verdict(number) for number in (0, 1, 2, 24)] == ["none", "one", "several", "several"]
