import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.carries import no_carries, step, steps_to


@given(st.integers(2, 20), st.data())
def test_all_multiples_carry_and_show_what_they_do_at_school(base: int, data: st.DataObject):
    digits = data.draw(st.lists(st.integers(0, base - 1), min_size=1, max_size=12))
    carries, number = no_carries(base), 0
    for place, digit in enumerate(digits):
        carries, shows = step(carries, digit)
        number += digit * base**place
        assert carries == tuple(multiple * number // base ** (place + 1) for multiple in range(base))
        for multiple in range(base):
            shown = multiple * number // base**place % base
            assert [digit for digit in range(base) if shows[digit] >> multiple & 1] == [shown]


@pytest.mark.thorough
@pytest.mark.parametrize(("base", "number"), {2: 1, 3: 2, 4: 4, 10: 28, 16: 72, 36: 384}.items())
def test_there_are_as_many_carries_as_intervals_between_the_fractions(base: int, number: int):
    fractions = {above / below for below in range(1, base) for above in range(below + 1)}
    assert len(steps_to(base)) == number == len(fractions) - 1


@pytest.mark.parametrize("base", [2, 7, 10])
def test_each_step_is_known_from_both_of_its_ends(base: int):
    steps = {(below, digit): above for above, found in steps_to(base).items() for below, digit in found}
    assert steps == {(below, digit): step(below, digit)[0] for below in steps_to(base) for digit in range(base)}
