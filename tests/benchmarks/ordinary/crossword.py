"""Squares of words that read the same across and down or not; the helpers are in another module."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

from . import crossword_grid
from .crossword_grid import empty_grid, fits, places_across, places_down, rows_of

WORDS = (
    *("age", "ago", "aid", "ape", "arc", "are", "art", "ate", "bar", "bat", "bed", "bee", "bet", "car", "cat"),
    *("den", "ear", "eat", "era", "eta", "ran", "rat", "red", "tab", "tan", "tar", "tea", "ten", "tie", "toe"),
)
FULL = {"words": WORDS}
SMALL = {"words": ("age", "bat", "bed", "age", "ted", "bat", "bee", "abt", "tee", "ate", "gte", "eed")}


@ambiguous
def solve(words: Sequence[str]) -> Generator[Any, Any, list[str]]:
    """Every word of three letters is used once at the most; an answer is the rows."""
    grid = empty_grid(3)
    used: set[str] = set()
    for number in range(3):
        for places in (places_across(number, 3), places_down(number, 3)):
            word = yield words
            require(word not in used)
            require(fits(grid, places, word))
            used.add(word)
            crossword_grid.write(grid, places, word)
    return rows_of(grid)


def by_hand(words: Sequence[str]) -> Iterator[list[str]]:
    grid = empty_grid(3)
    used: set[str] = set()
    lines = [make(number, 3) for number in range(3) for make in (places_across, places_down)]

    def fill(index: int) -> Iterator[list[str]]:
        if index == len(lines):
            yield rows_of(grid)
            return
        for word in words:
            if word not in used and fits(grid, lines[index], word):
                used.add(word)
                written = crossword_grid.write(grid, lines[index], word)
                yield from fill(index + 1)
                crossword_grid.wipe(grid, written)
                used.remove(word)

    return fill(0)
