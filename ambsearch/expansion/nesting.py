"""The levels of a deep search, and which expansion a function has at each.

    0, 1, ...                       the ordinary one, whose generators nest one another
    NESTED - 1                      a driver takes over: the deep one, whose generators nest no other of their search
    NESTED, ...                     the searches inside it nest again
    DRIVERS * NESTED - 1            the last driver, which keeps the searches inside it, too
    -NESTED, -DRIVERS * NESTED      a search for the driver of the level before

A function calls those of the next level. That is all in which the functions of two levels differ, and what they call is in
cells: so nothing is counted when a search runs, and as long as it is not deep it takes no longer than an ordinary one.
The functions of a level are made when they are called for the first time.

>>> from ambsearch import ambiguous
>>> @ambiguous(deep=True)
... def ground(n):
...     return (yield ground(n - 1)) if n else 0
>>> levels = ground.levels
>>> levels[0].__name__, levels[NESTED - 1].func.__name__, levels[-NESTED].func.__name__
('ground', 'drive', 'waiting')
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import CellType
from typing import Any

from ambsearch.expansion.linking import LEVEL, PASSED, Linked
from ambsearch.making import MAKING
from ambsearch.running.driver import drive

NESTED = 64  # as many as a chess board has squares; an answer passes all of them
DRIVERS = 2


class Nested:
    """plain, deep: the two expansions of a function, which consist of functions of the same names and parameters."""

    def __init__(self, function: Callable[..., Any], plain: Linked, deep: Linked) -> None:
        self.function, self.plain, self.deep = function, plain, deep
        self.made: dict[int, dict[str, Callable[..., Any]]] = {}

    def __call__(self, level: int) -> Callable[..., Any]:
        """The search at this level."""
        return self.at(level, self.plain.main)

    @MAKING.timing
    def at(self, level: int, name: str) -> Callable[..., Any]:
        """One of the functions of this level."""
        is_nested = level >= 0 and (level + 1) % NESTED != 0
        made = self.made.setdefault(level, {})
        if name not in made:
            made |= {name: self.nested(level, name)} if is_nested else self.driven(level)
        return made[name]

    def nested(self, level: int, name: str) -> Callable[..., Any]:
        cells = {LEVEL: CellType(level + 1)}
        for called in self.plain.codes.keys() & self.plain.codes[name].co_freevars:
            cells[called] = cell = CellType()
            cell.cell_contents = partial(self.begin, cell, level + 1, called)
        return self.plain.bind_one(name, self.function, cells)

    def begin(self, cell: CellType, level: int, name: str, *args: Any) -> Any:
        """Call a function of the next level, which the cell holds from now on."""
        cell.cell_contents = made = self.at(level, name)
        return made(*args)

    def driven(self, level: int) -> dict[str, Callable[..., Any]]:
        inside = -level if level < 0 else level + 1
        chosen = inside if inside < DRIVERS * NESTED else -inside
        made = self.deep.bind_all(self.function, {LEVEL: CellType(chosen), PASSED: CellType(-inside)})
        return {name: partial(waiting if level < 0 else drive, function) for name, function in made.items()}


def waiting(search: Callable[..., Any], /, *args: Any, **kwargs: Any) -> list[Any]:
    """A search for the driver of the one around it."""
    return [search(*args, **kwargs)]


def enter(levels: Mapping[int, Callable[..., Any]], /, *args: Any, **kwargs: Any) -> Iterator[Any]:
    """The answers of a deep search that no deep one searches."""
    answers: Iterator[Any] = levels[first_level()](*args, **kwargs)
    return answers


def first_level() -> int:
    """That of the last driver if Python's stack has little room left."""
    last = DRIVERS * NESTED
    try:
        sys._getframe(max(0, sys.getrecursionlimit() - 4 * last))
    except ValueError:  # the stack is not that deep
        return 0
    return last - 1
