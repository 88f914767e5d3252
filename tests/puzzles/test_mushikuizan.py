from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from helpers import LONG
from hypothesis import given, settings
from hypothesis import strategies as st
from solved import answers

from ambsearch.errors import BadInput
from ambsearch.puzzles.arithmetic.drawing import draw as draw_calculation
from ambsearch.puzzles.arithmetic.notation import BOX, DIGITS, LETTERS, work_out
from ambsearch.puzzles.by_hand import mushikuizan as by_hand
from ambsearch.puzzles.mushikuizan import (
    INSTANCES,
    THREE,
    TWO_DIGITS,
    is_solution,
    picture,
    question,
    read,
    solve,
    solve_by_columns,
)

LARGEST = {2: 31, 3: 26, 5: 24, 10: 99, 12: 143}  # two or more digits of each base
DIVISION = """
      *3*
   ------
** ) ***2
     82
     ---
     ***
     ***
     ----
      ***
      **6
      ---
        *"""


@pytest.mark.parametrize(
    ("instance", "rows"),
    {
        "three": ("33311", "331", "33311", "99933", "99933", "11025941"),
        "figure-8": ("112", "89", "1008", "896", "9968"),
        "two-digits": ("16", "21", "16", "32", "336"),
        "seven-sevens": ("58781", "125473", "7375428413", "627365", "1101778", "1003784", "979944", "878311")
        + ("1016331", "1003784", "125473", "125473", "0"),
        "solitary-seven": ("97809", "124", "12128316", "1116", "968", "868", "1003", "992", "1116", "1116", "0"),
        "remainder": ("779", "13", "10133", "91", "103", "91", "123", "117", "6"),
        "zeros-in-base-16": ("bd58", "10d", "99d78", "bd58", "c6f578"),
    }.items(),
)
def test_there_is_one_answer(instance: str, rows: tuple[str, ...]):
    assert answers("mushikuizan", instance, "solve_by_columns") == (rows,)


def test_with_leading_zeros_there_may_be_more_answers():
    assert not any(row.startswith("0") for answer in solve(TWO_DIGITS) for row in answer)
    answers = list(solve(TWO_DIGITS, leading_zeros=True))
    assert len(answers) == 4
    assert ("16", "21", "16", "32", "336") in answers
    assert all(list(map(len, answer)) == [2, 2, 2, 2, 3] for answer in answers)


def test_where_zeros_are_left_open_all_places_of_the_products_are_tried():
    puzzle = "2 3 zeros\n1*\n***\n1*\n2*\n****"
    answers = list(solve(puzzle))
    assert {answer[1].index("0") for answer in answers} == {1, 2}
    assert sorted(answers) == sorted(by_hand.solve(puzzle))


def test_where_rows_are_drawn_zeros_are_where_rows_are_missing():
    puzzle = "    1*\nx  ***\n    1*\n  2*\n  ****"
    answers = list(solve(puzzle))
    assert {answer[1].index("0") for answer in answers} == {1}
    shifted = next(iter(solve(puzzle.replace("    1*\n  2*", "   1*\n  2*"))))
    assert not is_solution(shifted, puzzle)


@st.composite
def puzzles(draw: st.DrawFn) -> dict[str, Any]:
    """A drawn calculation some of whose digits have become boxes or letters."""
    base = draw(st.sampled_from(list(LARGEST)))
    first, second = draw(st.integers(1, LARGEST[base])), draw(st.integers(1, LARGEST[base]))
    division = draw(st.booleans())
    remainder = draw(st.integers(0, first - 1)) if division else 0
    answer = work_out(first, second, remainder, base=base, division=division)
    signs = {digit: st.sampled_from((digit, BOX, BOX, LETTERS[value])) for value, digit in enumerate(DIGITS[:base])}
    rows = ["".join(draw(signs[digit]) for digit in row) for row in answer.rows]
    told = draw(conditions("".join(rows), answer.rows, base))
    return {
        "puzzle": told + draw_calculation(answer.with_rows(rows)),
        "base": base,
        "leading_zeros": draw(st.booleans()),
    }


@st.composite
def conditions(draw: st.DrawFn, cells: str, rows: tuple[str, ...], base: int) -> str:
    """Conditions on boxes and rows that these rows keep."""
    told = ""
    hidden = {digit for cell, digit in zip(cells, "".join(rows), strict=True) if cell == BOX}
    shown = [digit for digit in DIGITS[:base] if digit not in hidden]
    if hidden and shown and draw(st.booleans()):
        told += draw(st.sampled_from([f"boxes {''.join(sorted(hidden))}\n", f"boxes not {shown[0]}\n"]))
    alike = [
        (one, other)
        for one, other in combinations(range(len(rows)), 2)
        if rows[one].startswith(rows[other]) or rows[other].startswith(rows[one])
    ]
    if alike and draw(st.booleans()):
        one, other = draw(st.sampled_from(alike))
        told += f"equal rows {one + 1} {other + 1}\n"
    return told


@given(puzzles())
@settings(max_examples=settings.default.max_examples // 4)
def test_the_twin_agrees_on_every_puzzle(puzzle: dict[str, Any]):
    answers = list(solve(**puzzle))
    assert answers == list(by_hand.solve(**puzzle))
    assert sorted(answers) == sorted(solve_by_columns(**puzzle))
    assert answers
    assert all(is_solution(answer, **puzzle) for answer in answers)


PRIMES = "boxes 2357\n3 2\n***\n**\n****\n****\n*****"


def test_boxes_may_have_some_digits_only():
    assert solve_by_columns(PRIMES).one() == solve(PRIMES).one() == ("775", "33", "2325", "2325", "25575")


def test_if_all_sevens_are_shown_the_boxes_have_none():
    puzzle = "2 1\n**\n7\n**\n**"
    assert solve(puzzle).count() == 5
    assert [answer[0] for answer in solve(f"boxes not 7\n{puzzle}")] == ["12", "13", "14"]
    assert [answer[0] for answer in solve_by_columns(f"boxes not 7\n{puzzle}")] == ["12", "13", "14"]


def test_a_repeating_decimal_has_equal_remainders():
    answer = work_out(37, *divmod(230000, 37), division=True)
    boxes = answer.with_rows([BOX * len(row) for row in answer.rows])
    puzzle = draw_calculation(replace(boxes, first="37", second="62**"))
    last = len(answer.rows)
    repeating = [rows for rows in solve_by_columns(puzzle) if rows[4].startswith(rows[-1])]
    assert 0 < len(repeating) < solve_by_columns(puzzle).count()
    assert list(solve_by_columns(f"equal rows 5 {last}\n{puzzle}")) == repeating
    assert sorted(solve(f"equal rows 5 {last}\n{puzzle}")) == sorted(repeating)


def test_the_question_tells_of_boxes_and_of_equal_rows():
    assert "Each box is one of 2 3 5 7." in question(PRIMES)
    assert "No box is 7." in question("boxes not 7\n2 1\n**\n7\n**\n**")
    assert "Row 4 has the same digits as row 3." in question("equal rows 3 4\n2 1\n**\n7\n**\n**")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("boxes", "line 1, column 1: expected a line such as `boxes 2357`, `boxes not 7` or `equal rows 6 20`"),
        ("boxes not", "line 1, column 1: expected a line such as"),
        ("boxes 23x", "line 1, column 9: expected a digit from 0 to 9, found 'x'"),
        ("boxes not 0123456789", "line 1, column 11: expected some of the 10 digits, found all of them"),
        ("equal rows 3 5", "line 1, column 14: expected the number of a row, 1 to 4, found '5'"),
        ("equal rows 3", "line 1, column 1: expected a line such as"),
    ],
)
def test_what_cannot_be_told_of_boxes_and_rows_is_refused_at_its_place(line: str, message: str):
    with pytest.raises(BadInput) as caught:
        read(f"{line}\n2 1\n**\n7\n**\n**")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(("33311", "331", "33311", "99933", "99933", "11025942"), id="another product"),
        pytest.param(("33311", "331", "33311", "99933", "99943", "11025941"), id="another partial product"),
        pytest.param(("33312", "331", "33312", "99936", "99936", "11026272"), id="another known digit"),
        pytest.param(("33311", "331", "33311", "99933", "11025941"), id="a row is missing"),
        pytest.param(("33311", "331", "033311", "99933", "99933", "11025941"), id="a row is too long"),
        pytest.param(("03311", "331", "03311", "09933", "09933", "01095941"), id="numbers begin with zero"),
        pytest.param((), id="no rows"),
    ],
)
def test_wrong_rows_are_not_a_solution(wrong: tuple[str, ...]):
    assert is_solution(("33311", "331", "33311", "99933", "99933", "11025941"), THREE)
    assert not is_solution(wrong, THREE)


def test_a_remainder_that_is_not_less_than_the_divisor_is_not_a_solution():
    puzzle = "     *\n4 ) **\n    **\n     *"
    assert is_solution(("3", "4", "15", "12", "3"), puzzle)
    assert not is_solution(("3", "4", "17", "12", "5"), puzzle)


def test_different_letters_that_are_the_same_digit_are_not_a_solution():
    puzzle = "2 1\nA*\n*\nB*\n**"
    assert is_solution(("12", "2", "24", "24"), puzzle)
    assert not is_solution(("12", "1", "12", "12"), puzzle)


def test_the_picture_of_a_division_is_drawn_as_people_draw_it():
    (answer,) = solve(DIVISION)
    assert [line.rstrip() for line in picture(answer, DIVISION).splitlines()][:4] == [
        "      236",
        "   ------",
        "41 ) 9682",
        "     82",
    ]


def test_a_picture_can_be_read_again():
    for name, instance in INSTANCES.items():
        if name == "four" and not LONG:
            continue  # which takes a second
        for answer in answers("mushikuizan", name, "solve_by_columns"):
            assert solve_by_columns(**instance | {"puzzle": picture(answer, **instance)}).one() == answer


def test_a_text_holds_puzzles_with_their_options():
    text = f"{THREE}\n\nbase 16\nleading zeros\n{TWO_DIGITS}\n"
    assert read(text) == [
        {"puzzle": THREE, "base": 10, "leading_zeros": False},
        {"puzzle": TWO_DIGITS, "base": 16, "leading_zeros": True},
    ]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("5 3\n*33**\n*3*\n*33**\n****3\n***33\n*****", (7, 1), "expected a row of 7 or 8 digits, found 5"),
        ("2 1\n**\n*\n****\n****", (4, 1), "expected a row of 2 or 3 digits, found 4"),
        ("2 1\n**\n*\n**", (4, 3), "expected 4 rows, found 3"),
        ("2 1\n*!\n*\n**\n**", (2, 2), "found '!'"),
        ("base 2\n2 1\nAB\nC\n**\n**", (4, 1), "expected at most 2 different letters"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused_with_its_place(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place


def test_an_invalid_base_is_refused():
    with pytest.raises(ValueError, match="expected a base from 2 to 36, found 37"):
        solve(THREE, base=37).first()
