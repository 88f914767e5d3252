import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.arithmetic.notation import Calculation
from ambsearch.puzzles.arithmetic.reading import calculations, puzzles

THREE = "5 3\n*33**\n*3*\n*33**\n****3\n***33\n********"
THREE_DRAWN = """
      *33**
  x     *3*
   --------
      *33**
     ****3
    ***33
   --------
   ********
"""
DIVISION = """
         *0*
   ** ) ****
        **
        ----
          **
          **
          --
           *
"""


def test_the_same_multiplication_by_rows_and_drawn():
    expected = Calculation("*33**", "*3*", ("*33**", "****3", "***33"), "********")
    assert calculations(THREE) == calculations(THREE_DRAWN) == calculations(THREE_DRAWN.replace("x", "×")) == [expected]


def test_bars_may_be_left_out():
    without = "\n".join(line for line in THREE_DRAWN.splitlines() if "-" not in line)
    assert calculations(without) == calculations(THREE_DRAWN)


def test_a_row_of_zeros_is_seen_in_a_drawing():
    drawn = "   12\nx 304\n-----\n   48\n 36\n-----\n 3648"
    assert calculations(drawn) == [Calculation("12", "304", ("48", "", "36"), "3648")]


def test_rows_leave_open_which_digits_of_the_multiplier_are_zero():
    found = calculations("2 4 zeros\n**\n****\n**\n**\n*****")
    assert [calculation.products for calculation in found] == [
        ("**", "", "", "**"),
        ("", "**", "", "**"),
        ("", "", "**", "**"),
    ]


def test_with_all_rows_there_are_no_zeros():
    assert calculations(THREE.replace("5 3", "5 3 zeros")) == calculations(THREE)


def test_a_division_is_read_with_its_places():
    assert calculations(
        DIVISION.replace("*0*", "*0*").replace("        **\n         ---", "        **\n       ---")
    ) == [Calculation("**", "*0*", ("**", "", "**"), "****", ("**", "", ""), "*")]


def test_each_of_several_puzzles_has_its_options():
    text = f"\n{THREE}\n\nbase 16\nleading zeros\n2 1\n**\nf\n*a\n*a\n"
    assert puzzles(text) == [
        {"puzzle": THREE, "base": 10, "leading_zeros": False},
        {"puzzle": "2 1\n**\nf\n*a\n*a", "base": 16, "leading_zeros": True},
    ]


def test_with_leading_zeros_a_row_may_be_shorter_than_its_number_could_be():
    with pytest.raises(BadInput, match="expected a row of 2 or 3 digits, found 1"):
        calculations("2 1\n**\n*\n*\n**")
    assert calculations("2 1\n**\n*\n*\n**", leading_zeros=True)


def drawn(old: str, new: str) -> str:
    assert old in DIVISION
    return DIVISION.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        ("", 1, 1, "expected a long multiplication or division, found nothing"),
        ("----", 1, 1, "expected a long multiplication or division, found nothing"),
        ("junk", 1, 1, "expected the rows of a long multiplication or division, one below the other, found 'junk'"),
        ("12\n34", 2, 1, "expected 'x' and the multiplier, or a divisor and ')', in the second row, found '34'"),
        (THREE.replace("5 3", "5 c"), 1, 3, "expected a number of digits, found 'c'"),
        (THREE.replace("5 3", "5 0"), 1, 3, "expected a number of digits, found '0'"),
        (THREE.replace("5 3", "5 3 many"), 1, 5, "expected one of zeros, found 'many'"),
        (THREE.replace("5 3", "5 3 zeros many"), 1, 11, "expected nothing more, found 'many'"),
        (THREE.replace("5 3", "4 3"), 2, 1, "expected 4 digits, as the first line says, found 5: '*33**'"),
        (THREE.replace("5 3", "5 2"), 7, 1, "expected 5 rows, found 6"),
        (THREE.replace("5 3", "5 4"), 7, 9, "expected 7 rows, found 6; `zeros` in the first line lets"),
        (THREE.replace("5 3", "5 2 zeros"), 7, 1, "expected 4 to 5 rows, found 6"),
        (THREE[:-3], 7, 1, "expected a row of 7 or 8 digits, found 5: '*****'"),
        (THREE.replace("****3", "****333"), 5, 1, "expected a row of 5 or 6 digits, found 7: '****333'"),
        (THREE.replace("****3", "***/3"), 5, 4, "expected *, a digit from 0 to 9 or a capital letter, found '/'"),
        (THREE.replace("****3", "***？3"), 5, 4, "or a capital letter; a box is *, found '？'"),
        (THREE.replace("****3", "***１3"), 5, 4, "expected '1', found '１', which has another width"),
        ("   12\nｘ 34\n   48\n  36\n  408", 2, 1, "expected 'x', found 'ｘ', which has another width"),
        ("   12\n\u3000x34\n   48\n  36\n  408", 2, 1, "expected ' ', found '\\u3000', which has another width"),
        (THREE.replace("****3", "***a3"), 5, 4, "a base above ten is said by a line such as `base 16`, found 'a'"),
        (THREE.replace("****3", "** *3"), 5, 4, "expected nothing more, found '*3'"),
        ("2 9\nAB\n*CDEFGHIJ\n" + "**K\n" + "***\n" * 8 + "***********", 4, 3, "expected at most 10 different letters"),
        ("   12\nx 304\n   48\n  00\n 36\n 3648", 4, 3, "expected no row for a zero"),
        ("   12\nx  34\n   48", 3, 6, "expected two factors, their partial products and the product, found 3 rows"),
        ("   12\n x34\n   48\n  36\n  408", 2, 3, "expected '34' to end in column 5, found that it ends in column 4"),
        ("   12\nx  34\n   48\n   36\n  408", 4, 4, "expected '36' to end in column 4, found that it ends in column 5"),
        (
            "   12\nx  34\n  48\n  36\n  408",
            4,
            3,
            "expected the row above '36' to end further right: it is already under the highest digit",
        ),
        ("   12\nx  34\n   48\n  408", 3, 4, "expected the last partial product under the highest digit of 34"),
        (
            drawn("         *0*", "        *0*"),
            2,
            9,
            "expected '*0*' to end in column 12, found that it ends in column 11",
        ),
        (
            drawn("        **\n        --", "         **\n        --"),
            4,
            10,
            "the first product to end under the first digit of the quotient *0*",
        ),
        (drawn("           *", "           * *"), 9, 14, "expected nothing more, found '*'"),
        (
            drawn("           *", ""),
            7,
            13,
            "expected a product and a remainder for each digit of the quotient, found 3 rows",
        ),
        (drawn("           *", "          *"), 9, 11, "expected '*' to end in column 12"),
        (drawn("****", "*****"), 2, 10, "expected '*0*' to end in column 13"),
        (drawn(" ) ", "  "), 3, 1, "expected 'x' and the multiplier"),
    ],
)
def test_a_mistake_is_reported_with_its_place(text: str, line: int, column: int, complaint: str):
    with pytest.raises(BadInput) as caught:
        calculations(text)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert complaint in caught.value.message


def test_places_count_in_the_whole_input():
    with pytest.raises(BadInput, match="line 11, column 2: expected .*, found '!'"):
        puzzles(f"{THREE}\n\nbase 12\n2 1\n*!\n2\n**\n**")


@pytest.mark.parametrize("option", ["base", "Base 8", "base 8 9", "leading zero", "Leading zeros"])
def test_a_line_that_was_meant_as_an_option_is_reported(option: str):
    with pytest.raises(BadInput) as caught:
        puzzles(f"{THREE}\n\n{option}\n{THREE}")
    assert (
        str(caught.value)
        == f"line 9, column 1: expected a line such as `base 16`, or `leading zeros`, found {option!r}"
    )


@pytest.mark.parametrize("options", ["base 10", "leading zeros"])
def test_options_come_before_a_puzzle(options: str):
    with pytest.raises(BadInput, match="expected a puzzle after the options, found nothing"):
        puzzles(f"{THREE}\n\n{options}")


@pytest.mark.parametrize("base", ["1", "37", "ten"])
def test_a_base_is_a_number_from_2_to_36(base: str):
    with pytest.raises(BadInput, match=f"line 1, column 6: expected a base from 2 to 36, found '{base}'"):
        puzzles(f"base {base}\n{THREE}")
    if base.isdigit():
        with pytest.raises(ValueError, match=f"expected a base from 2 to 36, found {base}"):
            calculations(THREE, int(base))


def test_a_base_is_recommended_for_small_letters_only():
    with pytest.raises(BadInput, match="a digit from 0 to 7 or a capital letter, found '8'"):
        calculations("2 1\n1*\n*\n8*\n*6", 8)
    with pytest.raises(BadInput, match="a digit from 0 to f or a capital letter, found 'g'"):
        calculations("2 1\n1*\n*\ng*\n*6", 16)
