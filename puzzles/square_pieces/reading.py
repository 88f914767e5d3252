"""Reading square pieces, and the pairs of letters that may touch."""

from math import isqrt
from typing import Any

from ambsearch.reading import Part, lines_of

from .board import CASES


def puzzles(text: str) -> list[dict[str, Any]]:
    """Read the contest's input, which `ambsearch.puzzles.jigsaw` describes, each puzzle as keyword arguments of `solve`."""
    lines = lines_of(text)
    number = lines.pop(0).words()[0] if lines and lines[0].text.strip().isdecimal() else None
    pairs = CASES
    found: list[dict[str, Any]] = []
    for line in lines:
        if line.words()[0].text == "pairs":
            pairs = read_pairs(line)
        else:
            pieces = read_pieces(line, pairs)
            found.append({"pieces": pieces, "order": None, "pairs": pairs, "up_to_symmetry": False})
    if number and number.number() != len(found):
        raise number.expected(f"{len(found)}, the number of puzzles below")
    return found


def read_pairs(line: Part) -> str:
    """Read the pairs in a line; BadInput if one is not a pair, or a letter is in two of them."""
    _, *pairs = line.words("pairs", "a pair of letters", more=True)
    before = ""
    for pair in pairs:
        if len(pair.text) != 2 or not pair.text.isprintable():
            raise pair.expected("a pair of letters")
        for letter in pair.signs():
            if letter.text in before:
                raise letter.error(f"expected a letter that is in no other pair, found {letter.text!r} again")
        before += pair.text
    return " ".join(pair.text for pair in pairs)


def read_pieces(line: Part, pairs: str) -> tuple[str, ...]:
    """Read the pieces in a line; BadInput if one is not a piece, or if they do not make a square."""
    pieces = line.words()
    for piece in pieces:
        if len(piece.text) != 4:
            raise piece.expected("a piece of four letters")
        for letter in piece.signs():
            if letter.text not in pairs:
                raise letter.expected("a letter of one of the pairs")
    if isqrt(len(pieces)) ** 2 != len(pieces):
        raise line.end.error(f"expected 1, 4, 9, ... pieces, found {len(pieces)}")
    return tuple(piece.text for piece in pieces)
