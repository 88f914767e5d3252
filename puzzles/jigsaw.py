"""Jigsaw: square pieces with a letter on each edge, put together so that neighbours match.

A piece is a square with one of the letters R G B W r g b w on each edge; it may be turned, but not turned over.
Two edges fit if they have the same letter, one in upper case and one in lower case. All pieces are to be laid out
as a square. No piece looks the same after a turn and no two pieces are alike, so each way to lay them out comes
four times, once for each turn of the whole board: the number of placements is a multiple of 4.

piece     its letters from the top edge clockwise: top, right, bottom, left, e.g. "gwgW"
pieces    the pieces, a square number of them, e.g. ("gwgW", "RBbW", "GWrb", "GRRb")
cell      a place on the board, numbered row by row, e.g. on a board of 3 x 3

              0 1 2
              3 4 5
              6 7 8

order     the cells in the order in which they are filled, e.g. (0, 1, 3, 4, 2, 5, 6, 7, 8)
edge      0 top, 1 right, 2 bottom, 3 left
code      a letter as a number: R G B W are 0 1 2 3 and w b g r are 4 5 6 7, so that letters that fit add up to 7
turns     for each piece its four positions, as codes, each turned a quarter to the left from the one before
used      the numbers of the pieces that lie on the board, in the order of placement, e.g. [0, 4]
board     for each cell the codes of the piece that lies there, e.g. (6, 4, 6, 3)

Source: problem C of the ACM ICPC Japan domestic contest 2001, as told in Eiiti Wada, "Jigsaw puzzles for
computers" (2002), in the series Programming Promenade, with the author's program for SICP's amb evaluator. There
the neighbours of each piece are written down cell by cell, here they follow from the board, so that any order of
placement and any size will do.
"""

from collections.abc import Generator
from math import isqrt
from typing import Any

from ambsearch import ambiguous, permanent, require

NINE = ("gwgW", "RBbW", "GWrb", "GRRb", "BWGr", "Rbgw", "rGbR", "gBrg", "GRwb")
INSTANCES: dict[str, dict[str, Any]] = {
    "nine": {"pieces": NINE, "order": (0, 1, 2, 3, 4, 5, 6, 7, 8)},
    "nine-corner-first": {"pieces": NINE, "order": (0, 1, 3, 4, 2, 5, 6, 7, 8)},
    "four": {"pieces": NINE[:4], "order": (0, 1, 2, 3)},
}
LETTERS = "RGBWwbgr"  # a letter's place is its code


def is_solution(answer: tuple[str, ...], pieces: tuple[str, ...], order: tuple[int, ...]) -> bool:
    """Say whether `answer` lays out all the pieces, each turned somehow, with fitting letters on all inner edges.

    >>> four = {"pieces": ("gwgW", "RBbW", "GWrb", "GRRb"), "order": (0, 1, 2, 3)}
    >>> is_solution(("Wgwg", "RRbG", "WrbG", "BbWR"), **four), is_solution(four["pieces"], **four)
    (True, False)
    """

    def any_turn(piece: str) -> str:
        return min(piece[turn:] + piece[:turn] for turn in range(4))

    size = isqrt(len(pieces))
    across = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    down = [(cell, cell + size) for cell in range(size * size - size)]
    return (
        sorted(map(any_turn, answer)) == sorted(map(any_turn, pieces))
        and all(answer[left][1] == answer[right][3].swapcase() for left, right in across)
        and all(answer[upper][2] == answer[lower][0].swapcase() for upper, lower in down)
    )


@ambiguous
def solve(pieces: tuple[str, ...], order: tuple[int, ...]) -> Generator[Any, Any, tuple[str, ...]]:
    """Lay out the pieces; twelve answers for the nine pieces of the article.

    pieces: a square number of them, e.g. ("gwgW", "RBbW", "GWrb", "GRRb").
    order: the cells in the order in which they are filled, e.g. (0, 1, 2, 3).
    An answer holds for each cell, row by row, its piece as it lies there: top, right, bottom, left.
    Answers come in the order of the pieces' numbers and turns, cell after cell in the order of placement.
    Raises ValueError if the pieces or the order are no such things.

    >>> solve(("gwgW", "RBbW", "GWrb", "GRRb"), (0, 1, 2, 3)).first()
    ('Wgwg', 'RRbG', 'WrbG', 'BbWR')
    """
    placement: tuple[str, ...] = yield search(pieces, order, {"calls": 0})
    return placement


def calls(pieces: tuple[str, ...], order: tuple[int, ...]) -> int:
    """Count the attempts to fill a cell, which is how often the article's program calls its procedure `test`.

    The first call, for the empty board, is included.

    >>> calls(NINE, (0, 1, 2, 3, 4, 5, 6, 7, 8)), calls(NINE, (0, 1, 3, 4, 2, 5, 6, 7, 8))
    (4117, 2569)
    """
    tally = {"calls": 0}
    search(pieces, order, tally).count()
    return tally["calls"]


@ambiguous
def search(
    pieces: tuple[str, ...], order: tuple[int, ...], tally: dict[str, int]
) -> Generator[Any, Any, tuple[str, ...]]:
    """Lay out the pieces as `solve` does, counting the attempts to fill a cell in `tally["calls"]`."""
    turns = all_turns(pieces)
    used: list[int] = []
    board: list[tuple[int, ...]] = [()] * len(pieces)
    for cell, touching in contacts(pieces, order):
        tally["calls"] = permanent(tally["calls"] + 1)
        number = yield range(len(pieces))
        require(number not in used)
        used.append(number)
        piece = yield turns[number]
        for edge, neighbour in touching:
            require(piece[edge] + board[neighbour][edge - 2] == 7)
        board[cell] = piece
    return tuple("".join(LETTERS[code] for code in piece) for piece in board)


def all_turns(pieces: tuple[str, ...]) -> list[tuple[tuple[int, ...], ...]]:
    """List for each piece the codes of its four positions.

    >>> all_turns(("gwgW",))
    [((6, 4, 6, 3), (4, 6, 3, 6), (6, 3, 6, 4), (3, 6, 4, 6))]
    """
    for number, piece in enumerate(pieces):
        if len(piece) != 4 or not set(piece) <= set(LETTERS):
            raise ValueError(f"a piece has four of the letters {' '.join(LETTERS)}; piece {number} is {piece!r}")
    codes = [tuple(map(LETTERS.index, piece)) for piece in pieces]
    return [tuple(piece[turn:] + piece[:turn] for turn in range(4)) for piece in codes]


def contacts(pieces: tuple[str, ...], order: tuple[int, ...]) -> list[tuple[int, list[tuple[int, int]]]]:
    """List each cell with the (edge, neighbour) of those neighbours that are filled before it.

    >>> contacts(("gwgW", "RBbW", "GWrb", "GRRb"), (0, 1, 2, 3))
    [(0, []), (1, [(3, 0)]), (2, [(0, 0)]), (3, [(0, 1), (3, 2)])]
    """
    size = isqrt(len(pieces))
    if not pieces or size * size != len(pieces):
        raise ValueError(f"the pieces make a square only if there are 1, 4, 9, ... of them; here are {len(pieces)}")
    if sorted(order) != list(range(len(pieces))):
        raise ValueError(f"an order holds each cell from 0 to {len(pieces) - 1} once; this one is {order!r}")
    before = {cell: order[:step] for step, cell in enumerate(order)}
    return [(cell, [beyond for beyond in neighbours(cell, size) if beyond[1] in before[cell]]) for cell in order]


def neighbours(cell: int, size: int) -> list[tuple[int, int]]:
    """List the (edge, neighbour) of a cell on a board of size x size cells.

    >>> neighbours(0, 3), neighbours(4, 3)
    ([(1, 1), (2, 3)], [(0, 1), (1, 5), (2, 7), (3, 3)])
    """
    row, column = divmod(cell, size)
    beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
    return [(edge, r * size + c) for edge, (r, c) in enumerate(beyond) if 0 <= r < size and 0 <= c < size]


def picture(answer: tuple[str, ...], pieces: tuple[str, ...], order: tuple[int, ...]) -> str:
    """Draw the board, each piece in a box with its letters at its edges.

    >>> print(picture(("Wgwg", "RRbG", "WrbG", "BbWR"), NINE[:4], (0, 1, 2, 3)))
    ┌───────┬───────┐
    │   W   │   R   │
    │ g   g │ G   R │
    │   w   │   b   │
    ├───────┼───────┤
    │   W   │   B   │
    │ G   r │ R   b │
    │   b   │   W   │
    └───────┴───────┘
    """
    size = isqrt(len(answer))
    rows = [answer[start : start + size] for start in range(0, len(answer), size)]
    border = "─" * 7
    between = f"\n├{'┼'.join([border] * size)}┤\n"
    return "\n".join(
        (f"┌{'┬'.join([border] * size)}┐", between.join(map(_row_of_boxes, rows)), f"└{'┴'.join([border] * size)}┘")
    )


def _row_of_boxes(row: tuple[str, ...]) -> str:
    upper = "│".join(f"   {piece[0]}   " for piece in row)
    middle = "│".join(f" {piece[3]}   {piece[1]} " for piece in row)
    lower = "│".join(f"   {piece[2]}   " for piece in row)
    return f"│{upper}│\n│{middle}│\n│{lower}│"
