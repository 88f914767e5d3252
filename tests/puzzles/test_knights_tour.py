from itertools import permutations

import pytest
from solved import answers

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import knights_tour as by_hand
from ambsearch.puzzles.knights_tour import count_lacking, is_solution, onward, picture, read, solve, ways

RING = ("N..", ".#.", "...")
TOUR = ((0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1))


def board(rows: int, columns: int, start: tuple[int, int] = (0, 0)) -> tuple[str, ...]:
    return tuple("".join("N" if (r, c) == start else "." for c in range(columns)) for r in range(rows))


@pytest.mark.parametrize(
    ("instance", "count"),
    [
        pytest.param("5x5", 304, marks=pytest.mark.thorough),
        *[("5x5-centre", 64), ("3x4", 2), ("4x4", 0), ("5x6-closed", 16)],
    ],
)
def test_there_are_as_many_tours_as_are_known(instance: str, count: int):
    """From other squares, and on the other smallest board that has closed tours, they are counted on the page."""
    assert len(answers("knights_tour", instance)) == count


@pytest.mark.parametrize(("columns", "count"), [(3, 0), (4, 16), (5, 0), (6, 0), (7, 104)])
def test_there_are_as_many_tours_of_three_rows_as_are_known(columns: int, count: int):
    starts = [(r, c) for r in range(3) for c in range(columns)]
    assert sum(solve(board(3, columns, start), False).count() for start in starts) == count


@pytest.mark.parametrize("size", [2, 3, 4])
def test_small_squares_have_no_tour(size: int):
    assert not solve(board(size, size), False).exists()


def test_a_board_of_one_square_is_toured_without_a_move():
    assert solve(("N",), False).one() == ((0, 0),)
    assert not solve(("N",), True).exists()


def test_a_ring_is_toured_both_ways_round():
    assert list(solve(RING, True)) == list(solve(RING, False)) == [TOUR, (TOUR[0], *TOUR[:0:-1])]


def test_exactly_the_orders_that_are_tours_are_found():
    squares = sorted(TOUR)
    assert set(solve(RING, False)) == {order for order in permutations(squares) if is_solution(order, RING, False)}


def test_no_square_of_twelve_gets_the_knight_home():
    assert [solve(board(3, 4), closed).count() for closed in (False, True)] == [2, 0]


def test_a_chessboard_is_toured_at_once():
    chessboard = board(8, 8)
    tour = solve(chessboard, False).first()
    assert is_solution(tour, chessboard, False)
    assert tour == next(by_hand.solve(chessboard, False))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("start", [(r, c) for r in range(3) for c in range(4)])
def test_the_twin_agrees_from_every_square(start: tuple[int, int], closed: bool):
    assert list(solve(board(3, 4, start), closed)) == list(by_hand.solve(board(3, 4, start), closed))


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((*TOUR[:6], TOUR[7], TOUR[6]), id="a move that is no knight's"),
        pytest.param((*TOUR[1:], TOUR[0]), id="another start"),
        pytest.param(TOUR[:-1], id="a square is missing"),
        pytest.param((*TOUR, TOUR[0]), id="a square visited twice"),
        pytest.param((*TOUR[:-1], (1, 1)), id="a square that is none"),
        pytest.param((), id="no square"),
    ],
)
def test_a_wrong_tour_is_not_a_solution(wrong: tuple[tuple[int, int], ...]):
    assert is_solution(TOUR, RING, False)
    assert not is_solution(wrong, RING, False)


def test_an_open_tour_is_not_closed():
    for tour in solve(board(3, 4), False):
        assert is_solution(tour, board(3, 4), False)
        assert not is_solution(tour, board(3, 4), True)


def test_squares_with_the_fewest_ways_on_come_first():
    start, moves = ways(board(3, 4, (0, 2)))
    assert onward(moves[start], set(moves) - {start}, moves) == [(1, 0), (2, 3), (2, 1)]


def test_no_square_is_reached_while_another_would_become_a_trap():
    _, moves = ways(board(3, 4))
    assert count_lacking([(0, 0), (1, 1)], (0, 0), {(0, 0), (1, 1), (0, 3)}, moves) == 1
    assert count_lacking([(0, 0), (1, 1)], (1, 1), {(0, 0), (1, 1), (0, 3)}, moves) == 2
    assert count_lacking([(0, 0)], (0, 0), {(0, 0)}, moves) == 0


@pytest.mark.parametrize(("rows", "columns", "tours"), [(4, 6, 0), (5, 5, 0)])
def test_closed_tours_are_as_many_as_known_in_both_directions(rows: int, columns: int, tours: int):
    assert solve(board(rows, columns), True).count() == tours


@pytest.mark.parametrize("wrong", [(), ("...",), ("N.N",), ("N.x",)])
def test_an_invalid_board_is_refused(wrong: tuple[str, ...]):
    with pytest.raises(ValueError, match="expected a board of the signs . and # with one N"):
        solve(wrong, False).first()


def test_the_visits_are_numbered():
    assert picture(TOUR, RING, True).splitlines() == ["1 4 7", "6   2", "3 8 5"]


def test_a_text_holds_boards_with_blank_lines_between_them():
    assert read("N..\n.#.\n...\n\n\nclosed\n#N \n") == [
        {"board": RING, "closed": False},
        {"board": ("#N",), "closed": True},
    ]


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("N..\n.x.", (2, 2), "expected . or #, and N once, found 'x'"),
        ("N..\n\nN.\n.N", (4, 2), "found 'N'"),
        ("\n...\n..", (3, 3), "expected N"),
        ("closed", (1, 7), "expected N"),
    ],
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
