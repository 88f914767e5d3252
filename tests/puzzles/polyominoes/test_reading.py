from typing import Any

import pytest

from ambsearch import BadInput
from ambsearch.puzzles.pentominoes import INSTANCES
from ambsearch.puzzles.polyominoes.reading import WISHES, read


def test_boards_are_read_with_their_pieces_or_the_usual_ones():
    text = "\n....\n.##.\n....\n\nup to symmetry\nrow by row\n\naa\na.\n\n\nbbb\n\n......\n"
    assert read(text, usual=("cc",)) == [
        {"board": "....\n.##.\n....", "pieces": ("aa\na.", "bbb"), "up_to_symmetry": True, "row_by_row": True},
        {"board": "......", "pieces": ("cc",), "up_to_symmetry": False, "row_by_row": False},
    ]


@pytest.mark.parametrize("arguments", INSTANCES.values(), ids=INSTANCES)
def test_what_is_written_as_text_is_read_again(arguments: dict[str, Any]):
    wishes = [words for words, key in WISHES.items() if arguments[key]]
    assert read("\n\n".join([arguments["board"], *wishes, *arguments["pieces"]]), usual=()) == [arguments]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected a board, rows of . and #, found nothing"),
        ("aa\na.\n", 1, 1, "expected a board, rows of . and #, found 'a'"),
        ("....\n.x..\n", 2, 2, "expected a board, rows of . and #, found 'x'"),
        ("row by row\n", 1, 1, "expected a board, rows of . and #, found 'row by row'"),
        ("..\n\nrow by column\n", 3, 1, "expected one of up to symmetry, row by row, found 'row by column'"),
        ("..\n\nrow by row\naa\n", 4, 1, "expected one of up to symmetry, row by row, found 'aa'"),
        ("...\n..\n", 2, 3, "expected 3 characters in each row, found nothing"),
        ("..\n...\n", 2, 3, "expected 2 characters in each row, found '.'"),
        ("..\n.!\n", 2, 2, "expected ., # or a letter, found '!'"),
        ("..\n\naa\nab\n", 4, 2, "expected a or ., as in the rest of the piece, found 'b'"),
        ("..\n\naa\n#.\n", 4, 1, "expected a or ., as in the rest of the piece, found '#'"),
        ("..\n\na\n\n.a\naa\n", 5, 2, "expected a new name, found 'a' again"),
    ],
)
def test_text_that_is_not_a_puzzle_is_refused_with_its_place(text: str, line: int, column: int, message: str):
    with pytest.raises(BadInput) as refusal:
        read(text, usual=())
    assert (refusal.value.line, refusal.value.column, refusal.value.message) == (line, column, message)
