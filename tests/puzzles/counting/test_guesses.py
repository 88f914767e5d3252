import pytest

from ambsearch.puzzles.counting.columns import GOES_ON, column, column_signs
from ambsearch.puzzles.counting.guesses import KINDS, guess_of, guesses


@pytest.mark.parametrize("zero_alone", [False, True])
@pytest.mark.parametrize("base", [2, 3, 4])
def test_a_guess_becomes_what_the_search_for_a_column_finds(base: int, zero_alone: bool):
    found = guesses(base, zero_alone)
    assert len(found.first) == len(found.digits) * KINDS + 1
    for number in range(len(found.digits) * KINDS):
        guess = guess_of(number, found.digits)
        here = slice(found.first[number], found.first[number + 1])
        after = [guess_of(target, found.digits) for target in found.targets[here].tolist()]
        signs = [column_signs(one, base) for one in found.columns[here].tolist()]
        wanted = list(column(base, *guess, zero_alone))
        assert sorted((one, *other) for one, other in zip(signs, after, strict=True)) == sorted(wanted)
        assert found.accepting[number] == (guess.carry == 0 and GOES_ON not in guess.ends)
