from itertools import islice, permutations

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import magic_squares as by_hand
from ambsearch.puzzles.magic_squares import (
    EIGHT,
    INSTANCES,
    ORDER_3,
    ORDER_4,
    RING,
    SQUARES,
    filling,
    is_solution,
    picture,
    read,
    solve,
)

NINE = tuple(range(1, 10))
MAGIC = (1, 8, 3, 6, 5, 4, 7, 2, 9)


def test_nine_numbers_have_one_answer():
    assert solve(**SQUARES, numbers=NINE, total=None).one() == MAGIC


@pytest.mark.parametrize(
    ("total", "answers"),
    [
        (11, []),
        (12, [(1, 8, 3, 5, 7, 6, 4, 2)]),
        (13, [(1, 8, 4, 7, 3, 5, 2, 6), (1, 7, 5, 4, 6, 8, 3, 2)]),
        (14, [(1, 6, 7, 5, 3, 8, 2, 4), (3, 7, 4, 6, 2, 5, 1, 8)]),
        (15, [(3, 5, 7, 4, 2, 8, 1, 6)]),
        (16, []),
    ],
)
def test_eight_numbers_have_the_answers_that_the_article_draws(total: int, answers: list[tuple[int, ...]]):
    assert list(solve(**RING, numbers=EIGHT, total=total)) == answers


def test_a_sum_that_is_left_open_gives_the_answers_of_all_sums():
    sums = [solve(**RING, numbers=EIGHT, total=total) for total in range(40)]
    assert sorted(solve(**RING, numbers=EIGHT, total=None)) == sorted(answer for answers in sums for answer in answers)


def test_even_and_odd_numbers_have_the_answers_of_one_to_eight_doubled():
    eight = list(solve(**INSTANCES["eight"]))
    assert list(solve(**INSTANCES["even"])) == [tuple(2 * number for number in answer) for answer in eight]
    assert list(solve(**INSTANCES["odd"])) == [tuple(2 * number - 1 for number in answer) for answer in eight]


def test_the_primes_have_one_answer_of_a_prime_sum():
    answer = solve(**INSTANCES["primes"]).one()
    assert answer == (3, 23, 5, 17, 19, 11, 13, 7)
    assert sum(answer[:3]) == 31


def test_the_magic_square_of_order_three_is_the_only_one():
    assert list(solve(**ORDER_3, numbers=NINE, total=None)) == [(2, 9, 4, 7, 5, 3, 6, 1, 8)]


def test_the_twin_finds_the_same_first_magic_squares_of_order_four():
    instance = {**ORDER_4, "numbers": tuple(range(1, 17)), "total": 34}
    squares = solve(**instance).take(20)
    assert len(set(squares)) == 20
    assert all(is_solution(square, **instance) for square in squares)
    assert list(islice(by_hand.solve(**instance), 20)) == squares


def images(square: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The eight turns and mirror images of a square of three by three cells, its centre cell blank or not."""
    cells = (*square[:4], 0, *square[4:]) if len(square) == 8 else square
    rows = (cells[:3], cells[3:6], cells[6:])
    found = set()
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        for image in (rows, rows[::-1]):
            flat = [number for row in image for number in row]
            found.add(tuple(number for number in flat if number or len(square) == 9))
    return found


def test_exactly_one_of_eight_images_is_an_answer():
    everything = {
        ring
        for ring in permutations(EIGHT)
        if sum(ring[:3]) == ring[0] + ring[3] + ring[5] == ring[2] + ring[4] + ring[7] == sum(ring[5:])
    }
    answers = list(solve(**INSTANCES["eight"]))
    assert len(everything) == 8 * len(answers)
    assert set().union(*map(images, answers)) == everything


@pytest.mark.parametrize("square", [MAGIC, (1, 8, 3, 5, 7, 6, 4, 2)], ids=["nine", "eight"])
def test_turns_and_mirror_images_are_no_solutions(square: tuple[int, ...]):
    instance = INSTANCES["squares" if len(square) == 9 else "eight"]
    assert [image for image in images(square) if is_solution(image, **instance)] == [square]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((1, 8, 3, 6, 5, 4, 7, 9, 2), id="two numbers changed places"),
        pytest.param((1, 8, 3, 6, 5, 4, 7, 2, 2), id="a number is used twice"),
        pytest.param((2, 9, 4, 7, 6, 5, 8, 3, 10), id="there is no such number"),
        pytest.param(MAGIC[:8], id="a number is missing"),
        pytest.param((*MAGIC, 10), id="a number too many"),
        pytest.param((5,) * 9, id="one number everywhere"),
        pytest.param((), id="nothing"),
    ],
)
def test_a_wrong_square_is_not_a_solution(wrong: tuple[int, ...]):
    assert is_solution(MAGIC, **INSTANCES["squares"])
    assert not is_solution(wrong, **INSTANCES["squares"])


def test_a_sum_that_is_given_is_a_rule():
    assert is_solution((1, 8, 3, 5, 7, 6, 4, 2), **RING, numbers=EIGHT, total=12)
    assert not is_solution((1, 8, 3, 5, 7, 6, 4, 2), **RING, numbers=EIGHT, total=13)


def test_numbers_may_be_chosen_from_more_than_there_are_cells():
    numbers = tuple(range(-2, 8))
    instance = {**RING, "numbers": numbers, "total": 3}
    answers = list(solve(**instance))
    assert answers and answers == list(by_hand.solve(**instance))
    assert all(is_solution(answer, **instance) for answer in answers)


def test_too_few_numbers_have_no_answer():
    assert not solve(**RING, numbers=EIGHT[:7], total=None).exists()


@pytest.mark.parametrize("figure", [SQUARES, RING, ORDER_3, ORDER_4], ids=["squares", "ring", "3 x 3", "4 x 4"])
def test_the_twin_fills_the_cells_in_the_same_order(figure):
    assert "".join(by_hand.filling(**figure)) == filling(**figure)


def test_corners_come_first():
    assert filling(**SQUARES) == "ACGIBDEFH"
    assert filling(**RING) == "ACFHBDEG"


@pytest.mark.parametrize(
    ("rows", "lines", "numbers", "complaint"),
    [
        (("A",), ("A",), (1,), "two or more rows"),
        (("ABC", "DEF"), ("ABC",), NINE, "two or more rows"),
        (("ABC", "DEF", "GH "), ("ABC",), NINE, "with its corners"),
        (("AB", "CA"), ("ABC",), NINE, "a different letter for each cell"),
        (("AB", "CD"), (), NINE, "and a line"),
        (("AB", "CD"), ("ABX",), NINE, "letters of ABCD, none twice, found 'ABX'"),
        (("AB", "CD"), ("AAB",), NINE, "none twice, found 'AAB'"),
        (("AB", "CD"), ("ABCD", ""), NINE, "found ''"),
        (("AB", "CD"), ("AB",), NINE, "the same cells and lines"),
        (("AB", "CD"), ("AB", "CD"), NINE, r"with the same cells and lines, found one with others: \('AC', 'BD'\)"),
        (("ABC", "D  ", "EFG"), ("ACEG",), NINE, "the same cells and lines"),
        (("AB", "CD"), ("ABCD",), (1, 2, 3, 3), r"expected different numbers, found \(1, 2, 3, 3\)"),
    ],
)
def test_invalid_figures_are_refused(rows, lines, numbers, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(rows, lines, numbers, None).first()


def test_the_square_is_drawn_with_its_sum():
    assert picture((3, 23, 5, 17, 19, 11, 13, 7), **INSTANCES["primes"]).splitlines() == [
        "┌────┬────┬────┐",
        "│  3 │ 23 │  5 │",
        "├────┼────┼────┤",
        "│ 17 │    │ 19 │",
        "├────┼────┼────┤",
        "│ 11 │ 13 │  7 │",
        "└────┴────┴────┘",
        "sum 31",
    ]


def test_puzzles_are_read_with_empty_lines_between():
    text = """
ABC
D.E
FGH
lines ABC ADF CEH FGH
numbers 1 2 3 4 5 6 7 8
sum 13

 AB
 CD
numbers 1 2 3 -4
lines ABCD
"""
    assert read(text) == [
        INSTANCES["eight-sum-13"],
        {"rows": ("AB", "CD"), "lines": ("ABCD",), "numbers": (1, 2, 3, -4), "total": None},
    ]
    assert read("\n\n") == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("AB\nCD\nlines ABCD\nnumbers 1 2 x\n", "line 4, column 13: expected a whole number, found 'x'"),
        ("AB\nCD\nlines ABCD\nnumbers 1 2\nsum ten\n", "line 5, column 5: expected a whole number, found 'ten'"),
        ("AB\nCD\nlines ABCD ABX\nnumbers 1 2 3 4\n", "line 3, column 12: expected letters of ABCD, none twice"),
        ("AB\nCD\nlines ABA\nnumbers 1 2 3 4\n", "line 3, column 7: expected letters of ABCD, none twice"),
        ("AB\nCD\nlines ABCD\nnumbers 1 2 1 4\n", "line 4, column 13: expected a new number, found '1' again"),
        ("AB\nCD\n lins ABCD\n", "line 3, column 2: expected one of lines, numbers, sum, found 'lins'"),
        ("AB\nCD\nlines\n", "line 3, column 6: expected what belongs to it, found nothing"),
        (
            "\nAB\nCD\nlines ABCD\n",
            "line 4, column 11: expected the word numbers, and what belongs to it, in a line below",
        ),
        ("AB\nCD\nlines ABCD\n lines AB\n", "line 4, column 2: expected a new name, found 'lines' again"),
        ("AB\nlines AB\nnumbers 1 2\n", "line 1, column 1: expected a square figure of two or more rows"),
        ("AB\nCD\nlines ABCD\nnumbers 1 2 3 4\nsum 9 10\n", "line 5, column 7: expected nothing more, found '10'"),
    ],
)
def test_text_that_holds_no_puzzle_is_refused_with_its_place(text: str, complaint: str):
    with pytest.raises(BadInput, match=complaint):
        read(text)
