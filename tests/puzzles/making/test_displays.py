from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.notation import BOX, Calculation, work_out
from ambsearch.puzzles.arithmetic.reading import lengths
from ambsearch.puzzles.making.displays import KOMACHI, cells_of, in_picture, outline, scatter, shifts, show, show_in_all

THREE = ("33.", "..3", "33.", "..3", "33.")
factors = st.tuples(st.integers(1, 10**7), st.integers(1, 10**6))


@given(factors, st.booleans())
def test_an_outline_has_the_rows_of_a_calculation_each_as_short_as_possible(numbers: tuple[int, int], division: bool):
    calculation = work_out(*numbers, division=division)
    first, second = len(calculation.first), len(calculation.second)
    zeros = [place for place, row in enumerate(calculation.products) if not row]
    empty = outline(first, second, division=division, zeros=zeros)
    assert len(empty.rows) == len(calculation.rows)
    assert all(len(row) == least for row, (least, _) in zip(empty.rows, lengths(calculation), strict=True))
    assert [row == "" for row in empty.products] == [row == "" for row in calculation.products]
    assert [row == "" for row in empty.parts] == [row == "" for row in calculation.parts]


@pytest.mark.parametrize(("first", "second", "zeros"), [(0, 1, ()), (1, 0, ()), (2, 2, (1,))])
def test_a_calculation_has_digits_and_does_not_begin_with_zero(first: int, second: int, zeros: tuple[int, ...]):
    with pytest.raises(ValueError, match="expected factors of at least one digit, the highest not zero"):
        outline(first, second, zeros=zeros)


@given(factors, st.booleans())
def test_equal_columns_are_equal_powers(numbers: tuple[int, int], division: bool):
    calculation = work_out(*numbers, division=division)
    values = [int(row) * 10**shift for row, shift in zip(calculation.rows, shifts(calculation), strict=True)]
    if division:
        dividend, below = values[2], values[3:]
        assert dividend - sum(below[::2][: len(below) // 2]) == values[-1]
    else:
        assert sum(values[2:-1]) == values[-1]


def test_a_picture_is_laid_wherever_there_is_room_for_it():
    displays = list(in_picture(THREE, 5, 3))
    assert [display.rows for display in displays] == [
        ("*33**", "*3*", "*33**", "****3", "***33", "*******"),
        ("33***", "3**", "33***", "***3*", "**33*", "*******"),
    ]


def test_each_cell_of_a_calculation_is_reached_by_a_picture_of_one_digit():
    for division, open_cells in ((False, 2 + 2 + 3 + 3 + 4), (True, 2 + 4 + 3 + 3 + 3)):
        displays = list(in_picture(["7"], 2, 2, division=division))
        assert len({display.rows for display in displays}) == len(displays) == open_cells


def test_a_picture_may_need_rows_that_are_as_long_as_possible():
    found = {display.rows for display in in_picture(["7", "7"], 2, 1)}
    assert ("**", "*", "7**", "7**") in found


def test_blanks_dots_and_boxes_are_nothing_in_a_picture():
    assert list(in_picture(["33 ", " *3"], 4, 2)) == list(in_picture(["33.", "..3"], 4, 2)) != []


@pytest.mark.parametrize("picture", [[], ["", "  "], ["..", "*"], ["3?"]])
def test_a_picture_without_digits_is_refused(picture: list[str]):
    with pytest.raises(ValueError, match="expected a picture of digits and dots, found"):
        list(in_picture(picture, 3, 2))


def digits_of(display: Calculation) -> str:
    return "".join(sorted("".join(display.rows).replace(BOX, "")))


@pytest.mark.parametrize("zeros", [0, 2])
@pytest.mark.parametrize("division", [False, True])
def test_digits_are_scattered_over_cells_that_are_sure_to_be_there(division: bool, zeros: int):
    displays = list(islice(scatter(KOMACHI, 6, 5, division=division, zeros=zeros, seed=5), 50))
    assert len(set(displays)) == 50
    for display in displays:
        assert "0" not in display.second
        assert digits_of(display) == "0" * division + KOMACHI
        assert Counter(display.products)[""] == zeros
        least = [len(row) for row in outline(6, 5, division=division, zeros=range(zeros)).rows]
        assert sorted(map(len, display.rows)) == sorted(least)


def test_the_same_seed_scatters_alike():
    def some(seed: int) -> list[Calculation]:
        return list(islice(scatter("7777777", 6, 5, division=True, seed=seed), 10))

    assert some(1) == some(1) != some(2)


def test_scattering_ends_when_every_display_has_come():
    displays = list(scatter("77", 1, 2))
    cells = list(cells_of(outline(1, 2)))
    assert len(displays) == len(cells) * (len(cells) - 1) // 2
    assert len(list(scatter("78", 1, 2))) == len(cells) * (len(cells) - 1)
    assert len(list(scatter("7", 3, 5, division=True, zeros=1))) == 4 * len(
        list(cells_of(outline(3, 5, division=True, zeros=[1])))
    )


@pytest.mark.parametrize(("digits", "zeros"), [("7" * 8, 0), ("7", 1), ("7", 5)])
def test_digits_and_zeros_without_room_are_refused(digits: str, zeros: int):
    with pytest.raises(ValueError, match=f"no room for {len(digits)} digits and {zeros} zeros in 1 x 1 digits"):
        next(scatter(digits, 1, 1, zeros=zeros))


@pytest.mark.parametrize("division", [False, True])
def test_digits_are_shown_in_every_calculation_that_has_them(division: bool):
    rows = [work_out(a, b, division=division).rows for a in range(1, 10) for b in range(1, 10)]
    displays = list(show_in_all("12", 1, 1, division=division))
    assert len(displays) == len(set(displays)) > 5
    assert {*displays} == {display for display in scatter("12", 1, 1, division=division) if has_answer(display, rows)}


def has_answer(display: Calculation, answers: list[tuple[str, ...]]) -> bool:
    return any(all(map(agree, display.rows, rows)) for rows in answers)


def agree(shown: str, row: str) -> bool:
    """Does a row, from its last digit on, have the digits that are shown?"""
    return all(cell in (BOX, digit) for cell, digit in zip(reversed(shown), reversed(row)))


def test_digits_that_no_calculation_has_are_refused():
    with pytest.raises(ValueError, match="no multiplication of 1 x 2 digits has the digits 7, 7, 8"):
        next(show_in_all("778", 1, 2, zeros=1))


@given(factors, st.data())
def test_digits_are_shown_where_they_are_wanted(numbers: tuple[int, int], data: st.DataObject):
    calculation = work_out(*numbers)
    cells = {
        (row, len(text) - 1 - at): digit for row, text in enumerate(calculation.rows) for at, digit in enumerate(text)
    }
    known = data.draw(st.sets(st.sampled_from(sorted(cells)), max_size=9))
    zeros = [place for place, row in enumerate(calculation.products) if not row]
    empty = outline(len(calculation.first), len(calculation.second), zeros=zeros)
    display = show(empty, {cell: cells[cell] for cell in known})
    for number, (row, text) in enumerate(zip(display.rows, calculation.rows, strict=True)):
        assert len(empty.rows[number]) <= len(row) <= len(text)
        assert all(cell in (BOX, text[-place]) for place, cell in enumerate(row[::-1], 1))
    assert sum(cell != BOX for row in display.rows for cell in row) == len(known)
