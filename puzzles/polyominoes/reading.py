"""Reading boards and pieces from a text; empty lines separate them, and pieces follow their board.

A board is drawn with "." for a cell and "#" for a hole, a piece with its own name, one letter, and ".". The lines `up
to symmetry` and `row by row` may follow a board. A board without pieces is for the usual ones.
"""

from typing import Any

from ambsearch.reading import Part, blocks_of

from .game import HOLE
from .shapes import FREE, name

WISHES = {"up to symmetry": "up_to_symmetry", "row by row": "row_by_row"}
BOARD = f"a board, rows of {FREE} and {HOLE}"


def read(text: str, usual: tuple[str, ...]) -> list[dict[str, Any]]:
    """Read the boards of a text, each with its pieces and wishes.

    usual: the pieces for a board without any.
    Raises BadInput if the text is not valid, or there is no board.

    >>> read("..\\n\\nup to symmetry\\n\\n.#\\n\\na\\n", usual=("bb",))[0]
    {'board': '..', 'pieces': ('bb',), 'up_to_symmetry': True, 'row_by_row': False}
    >>> read("..\\n\\naa\\n\\na\\n", usual=())
    Traceback (most recent call last):
    ...
    ambsearch.errors.BadInput: line 5, column 1: expected a new name, found 'a' again
    """
    games: list[dict[str, Any]] = []
    for block in blocks_of(text):
        in_words = " " in block[0].text
        letter = None if in_words else letter_of(block)
        picture = "\n".join(line.text for line in block)
        if not games and (in_words or letter):
            raise (letter or block[0]).expected(BOARD)
        if in_words:
            games[-1].update({WISHES[line.one_of(WISHES)]: True for line in block})
        elif letter:
            letter.new({name(piece) for piece in games[-1]["pieces"]})
            games[-1]["pieces"] += (picture,)
        else:
            games.append({"board": picture, "pieces": (), "up_to_symmetry": False, "row_by_row": False})
    if not games:
        raise Part("", 1).expected(BOARD)
    return [game | {"pieces": game["pieces"] or usual} for game in games]


def letter_of(block: list[Part]) -> Part | None:
    """Find the letter that a piece is drawn with, None for a board; BadInput if the block is neither.

    >>> letter_of(blocks_of(".a\\naa")[0]), letter_of(blocks_of("..")[0])
    (Part(text='a', line=1, column=2), None)
    """
    letter = next((sign for line in block for sign in line.signs() if sign.text.isalnum()), None)
    other, wanted = HOLE, f"{FREE}, {HOLE} or a letter"
    if letter:
        other, wanted = letter.text, f"{letter.text} or {FREE}, as in the rest of the piece"
    width = len(block[0].text)
    for line in block:
        for sign in line.signs():
            if sign.text not in (FREE, other):
                raise sign.expected(wanted)
        if len(line.text) != width:
            raise [*line.signs(), line.end][min(width, len(line.text))].expected(f"{width} characters in each row")
    return letter
