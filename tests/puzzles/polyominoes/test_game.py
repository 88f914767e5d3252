import pytest

from ambsearch.puzzles.pentominoes import SIX_BY_TEN, TWELVE, solve, solve_by_trie
from ambsearch.puzzles.polyominoes.game import Game
from ambsearch.puzzles.polyominoes.shapes import transpose


def test_of_the_57_shapes_44_have_the_cell_below_and_28_the_cell_to_the_right():
    shapes = [shape for its_shapes in Game(SIX_BY_TEN, TWELVE, True, True).shapes for shape in its_shapes]
    assert len(shapes) == 57
    assert sum(16 in shape for shape in shapes) == 44
    assert sum(1 in shape for shape in shapes) == 28


@pytest.mark.parametrize("program", [solve, solve_by_trie])
def test_no_piece_wraps_around_from_the_right_edge_to_the_row_below(program):
    cells = "#" * 13 + ".\n" + "#." + "#" * 12
    assert list(program(cells, ("a...a",), False, row_by_row=True)) == []


@pytest.mark.parametrize("row_by_row", [True, False])
def test_the_board_is_transposed_only_if_it_is_wider_than_high(row_by_row: bool):
    for board in (SIX_BY_TEN, transpose(SIX_BY_TEN), "..\n.."):
        wanted = board == SIX_BY_TEN and not row_by_row
        assert Game(board, TWELVE, True, row_by_row).is_transposed == wanted


@pytest.mark.parametrize(
    ("cells", "pieces", "complaint"),
    [
        ("..\n...", (), "found the row '...'"),
        ("...\n..", (), "found the row '..'"),
        ("..x", (), r"found the row '..x'"),
        ("", (), "found the row ''"),
        ("..", ("ab",), "found 'ab'"),
        ("..", ("..",), r"found '..'"),
        ("..", ("aa\na",), "found 'aa"),
        ("..", ("a", "aa"), "found a a"),
    ],
)
def test_invalid_boards_and_pieces_are_refused(cells: str, pieces: tuple[str, ...], complaint: str):
    for program in (solve, solve_by_trie):
        with pytest.raises(ValueError, match=complaint):
            program(cells, pieces, False).first()
