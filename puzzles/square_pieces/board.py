"""The rotations of square pieces, and a board on which they touch.

piece   its letters from the top edge clockwise: top, right, bottom, left, e.g. "gwgW"
kind    the different rotations of a piece, each a quarter turn to the left from the one before
order   the cells in the order in which they are filled; None: row by row
edge    0 top, 1 right, 2 bottom, 3 left
"""

from collections.abc import Sequence
from math import isqrt
from string import ascii_uppercase

CASES = " ".join(letter + letter.lower() for letter in ascii_uppercase)

Order = tuple[int, ...] | None
Kind = tuple[str, ...]


def loose_pieces(pieces: Sequence[str]) -> list[str]:
    """The pieces in alphabetical order, each in its first rotation, so that the order does not show how they fit."""
    return sorted(min(piece[turn:] + piece[:turn] for turn in range(4)) for piece in pieces)


def turns_left(kinds: Sequence[Kind], left: Sequence[int]) -> list[tuple[int, str]]:
    """List the rotations of the pieces that are not on the board, each with the number of its kind.

    >>> turns_left([("RrRr", "rRrR"), ("RRRR",), ("rrrr",)], [1, 0, 2])
    [(0, 'RrRr'), (0, 'rRrR'), (2, 'rrrr')]
    """
    return [(number, turn) for number, kind in enumerate(kinds) if left[number] for turn in kind]


def kinds_of(pieces: tuple[str, ...]) -> tuple[tuple[Kind, ...], list[int]]:
    """List the kinds of pieces, in the order in which they first occur, and how many pieces there are of each.

    >>> kinds_of(("rRrR", "RRRR", "RrRr"))
    ((('rRrR', 'RrRr'), ('RRRR',)), [2, 1])
    """
    counts: dict[Kind, int] = {}
    for piece in pieces:
        turns = dict.fromkeys(piece[turn:] + piece[:turn] for turn in range(4))
        kind = next((known for known in counts if piece in known), tuple(turns))
        counts[kind] = counts.get(kind, 0) + 1
    return tuple(counts), list(counts.values())


def is_first(board: Sequence[str], order: Order, kinds: tuple[Kind, ...]) -> bool:
    """Say whether no rotation of the board is found earlier than the board itself.

    >>> kinds, _ = kinds_of(("+o-o", "oooo"))
    >>> is_first(("+o-o", "oooo", "+o-o", "oooo"), None, kinds), is_first(("oooo", "+o-o", "oooo", "+o-o"), None, kinds)
    (True, False)
    """
    positions = [position for kind in kinds for position in kind]
    images = [list(board)]
    for _ in range(3):
        images.append(rotate(images[-1]))
    places = [[positions.index(image[cell]) for cell in order or range(len(board))] for image in images]
    return places[0] == min(places)


def rotate(board: Sequence[str]) -> list[str]:
    """Turn a board a quarter to the left, with the pieces on it.

    >>> rotate(["abcd", "efgh", "ijkl", "mnop"])
    ['fghe', 'nopm', 'bcda', 'jkli']
    """
    size = isqrt(len(board))
    columns = reversed(range(size))
    return [piece[1:] + piece[:1] for column in columns for piece in board[column::size]]


def contacts(pieces: tuple[str, ...], order: Order) -> list[tuple[int, list[tuple[int, int]]]]:
    """List each cell with the (edge, neighbour) of those neighbours that are filled before it.

    >>> contacts(("gwgW", "RBbW", "GWrb", "GRRb"), (0, 1, 2, 3))
    [(0, []), (1, [(3, 0)]), (2, [(0, 0)]), (3, [(0, 1), (3, 2)])]
    """
    size = isqrt(len(pieces))
    cells = order or tuple(range(len(pieces)))
    before = {cell: cells[:step] for step, cell in enumerate(cells)}
    return [(cell, [beyond for beyond in neighbours(cell, size) if beyond[1] in before[cell]]) for cell in cells]


def neighbours(cell: int, size: int) -> list[tuple[int, int]]:
    """List the (edge, neighbour) of a cell on a board of size x size cells.

    >>> neighbours(0, 3), neighbours(4, 3)
    ([(1, 1), (2, 3)], [(0, 1), (1, 5), (2, 7), (3, 3)])
    """
    row, column = divmod(cell, size)
    beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return [(edge, r * size + c) for edge, (r, c) in enumerate(beyond) if 0 <= r < size and 0 <= c < size]
