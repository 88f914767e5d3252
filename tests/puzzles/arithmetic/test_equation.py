import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.arithmetic.columns import Column, carries, columns_and_products, number, reach, total
from ambsearch.puzzles.arithmetic.equation import Term, fill, is_true, puzzles, terms
from ambsearch.reading import Part

MONEY = """\
  SEND
+ MORE
------
 MONEY"""


def read(line: str, base: int = 10, leading_zeros: bool = False) -> list[Term]:
    return terms(Part(line, 1), base, leading_zeros)


def lines(text: str) -> list[str]:
    return [found["puzzle"] for found in puzzles(text)]


def test_what_stands_right_of_the_equals_sign_changes_its_sign():
    assert [sign for sign, _ in read("A-B+C=D-E")] == [1, -1, 1, -1, 1]


@pytest.mark.parametrize("line", ["2xAB=*", "2×AB=*", " 2 x AB = * "])
def test_numbers_are_multiplied_by_either_sign(line: str):
    box = f"*{line.index('*') + 1}"
    assert read(line) == [Term(1, (("2",), ("A", "B"))), Term(-1, ((box,),))]


def test_in_large_bases_x_is_a_digit():
    assert read("2xA=B", 33)[0] == Term(1, (("2",), ("A",)))
    assert read("2xA=B", 34)[0] == Term(1, (("2", "x", "A"),))
    assert read("2×x=B", 34)[0] == Term(1, (("2",), ("x",)))


def test_only_cells_are_filled():
    assert fill("4*x xA = A-*", {"*2": 1, "A": 33, "*12": 0}) == "41x xx = x-0"


@pytest.mark.parametrize(
    ("line", "base", "truth"),
    [("9567+1085=10652", 10, True), ("9567+1085=10653", 10, False), ("f-2x7=0+1", 16, True), ("0=1-2", 10, False)],
)
def test_an_equation_without_cells_is_true_or_not(line: str, base: int, truth: bool):
    assert is_true(read(line, base), base) == truth


def test_a_text_holds_lines_and_drawings():
    text = f"A+B=C\nleft = 1\n\n{MONEY}\n\n\nbase 12\nleading zeros\n  A\n- B\n 0*\n\nAB=12"
    text = text.replace("left", "A")
    assert lines(text) == ["A+B=C", "A = 1", "SEND+MORE=MONEY", "A-B=0*", "AB=12"]
    assert [(found["base"], found["leading_zeros"]) for found in puzzles(text)][2:] == [
        (10, False),
        (12, True),
        (10, False),
    ]


def test_options_hold_for_all_lines_below_them():
    assert [found["base"] for found in puzzles("base 3\nA+1=2\nA=1\n\nA=9")] == [3, 3, 10]


@pytest.mark.parametrize("bar", ["------\n", "======\n", "______\n", "──────\n", " -----\n", ""])
def test_a_drawing_may_have_a_bar(bar: str):
    assert lines(MONEY.replace("------\n", bar)) == ["SEND+MORE=MONEY"]


@pytest.mark.parametrize("text", ["  SEND\n +MORE\n MONEY", "    SEND\n+   MORE\n-   LESS\n   MONEY"])
def test_signs_stand_before_the_rows(text: str):
    assert lines(text)[0] in ("SEND+MORE=MONEY", "SEND+MORE-LESS=MONEY")


def test_a_drawn_product_has_no_other_rows():
    assert lines("  TWO\nx TWO\n-----\nTHREE") == ["TWOxTWO=THREE"]
    assert lines("base 36\n   A\n×  x\n----\n  BC") == ["A×x=BC"]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        pytest.param("SEND+MORE", (1, 10), "expected '=' and the right side, found nothing", id="no ="),
        pytest.param("A=B=C", (1, 4), "expected nothing more, found '='", id="two ="),
        pytest.param("SEND+=MONEY", (1, 6), "expected a number, found nothing", id="nothing after +"),
        pytest.param("-A=B", (1, 1), "expected a number, found nothing", id="nothing before -"),
        pytest.param("A+B=", (1, 5), "expected a number, found nothing", id="no right side"),
        pytest.param("AxxB=C", (1, 3), "expected a number, found nothing", id="two signs"),
        pytest.param("A+B C=D", (1, 5), "expected nothing more, found 'C'", id="two numbers"),
        pytest.param("A=B\nA=B?C", (2, 4), r"expected \*, a digit from 0 to 9 or a capital", id="unknown character"),
        pytest.param("AB/C=D", (1, 3), r"expected \*, a digit from 0 to 9 or a capital", id="no division"),
        pytest.param("A+ß=C", (1, 3), r"expected \*, a digit from 0 to 9 or a capital", id="not a to z"),
        pytest.param("A+٣=C", (1, 3), r"expected \*, a digit from 0 to 9 or a capital", id="another script's digit"),
        pytest.param("SEND+more=MONEY", (1, 6), "expected MORE, found 'more'; lower-case letters", id="small letters"),
        pytest.param("SEVEN-six=ONE", (1, 7), "expected SI, found 'si'; lower-case letters", id="small letters with x"),
        pytest.param(
            "Send+More=Money", (1, 1), "expected SEND, found 'Send'; lower-case letters", id="as a name is written"
        ),
        pytest.param(
            "  SEND\n+ MOＲE\n MONEY", (2, 5), "expected 'R', found 'Ｒ', which has another width", id="wide, drawn"
        ),
        pytest.param("A?+B=CD", (1, 2), r"or a capital letter; a box is \*, found '\?'", id="another box"),
        pytest.param("A+12a=C", (1, 5), "base above ten is said by a line such as `base 16`", id="base unsaid"),
        pytest.param("base 16\nA+g=C", (2, 3), r"expected \*, a digit from 0 to f", id="digit not in the base"),
        pytest.param("base 2\nA+2=C", (2, 3), r"expected \*, a digit from 0 to 1", id="digit not in a small base"),
        pytest.param("ABCDEF+GHIJ=AK", (1, 14), "at most 10 different letters.*found 'K' too", id="eleven letters"),
        pytest.param("base 3\nABC=D", (2, 5), "at most 3 different letters", id="four letters in base 3"),
        pytest.param("A+05=B", (1, 3), "expected no zero before other digits, found '05'; `leading", id="zero first"),
        pytest.param("base 1\nA=B", (1, 6), "expected a base from 2 to 36", id="no base"),
        pytest.param("base 16", (1, 8), "expected a puzzle", id="options alone"),
        pytest.param("SEND\n-----\nMONEY", (3, 6), "expected a row for each number, at least two", id="two rows"),
        pytest.param("-----\n-----", (2, 6), "expected a row for each number, at least two", id="bars alone"),
        pytest.param("  SEND\n  MORE\n MONEY", (2, 3), r"expected one of \+, -, ×, x, found 'M'", id="no sign"),
        pytest.param("  SEND\n+ MORE\n+\n MONEY", (3, 2), "expected a number, found nothing", id="sign alone"),
        pytest.param("  SEND\n+ MO RE\n MONEY", (2, 6), "expected nothing more, found 'RE'", id="two numbers in a row"),
        pytest.param("  SEND\n+ MORE\n  MONEY", (3, 3), "'MONEY' to end below the end of 'SEND'", id="not below"),
        pytest.param("  SEND\n+ more\n MONEY", (2, 3), "expected MORE, found 'more'", id="small letters drawn"),
        pytest.param("  SEND\n+ 0ORE\n MONEY", (2, 3), "expected no zero before other digits", id="zero first, drawn"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused_with_the_place(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        puzzles(text)
    assert (refusal.value.line, refusal.value.column) == place


@pytest.mark.parametrize("base", [-1, 0, 1, 37])
def test_bases_beyond_the_digits_are_refused(base: int):
    with pytest.raises(ValueError, match="expected a base from 2 to 36"):
        read("A=B", base)


def test_known_numbers_multiply_a_word_wherever_they_stand():
    expected = [Column(7, {"A": 6}), Column(0, {"B": 6})]
    assert columns_and_products(read("2xBAx3+7=0")) == columns_and_products(read("3x2xBA=0-7")) == (expected, [])


def test_equal_known_numbers_are_both_multiplied():
    assert total(columns_and_products(read("3x3+A=2x2x2"))[0]) == (1, {"A": 1})


def test_products_of_unknown_numbers_are_kept_apart():
    columns, products = columns_and_products(read("A=2xBx*C"))
    assert columns == [Column(0, {"A": 1, "B": 0, "C": 0}), Column(0, {"*7": 0})]
    assert products == [(-2, (number(("B",)), number(("*7", "C"))))]


def test_letters_share_the_digits_and_boxes_do_not():
    assert reach({"A": 1, "B": 1}, 10) == (1, 17)
    assert reach({"*1": 1, "*3": 1}, 10) == (0, 18)
    assert reach({"A": 1, "B": -1}, 3) == (-2, 2)
    assert reach({}, 10) == (0, 0)


def test_carries_are_those_of_all_ways_to_fill_the_columns():
    units, tens = Column(9, {"*1": 1, "*2": -2}), Column(-1, {"A": -3, "B": 2})
    every = [
        (9 + x - 2 * y, -1 - 3 * a + 2 * b) for x in range(6) for y in range(6) for a in range(6) for b in range(6)
    ]
    sums = [low + 6 * high for low, high in every]
    assert carries([units, tens], {}, 6) == {found // 36 for found in sums if found % 36 == 0}
