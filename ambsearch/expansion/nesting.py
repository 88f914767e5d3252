"""The two expansions of a function as its searches at each level, see `ambsearch.levels`.

A function calls those of the next level. That is all in which the functions of two levels differ, and what they call is in
cells: so nothing is counted when a search runs. The functions of a level are made when they are called for the first time,
and the deep expansion when a search is so deep.

>>> from ambsearch import ambiguous
>>> from ambsearch.levels import NESTED
>>> @ambiguous
... def ground(n):
...     return (yield ground(n - 1)) if n else 0
>>> levels = ground.make()
>>> ground(2 * NESTED).one()
0
>>> levels[0].__name__, levels[NESTED - 1].func.__name__, levels[-1].func.__name__
('ground', 'drive', 'waiting')
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from types import CellType, MappingProxyType
from typing import Any

from ambsearch import levels
from ambsearch.expansion.linking import LEVEL, PASSED, Linked, captured
from ambsearch.making import MAKING
from ambsearch.running.driver import Search, drive


class Nested:
    """A function with its ordinary expansion, and what makes the deep one. is_deep: is it said to be?"""

    def __init__(
        self, function: Callable[..., Any], is_deep: bool, plain: Linked, make_deep: Callable[[], Linked]
    ) -> None:
        self.function, self.is_deep, self.plain, self.make_deep = function, is_deep, plain, make_deep

    def searches(self, given: Mapping[str, CellType] = MappingProxyType({})) -> levels.Levels:
        """The search at each level; given: the cells of an observed one."""
        return levels.Levels(partial(Bound(self, given).at, name=self.plain.main))

    @cached_property
    def deep(self) -> Linked | None:
        """The deep expansion, if it consists of functions of the same names and parameters.

        It may not if what the function calls has been replaced since.
        """
        deep = MAKING.timing(self.make_deep)()
        return deep if parameters(deep) == parameters(self.plain) else None


def parameters(linked: Linked) -> dict[str, tuple[str, ...]]:
    return {name: code.co_varnames[: code.co_argcount] for name, code in linked.codes.items()}


class Bound:
    """The functions of an expansion at each level, with the same cells."""

    def __init__(self, nested: Nested, given: Mapping[str, CellType]) -> None:
        self.nested, self.given = nested, given
        self.cells = {**captured(nested.function), **given}
        self.made: dict[tuple[int, str], Callable[..., Any]] = {}

    def at(self, level: int, name: str) -> Callable[..., Any]:
        """One of the functions of this level."""
        found = self.made.get((level, name))
        if found is None:
            is_driver = levels.is_driver(level)
            if is_driver and self.nested.deep is not None:
                self.made.update(self.driven(level, self.nested.deep))
                return self.made[level, name]
            # without a deep expansion it goes on as it is, up to the end of Python's stack
            found = self.made[level, name] = self.one(name, level if is_driver else level + 1)
        return found

    def one(self, name: str, after: int) -> Callable[..., Any]:
        """One of the ordinary functions; after: the level of those that it calls."""
        plain, cells = self.nested.plain, self.cells.copy()
        cells[LEVEL] = cells[PASSED] = CellType(after)
        for called in plain.called[name]:
            cells[called] = cell = CellType()
            cell.cell_contents = partial(self.begin, cell, after, called)
        return plain.bind_one(name, self.nested.function, cells)

    def begin(self, cell: CellType, level: int, name: str, *args: Any) -> Any:
        """Call a function of the next level, which the cell holds from now on."""
        cell.cell_contents = made = self.at(level, name)
        return made(*args)

    def driven(self, level: int, deep: Linked) -> dict[tuple[int, str], Callable[..., Any]]:
        """All functions of a driver, or of a search for it."""
        chosen, passed = levels.inside(level)
        made = deep.bind_all(self.nested.function, {**self.given, LEVEL: CellType(chosen), PASSED: CellType(passed)})
        drives = partial(drive, self.nested.is_deep)
        begin = drives if level >= 0 else told_waiting if self.given else waiting
        return {(level, name): partial(begin, function) for name, function in made.items()}


def waiting(search: Callable[..., Any], /, *args: Any, **kwargs: Any) -> list[Any]:
    """A search for the driver of the one around it."""
    return [search(*args, **kwargs)]


def told_waiting(search: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Search:
    """The same for an observer, who wants to know that it is a search."""
    return Search([search(*args, **kwargs)])
