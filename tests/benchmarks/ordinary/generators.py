"""A game of solitaire with pegs in a row; the moves come from generators, one of them inside the other."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous

FULL = {"row": "ooooooo.o.ooooooo", "rest": 8}
SMALL = {"row": "oo.o", "rest": 1}
Move = tuple[int, int, int]


def directions(pegs: list[str], place: int) -> Iterator[int]:
    """To the right, to the left, as far as the row goes."""
    for step in (1, -1):
        if 0 <= place + 2 * step < len(pegs):
            yield step


def moves(pegs: list[str]) -> Iterator[Move]:
    """A peg jumps over another one, or moves by one into a hole."""
    for place in range(len(pegs)):
        for step in directions(pegs, place):
            if pegs[place] == pegs[place + step] == "o" and pegs[place + 2 * step] == ".":
                yield place, place + step, place + 2 * step


@ambiguous
def solve(row: str, rest: int) -> Generator[Any, Any, list[Move]]:
    """Jump until this many pegs are left; an answer is the list of the jumps."""
    pegs = list(row)
    jumps = []
    while pegs.count("o") > rest:
        jump = yield list(moves(pegs))
        start, over, end = jump
        pegs[start] = pegs[over] = "."
        pegs[end] = "o"
        jumps.append(jump)
    return jumps


def by_hand(row: str, rest: int) -> Iterator[list[Move]]:
    pegs = list(row)
    jumps: list[Move] = []

    def play() -> Iterator[list[Move]]:
        if pegs.count("o") <= rest:
            yield jumps.copy()
            return
        for jump in list(moves(pegs)):
            start, over, end = jump
            pegs[start] = pegs[over] = "."
            pegs[end] = "o"
            jumps.append(jump)
            yield from play()
            jumps.pop()
            pegs[start] = pegs[over] = "o"
            pegs[end] = "."

    return play()
