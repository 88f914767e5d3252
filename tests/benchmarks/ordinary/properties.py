"""Fields of a flag in colours of an enumeration; a property of a class with an abstract base keeps count of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterator
from enum import Enum
from typing import Any

from ambsearch import ambiguous, require

FULL = {"rows": 3, "columns": 3, "most": 4}
SMALL = {"rows": 2, "columns": 2, "most": 2}


class Colour(Enum):
    RED = "r"
    GREEN = "g"
    BLUE = "b"


class Field(ABC):
    """A field of a flag."""

    @property
    @abstractmethod
    def colour(self) -> Colour | None: ...

    @colour.setter
    @abstractmethod
    def colour(self, colour: Colour) -> None: ...


class Cloth(Field):
    def __init__(self, used: Counter[Colour]) -> None:
        self.used = used
        self.neighbours: list[Cloth] = []
        self._colour: Colour | None = None

    @property
    def colour(self) -> Colour | None:
        return self._colour

    @colour.setter
    def colour(self, colour: Colour) -> None:
        self._colour = colour
        self.used[colour] += 1

    def wash(self, colour: Colour) -> None:
        self._colour = None
        self.used[colour] -= 1


def flag(rows: int, columns: int) -> tuple[list[Cloth], Counter[Colour]]:
    used: Counter[Colour] = Counter()
    fields = [Cloth(used) for _ in range(rows * columns)]
    for place, field in enumerate(fields):
        field.neighbours += [fields[place - 1]] if place % columns else []
        field.neighbours += [fields[place - columns]] if place >= columns else []
    return fields, used


@ambiguous
def solve(rows: int, columns: int, most: int) -> Generator[Any, Any, str]:
    """An answer is the colours, row by row; neighbours differ, and no colour is there more than `most` times."""
    fields, used = flag(rows, columns)
    for field in fields:
        colour = yield Colour
        require(used[colour] < most)
        require(all(other.colour is not colour for other in field.neighbours))
        field.colour = colour
    return "".join(field.colour.value for field in fields if field.colour)


def by_hand(rows: int, columns: int, most: int) -> Iterator[str]:
    fields, used = flag(rows, columns)

    def paint(place: int) -> Iterator[str]:
        if place == len(fields):
            yield "".join(field.colour.value for field in fields if field.colour)
            return
        field = fields[place]
        for colour in Colour:
            if used[colour] < most and all(other.colour is not colour for other in field.neighbours):
                field.colour = colour
                yield from paint(place + 1)
                field.wash(colour)

    return paint(0)
