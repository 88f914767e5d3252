import re
from collections import Counter
from itertools import permutations, product
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ambsearch.errors import BadInput
from ambsearch.puzzles.alphametics import (
    INSTANCES,
    differences,
    hint,
    is_solution,
    picture,
    read,
    solve,
    solve_by_balance,
)
from ambsearch.puzzles.arithmetic.notation import DIGITS, LETTERS
from ambsearch.puzzles.by_hand import alphametics as by_hand

UNIQUE = {  # puzzles that are known to have one answer
    "SEND+MORE=MONEY": "9567+1085=10652",
    "DONALD+GERALD=ROBERT": "526485+197485=723970",
    "CROSS+ROADS=DANGER": "96233+62513=158746",
    "FORTY+TEN+TEN=SIXTY": "29786+850+850=31486",
    "SEVEN+SEVEN+SIX=TWENTY": "68782+68782+650=138214",
    "SIX+SIX+SIX=NINE+NINE": "942+942+942=1413+1413",
    "BASE+BALL=GAMES": "7483+7455=14938",
    "COUNT-COIN=SNUB": "10652-1085=9567",
    "HExHE=SHE": "25x25=625",
    "TWOxTWO=THREE": "138x138=19044",
    "LYNDONxB=JOHNSON": "570140x6=3420840",
}
TESTS = (
    "SO+MANY+MORE+MEN+SEEM+TO+SAY+THAT+THEY+MAY+SOON+TRY+TO+STAY+AT+HOME+SO+AS+TO+SEE+OR+HEAR+THE+SAME+ONE+MAN"
    "+TRY+TO+MEET+THE+TEAM+ON+THE+MOON+AS+HE+HAS+AT+THE+OTHER+TEN=TESTS"
)


@pytest.mark.parametrize(("puzzle", "answer"), UNIQUE.items())
def test_known_puzzles_have_their_known_answer(puzzle: str, answer: str):
    assert list(solve_by_balance(puzzle)) == [answer]


def test_forty_one_terms_are_not_harder():
    assert solve_by_balance(TESTS).one().endswith("=90393")


def test_cinco_has_six_answers():
    found = {answer[:3] for answer in solve("UNO+UNO+TRES=CINCO")}
    assert found == {"943", "947", "563", "567", "583", "587"}


def test_a_letter_may_be_the_same_digit_as_a_known_one_or_a_box():
    assert list(solve("A+1=2")) == ["1+1=2"]
    assert solve("A+A=*").count() == 5
    assert solve("A+A=B").count() == 4


def test_only_a_number_of_one_digit_may_be_zero():
    assert list(solve("A+B=B", 2)) == ["0+1=1"]
    assert list(solve("*0+A=A0", 2)) == []
    assert list(solve("*0+A=A0", 2, True)) == ["00+0=00"]
    assert list(solve("00+A=0", 2, True)) == ["00+0=0"]


def test_an_equation_without_cells_has_one_answer_if_it_is_true():
    assert list(solve("2x3 = 7-1")) == ["2x3 = 7-1"]
    assert list(solve("2x3=5")) == []


def test_cells_that_cancel_out_may_be_anything_that_is_left():
    assert list(solve("A+B=A+1", 3)) == ["0+1=0+1", "2+1=2+1"]
    assert solve("0xAB=0").count() == 81
    assert list(solve("A=A+1")) == []


def test_digits_above_nine_are_small_letters():
    assert list(solve("*+1=10", 36)) == ["z+1=10"]
    assert list(solve("y×A=y0", 35)) == []
    assert list(solve("2×A=x0", 36)) == []
    assert list(solve("2×Ax=*1u", 36)) == ["2×ix=11u"]


def test_boxes_that_cannot_come_out_are_seen_without_trying_all():
    many = "*" * 40
    assert not solve_by_balance(f"{many}1*+{many}1*={many}9999*8").exists()
    assert not solve_by_balance(f"{many}1*+{many}1*+{many}1*={many}9999**8").exists()
    assert list(solve_by_balance(f"{many}1+{many}18=1{many}05")) == []
    assert solve_by_balance(f"{many}1+{many}4={many}5").exists()


def test_the_sums_of_three_boxes_are_counted():
    assert solve("**+**=***", 6).count() == sum(a + b >= 36 for a in range(6, 36) for b in range(6, 36))


# All puzzles: against trying everything


def numbers_of(puzzle: str, base: int) -> list[str]:
    return re.findall(r"[^-+=×x\s]+" if base < 34 else r"[^-+=×\s]+", puzzle)


def side(text: str, base: int) -> int:
    parts = re.findall(r"([+-]?)([^-+]+)", text)
    return sum(int(f"{sign}1") * prod(int(n, base) for n in re.split("[x×]", part)) for sign, part in parts)


def by_trying(puzzle: str, base: int, leading_zeros: bool) -> Counter[str]:
    """All the answers, by trying every digit in every cell; bases below 34."""
    letters = sorted(set(puzzle) & set(LETTERS))
    found: Counter[str] = Counter()
    for chosen in permutations(DIGITS[:base], len(letters)):
        lettered = puzzle.translate(str.maketrans("".join(letters), "".join(chosen)))
        for boxes in product(DIGITS[:base], repeat=puzzle.count("*")):
            line = lettered.replace("*", "{}").format(*boxes)
            if not leading_zeros and any(n[0] == "0" and len(n) > 1 for n in numbers_of(line, base)):
                continue
            left, right = line.split("=")
            if side(left, base) == side(right, base):
                found[line] += 1
    return found


@st.composite
def equations(draw: st.DrawFn) -> tuple[str, int]:
    base = draw(st.integers(2, 5))
    cells = draw(st.sampled_from([LETTERS[:base], LETTERS[:base] + "*" * base, LETTERS[:2] + "**" + DIGITS[:base]]))
    words = draw(st.lists(st.text(cells, min_size=1, max_size=3), min_size=2, max_size=5))
    signs = draw(st.lists(st.sampled_from("+++--xx"), min_size=len(words) - 1, max_size=len(words) - 1))
    signs[draw(st.integers(0, len(signs) - 1))] = "="
    puzzle = words[0] + "".join(sign + word for sign, word in zip(signs, words[1:]))
    assume(base ** (puzzle.count("*") + len(set(puzzle) & set(LETTERS))) <= 4000)
    return puzzle, base


@given(equations(), st.booleans())
def test_the_answers_are_those_found_by_trying_everything(equation: tuple[str, int], leading_zeros: bool):
    puzzle, base = equation
    assume(leading_zeros or not any(n[0] == "0" and len(n) > 1 for n in numbers_of(puzzle, base)))
    expected = by_trying(puzzle, base, leading_zeros)
    assert Counter(solve(puzzle, base, leading_zeros)) == expected
    assert Counter(solve_by_balance(puzzle, base, leading_zeros)) == expected
    assert Counter(by_hand.solve(puzzle, base, leading_zeros)) == expected
    assert all(is_solution(answer, puzzle, base, leading_zeros) for answer in expected)


@given(equations(), st.booleans(), st.data())
def test_no_other_digits_are_a_solution(equation: tuple[str, int], leading_zeros: bool, data: st.DataObject):
    puzzle, base = equation
    assume(leading_zeros or not any(n[0] == "0" and len(n) > 1 for n in numbers_of(puzzle, base)))
    cells = [data.draw(st.sampled_from(DIGITS[:base])) if sign in LETTERS + "*" else sign for sign in puzzle]
    line = "".join(cells)
    assert is_solution(line, puzzle, base, leading_zeros) == (line in by_trying(puzzle, base, leading_zeros))


@pytest.mark.parametrize(
    ("answer", "puzzle"),
    [
        pytest.param("9567+1085=10653", "SEND+MORE=MONEY", id="untrue"),
        pytest.param("9567+1085+0=10652", "SEND+MORE=MONEY", id="a term too many"),
        pytest.param("1+1=2", "A+B=C", id="one digit for two letters"),
        pytest.param("1+2=3", "A+A=B", id="two digits for a letter"),
        pytest.param("1+3=4", "A+2=B", id="another digit than the known one"),
        pytest.param("1+1=2", "1*1=2", id="a sign in a box"),
        pytest.param("1+1=2", "1A1=2", id="a sign for a letter"),
        pytest.param("A+B=A+B", "A+B=A+B", id="letters left"),
        pytest.param("*=*", "*=*", id="boxes left"),
        pytest.param("a=a", "*=*", id="no digit of the base"),
        pytest.param("01=1", "**=*", id="a zero first"),
        pytest.param("3-1=2", "A+B=C", id="another sign"),
        pytest.param("1 + 2=3", "A+B=C", id="blanks"),
        pytest.param("", "A+B=C", id="nothing"),
    ],
)
def test_a_wrong_answer_is_not_a_solution(answer: str, puzzle: str):
    assert not is_solution(answer, puzzle)


# The order, the texts, the pictures


@pytest.mark.parametrize("puzzle", ["UNO+UNO+TRES=CINCO", "AB+CD=EFG", "S*ND+MO*E=MONEY"])
def test_answers_to_a_sum_come_in_the_order_of_their_highest_columns(puzzle: str):
    result = [int(answer.partition("=")[2][0]) for answer in solve_by_balance(puzzle)]
    assert result == sorted(result)


def test_answers_to_a_product_come_in_the_order_of_its_units():
    units = [answer.partition("x")[0][-1] for answer in solve_by_balance("ABCxDE=FGHIJ")]
    assert units == sorted(units)
    assert len(units) == 9


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", ["ABxCD=EBxFD", "A2xB3=C3xD2"])
def test_where_both_sides_multiply_the_same_units_answers_come_in_the_order_of_the_first_letters(puzzle: str):
    answers = list(solve_by_balance(puzzle))
    assert len(answers) > 5
    assert [answer[0] for answer in answers] == sorted(answer[0] for answer in answers)
    assert sorted(answers) == sorted(solve(puzzle))


def test_a_text_may_hold_any_instance():
    text = "\n\n".join(
        f"base {given['base']}\n"
        + "leading zeros\n" * given["leading_zeros"]
        + "no zero alone\n" * (not given["zero_alone"])
        + given["puzzle"]
        for given in INSTANCES.values()
    )
    assert read(text) == list(INSTANCES.values())


def test_a_line_that_is_not_a_puzzle_is_refused_with_its_column():
    with pytest.raises(BadInput, match="at most 10 different letters") as refusal:
        solve("ABCDE+FGHIJ=KA").first()
    assert (refusal.value.line, refusal.value.column) == (1, 13)


def test_sums_and_differences_are_drawn_in_columns():
    assert picture("10652-1085=9567", "COUNT-COIN=SNUB").splitlines()[-1] == "   9567"
    assert picture("1+2 - 3 = 0", "A+B - C = D").splitlines() == ["  1", "+ 2", "- 3", "---", "  0"]


@pytest.mark.parametrize("line", ["138x138=19044", "942+942+942=1413+1413", "1=1", "3=1+2", "1+2x3=7"])
def test_other_equations_stay_in_their_line(line: str):
    assert picture(line, line) == line


def test_two_answers_are_shown_with_the_places_where_they_differ():
    first, second = solve_by_balance("UNO+UNO+TRES=CINCO").take(2)
    assert differences(first, second, "UNO+UNO+TRES=CINCO").splitlines() == [
        "943+943+8527=10413",
        "947+947+8523=10417",
        "  ^   ^    ^     ^",
    ]


def test_a_letter_that_stands_alone_is_zero_only_if_it_may():
    assert sorted(solve("A+B=B", 3)) == ["0+1=1", "0+2=2"]
    assert list(solve("A+B=B", 3, zero_alone=False)) == []
    assert list(solve("A+AB=AB", 3, zero_alone=False)) == []
    assert list(solve("*+1=1", 3, zero_alone=False)) == ["0+1=1"]
    assert list(solve("AxB=0", 2, zero_alone=False)) == []
    assert list(solve("A+B=B", 2, leading_zeros=True, zero_alone=False)) == ["0+1=1"]
    assert is_solution("0+1=1", "A+B=B", 3)
    assert not is_solution("0+1=1", "A+B=B", 3, zero_alone=False)


@given(st.sampled_from(["a+b=b", "a+bc=bc", "a+b+c=de", "ab+b=ca", "a-b=c", "a×b=b"]), st.integers(2, 5), st.booleans())
def test_the_twin_knows_when_a_letter_alone_may_be_zero(puzzle: str, base: int, zero_alone: bool):
    if len(set(puzzle) - set("+-=×")) <= base:
        programs = (solve, solve_by_balance, by_hand.solve)
        first, *others = [sorted(program(puzzle, base, zero_alone=zero_alone)) for program in programs]
        assert others == [first, first]


@pytest.mark.parametrize("puzzle", ["SEND+MORE=MONEY", "SIX+SIX+SIX=NINE+NINE", "HE×HE=SHE"])
def test_letters_may_be_small_if_all_are(puzzle: str):
    answer = UNIQUE[puzzle.replace("×", "x")].replace("x", "×")
    for program in (solve, solve_by_balance, by_hand.solve):
        assert list(program(puzzle.lower())) == [answer]
    assert is_solution(answer, puzzle.lower())
    (given,) = read(puzzle.lower())
    assert solve(**given).one() == answer


def test_in_small_letters_x_is_a_letter():
    assert sorted(solve("ax+x=ba", 5)) == sorted(solve("AC+C=BA", 5)) != []
    assert read("  two\n+ two\n-----\n four")
    with pytest.raises(BadInput, match="expected at most 2 different letters"):
        solve("a+x=b", 2).first()


def test_a_sign_of_another_width_is_reported_at_its_place():
    for puzzle, column, sign in (("AB+CD＝EF", 6, "="), ("AB＋CD=EF", 3, "+"), ("１A=B", 1, "1")):
        with pytest.raises(BadInput, match=f"expected '{re.escape(sign)}'") as refusal:
            solve(puzzle).first()
        assert refusal.value.column == column


def test_where_a_box_stands_for_a_sign_a_hint_tells_it():
    assert hint("AB*CD=EF") == "* is a box, which is any digit; AB x CD is multiplied"
    assert hint("AB+C*=EF") == hint("SEND+MORE=MONEY") == ""
