"""Jigsaw: square pieces with letters at their edges, laid out to match.

A piece is a square with a letter on each edge; it may be rotated, but not turned over. Lay out all pieces as a
square, so that the letters on every two edges that touch are a pair: the upper and the lower case of the same letter,
or whatever pairs are given. An answer is the board as one sees it. So if two pieces are equal, or a piece looks the
same after a rotation, it does not matter which of the two lies where, or whether the piece was rotated. A rotated
board is another answer, unless it looks the same, or `up_to_symmetry` asks for only one.

piece           its letters from the top edge clockwise: top, right, bottom, left, e.g. "gwgW"
pieces          the pieces, a square number of them, e.g. ("gwgW", "RBbW", "GWrb", "GRRb")
cell            a place on the board, numbered row by row, e.g. on a board of 3 x 3

                    0 1 2
                    3 4 5
                    6 7 8

order           the cells in the order in which they are filled, e.g. (0, 1, 3, 4, 2, 5, 6, 7, 8); None: row by row
pairs           letters that may touch, e.g. "Rr Gg"; "ee" says that e may touch e; each letter is in only one pair
up_to_symmetry  whether to give only one of the answers that are rotations of the whole board
edge            0 top, 1 right, 2 bottom, 3 left
kinds           the kinds of pieces: for each its different rotations, each a quarter turn to the left from the one
before, e.g. (("gwgW", "wgWg", "gWgw", "Wgwg"), ("RBRB", "BRBR"))
left            how many pieces of each kind are not on the board, e.g. [1, 2]
partner         the letter that each letter may touch, e.g. {"R": "r", "r": "R"}
board           for each cell the letters of the piece there, e.g. "wgWg"

`read` takes the contest's input: how many puzzles there are, then one puzzle on each line, with blanks between its
pieces. The number may be left out, and lines may be empty. A line of pairs applies to all puzzles below it:

    2
    gwgW RBbW GWrb GRRb BWGr Rbgw rGbR gBrg GRwb
    pairs +- oo
    +o-o -o+o oooo +-+-

Source: problem C of the ACM ICPC Japan domestic contest 2001, described by Eiiti Wada in "Jigsaw puzzles for
computers" (2002), in the series Programming Promenade, with a program for SICP's amb evaluator.
There, nine pieces have eight letters, no two are equal, and none looks the same after a rotation; the letters are
numbers whose sum says whether they fit, and the neighbours of each piece are written down cell by cell.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Any

from ambsearch import Search, ambiguous, require

from .pictures.marks import Choices, Drawing, Mark, move
from .pictures.pieces import SIDE, boxes_apart, colours, marks_in_cell, places, row_of_boxes, triangles
from .square_pieces import reading
from .square_pieces.board import CASES, Order, contacts, is_first, kinds_of, loose_pieces, turns_left


def question(pieces: tuple[str, ...], order: Order = None, pairs: str = CASES, up_to_symmetry: bool = False) -> str:
    """State the rules, and draw the pieces, each in the rotation that comes first in the alphabet.

    >>> print(question(("RRRR", "RrRr", "rRrR", "rrrr")))
    Lay out the 4 pieces as a square of 2 x 2; they may be turned, but not turned over.
    Letters that touch must be upper and lower case of the same letter.
    ┌───────┐ ┌───────┐
    │   R   │ │   R   │
    │ R   R │ │ r   r │
    │   R   │ │   R   │
    └───────┘ └───────┘
    ┌───────┐ ┌───────┐
    │   R   │ │   r   │
    │ r   r │ │ r   r │
    │   R   │ │   r   │
    └───────┘ └───────┘
    """
    check(pieces, order, pairs)
    size = isqrt(len(pieces))
    fitting = "upper and lower case of the same letter" if pairs == CASES else f"one of the pairs {pairs}"
    once = "\nOf boards that are turns of one another, only the first is wanted." if up_to_symmetry else ""
    rows = [loose_pieces(pieces)[start : start + size] for start in range(0, len(pieces), size)]
    drawn = [line for row in rows for line in boxes_apart(row)]
    return (
        f"Lay out the {len(pieces)} pieces as a square of {size} x {size}; they may be turned, but not turned over.\n"
        f"Letters that touch must be {fitting}.{once}\n" + "\n".join(drawn)
    )


def is_solution(
    answer: tuple[str, ...],
    pieces: tuple[str, ...],
    order: Order = None,
    pairs: str = CASES,
    up_to_symmetry: bool = False,
) -> bool:
    """Say whether `answer` lays out all the pieces, in any rotation, with a pair of letters on each inner edge.

    >>> is_solution(("Wgwg", "RRbG", "WrbG", "BbWR"), NINE[:4]), is_solution(NINE[:4], NINE[:4])
    (True, False)
    """

    def any_turn(piece: str) -> str:
        return min(piece[turn:] + piece[:turn] for turn in range(4))

    size = isqrt(len(pieces))
    across = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    down = [(cell, cell + size) for cell in range(size * size - size)]
    either_way = f"{pairs} {pairs[::-1]}".split()
    return (
        sorted(map(any_turn, answer)) == sorted(map(any_turn, pieces))
        and all(answer[left][1] + answer[right][3] in either_way for left, right in across)
        and all(answer[upper][2] + answer[lower][0] in either_way for upper, lower in down)
    )


@ambiguous
def solve(
    pieces: tuple[str, ...], order: Order = None, pairs: str = CASES, up_to_symmetry: bool = False
) -> Search[tuple[str, ...]]:
    """Lay out the pieces; twelve answers for the nine pieces of the article.

    pieces: a square number of them, e.g. ("gwgW", "RBbW", "GWrb", "GRRb").
    order: the cells in the order in which they are filled, e.g. (0, 1, 2, 3); None for row by row.
    pairs: the letters that may touch, e.g. "Rr Gg"; without them, upper and lower case of the letters A to Z.
    up_to_symmetry: whether to give only the first of the answers that are rotations of one another.
    An answer holds the piece in each cell, row by row: top, right, bottom, left. No answer comes twice.
    Answers come in the order of the kinds of pieces and their rotations, cell by cell in the order of placement.
    Raises ValueError if the pieces, the order or the pairs are not valid.

    >>> solve(("gwgW", "RBbW", "GWrb", "GRRb")).first()
    ('Wgwg', 'RRbG', 'WrbG', 'BbWR')
    >>> solve(NINE).count(), solve(NINE, up_to_symmetry=True).count()
    (12, 3)
    >>> list(solve(("+o-o", "+o-o", "oooo", "oooo"), pairs="+- oo", up_to_symmetry=True))
    [('+o-o', 'oooo', '+o-o', 'oooo'), ('o-o+', 'o-o+', 'oooo', 'oooo')]
    """
    check(pieces, order, pairs)
    partner = {pair[0]: pair[1] for pair in f"{pairs} {pairs[::-1]}".split()}
    kinds, left = kinds_of(pieces)
    board = [""] * len(pieces)
    for cell, touching in contacts(pieces, order):
        number, piece = yield turns_left(kinds, left)
        for edge, neighbour in touching:
            require(piece[edge] == partner[board[neighbour][edge - 2]])
        left[number] -= 1
        board[cell] = piece
    require(not up_to_symmetry or is_first(board, order, kinds))
    return tuple(board)


def check(pieces: tuple[str, ...], order: Order, pairs: str) -> None:
    """Raise ValueError unless these are a square number of pieces, an order of the cells, and pairs of letters."""
    cells = range(len(pieces))
    if not pieces or isqrt(len(pieces)) ** 2 != len(pieces):
        raise ValueError(f"expected 1, 4, 9, ... pieces, found {len(pieces)}")
    if order is not None and sorted(order) != list(cells):
        raise ValueError(f"expected an order with each cell from 0 to {cells[-1]} once, found {order!r}")
    letters = "".join("".join(dict.fromkeys(pair)) for pair in pairs.split())
    if {*map(len, pairs.split())} - {2} or len(set(letters)) < len(letters) or not pairs.isprintable():
        raise ValueError(f"expected pairs of two letters, each letter in one pair, e.g. 'Rr Gg', found {pairs!r}")
    for number, piece in enumerate(pieces):
        if len(piece) != 4 or not set(piece) <= set(letters):
            raise ValueError(f"expected four letters, each in one of the pairs, for piece {number}, found {piece!r}")


NINE = ("gwgW", "RBbW", "GWrb", "GRRb", "BWGr", "Rbgw", "rGbR", "gBrg", "GRwb")
INSTANCES: dict[str, dict[str, Any]] = {
    "nine": {"pieces": NINE, "order": None, "pairs": CASES, "up_to_symmetry": False},
    "nine-up-to-symmetry": {"pieces": NINE, "order": None, "pairs": CASES, "up_to_symmetry": True},
    "nine-corner-first": {
        "pieces": NINE,
        "order": (0, 1, 3, 4, 2, 5, 6, 7, 8),
        "pairs": CASES,
        "up_to_symmetry": False,
    },
    "four": {"pieces": NINE[:4], "order": None, "pairs": CASES, "up_to_symmetry": False},
    "alike": {"pieces": ("+o-o", "-o+o", "oooo", "+-+-"), "order": None, "pairs": "+- oo", "up_to_symmetry": False},
}


def picture(
    answer: tuple[str, ...],
    pieces: tuple[str, ...],
    order: Order = None,
    pairs: str = CASES,
    up_to_symmetry: bool = False,
) -> str:
    """Draw the board, each piece in a box with its letters at its edges.

    >>> print(picture(("Wgwg", "RRbG", "WrbG", "BbWR"), NINE[:4]))
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
    bars = ["─" * 7] * size
    between = f"\n├{'┼'.join(bars)}┤\n"
    return f"┌{'┬'.join(bars)}┐\n{between.join(map(row_of_boxes, rows))}\n└{'┴'.join(bars)}┘"


def printout(answer: Sequence[str], letters: str = "RGBWwbgr") -> str:
    """Print an answer in numbers, as the article's program does: each letter as its index in `letters`.

    Where one piece lies above another, the lower edge of one and the upper edge of the other are side by side.

    >>> print(printout(("Wgwg", "RRbG", "WrbG", "BbWR")))
     3   0
    6 6 1 0
     4 3 5 2
      1 7 0 5
       5   3
    """
    size = isqrt(len(answer))
    rows = [
        [[letters.index(letter) for letter in piece] for piece in answer[start : start + size]]
        for start in range(0, len(answer), size)
    ]
    lines = [" " + "   ".join(str(top) for top, *_ in rows[0])]
    for number, row in enumerate(rows):
        lines.append("  " * (number % 2) + " ".join(f"{left} {right}" for _, right, _, left in row))
        if number + 1 < size:
            pairs = [(piece[2], below[0]) for piece, below in zip(row, rows[number + 1], strict=True)]
            lines.append(" " + " ".join(f"{a} {b}" if number % 2 == 0 else f"{b} {a}" for a, b in pairs))
    shift = "   " if size % 2 == 0 else " "
    return "\n".join([*lines, shift + "   ".join(str(bottom) for _, _, bottom, _ in rows[-1])])


def drawing(
    answer: tuple[str, ...] | None,
    pieces: tuple[str, ...],
    order: Order = None,
    pairs: str = CASES,
    up_to_symmetry: bool = False,
) -> Drawing:
    """Picture the pieces in the colours of their letters, on the board or loose; a pair has one colour.

    >>> drawing(None, ("RRRR",)).width < drawing(None, ("RRRR", "RrRr", "rRrR", "rrrr")).width
    True
    """
    fills = colours(pieces, pairs)
    size = isqrt(len(pieces))
    side = SIDE if answer else SIDE + 0.5
    marks: list[Mark] = []
    for place, piece in enumerate(answer or loose_pieces(pieces)):
        marks += move(Drawing(SIDE, SIDE, tuple(triangles(piece, fills))), place % size * side, place // size * side)
    whole = size * side - (side - SIDE)
    return Drawing(whole, whole, tuple(marks))


def sketch(
    choices: Choices,
    pieces: tuple[str, ...],
    order: Order = None,
    pairs: str = CASES,
    up_to_symmetry: bool = False,
) -> Drawing:
    """Picture the pieces on the board at a point of the search, including the one being tried.

    >>> len(sketch([("(number, piece)", (0, "gwgW"))], NINE).marks) - len(sketch([], NINE).marks)
    9
    """
    size = isqrt(len(pieces))
    marks = [*places(size)]
    turned = [piece for name, (_, piece) in choices if name == "(number, piece)"]
    for cell, piece in zip(order or range(len(pieces)), turned, strict=False):
        marks += marks_in_cell(piece, cell, pieces, pairs)
    return Drawing(size * SIDE, size * SIDE, tuple(marks))


def read(text: str) -> list[dict[str, Any]]:
    r"""Read the contest's input, each puzzle as keyword arguments of `solve`; lines of pairs are the only addition.

    Raises BadInput if a line is not a puzzle, or the number of puzzles is not what the first line says.

    >>> read("1\npairs +- oo\n+o-o -o+o oooo oooo\n")
    [{'pieces': ('+o-o', '-o+o', 'oooo', 'oooo'), 'order': None, 'pairs': '+- oo', 'up_to_symmetry': False}]
    """
    return reading.puzzles(text)
