from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.puzzles import mushikuizan
from ambsearch.puzzles.arithmetic.long import solutions
from ambsearch.puzzles.arithmetic.notation import fits, work_out
from ambsearch.puzzles.making.hiding import Hidden, blank, calculation_of, cells_in, cells_of, count_known
from ambsearch.puzzles.making.puzzle import text

SMALL = work_out(123, 45)


@settings(max_examples=settings.default.max_examples // 10)
@given(st.integers(1, 999), st.integers(1, 99), st.booleans(), st.integers(0, 9))
def test_the_calculation_is_the_only_answer_and_no_further_digit_can_be_hidden(
    a: int, b: int, division: bool, seed: int
):
    calculation = work_out(a, b, division=division)
    for made in Hidden(calculation, seed=seed):
        assert made.answer == calculation
        assert solutions(made.puzzle).one() == calculation
        assert fits(made.puzzle.rows, calculation.rows)
        last = (len(calculation.rows), 1)
        for cell in cells_of(calculation):
            if cell == last and calculation.remainder == "0":
                assert made.puzzle.remainder == "0", "which is no clue, and stays"
                continue
            less = blank(made.puzzle, [cell])
            assert less == made.puzzle or len(solutions(less).take(2)) == 2


def test_more_tries_show_fewer_digits():
    numbers = [count_known(made.puzzle) for made in Hidden(SMALL, tries=4)]
    assert numbers == sorted(set(numbers), reverse=True)
    assert numbers[0] == count_known(next(iter(Hidden(SMALL))).puzzle)
    assert len(numbers) > 1


@pytest.mark.thorough
def test_the_same_seed_hides_alike():
    made = [list(Hidden(SMALL, tries=2, seed=seed)) for seed in (4, 4, 5)]
    assert made[0] == made[1] != made[2]


def test_digits_that_no_box_holds_are_shown():
    made = list(Hidden(replace(work_out(775, 37), boxes="2357"), tries=3))[-1]
    cells = zip("".join(made.puzzle.rows), "".join(made.answer.rows), strict=True)
    assert all(cell == digit or digit in "2357" for cell, digit in cells)
    assert text(made.puzzle).startswith("boxes 2357\n")
    assert mushikuizan.solve_by_columns(text(made.puzzle)).one() == made.answer.rows
    with pytest.raises(ValueError, match="a digit that a box may hold, found another for number 2 of row 3"):
        list(Hidden(replace(work_out(775, 37), boxes="2357"), must_hide={(3, 2)}))


def test_some_digits_must_be_shown_and_others_hidden():
    shown, hidden = {(5, 1), (5, 4)}, {(1, 1), (1, 2), (1, 3)}
    for made in Hidden(SMALL, must_show=shown, must_hide=hidden, tries=3):
        rows = made.puzzle.rows
        assert rows[4][0] == "5" and rows[4][3] == "5" and rows[0] == "***"


@pytest.mark.parametrize(
    ("show", "hide", "complaint"),
    [
        ({(9, 1)}, (), "expected a digit of the calculation, found number 1 of row 9"),
        ((), {(1, 4)}, "expected a digit of the calculation, found number 4 of row 1"),
        ({(1, 1)}, {(1, 1)}, "expected a digit to be shown or hidden, found both for number 1 of row 1"),
        ((), set(cells_of(SMALL)), "expected one answer when only the required digits are hidden, found several"),
    ],
)
def test_what_cannot_be_is_refused(show, hide, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        next(iter(Hidden(SMALL, must_show=show, must_hide=hide)))


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("12x34", 10, work_out(12, 34)),
        ("12 × 34", 10, work_out(12, 34)),
        ("413/12", 10, work_out(12, 34, 5, division=True)),
        ("ff x 2", 16, work_out(255, 2, base=16)),
        ("zz × x", 36, work_out(1295, 33, base=36)),
    ],
)
def test_a_calculation_is_written_in_one_line(text: str, base: int, expected):
    assert calculation_of(text, base) == expected


@pytest.mark.parametrize("text", ["", "12", "12+34", "12x34x5", "1 2x3", "ax3", "x3", "12 x -3"])
def test_what_is_no_calculation_is_refused(text: str):
    with pytest.raises(ValueError, match="expected a calculation such as 33311x331"):
        calculation_of(text)


@pytest.mark.parametrize("text", ["0x3", "3x0", "3/0", "3/4"])
def test_a_calculation_has_rows(text: str):
    with pytest.raises(ValueError, match="expected positive numbers, and no divisor above the dividend"):
        calculation_of(text)


def test_cells_are_reported_by_digits_rows_and_numbers():
    assert SMALL.rows == ("123", "45", "615", "492", "5535")
    assert cells_in("", SMALL) == set()
    assert cells_in("5", SMALL) == {(2, 2), (3, 3), (5, 1), (5, 2), (5, 4)}
    assert cells_in("2:,5:3", SMALL) == {(2, 1), (2, 2), (5, 3)}


@pytest.mark.parametrize("text", ["55", "a:1", "1:b", ":", "1:2:3", "-1"])
def test_cells_that_cannot_be_read_are_refused(text: str):
    with pytest.raises(ValueError, match="expected a digit such as 3, a row such as 2: or a cell such as 2:1"):
        cells_in(text, SMALL)


@pytest.mark.parametrize("text", ["8", "6:", "1:4", "0:1"])
def test_cells_that_are_not_there_are_refused(text: str):
    with pytest.raises(ValueError, match=f"expected a digit, row or cell of the calculation, found '{text}'"):
        cells_in(text, SMALL)
