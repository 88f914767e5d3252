"""Loops with choices over a dict's items, a deque and a sequence of one's own, which the branch changes."""

from collections import deque

from ambsearch import ambiguous


class Tape:
    def __init__(self, *cells):
        self.cells = list(cells)

    def __getitem__(self, place):
        return self.cells[place]

    def grow(self, cell):
        self.cells.append(cell)


PRICES = {"a": 1, "b": 2}
TAPE = Tape(1, 2)


@ambiguous
def f():
    seen = []
    for name, price in PRICES.items():
        PRICES["b"] += price
        seen.append((yield (name, price)))
    for cell in TAPE:
        if cell == 2 and len(TAPE.cells) < 3:
            TAPE.grow((yield (3, 4)))
        seen.append(cell)
    for item in deque(seen[:1]):
        seen.append(item)
    return seen


EXPECTED = [
    ["a", "b", 1, 2, 3, "a"],
    ["a", "b", 1, 2, 4, "a"],
    ["a", 3, 1, 2, 3, "a"],
    ["a", 3, 1, 2, 4, "a"],
    [1, "b", 1, 2, 3, 1],
    [1, "b", 1, 2, 4, 1],
    [1, 3, 1, 2, 3, 1],
    [1, 3, 1, 2, 4, 1],
]
