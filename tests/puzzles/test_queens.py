import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import queens as by_hand
from ambsearch.puzzles.queens import is_solution, picture, read, solve


@pytest.mark.parametrize(("n", "count"), list(enumerate([1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724])))
def test_there_are_as_many_placements_as_are_known(n: int, count: int):
    assert solve(n).count() == count


@pytest.mark.parametrize("n", range(10))
def test_the_twin_agrees_on_every_board(n: int):
    assert list(by_hand.solve(n)) == list(solve(n))


def test_the_first_placement_is_the_first_in_the_order_of_the_rows():
    assert solve(8).first() == (0, 4, 7, 5, 2, 6, 1, 3)


def test_placements_come_in_lexicographic_order():
    placements = list(solve(7))
    assert placements == sorted(placements)


def test_a_placement_is_a_solution():
    assert is_solution((0, 4, 7, 5, 2, 6, 1, 3), n=8)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((0, 4, 7, 5, 2, 6, 3, 1), id="two queens on a diagonal that falls to the right"),
        pytest.param((3, 1, 6, 2, 5, 7, 4, 1), id="two queens in a column"),
        pytest.param((1, 0, 2, 3, 4, 5, 6, 7), id="queens on many diagonals"),
        pytest.param((0, 4, 7, 5, 2, 6, 1), id="a queen is missing"),
        pytest.param((0, 4, 7, 5, 2, 6, 1, 3, 8), id="a queen too many"),
        pytest.param((0, 4, 7, 5, 2, 6, 1, 8), id="a queen beside the board"),
        pytest.param((), id="no queens"),
    ],
)
def test_a_wrong_placement_is_not_a_solution(wrong: tuple[int, ...]):
    assert not is_solution(wrong, n=8)


def test_every_attack_between_two_queens_is_seen():
    placements = [(a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)]
    assert [placement for placement in placements if is_solution(placement, n=4)] == [(1, 3, 0, 2), (2, 0, 3, 1)]


def test_the_board_is_drawn_from_the_top_row_down():
    assert picture((2, 0, 3, 1), n=4).splitlines() == [". . Q .", "Q . . .", ". . . Q", ". Q . ."]


def test_each_number_of_a_text_is_a_puzzle():
    assert read(" 8 0\n\n12") == [{"n": 8}, {"n": 0}, {"n": 12}]
    assert read("\n") == []


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("8\n 4 six", (2, 4), "expected a number of queens, found 'six'"),
        ("-1", (1, 1), "found '-1'"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
