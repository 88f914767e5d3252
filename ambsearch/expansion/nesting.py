"""The two expansions of a function as its searches at each level, see `ambsearch.ground.levels`.

The functions of the ordinary one are the same at each level. They are told the next one, at which they find those that they
call: themselves, or a driver that takes over. The deep expansion is made when a search is so deep.

>>> from ambsearch import ambiguous
>>> from ambsearch.ground.levels import DRIVES, NESTED, NESTS
>>> @ambiguous
... def ground(n):
...     return (yield ground(n - 1)) if n else 0
>>> levels = ground.make()
>>> ground(2 * NESTED).one()
0
>>> levels[NESTS].__name__, levels[DRIVES].func.__name__
('ground', 'drive')
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from types import CellType, MappingProxyType
from typing import Any

from ambsearch.expansion.binding import LEVEL, PASSED
from ambsearch.expansion.linking import Linked
from ambsearch.ground import levels
from ambsearch.ground.levels import DRIVES, DRIVES_ALL, ENDS, Level
from ambsearch.ground.making import MAKING
from ambsearch.running.driver import Search, drive

Cells = Mapping[str, CellType]
DRIVEN = len(ENDS) - 1  # the places where a driver has taken over
Made = dict[str, list[Callable[..., Any]]]  # each function of an expansion, by the places of the levels


class Nested:
    """A function with its ordinary expansion, and what makes the deep one. is_deep: is it said to be?"""

    def __init__(self, function: Any, is_deep: bool, plain: Linked, make_deep: Callable[[], Linked]) -> None:
        self.function, self.is_deep, self.plain, self.make_deep = function, is_deep, plain, make_deep

    def searches(self, given: Cells = MappingProxyType({})) -> list[Callable[..., Any]]:
        """The search at each level, by the place of the level; given: the cells of an observed one."""
        made: Made = {name: [] for name in self.plain.codes}
        cells = {name: CellType(places) for name, places in made.items()}
        for name, function in self.plain.bind(self.function, {**given, **cells}).items():
            made[name] += [function, *[partial(self.take_over, given, made, name)] * DRIVEN]
        return made[self.plain.main]

    def take_over(self, given: Cells, made: Made, name: str, level: Level, /, *args: Any, **kwargs: Any) -> Any:
        """Call what takes over at this level, and is found there from now on."""
        for each, function in self.driven(level.place, given, made).items():
            made[each][level.place] = function
        return made[name][level.place](level, *args, **kwargs)

    def driven(self, place: int, given: Cells, made: Made) -> Mapping[str, Callable[..., Any]]:
        """All functions of a driver, or of a search for it."""
        deep = self.deep
        if deep is None:  # it goes on as it is, up to the end of Python's stack
            return {name: partial(at_the_same, place, places[0]) for name, places in made.items()}
        chosen, passed = levels.inside(place)
        cells = {name: CellType() for name in deep.codes}
        functions = deep.bind(self.function, {**given, **cells, LEVEL: CellType(chosen), PASSED: CellType(passed)})
        for name, function in functions.items():
            cells[name].cell_contents = function
        drives = partial(drive, self.is_deep)
        begin = drives if place in (DRIVES, DRIVES_ALL) else partial(waiting, Search if given else list)
        return {name: partial(begin, function) for name, function in functions.items()}

    @cached_property
    def deep(self) -> Linked | None:
        """The deep expansion, if it consists of functions of the same names and parameters, but for the level.

        It may not if what the function calls has been replaced since.
        """
        deep = MAKING.timing(self.make_deep)()
        return deep if parameters(deep) == parameters(self.plain) else None


def parameters(linked: Linked) -> dict[str, list[str]]:
    names = {name: code.co_varnames[: code.co_argcount] for name, code in linked.codes.items()}
    return {name: [one for one in found if one != LEVEL] for name, found in names.items()}


def at_the_same(place: int, search: Callable[..., Any], after: Level, /, *args: Any, **kwargs: Any) -> Any:
    return search(ENDS[place], *args, **kwargs)


def waiting(kind: type[list[Any]], search: Callable[..., Any], after: Level, /, *args: Any, **kwargs: Any) -> list[Any]:
    """A search for the driver of the one around it. kind: Search for an observer, who wants to know that it is one."""
    return kind([search(*args, **kwargs)])
