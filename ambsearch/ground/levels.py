"""The levels of a search: how many of its generators nest in one another; `expansion.nesting` makes the functions of each.

A call of a search is told the next level, where it finds the searches that it calls. There are five kinds of levels, by their
`place` in the list of these:

NESTS           the ordinary expansion, whose generators nest one another: the same at nearly all levels
DRIVES          a driver takes over: the deep one, whose generators nest no other of their search; those inside it nest again
DRIVES_ALL      the last driver, which keeps the searches inside it, too
WAITS, WAITS_ALL    a search for the driver around it, which is the first or the last one
"""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from ambsearch.ground.making import MAKING

NESTED = 256  # more than most searches are deep; an answer passes all of them
AGAIN = 64  # so many in a search inside; and where Python's stack has less room, or answers are said to be deep
NESTS, DRIVES, DRIVES_ALL, WAITS, WAITS_ALL = range(5)


class Level:
    """place: where a search at this level is in the list of them; after: the next level, which it is told, or this one again."""

    __slots__ = ("after", "place")

    def __init__(self, place: int, after: "Level | None" = None) -> None:
        self.place, self.after = place, after or self


ENDS = tuple(map(Level, range(5)))  # the levels where no generators nest, by their places; the first is none


@cache
@MAKING.timing
def before(driver: int, number: int) -> Level:
    """The level that comes so many before this driver."""
    level = ENDS[driver]
    for _ in range(number):
        level = Level(NESTS, level)
    return level


def inside(driver: int) -> tuple[Level, Level]:
    """The levels of what the functions of a driver, or of a search for it, choose from, and of what they pass on."""
    if driver in (DRIVES, WAITS):
        return before(DRIVES_ALL, AGAIN - 1), ENDS[WAITS]
    return ENDS[WAITS_ALL], ENDS[WAITS_ALL]


def first_level(is_deep: bool) -> Level:
    """Where a search begins that ordinary code asks for its answers: the less room Python's stack has left, the later."""
    if not is_deep and has_room(2 * (NESTED + AGAIN)):
        return before(DRIVES, NESTED - 1)
    return before(DRIVES, AGAIN - 1) if has_room(8 * AGAIN) else ENDS[DRIVES_ALL]


def has_room(frames: int) -> bool:
    """May Python's stack grow by so many?"""
    try:
        sys._getframe(max(0, sys.getrecursionlimit() - frames))
    except ValueError:  # it is not that deep
        return True
    return False


class Found:
    """Stands for the list of a search that is not known yet: find(place) gives what is called there, the next level first."""

    __slots__ = ("find",)

    def __init__(self, find: Callable[[int], Callable[..., Any]]) -> None:
        self.find = find

    def __getitem__(self, place: int) -> Callable[..., Any]:
        return self.find(place)


Levels = list[Callable[..., Any]] | Found
