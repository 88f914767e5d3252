import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.fields import Fields
from ambsearch.puzzles.arithmetic.notation import Calculation, work_out
from ambsearch.puzzles.arithmetic.sums import WHOLE, Schedule, readings


@given(st.integers(1, 10**6), st.integers(1, 10**5), st.data(), st.booleans(), st.sampled_from([2, 10, 16]))
def test_each_reading_needs_only_the_digits_that_it_says(
    first: int, second: int, data: st.DataObject, division: bool, base: int
):
    remainder = data.draw(st.integers(0, first - 1)) if division else 0
    answer = work_out(first, second, remainder, base=base, division=division)
    rest = len(answer.remainder)
    cells = sum(map(len, (answer.total, *answer.parts)))
    found = list(readings(answer, base, False, False))
    assert sum(reading.sign != WHOLE for reading in found) == cells
    for reading in found:
        low = first % base ** (reading.place + 1)
        assert reading.needs >= rest
        assert reading.of(low, second % base ** (reading.needs - rest), remainder) in reading.allowed


def test_a_wrong_number_is_read_as_wrong():
    found = list(readings(work_out(33311, 331), 10, False, False))
    assert all(reading.of(33311, 331, 0) in reading.allowed for reading in found)
    assert not all(reading.of(33311, 332, 0) in reading.allowed for reading in found)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
def test_each_reading_is_made_once_whenever_the_unknowns_are_chosen(order: list[int]):
    puzzle = Calculation("**", "**", ("***", "***"), "A2*4")
    found = list(readings(puzzle, 10, False, False))
    schedule = Schedule(found, order, Fields(10, 2), 2)
    for when in [(0, 0), (0, 2), (1, 1), (1, 2), (2, 2)]:  # the turns in which the two unknowns are chosen
        made, chosen = [], 0
        for turn in range(3):
            made += schedule.in_turn[turn][chosen]
            while chosen < 2 and when[chosen] == turn:
                made += schedule.with_unknown[chosen][turn]
                chosen += 1
        assert sorted(made) == sorted(found)


def test_digits_are_chosen_early_only_if_the_sums_tell_as_much():
    puzzle = Calculation("**", "**", ("***", "***"), "**34")
    fields = Fields(10, 2)
    schedule = Schedule(list(readings(puzzle, 10, False, False)), [0, 1, 2], fields, 2)

    def worth(turn: int, *digits_left: int) -> int:
        return schedule.worth_choosing(turn, 0, fields.join([(1 << count) - 1 for count in digits_left]))

    assert worth(0, 9, 9) == 1  # 9 ways for the digit 4
    assert worth(1, 9, 9) == 2  # 81 ways for 34
    assert worth(1, 10, 10) == 2
    assert worth(0, 1, 10) == 1
    assert worth(2, 10, 10) == 2
    nothing = Schedule(
        list(readings(Calculation("**", "**", ("***", "***"), "****"), 10, False, False)), [0, 1, 2], fields, 2
    )
    assert nothing.worth_choosing(1, 0, fields.full) == 0
    assert nothing.worth_choosing(2, 0, fields.full) == 2
