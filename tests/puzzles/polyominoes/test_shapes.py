from ambsearch.puzzles.pentominoes import TWELVE
from ambsearch.puzzles.polyominoes.shapes import shape_of, squares, views


def test_the_twelve_have_63_positions():
    assert [len(set(views(piece))) for piece in TWELVE] == [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]


def test_the_twelve_are_all_pieces_of_five_squares():
    """Grow every piece from one square, and count those that no turn or reflection makes the same."""
    grown = {frozenset({(0, 0)})}
    for _ in range(4):
        grown = {
            cells | {beside}
            for cells in grown
            for row, column in cells
            for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if beside not in cells
        }
    forms = {frozenset(views(drawn(cells))) for cells in grown}
    assert forms == {frozenset(view.translate(X) for view in views(piece)) for piece in TWELVE}
    assert len(forms) == 12
    assert all(squares(piece) == 5 for piece in TWELVE)


X = str.maketrans("filnptuvwxyz", "x" * 12)


def drawn(cells: frozenset[tuple[int, int]]) -> str:
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    return "\n".join(
        "".join("x" if (row, column) in cells else "." for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def test_the_positions_of_f_in_the_article_are_the_picture_and_a_quarter_turn_of_it():
    picture, _, turned, *_ = views(TWELVE[0])
    assert shape_of(picture, 16, "f") == (0, 1, 15, 16, 32)
    assert shape_of(turned, 16, "f") == (0, 15, 16, 17, 33)
