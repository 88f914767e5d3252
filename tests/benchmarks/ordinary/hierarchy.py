"""Chess pieces that do not attack each other; each kind of piece is a class, and `super` does what all have to do."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

FULL = {"size": 5, "letters": "QRBN"}
SMALL = {"size": 3, "letters": "RN"}
Place = tuple[int, int]


class Piece:
    letter = "?"

    def __init__(self, pieces: list[Piece]) -> None:
        self.row = -1
        self.column = -1
        self.pieces = pieces

    def put(self, row: int, column: int) -> None:
        self.row = row
        self.column = column
        self.pieces.append(self)

    def take(self) -> None:
        self.pieces.pop()

    def attacks(self, row: int, column: int) -> bool:
        return self.row == row and self.column == column


class Rook(Piece):
    letter = "R"

    def attacks(self, row: int, column: int) -> bool:
        return self.row == row or self.column == column


class Bishop(Piece):
    letter = "B"

    def attacks(self, row: int, column: int) -> bool:
        return abs(self.row - row) == abs(self.column - column)


class Queen(Rook):
    letter = "Q"

    def attacks(self, row: int, column: int) -> bool:
        return super().attacks(row, column) or abs(self.row - row) == abs(self.column - column)


class Knight(Piece):
    letter = "N"

    def __init__(self, pieces: list[Piece]) -> None:
        super().__init__(pieces)
        self.reach: set[Place] = set()

    def put(self, row: int, column: int) -> None:
        super().put(row, column)
        self.reach = {(row + a, column + b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)}

    def attacks(self, row: int, column: int) -> bool:
        return super().attacks(row, column) or (row, column) in self.reach


KINDS: dict[str, type[Piece]] = {kind.letter: kind for kind in (Rook, Bishop, Queen, Knight)}


@ambiguous
def solve(size: int, letters: Sequence[str]) -> Generator[Any, Any, dict[str, Place]]:
    """An answer is the place of each piece."""
    pieces: list[Piece] = []
    for letter in letters:
        piece = KINDS[letter](pieces)
        row = yield range(size)
        column = yield range(size)
        for other in pieces:
            require(not other.attacks(row, column))
        piece.put(row, column)
        for other in pieces[:-1]:
            require(not piece.attacks(other.row, other.column))
    return {piece.letter: (piece.row, piece.column) for piece in pieces}


def by_hand(size: int, letters: Sequence[str]) -> Iterator[dict[str, Place]]:
    pieces: list[Piece] = []

    def put(index: int) -> Iterator[dict[str, Place]]:
        if index == len(letters):
            yield {piece.letter: (piece.row, piece.column) for piece in pieces}
            return
        piece = KINDS[letters[index]](pieces)
        for row in range(size):
            for column in range(size):
                if not any(other.attacks(row, column) for other in pieces):
                    piece.put(row, column)
                    if not any(piece.attacks(other.row, other.column) for other in pieces[:-1]):
                        yield from put(index + 1)
                    piece.take()

    return put(0)
