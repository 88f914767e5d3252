import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.drawing import draw, draw_sum, mark_columns, mark_differences, numbers
from ambsearch.puzzles.arithmetic.equation import puzzles
from ambsearch.puzzles.arithmetic.notation import BOX, Calculation, work_out
from ambsearch.puzzles.arithmetic.reading import calculations

BERWICK = """\
              **7**
       ------------
****7* ) **7*******
         ******
         -------
         *****7*
         *******
         --------
           *7****
           *7****
           -------
           *******
           ****7**
           --------
             ******
             ******
             ------
                  0"""
ODLING = """\
         97809
    ----------
124 ) 12128316
      1116
      -----
        968
        868
        ----
        1003
         992
         -----
          1116
          1116
          ----
             0"""
ZEROS = """\
   207
x 3040
------
  828
621
------
629280"""


@st.composite
def all_calculations(draw: st.DrawFn) -> tuple[Calculation, int]:
    """A true calculation, of which some digits are hidden or lettered, and its base."""
    base = draw(st.integers(2, 36))
    numbers = st.integers(1, 9).flatmap(lambda length: st.integers(1, base**length))
    first, second = draw(numbers), draw(numbers)
    division = draw(st.booleans())
    remainder = draw(st.integers(0, first - 1)) if division else 0
    full = work_out(first, second, remainder, base=base, division=division)
    names = draw(st.dictionaries(st.sampled_from("0123456789abc"), st.sampled_from([BOX, "A", "B"])))
    table = str.maketrans(names)
    return (
        Calculation(
            full.first.translate(table),
            full.second.translate(table),
            tuple(row.translate(table) for row in full.products),
            full.total.translate(table),
            tuple(row.translate(table) for row in full.parts),
            full.remainder.translate(table),
        ),
        base,
    )


@given(all_calculations())
def test_what_is_drawn_is_read_back(case: tuple[Calculation, int]):
    calculation, base = case
    assert calculations(draw(calculation), base) == [calculation]


@given(all_calculations())
def test_a_drawing_has_no_margin_and_no_blanks_at_the_ends_of_lines(case: tuple[Calculation, int]):
    rows = draw(case[0]).splitlines()
    assert all(row == row.rstrip() for row in rows)
    assert any(row[0] != " " for row in rows)


def test_a_puzzle_of_division_has_its_bars_and_its_bracket():
    (puzzle,) = calculations(BERWICK.replace("-", ""))
    assert draw(puzzle) == BERWICK


def test_a_zero_in_the_quotient_writes_no_row():
    assert draw(work_out(124, 97809, division=True)) == ODLING


def test_a_zero_in_the_multiplier_writes_no_row_and_shifts_the_next():
    assert draw(work_out(207, 3040)) == ZEROS


def test_a_row_that_is_too_long_moves_the_others_and_not_their_places():
    assert draw(Calculation("*", "*", ("****",), "*")).splitlines() == [
        "   *",
        " x *",
        "----",
        "****",
        "----",
        "   *",
    ]


def test_a_sum_has_its_signs_before_the_longest_term():
    assert draw_sum([("", "TWENTY"), ("-", "SIX"), ("+", "1*"), ("=", "A")]).splitlines() == [
        "  TWENTY",
        "-    SIX",
        "+     1*",
        "--------",
        "       A",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "TO+GO=OUT",
        "2*-6-TO=NO",
        "TOxGOx*=OUT",
    ],
)
def test_a_drawn_equation_is_read_back(line: str):
    assert [found["puzzle"] for found in puzzles(draw_sum(numbers(line)))] == [line]


@pytest.mark.parametrize("line", ["A=B", "A+B=C+D", "A×B+C=D", "A=B×C", "A-B×C=D", "A+B=C=D"])
def test_an_equation_that_is_not_a_column_stays_a_line(line: str):
    assert draw_sum(numbers(line.replace("×", "x"))) == draw_sum(numbers(line)) == line


def test_x_may_be_a_digit():
    assert draw_sum(numbers("xy+A=B", "+-×=")).splitlines() == ["  xy", "+  A", "----", "   B"]


def test_only_the_cells_that_differ_are_marked():
    assert mark_differences(work_out(17, 23), work_out(17, 24)).splitlines() == [
        "  ..       ..",
        "x .3     x .4",
        "----     ----",
        "  51       68",
        " ..       ..",
        " ---      ---",
        " 391      408",
    ]


def test_a_row_that_the_other_answer_does_not_have_differs_as_a_whole():
    first = Calculation("11", "101", ("11", "", "11"), "1111")
    second = Calculation("11", "110", ("", "11", "11"), "1210")
    assert mark_differences(first, second).splitlines() == [
        "   ..        ..",
        "x .01     x .10",
        "-----     -----",
        "   11       11",
        " ..        ..",
        " ----      ----",
        " .1.1      .2.0",
    ]


def test_answers_of_different_lengths_are_compared_by_places():
    assert mark_differences(work_out(12, 1), work_out(212, 1)).splitlines() == [
        "  ..       2..",
        "x  .     x   .",
        "----     -----",
        "  ..       2..",
        "  --       ---",
        "  ..       2..",
    ]


def test_a_caret_stands_under_each_place_that_differs():
    assert mark_columns("9567+1085=10652", "9567+1084=10651").splitlines()[2] == "        ^     ^"
    assert mark_columns("1+1=2", "1+1=2").splitlines() == ["1+1=2", "1+1=2"]
