from ambsearch.puzzles.pentominoes import SIX_BY_TEN, TWELVE
from ambsearch.puzzles.polyominoes.shapes import views
from ambsearch.puzzles.polyominoes.symmetry import is_first, positions_and_symmetries

SQUARE = "\n".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)


def positions_kept(board: str, pieces: tuple[str, ...]) -> list[int]:
    return [len(lying) for lying in positions_and_symmetries(board, pieces, True)[0]]


def test_on_6_x_10_two_of_the_eight_positions_of_f_are_kept():
    positions, symmetries = positions_and_symmetries(SIX_BY_TEN, TWELVE, True)
    assert positions[0] == [views(TWELVE[0])[k] for k in (0, 2)]
    assert symmetries == []
    assert sum(map(len, positions)) == 57


def test_on_a_square_one_position_of_f_is_kept():
    assert positions_kept(SQUARE, TWELVE)[:3] == [1, 2, 8]


def test_the_first_piece_that_no_symmetry_leaves_as_it_lies_is_the_one_kept_back():
    assert positions_kept("....\n....", ("iii", "ll\nl.", "mm")) == [2, 1, 2]


def test_if_a_piece_may_be_left_over_answers_are_compared():
    positions, symmetries = positions_and_symmetries(SIX_BY_TEN, (*TWELVE, "s"), True)
    assert [len(positions[0]), symmetries] == [8, [1, 4, 5]]


def test_of_an_answer_and_its_images_exactly_one_comes_first():
    answer = "ab\ncd"
    assert [is_first(view, [1, 2, 3, 4, 5, 6, 7]) for view in views(answer)].count(True) == 1
