import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import sudoku as by_hand
from ambsearch.puzzles.overlapping.boards import layout_of
from ambsearch.puzzles.overlapping.making import Sudokus
from ambsearch.puzzles.sudoku import FIGURE_1, FIGURE_14, INSTANCES, differences, is_solution, read, solve, solve_fast

ANSWER_1 = "123456789 456789123 789123456 231564897 564897231 897231564 312645978 645978312 978312645".split()


def test_figure_1_has_one_answer():
    assert solve(FIGURE_1).one() == tuple(ANSWER_1)


def test_figure_14_has_one_answer():
    assert solve(FIGURE_14).one()[0] == "678195234"


def test_figure_20_has_one_answer():
    assert solve(**INSTANCES["figure-20"]).one() == ("12", "343", " 12")


def test_an_empty_board_of_4_x_4_has_288_answers_in_every_program():
    empty = ("....",) * 4
    answers = list(solve(empty))
    assert len(answers) == len(set(answers)) == 288
    assert list(by_hand.solve(empty)) == answers
    assert sorted(solve_fast(empty)) == sorted(answers)


@pytest.mark.parametrize("layout", ["one", "two", "three"])
def test_the_programs_agree_on_boards_that_overlap(layout: str):
    made = next(iter(Sudokus(layout_of(layout, 4), seed=5)))
    grid = tuple(made.puzzle.split("\n"))
    assert "boards" not in made.puzzle
    expected = [tuple(made.answer.split("\n"))]
    assert list(solve(grid)) == list(by_hand.solve(grid)) == list(solve_fast(grid)) == expected
    assert is_solution(expected[0], grid)


@pytest.mark.parametrize("wrong", [
    pytest.param(("12", "433", " 12"), id="equal digits in a block"),
    pytest.param(("12", "34 ", " 12"), id="a cell is missing"),
    pytest.param(("12", "3433", " 12"), id="a cell too many"),
    pytest.param(("21", "343", " 12"), id="not what is given"),
    pytest.param(("15", "343", " 12"), id="there is no such digit"),
    pytest.param((), id="nothing"),
])  # fmt: skip
def test_a_wrong_answer_is_not_a_solution(wrong: tuple[str, ...]):
    assert is_solution(("12", "343", " 12"), **INSTANCES["figure-20"])
    assert not is_solution(wrong, **INSTANCES["figure-20"])


def test_rows_columns_and_blocks_are_rules():
    rows_only = ("1234",) * 4
    latin = ("1234", "2341", "3412", "4123")
    assert not is_solution(rows_only, ("....",) * 4)
    assert not is_solution(latin, ("....",) * 4)
    assert is_solution(("1234", "3412", "2143", "4321"), ("....",) * 4)


def test_a_board_in_one_line_is_the_same_as_in_rows():
    assert list(solve(("".join(FIGURE_1),))) == list(solve(FIGURE_1))


def test_two_answers_are_told_apart():
    grid = ("12..", "34..", "21..", "43..")
    first, second = list(solve(grid).take(2))
    agree = sum(a == b for row, other in zip(first, second) for a, b in zip(row, other))
    assert 8 <= agree < 16
    assert differences(first, second, grid).count(".") == 2 * agree


def test_two_equal_givens_are_refused_with_their_cells():
    with pytest.raises(
        BadInput, match=r"column 4: expected different digits in row 1, found '1' at \(1, 1\) and at \(1, 4\)"
    ):
        solve(("1..1", "....", "....", "....")).first()


def test_what_is_read_is_what_solve_takes():
    (given,) = read("side 2\nblock 2x2\nboards 0,0 1,1\n12\n..3\n 1.\n")
    assert given == INSTANCES["figure-20"]
