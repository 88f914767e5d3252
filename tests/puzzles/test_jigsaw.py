"""The figures are those of Eiiti Wada, "Jigsaw puzzles for computers" (2002)."""

from itertools import islice, permutations

import pytest

from ambsearch.puzzles import jigsaw
from ambsearch.puzzles.by_hand import jigsaw as by_hand
from ambsearch.puzzles.jigsaw import INSTANCES, LETTERS, NINE, calls, is_solution, picture, solve

ROW_BY_ROW = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CORNER_FIRST = (0, 1, 3, 4, 2, 5, 6, 7, 8)
PRINTED = """
 6   0   1
3 4 3 2 5 3
 6 1 5 2 7 0
  5 0 7 3 4 5
 7 0 6 1 1 6
0 1 6 2 5 0
 5   7   4
"""


def turned(placement: tuple[str, ...]) -> tuple[str, ...]:
    """The whole board of 3 x 3 cells, turned a quarter to the left."""
    return tuple(placement[cell][1:] + placement[cell][:1] for cell in (2, 5, 8, 1, 4, 7, 0, 3, 6))


def test_the_nine_pieces_can_be_laid_out_in_twelve_ways():
    assert solve(NINE, ROW_BY_ROW).count() == 12


def test_the_order_of_placement_does_not_change_the_placements():
    assert set(solve(NINE, CORNER_FIRST)) == set(solve(NINE, ROW_BY_ROW))
    assert set(solve(NINE, ROW_BY_ROW[::-1])) == set(solve(NINE, ROW_BY_ROW))


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_four_pieces_can_be_laid_out_in_any_order(order: tuple[int, ...]):
    assert sorted(solve(NINE[:4], order)) == sorted(solve(NINE[:4], (0, 1, 2, 3)))
    assert list(by_hand.solve(NINE[:4], order)) == list(solve(NINE[:4], order))


def test_a_placement_comes_in_all_four_turns():
    placements = set(solve(NINE, ROW_BY_ROW))
    assert {turned(placement) for placement in placements} == placements
    assert all(turned(placement) != placement for placement in placements)


def test_the_first_placement_is_the_one_printed_in_the_article():
    edges = [[LETTERS.index(letter) for letter in piece] for piece in solve(NINE, ROW_BY_ROW).first()]
    (a, b, c), (d, e, f), (g, h, i) = edges[:3], edges[3:6], edges[6:]
    printed = [
        *(a[0], b[0], c[0]),
        *(a[3], a[1], b[3], b[1], c[3], c[1]),
        *(a[2], d[0], b[2], e[0], c[2], f[0]),
        *(d[3], d[1], e[3], e[1], f[3], f[1]),
        *(g[0], d[2], h[0], e[2], i[0], f[2]),
        *(g[3], g[1], h[3], h[1], i[3], i[1]),
        *(g[2], h[2], i[2]),
    ]
    assert printed == [int(code) for code in PRINTED.split()]


@pytest.mark.parametrize("program", [calls, by_hand.calls], ids=["by choice", "by hand"])
@pytest.mark.parametrize(("order", "count"), [(ROW_BY_ROW, 4117), (CORNER_FIRST, 2569)])
def test_cells_with_two_neighbours_early_save_calls(program, order: tuple[int, ...], count: int):
    assert program(NINE, order) == count


def test_calls_are_the_boards_that_are_filled_in_part_the_empty_one_included():
    pieces, order = INSTANCES["four"].values()
    boards = 1
    for filled in (1, 2, 3):
        for chosen in permutations(pieces, filled):
            for turns in range(4**filled):
                laid = [piece[turn:] + piece[:turn] for k, piece in enumerate(chosen) for turn in [turns // 4**k % 4]]
                boards += all(
                    laid[cell][edge] == laid[other][edge - 2].swapcase()
                    for cell, edge, other in ((1, 3, 0), (2, 0, 0))
                    if cell < filled
                )
    assert calls(pieces, order) == by_hand.calls(pieces, order) == boards


def test_a_single_piece_may_lie_in_four_ways():
    assert list(solve(("RGBW",), (0,))) == [("RGBW",), ("GBWR",), ("BWRG",), ("WRGB",)]


def test_a_larger_board():
    sixteen, order = laid_out(4), tuple(range(16))
    found = solve(sixteen, order).take(20)
    assert found[0] == sixteen
    assert all(is_solution(placement, sixteen, order) for placement in found)
    assert found == list(islice(by_hand.solve(sixteen, order), 20))


def laid_out(size: int) -> tuple[str, ...]:
    """Pieces that fit as they are, row by row, cut from a board whose inner edges are lettered in turn."""
    letters = iter("RGBWRRGGBBWWrgbwGWRBBWRGwbgrRGBGWRWBRGBW" * size)
    right = [next(letters) for _ in range(size * size)]
    bottom = [next(letters) for _ in range(size * size)]
    pieces = []
    for cell in range(size * size):
        top = bottom[cell - size].swapcase() if cell >= size else next(letters)
        left = right[cell - 1].swapcase() if cell % size else next(letters)
        pieces.append(top + right[cell] + bottom[cell] + left)
    return tuple(pieces)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda board: (board[1], board[0], *board[2:]), id="two pieces changed places"),
        pytest.param(lambda board: (board[0][1:] + board[0][:1], *board[1:]), id="a piece was turned"),
        pytest.param(lambda board: (board[0][::-1], *board[1:]), id="a piece was turned over"),
        pytest.param(lambda board: (board[0].swapcase(), *board[1:]), id="there is no such piece"),
        pytest.param(lambda board: (*board[:8], board[0]), id="a piece is used twice"),
        pytest.param(lambda board: board[:8], id="a piece is missing"),
        pytest.param(lambda board: (*board, board[0]), id="a piece too many"),
        pytest.param(lambda board: (), id="nothing"),
    ],
)
def test_a_wrong_placement_is_no_solution(change):
    for placement in solve(NINE, ROW_BY_ROW):
        assert is_solution(placement, NINE, ROW_BY_ROW)
        assert not is_solution(change(placement), NINE, ROW_BY_ROW)


@pytest.mark.parametrize(
    ("pieces", "order", "complaint"),
    [
        (NINE[:3], (0, 1, 2), "only if there are 1, 4, 9, ... of them; here are 3"),
        ((), (), "here are 0"),
        (NINE, (0, 1, 2), r"each cell from 0 to 8 once; this one is \(0, 1, 2\)"),
        (NINE[:4], (0, 1, 2, 2), r"each cell from 0 to 3 once"),
        (("gwgx",), (0,), "piece 0 is 'gwgx'"),
        (("gwg",), (0,), "piece 0 is 'gwg'"),
    ],
)
def test_pieces_and_orders_that_are_none_are_refused(pieces, order, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(pieces, order).first()


def test_a_cell_touches_the_neighbours_that_are_filled_before_it():
    conditions = dict(jigsaw.contacts(NINE, ROW_BY_ROW))
    assert conditions == {
        0: [],
        1: [(3, 0)],
        2: [(3, 1)],
        3: [(0, 0)],
        4: [(0, 1), (3, 3)],
        5: [(0, 2), (3, 4)],
        6: [(0, 3)],
        7: [(0, 4), (3, 6)],
        8: [(0, 5), (3, 7)],
    }


def test_each_piece_is_drawn_in_a_box_with_its_letters_at_its_edges():
    lines = picture(solve(NINE, ROW_BY_ROW).first(), NINE, ROW_BY_ROW).splitlines()
    assert lines[:5] == [
        "┌───────┬───────┬───────┐",
        "│   g   │   R   │   G   │",
        "│ W   w │ W   B │ b   W │",
        "│   g   │   b   │   r   │",
        "├───────┼───────┼───────┤",
    ]
    assert len(lines) == 13
    assert {len(line) for line in lines} == {25}
    assert lines[-1] == "└───────┴───────┴───────┘"
