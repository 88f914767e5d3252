"""A map coloured with few colours; its countries are objects with slots."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"rows": 4, "columns": 4, "colours": "RGB"}
SMALL = {"rows": 2, "columns": 2, "colours": "RGB"}


class Country:
    __slots__ = ("colour", "name", "neighbours")

    def __init__(self, name: str) -> None:
        self.name = name
        self.colour: str | None = None
        self.neighbours: list[Country] = []


def countries_of(rows: int, columns: int) -> list[Country]:
    """A rectangle of countries, each with a border to those above, below, left and right."""
    grid = {(row, column): Country(f"{row}{column}") for row in range(rows) for column in range(columns)}
    for (row, column), country in grid.items():
        for place in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if place in grid:
                country.neighbours.append(grid[place])
    return list(grid.values())


@ambiguous
def solve(rows: int, columns: int, colours: str) -> Generator[Any, Any, dict[str, str]]:
    """Neighbours have different colours; an answer is the colour of each country by its name."""
    countries = countries_of(rows, columns)
    for country in countries:
        country.colour = yield colours
        for neighbour in country.neighbours:
            require(neighbour.colour != country.colour)
    return {country.name: country.colour for country in countries}


def by_hand(rows: int, columns: int, colours: str) -> Iterator[dict[str, str | None]]:
    countries = countries_of(rows, columns)

    def paint(index: int) -> Iterator[dict[str, str | None]]:
        if index == len(countries):
            yield {country.name: country.colour for country in countries}
            return
        country = countries[index]
        for colour in colours:
            for neighbour in country.neighbours:
                if neighbour.colour == colour:
                    break
            else:
                country.colour = colour
                yield from paint(index + 1)
                country.colour = None

    return paint(0)
