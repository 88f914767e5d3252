from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from helpers import LONG
from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.long import solutions
from ambsearch.puzzles.arithmetic.notation import BOX, DIGITS, LETTERS, Calculation, fits, work_out
from ambsearch.puzzles.arithmetic.order import best_order, candidates, extend

THREE = Calculation("*33**", "*3*", ("*33**", "****3", "***33"), "********")
TWO_DIGITS = Calculation("**", "**", ("1*", "*2"), "3**")
CELLS = 1000  # so many pairs of factors at the most are tried, to see which of them are answers


def by_trying(puzzle: Calculation, base: int, leading_zeros: bool, free: bool) -> Iterator[Calculation]:
    """All answers, found by trying all factors and remainders."""
    numbers = calculations(base, len(puzzle.first), len(puzzle.second), len(puzzle.remainder))
    for answer in numbers[tuple(places(puzzle))]:
        if len(answer.rows) == len(puzzle.rows):
            if leading_zeros:
                rows = zip(answer.rows, puzzle.rows, strict=True)
                answer = puzzle.with_rows([number.zfill(len(row)) for number, row in rows])
            if agrees(puzzle, answer, free):
                yield answer


@cache
def calculations(base: int, first: int, second: int, rest: int) -> dict[tuple[int, ...], list[Calculation]]:
    """All calculations with at most this many digits in both factors and in the remainder, by where products are."""
    found: dict[tuple[int, ...], list[Calculation]] = defaultdict(list)
    for one, other in product(range(1, base**first), range(1, base**second)):
        for remainder in range(min(one, base**rest)):
            answer = work_out(one, other, remainder, base=base, division=rest > 0)
            found[tuple(places(answer))].append(answer)
    return found


def places(calculation: Calculation) -> list[int]:
    return [place for place, row in enumerate(calculation.products) if row]


def agrees(puzzle: Calculation, answer: Calculation, free: bool) -> bool:
    pairs = list(zip(puzzle.rows, answer.rows, strict=True))
    if free:
        fixed = {0, 1, len(pairs) - 1} if puzzle.is_division else {0, 1}
        pairs = [pair if turn in fixed else cut(*pair) for turn, pair in enumerate(pairs)]
    return fits(*zip(*pairs, strict=True))


def cut(row: str, number: str) -> tuple[str, str]:
    """A row from its first known digit or letter on, and as much of the number."""
    row = row.lstrip(BOX)
    return row, number[len(number) - len(row) :] if len(row) <= len(number) else ""


@st.composite
def puzzles(draw: st.DrawFn, base: int, division: bool, leading_zeros: bool = False, free: bool = False) -> Calculation:
    """A calculation some of whose digits have become boxes or letters, and at times one another digit."""
    cells = CELLS // 4 if division and leading_zeros else CELLS  # for a remainder may have two digits then
    sizes = [pair for pair in product(range(1, 8), repeat=2) if base ** sum(pair) <= cells]
    least, (of_first, of_second) = int(not leading_zeros), draw(st.sampled_from(sizes))
    first = draw(st.integers(max(1, least * base ** (of_first - 1)), base**of_first - 1))
    second = draw(st.integers(base ** (of_second - 1), base**of_second - 1))
    rest = draw(st.sampled_from(range(first)) if first < base else st.just(0)) if division else 0
    answer = work_out(first, second, rest, base=base, division=division)
    if leading_zeros:
        answer = answer.with_rows([answer.first.zfill(of_first), *answer.rows[1:]]) if not division else answer
        longer = ["0" * draw(st.integers(0, 1)) + row for row in answer.rows[2:]]
        answer = answer.with_rows([*answer.rows[:2], *longer])
    signs = {digit: st.sampled_from((digit, BOX, BOX, LETTERS[value])) for value, digit in enumerate(DIGITS[:base])}
    rows = ["".join(draw(signs[digit]) for digit in row) for row in answer.rows]
    if draw(st.booleans()):
        row = draw(st.integers(0, len(rows) - 1))
        rows[row] = draw(st.sampled_from(DIGITS[:base])) + rows[row][1:]
    if free:
        of_last = len(rows) - int(division)
        rows[2:of_last] = [draw(st.sampled_from(("", BOX))) + (row.lstrip(BOX) or BOX) for row in rows[2:of_last]]
    return answer.with_rows(rows)


@pytest.mark.thorough
@pytest.mark.parametrize("division", [False, True])
@pytest.mark.parametrize("leading_zeros, free", [(False, False), (True, False), (False, True)])
@given(data=st.data(), base=st.sampled_from([2, 3, 4, 5, 7, 10, 12]))
@settings(max_examples=settings.default.max_examples // 4)
def test_the_answers_are_those_among_all_factors(
    division: bool, leading_zeros: bool, free: bool, data: st.DataObject, base: int
):
    puzzle = data.draw(puzzles(base, division, leading_zeros, free))
    found = list(solutions(puzzle, base, leading_zeros, free))
    assert Counter(found) == Counter(by_trying(puzzle, base, leading_zeros, free))


WANTED: list[int] = []  # an order of the columns; empty for the best one


def wanted_order(*clues: Any) -> list[int]:
    return list(WANTED) or best_order(*clues)


@pytest.fixture(scope="module", autouse=True)
def the_order_may_be_wanted() -> Iterator[None]:
    """Replaced once for all tests: what uses it is expanded anew."""
    with patch("ambsearch.puzzles.arithmetic.clues.best_order", wanted_order):
        yield


@pytest.mark.thorough
@pytest.mark.parametrize("division", [False, True])
@given(data=st.data(), base=st.sampled_from([2, 3, 5, 10]))
@settings(max_examples=settings.default.max_examples // 4)
def test_the_answers_do_not_depend_on_the_order_of_the_columns(division: bool, data: st.DataObject, base: int):
    puzzle = data.draw(puzzles(base, division))
    order: list[int] = []
    stage = (0, 0, 0)
    while columns := candidates(stage, len(puzzle.first) + 1):
        order.append(data.draw(st.sampled_from(columns)))
        stage = extend(stage, order[-1])
    expected = Counter(solutions(puzzle, base))
    WANTED[:] = order
    try:
        assert Counter(solutions(puzzle, base)) == expected
    finally:
        WANTED.clear()


@pytest.mark.thorough
def test_with_free_lengths_figure_thirteen_has_nine_answers_in_four_classes():
    found = solutions(TWO_DIGITS, free=True)
    lengths = Counter(tuple(map(len, (*answer.products, answer.total))) for answer in found)
    assert lengths == {(2, 2, 3): 1, (3, 2, 3): 1, (3, 2, 4): 1, (3, 3, 4): 6}


def eaten(first: int, second: int, random: Random) -> Calculation:
    """A multiplication with two digits left in each partial product, and five letters, not all different, in the result."""
    answer = work_out(first, second)
    products = [with_boxes(row, random.sample(range(len(row)), 2)) for row in answer.products]
    lettered = random.sample(range(len(answer.total)), 5)
    while len({answer.total[place] for place in lettered}) == 5:
        lettered = random.sample(range(len(answer.total)), 5)
    letters = "".join(LETTERS[int(digit)] for digit in answer.total)
    return answer.with_rows([BOX * 23, BOX * 20, *products, with_boxes(letters, lettered)])


def with_boxes(row: str, kept: list[int]) -> str:
    return "".join(sign if place in kept else BOX for place, sign in enumerate(row))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, 7, 8, 13] if LONG else [0])
def test_of_a_large_multiplication_two_digits_in_each_product_are_enough_for_few_answers(seed: int):
    random = Random(seed)
    first = random.randrange(10**22, 10**23)
    second = int("".join(random.choices("123456789", k=20)))
    puzzle = eaten(first, second, random)
    found = list(solutions(puzzle))
    assert work_out(first, second) in found
    assert len(found) == len(set(found)) < 100
    for answer in found:
        assert fits(puzzle.rows, answer.rows)
        assert answer == work_out(int(answer.first), int(answer.second))


@pytest.mark.thorough
def test_letters_of_all_rows_are_different_digits():
    digits = dict(zip(DIGITS, "ABCDEFGHIJ", strict=False))
    answer = work_out(57829, 34761, 1234, division=True)
    puzzle = answer.with_rows(["".join(digits[digit] for digit in row) for row in answer.rows])
    assert solutions(puzzle).one() == answer


def test_a_letter_may_be_the_same_digit_as_a_known_one():
    assert work_out(11, 1) in solutions(Calculation("A1", "1", ("AA",), "**"))


def test_a_zero_in_the_second_factor_has_no_partial_product_and_other_digits_have_one():
    puzzle = Calculation("1*", "***", ("**", "", "**"), "****")
    found = list(solutions(puzzle))
    assert found
    assert {answer.second[1] for answer in found} == {"0"}
    assert not {"0"} & {answer.second[place] for answer in found for place in (0, 2)}


def test_a_first_factor_of_many_digits_is_found_by_the_digits_of_the_total():
    answer = work_out(1234567891, 457)
    puzzle = answer.with_rows([BOX * len(row) for row in answer.rows[:-1]] + [answer.total])
    assert answer in solutions(puzzle)


@pytest.mark.parametrize("remainder", ["0", "*", "7", "1*"])
def test_remainders_are_less_than_the_divisor(remainder: str):
    puzzle = Calculation("1*", "*", ("**",), "**", ("",), remainder)
    found = [(int(answer.first), int(answer.remainder)) for answer in solutions(puzzle)]
    assert found
    assert all(rest < first for first, rest in found)


def test_with_leading_zeros_each_number_is_as_long_as_its_row():
    found = list(solutions(Calculation("**", "1*", ("***", "**"), "****"), leading_zeros=True))
    assert {tuple(map(len, answer.rows)) for answer in found} == {(2, 2, 3, 2, 4)}
    assert len(found) == 99 * 9


def test_a_second_factor_that_begins_with_zero_has_no_highest_product():
    puzzle = Calculation("2", "**", ("*", ""), "*6")
    assert [answer.second for answer in solutions(puzzle, leading_zeros=True)] == ["03"]
    assert not solutions(puzzle).exists()


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(Calculation("0*", "*", ("*",), "*"), id="begins with a known zero"),
        pytest.param(Calculation("**", "*", ("****",), "****"), id="a product of two digits more"),
        pytest.param(Calculation("**", "*", ("*",), "**"), id="a product of fewer digits"),
        pytest.param(Calculation("**", "*", ("**",), "*"), id="a total of fewer digits"),
        pytest.param(Calculation("**", "0", ("**",), "**"), id="zero times something"),
        pytest.param(Calculation("**", "0", ("",), "*"), id="zero"),
        pytest.param(Calculation("AB", "1", ("BA",), "**"), id="letters that would be the same digit"),
        pytest.param(Calculation("2", "2", ("4",), "9", ("",), "5"), id="a remainder greater than the divisor"),
    ],
)
def test_what_is_impossible_has_no_answer(puzzle: Calculation):
    assert not solutions(puzzle).exists()


@pytest.mark.parametrize("base", [2, 16, pytest.param(36, marks=pytest.mark.thorough)])
def test_all_bases_up_to_36(base: int):
    answer = work_out(base**3 - 2, base**3 // 3 + 1, base=base)
    products = [BOX + row[1:-1] + BOX for row in answer.rows[2:-1]]
    puzzle = answer.with_rows([BOX * len(answer.first), BOX * len(answer.second), *products, BOX * len(answer.total)])
    assert answer in solutions(puzzle, base)


def test_leading_zeros_and_free_lengths_exclude_each_other():
    with pytest.raises(ValueError, match="expected leading zeros or free lengths, found both"):
        solutions(THREE, leading_zeros=True, free=True).first()
