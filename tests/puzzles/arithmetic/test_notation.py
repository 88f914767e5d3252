from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.notation import DIGITS, Calculation, fits, letters_of, work_out, write_number


def value(row: str, base: int = 10) -> int:
    return int(row, base)


@given(st.integers(0, 10**30), st.integers(2, 36))
def test_a_number_is_written_as_python_reads_it(number: int, base: int):
    assert value(write_number(number, base), base) == number
    assert write_number(number, base) == "0" or not write_number(number, base).startswith("0")


@given(st.integers(1, 10**12), st.integers(1, 10**8), st.sampled_from([2, 3, 10, 16, 36]))
def test_a_multiplication_has_a_row_for_each_digit_that_is_not_zero(first: int, second: int, base: int):
    calculation = work_out(first, second, base=base)
    products = [value(row, base) * base**place if row else 0 for place, row in enumerate(calculation.products)]
    assert sum(products) == value(calculation.total, base) == first * second
    assert [row == "" for row in calculation.products] == [digit == "0" for digit in calculation.second[::-1]]
    assert calculation.rows == (
        calculation.first,
        calculation.second,
        *filter(None, calculation.products),
        calculation.total,
    )


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.data(), st.sampled_from([2, 10, 16]))
def test_a_division_goes_as_at_school(divisor: int, quotient: int, data: st.DataObject, base: int):
    remainder = data.draw(st.integers(0, divisor - 1))
    dividend = write_number(divisor * quotient + remainder, base)
    below, rest, shown = [], 0, False
    for digit in dividend:
        rest = rest * base + value(digit, base)
        if rest >= divisor:
            below += [write_number(rest, base)] * shown + [write_number(rest // divisor * divisor, base)]
            rest, shown = rest % divisor, True
    calculation = work_out(divisor, quotient, remainder, base=base, division=True)
    assert calculation.rows == (
        write_number(quotient, base),
        write_number(divisor, base),
        dividend,
        *below,
        write_number(rest, base),
    )


def test_the_division_with_seven_sevens_is_worked_out():
    assert work_out(125473, 58781, division=True) == Calculation(
        first="125473",
        second="58781",
        products=("125473", "1003784", "878311", "1003784", "627365"),
        total="7375428413",
        parts=("125473", "1016331", "979944", "1101778", ""),
        remainder="0",
    )


@pytest.mark.parametrize(
    ("rows", "filled", "agrees"),
    [
        (["*3"], ["13"], True),
        (["*3"], ["14"], False),
        (["*3"], ["113"], False),
        (["*3"], ["13", "1"], False),
        (["AB", "BA"], ["12", "21"], True),
        (["AB", "BA"], ["12", "23"], False),
        (["AB"], ["11"], False),
        (["A1"], ["11"], True),
        (["A*"], ["11"], True),
        (["Ab"], ["ab"], True),
    ],
)
def test_digits_agree_with_boxes_known_digits_and_letters(rows: list[str], filled: list[str], agrees: bool):
    assert fits(rows, filled) is agrees


def test_all_different_letters_are_different_digits():
    agreeing = [
        digits
        for digits in product(DIGITS[:4], repeat=3)
        if fits(["AB", "A", "C"], ["".join(digits[:2]), digits[0], digits[2]])
    ]
    assert len(agreeing) == 4 * 3 * 2


def test_letters_are_told_from_digits_above_nine():
    assert letters_of(["aBc", "*CB9"]) == ["B", "C"]
