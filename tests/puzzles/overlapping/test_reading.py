import re

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.overlapping.boards import LAYOUTS, Layout, Unit, layout_of
from ambsearch.puzzles.overlapping.reading import Clues, clues, draw, puzzles


def read(text: str) -> list[Clues]:
    return [clues(**given) for given in puzzles(text)]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_recognised_by_its_outline(name: str):
    layout = layout_of(name)
    assert [found.layout for found in read(draw(layout, {}, "."))] == [layout]


@pytest.mark.parametrize("side", [4, 6, 8, 9, 12, 16, 25])
def test_boards_of_other_sizes_are_recognised(side: int):
    for name in ("one", "two"):
        layout = layout_of(name, side)
        assert [found.layout for found in read(draw(layout, {}, "0"))] == [layout]


def test_what_is_written_is_read_again():
    for layout in (
        layout_of("two"),
        Layout(((0, 0),), 6, (3, 2)),
        Layout(((0, 0), (1, 1)), 2, (2, 2)),
        layout_of("samurai", 4),
    ):
        puzzle = Clues(layout, {layout.cells[0]: "2", layout.cells[-1]: "3"})
        assert read(puzzle.text) == [puzzle]


def test_boards_may_share_half_their_blocks():
    layout = Layout(((0, 0), (0, 6)))
    assert [found.layout for found in read(draw(layout, {}, "."))] == [layout]


def test_each_line_of_81_signs_is_a_puzzle():
    line = "." * 40 + "5" + "0" * 40
    assert [found.givens for found in read(f"{line}\n{line}\n\n{line}")] == [{(5, 5): "5"}] * 3


@pytest.mark.parametrize("unit", layout_of("one").units, ids=layout_of("one").name)
def test_equal_digits_are_seen_in_each_unit_of_a_line(unit: Unit):
    first, second = unit.cells[0], unit.cells[-1]
    line = "".join("7" if cell in (first, second) else "." for cell in layout_of("one").cells)
    with pytest.raises(BadInput, match=re.escape(f"found '7' at {first} and at {second}")) as refusal:
        puzzles("." * 81 + "\n" + line)
    assert refusal.value.line == 2


def test_small_letters_are_digits_above_nine():
    (found,) = read("g" + "." * 255)
    assert found.givens == {(1, 1): "G"}


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("1...\n..2.\n.3.\n...4", (3, 4), "expected 4 signs in row 3, found 3"),
        ("1...\n..2.\n.3..", (3, 5), "expected 4 rows of 4 signs, found 3"),
        ("1...\n..2.\n.3..\n...4\n....", (5, 1), "expected 4 rows of 4 signs, found 5"),
        ("1...\n..5.\n.3..\n...4", (2, 3), r"expected a digit, 1 to 4, or . for an empty cell at \(2, 3\), found '5'"),
        ("1...\n..x.\n.3..\n...4", (2, 3), "found 'X'"),
        ("1...\n..2.\n1...\n....", (3, 1), r"different digits in column 1, found '1' at \(1, 1\) and at \(3, 1\)"),
        ("1...\n.1..\n....\n....", (2, 2), r"different digits in block 1, found '1' at \(1, 1\) and at \(2, 2\)"),
        ("55" + "." * 79, (1, 2), r"different digits in row 1, found '5' at \(1, 1\) and at \(1, 2\)"),
        ("." * 81 + "\n" + "." * 80 + "x", (2, 81), r"expected a digit, 1 to 9, .* at \(9, 9\), found 'X'"),
        ("." * 81 + "\n" + "." * 80 + "0x", (2, 82), "expected 81 signs in the line, found 82"),
        ("5" + "." * 79, (1, 81), "expected 81 signs in the line, found 80"),
        (draw(layout_of("two"), {(7, 7): "1", (10, 7): "1"}, "."), (10, 7), "column 1 of board 2"),
        (draw(layout_of("two"), {}, ".").replace("      ...", "      .. ", 1), (7, 10), "boards of 9 x 9 cells"),
        ("side 7\n.......", (2, 1), "expected the side 4, 6, 8"),
        ("side\n....", (1, 5), "expected what belongs to it, found nothing"),
        ("side 2 3\n....", (1, 8), "expected nothing more"),
        ("block 2\n....", (1, 7), "expected height and width of a block, such as 2x3"),
        ("boards 0,0 6\n....", (1, 12), "expected an offset such as 6,6"),
        ("side 4\nside 4\n....", (2, 1), "found 'side' again"),
        ("side 4", (1, 7), "expected a drawing in the lines below"),
        ("side 2\nblock 2x2\nboards 0,0\n12\n.", (5, 2), r"expected a digit or . at \(2, 2\), which is in a board"),
        ("side 2\nblock 2x2\nboards 0,0\n12\n...", (5, 3), r"expected a blank at \(2, 3\), which is in no board"),
    ],
)
def test_text_that_is_not_a_sudoku_is_refused_with_its_place(text: str, place: tuple[int, int], complaint: str):
    with pytest.raises(BadInput, match=complaint) as refusal:
        puzzles(text)
    assert (refusal.value.line, refusal.value.column) == place


def test_boards_that_cannot_be_told_have_to_be_written():
    square = "\n".join(["." * 21] * 21)
    with pytest.raises(BadInput, match="write boards"):
        puzzles("side 9\n" + square)
    (found,) = read("side 9\nboards 0,0 0,6 0,12 6,0 6,6 6,12 12,0 12,6 12,12\n" + square)
    assert len(found.layout.boards) == 9
