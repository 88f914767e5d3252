from itertools import permutations, product

import pytest

from ambsearch.puzzles.counting.columns import (
    ENDED,
    GOES_ON,
    MAY_END,
    all_digits,
    column,
    column_number,
    column_signs,
)

ENDS = GOES_ON, MAY_END, ENDED


@pytest.mark.parametrize("base", [2, 3, 4])
def test_a_column_comes_out_with_each_carry(base: int):
    for digits, carry, ends in product(all_digits(base), (0, 1), product(ENDS, ENDS)):
        for signs, known, carried, after in column(base, digits, carry, ends):
            first, second, third = (0 if sign == base else known[sign] for sign in signs)
            assert first + second + carry == third + carried * base
            assert known[: len(digits)] == digits
            assert len(set(known)) == len(known) != base - 1
            assert [sign == base for sign in signs[:2]] == [end == ENDED for end in after]


def test_a_word_that_would_begin_with_zero_goes_on_and_one_that_has_ended_does_not():
    digits = 0, 1, 2
    assert {signs[0] for signs, *_ in column(3, digits, 1, (GOES_ON, MAY_END))} == {0, 1, 2}
    assert {signs[0] for signs, *_ in column(3, digits, 1, (MAY_END, MAY_END))} == {0, 1, 2, 3}
    assert {signs[0] for signs, *_ in column(3, digits, 1, (ENDED, MAY_END))} == {3}


def test_the_third_word_does_not_begin_with_zero():
    assert [signs for signs, *_ in column(3, (0, 1, 2), 0, (ENDED, ENDED))] == []
    assert [signs for signs, *_ in column(3, (0, 1, 2), 1, (ENDED, ENDED))] == [(3, 3, 1)]


def test_a_zero_alone_may_end_a_word_only_if_it_may_and_in_the_units_only():
    units = {(signs, digits): ends for signs, digits, _, ends in column(3, (), 0, (GOES_ON, GOES_ON), True)}
    assert units[(0, 0, 0), (0,)] == (MAY_END, MAY_END)
    assert {ends for *_, ends in column(3, (0, 1, 2), 0, (GOES_ON, GOES_ON), True)} >= {(GOES_ON, GOES_ON)}
    assert {(s, d): e for s, d, _, e in column(3, (), 0, (GOES_ON,) * 2)}[(0, 0, 0), (0,)] == (GOES_ON,) * 2


@pytest.mark.parametrize("base", [2, 3, 7])
def test_columns_are_numbered_in_the_order_of_their_signs(base: int):
    all_signs = list(product(range(base + 1), repeat=3))
    assert [column_number(signs, base) for signs in all_signs] == list(range(len(all_signs)))
    assert [column_signs(number, base) for number in range(len(all_signs))] == all_signs


def test_renaming_letters_renames_the_columns():
    base, digits = 4, (2, 0, 3, 1)
    wanted = set(column(base, digits, 1, (MAY_END, GOES_ON)))
    for order in permutations(range(base)):
        renamed = tuple(digits[letter] for letter in order)
        found = set()
        for signs, _, carry, ends in column(base, renamed, 1, (MAY_END, GOES_ON)):
            found.add((tuple((*order, base)[sign] for sign in signs), digits, carry, ends))
        assert found == wanted
