"""Jigsaw by hand: take a piece, turn it, test it against its neighbours, go to the next cell, take the piece back.

``left`` holds how many pieces of each kind are not on the board, e.g. [1, 0, 2]; ``board`` holds, cell by cell, the
letters of the piece there, e.g. "gwgW", or "".

Source: the C program "manual backtracking" in Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series
Programming Promenade. There the neighbours are written down cell by cell, here they follow from the board; there no
two pieces are alike, here equal pieces are one kind.
"""

from collections.abc import Iterator
from math import isqrt
from string import ascii_uppercase

CASES = " ".join(letter + letter.lower() for letter in ascii_uppercase)
Order = tuple[int, ...] | None


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


def kinds_of(pieces: tuple[str, ...]) -> tuple[list[list[str]], list[int]]:
    """List the kinds of pieces, each as its different rotations, and how many pieces there are of each."""
    kinds: list[list[str]] = []
    counts: list[int] = []
    for piece in pieces:
        for number, kind in enumerate(kinds):
            if piece in kind:
                counts[number] += 1
                break
        else:
            turns = [piece]
            while (turned := turns[-1][1:] + turns[-1][0]) != piece:
                turns.append(turned)
            kinds.append(turns)
            counts.append(1)
    return kinds, counts


def comes_first(board: list[str], order: tuple[int, ...], kinds: list[list[str]]) -> bool:
    """Say whether none of the three other rotations of the board is found earlier."""
    size = isqrt(len(board))
    rank = {turn: (number, place) for number, kind in enumerate(kinds) for place, turn in enumerate(kind)}
    image = board
    for _ in range(3):
        right_to_left = range(size - 1, -1, -1)
        image = [image[row * size + column] for column in right_to_left for row in range(size)]
        image = [piece[1:] + piece[0] for piece in image]
        if [rank[image[cell]] for cell in order] < [rank[board[cell]] for cell in order]:
            return False
    return True


def search(
    pieces: tuple[str, ...], order: Order, pairs: str, up_to_symmetry: bool, tally: dict[str, int]
) -> Iterator[tuple[str, ...]]:
    """Yield the placements; `tally["calls"]` is how often `test` has been called so far."""
    partner = {}
    for pair in pairs.split():
        partner[pair[0]] = pair[1]
        partner[pair[1]] = pair[0]
    cells = order or tuple(range(len(pieces)))
    touching = contacts(cells)
    kinds, left = kinds_of(pieces)
    board = [""] * len(pieces)

    def test(step: int) -> Iterator[tuple[str, ...]]:
        tally["calls"] += 1
        cell = cells[step]
        for number, kind in enumerate(kinds):
            if left[number] == 0:
                continue
            left[number] -= 1
            for piece in kind:
                for edge, other in touching[step]:
                    if piece[edge] != partner[board[other][edge - 2]]:
                        break
                else:
                    board[cell] = piece
                    if step + 1 < len(cells):
                        yield from test(step + 1)
                    elif not up_to_symmetry or comes_first(board, cells, kinds):
                        yield tuple(board)
                    board[cell] = ""
            left[number] += 1

    return test(0)


def solve(
    pieces: tuple[str, ...], order: Order = None, pairs: str = CASES, up_to_symmetry: bool = False
) -> Iterator[tuple[str, ...]]:
    """Yield the pieces as they lie on the board, row by row, one tuple for each placement.

    >>> next(solve(("gwgW", "RBbW", "GWrb", "GRRb")))
    ('Wgwg', 'RRbG', 'WrbG', 'BbWR')
    """
    return search(pieces, order, pairs, up_to_symmetry, {"calls": 0})


def calls(pieces: tuple[str, ...], order: Order = None, pairs: str = CASES, up_to_symmetry: bool = False) -> int:
    """Count how often `test` is called until every placement has been found, the first call included."""
    tally = {"calls": 0}
    for _ in search(pieces, order, pairs, up_to_symmetry, tally):
        pass
    return tally["calls"]
