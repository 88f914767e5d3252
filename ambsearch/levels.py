"""The levels of a search, by which its depth is known without being counted; `expansion.nesting` makes the functions of each.

0, 1, ...             the ordinary expansion, whose generators nest one another
NESTED - 1            a driver takes over: the deep one, whose generators nest no other of their search
NESTED, ...           the searches inside it nest again
last_level()          the last driver, which keeps the searches inside it, too
-1, -2                a search for the driver around it, which is the first or the last one
"""

import sys
from collections.abc import Callable
from typing import Any

NESTED = 256  # more than most searches are deep; an answer passes all of them
AGAIN = 64  # so many in a search inside; and where Python's stack has less room, or answers are said to be deep


def last_level() -> int:
    return NESTED + AGAIN - 1


def is_driver(level: int) -> bool:
    return level < 0 or level == NESTED - 1 or level == NESTED + AGAIN - 1


def inside(driver: int) -> tuple[int, int]:
    """The levels of what the functions of a driver, or of a search for it, choose from, and of what they pass on."""
    return (NESTED, -1) if driver in (-1, NESTED - 1) else (-2, -2)


def first_level(is_deep: bool) -> int:
    """Where a search begins that ordinary code asks for its answers: the less room Python's stack has left, the later."""
    if not is_deep and has_room(2 * last_level()):
        return 0
    return NESTED - AGAIN if has_room(8 * AGAIN) else last_level()


def has_room(frames: int) -> bool:
    """May Python's stack grow by so many?"""
    try:
        sys._getframe(max(0, sys.getrecursionlimit() - frames))
    except ValueError:  # it is not that deep
        return True
    return False


class Levels(dict[int, Callable[..., Any]]):
    """The search at each level, made when it is asked for."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[int], Callable[..., Any]]) -> None:
        self.make = make

    def __missing__(self, level: int) -> Callable[..., Any]:
        self[level] = found = self.make(level)
        return found
