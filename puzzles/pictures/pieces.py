"""Square pieces with letters at their edges: as text in boxes, and as pictures in the colours of their letters."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import isqrt
from unicodedata import east_asian_width

from .marks import THICK, Drawing, Mark, Shape, Text, box, colours_of, move

SIDE = 2.0  # of a piece in a picture, in cells


def row_of_boxes(row: Sequence[str]) -> str:
    """Some pieces side by side, without the lines above and below them.

    >>> print(row_of_boxes(["RGBW"]))
    │   R   │
    │ W   G │
    │   B   │
    """
    upper = "".join(f"│   {pad(piece[0], 4)}" for piece in row)
    middle = "".join(f"│ {pad(piece[3], 4)}{pad(piece[1], 2)}" for piece in row)
    lower = "".join(f"│   {pad(piece[2], 4)}" for piece in row)
    return f"{upper}│\n{middle}│\n{lower}│"


def boxes_apart(row: Sequence[str]) -> list[str]:
    """The lines of some pieces, each in its own box."""
    bar = "─" * 7
    boxes = [[f"┌{bar}┐", *row_of_boxes((piece,)).split("\n"), f"└{bar}┘"] for piece in row]
    return [" ".join(lines) for lines in zip(*boxes, strict=True)]


def pad(letter: str, columns: int) -> str:
    return letter + " " * (columns - 1 - (east_asian_width(letter) in "WF"))  # such letters take two columns


def colours(pieces: tuple[str, ...], pairs: str) -> dict[str, str]:
    """The colour of each letter; a pair has one colour."""
    fills = colours_of(min(pair) for pair in pairs.split() if set(pair) & set("".join(pieces)))
    return fills | {letter: fills[min(pair)] for pair in pairs.split() for letter in pair if min(pair) in fills}


@cache
def places(size: int) -> tuple[Mark, ...]:
    """The places of a board."""
    return tuple(box(x * SIDE, y * SIDE, SIDE, SIDE) for y in range(size) for x in range(size))


@lru_cache(5000)
def marks_in_cell(piece: str, cell: int, pieces: tuple[str, ...], pairs: str) -> list[Mark]:
    """A piece in a cell."""
    size = isqrt(len(pieces))
    alone = Drawing(SIDE, SIDE, tuple(triangles(piece, colours(pieces, pairs))))
    return move(alone, cell % size * SIDE, cell // size * SIDE)


def triangles(piece: str, fills: Mapping[str, str]) -> Iterator[Mark]:
    """A triangle for each edge of a piece, with its letter."""
    corners = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))
    middles = ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5))
    for edge, letter in enumerate(piece):
        triangle = (corners[edge], corners[(edge + 1) % 4], (SIDE / 2, SIDE / 2))
        yield Shape(triangle, fills[letter])
        yield Text((middles[edge][0] * SIDE, middles[edge][1] * SIDE), letter, 0.5)
    yield Shape(corners, "", THICK)
