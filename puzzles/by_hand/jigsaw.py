"""Jigsaw by hand: take a piece, turn it, test it against its neighbours, go to the next cell, take the piece back.

``used`` is a stack of piece numbers, e.g. [0, 4]; ``board`` holds, cell by cell, the edges of the piece that lies
there as numbers, e.g. (6, 4, 6, 3), or None.

Source: the C program "manual backtracking" in Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series
Programming Promenade. There the neighbours are written down cell by cell, here they follow from the board.
"""

from collections.abc import Iterator
from math import isqrt

LETTERS = "RGBWwbgr"
Edges = tuple[int, ...]


def neighbours(cell: int, size: int) -> list[tuple[int, int]]:
    """List the (edge, cell beyond it) of a cell, edges numbered 0 top, 1 right, 2 bottom, 3 left."""
    row, column = divmod(cell, size)
    found = []
    if row > 0:
        found.append((0, cell - size))
    if column < size - 1:
        found.append((1, cell + 1))
    if row < size - 1:
        found.append((2, cell + size))
    if column > 0:
        found.append((3, cell - 1))
    return found


def contacts(order: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """For each cell in the order of placement, list its neighbours that are placed before it."""
    size = isqrt(len(order))
    result = []
    filled: set[int] = set()
    for cell in order:
        result.append([(edge, other) for edge, other in neighbours(cell, size) if other in filled])
        filled.add(cell)
    return result


def search(pieces: tuple[str, ...], order: tuple[int, ...], tally: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the placements; `tally["calls"]` is how often `test` has been called so far."""
    count = len(pieces)
    edges = [[LETTERS.index(letter) for letter in piece] for piece in pieces]
    turns = [tuple(tuple(piece[turn:] + piece[:turn]) for turn in range(4)) for piece in edges]
    touching = contacts(order)
    used: list[int] = []
    board: list[Edges] = [()] * count

    def test(step: int) -> Iterator[tuple[str, ...]]:
        tally["calls"] += 1
        cell = order[step]
        for number in range(count):
            if number in used:
                continue
            used.append(number)
            for piece in turns[number]:
                for edge, other in touching[step]:
                    if piece[edge] + board[other][edge - 2] != 7:
                        break
                else:
                    board[cell] = piece
                    if step + 1 == count:
                        yield tuple("".join(LETTERS[code] for code in edges) for edges in board)
                    else:
                        yield from test(step + 1)
                    board[cell] = ()
            used.pop()

    return test(0)


def solve(pieces: tuple[str, ...], order: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the pieces as they lie on the board, row by row, one tuple for each placement.

    >>> next(solve(("gwgW", "RBbW", "GWrb", "GRRb"), (0, 1, 2, 3)))
    ('Wgwg', 'RRbG', 'WrbG', 'BbWR')
    """
    return search(pieces, order, {"calls": 0})


def calls(pieces: tuple[str, ...], order: tuple[int, ...]) -> int:
    """Count how often `test` is called until every placement has been found, the first call included."""
    tally = {"calls": 0}
    for _ in search(pieces, order, tally):
        pass
    return tally["calls"]
