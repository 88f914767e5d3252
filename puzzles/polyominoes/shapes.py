"""Pieces as pictures and as shapes.

picture  the rows of a piece, one a line, drawn with its own name, one letter, and ".", e.g. ".ff\\nff.\\n.f."; a board is
         a picture, too
below    how far a cell's number is from that of the cell below it, e.g. 16
shape    a piece in one of its positions: the numbers of its cells, less that of its first, e.g. (0, 1, 15, 16, 32)
"""

from collections.abc import Iterable
from typing import TypeAlias

FREE = "."

Shape: TypeAlias = tuple[int, ...]


def views(picture: str) -> list[str]:
    """List the eight views of a picture: each quarter turn to the right, and after each its mirror image.

    >>> list(dict.fromkeys(views("ab"))) == ["ab", "ba", "a\\nb", "b\\na"]
    True
    """
    found = []
    for _ in range(4):
        found += [picture, mirror(picture)]
        picture = mirror(transpose(picture))
    return found


def mirror(picture: str) -> str:
    """Mirror a picture, left to right.

    >>> mirror("ab\\ncd")
    'ba\\ndc'
    """
    return "\n".join(row[::-1] for row in picture.split("\n"))


def transpose(picture: str) -> str:
    """Write the columns as rows.

    >>> transpose("ab\\ncd")
    'ac\\nbd'
    """
    return "\n".join(map("".join, zip(*picture.split("\n"), strict=True)))


def shape_of(picture: str, below: int, letter: str) -> Shape:
    """Number the cells that hold the letter, from 0 for the first one.

    >>> shape_of(".ff\\nff.\\n.f.", 16, "f")
    (0, 1, 15, 16, 32)
    """
    cells = cells_of(picture, below, letter)
    return tuple(cell - cells[0] for cell in cells)


def cells_of(picture: str, below: int, letter: str) -> list[int]:
    """List the cells that hold the letter, numbered row by row.

    >>> cells_of(".ff\\nff.\\n.f.", 16, "f")
    [1, 2, 16, 17, 33]
    """
    return [
        row * below + column
        for row, line in enumerate(picture.split("\n"))
        for column, found in enumerate(line)
        if found == letter
    ]


def bits(cells: Iterable[int]) -> int:
    """Write a set of cells as the bits of one number.

    >>> bin(bits((0, 2)))
    '0b101'
    """
    return sum(1 << cell for cell in cells)


def name(piece: str) -> str:
    """The letter that a piece is drawn with.

    >>> name(".ff\\nff.\\n.f.")
    'f'
    """
    return min(set(piece) - {FREE, "\n"})


def squares(piece: str) -> int:
    """Count the squares of a piece.

    >>> squares(".ff\\nff.\\n.f.")
    5
    """
    return piece.count(name(piece))


def longest(pieces: tuple[str, ...]) -> int:
    """The length of the longest side of a piece; 1 if there is no piece.

    >>> longest(("aa\\na.", "bbb"))
    3
    """
    return max((len(rows) for piece in pieces for rows in (piece.split("\n"), piece.split("\n")[0])), default=1)


def check_pieces(pieces: tuple[str, ...]) -> None:
    """Raise ValueError for what is not a piece, or for a piece with the name of another."""
    for piece in pieces:
        letters = set(piece) - {FREE, "\n"}
        if len(letters) != 1 or not min(letters).isalnum() or len(set(map(len, piece.split("\n")))) != 1:
            raise ValueError(f"expected a piece drawn with one letter and ., in rows of one length, found {piece!r}")
    names = [name(piece) for piece in pieces]
    if len(set(names)) != len(names):
        raise ValueError(f"expected a different letter for each piece, found {' '.join(names)}")
