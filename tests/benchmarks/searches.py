"""The searches that are timed: for each one the program with choices, its twin, and the same search elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ambsearch import ambiguous
from ambsearch.puzzles import jigsaw, queens
from ambsearch.puzzles.by_hand import jigsaw as jigsaw_by_hand
from ambsearch.puzzles.by_hand import queens as queens_by_hand

from . import by_hand, programs

Program = Callable[..., Iterable[Any]]


@dataclass(frozen=True)
class Search:
    """One search, in all the forms in which it is written.

    constraint: name of the function in `constraint_programs`, e.g. "queens".
    prolog: name of the file in `prolog`, e.g. "queens8".
    """

    name: str
    expansion: Program
    twin: Program
    arguments: dict[str, Any]
    constraint: str
    prolog: str

    @property
    def deep(self) -> Program:
        """The same program expanded for very deep searches."""
        deep: Program = ambiguous(deep=True)(self.expansion.__wrapped__)  # type: ignore[attr-defined]
        return deep


def knight_moves(size: int) -> list[tuple[int, ...]]:
    """List for each square of a size x size board, row by row, the squares a knight's move away."""
    squares = [divmod(square, size) for square in range(size * size)]
    return [
        tuple(r * size + c for r, c in squares if {abs(r - row), abs(c - column)} == {1, 2}) for row, column in squares
    ]


SQUARES = tuple(number * number for number in range(1, 21))
NINE = {"pieces": jigsaw.NINE, "order": tuple(range(9))}
SEND_MORE = {"columns": tuple(zip(" SEND"[::-1], " MORE"[::-1], "MONEY"[::-1], strict=True)), "leading": "SM"}

SEARCHES = (
    Search("queens 8", queens.solve, queens_by_hand.solve, {"n": 8}, "queens", "queens8"),
    Search("queens 10", queens.solve, queens_by_hand.solve, {"n": 10}, "queens", "queens10"),
    Search("jigsaw", jigsaw.solve, jigsaw_by_hand.solve, NINE, "jigsaw", "jigsaw"),
    Search(
        "knight's tour", programs.knight, by_hand.knight, {"moves": knight_moves(5), "start": 0}, "knight", "knight"
    ),
    Search("send + more", programs.send_more, by_hand.send_more, SEND_MORE, "send_more", "send_more"),
    Search(
        "subset sum",
        programs.subset_sum,
        by_hand.subset_sum,
        {"numbers": SQUARES, "target": sum(SQUARES) // 2},
        "subset_sum",
        "subset_sum",
    ),
)
