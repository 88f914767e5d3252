"""Two names for one object, changed through both."""

from ambsearch import ambiguous


class Cell:
    def __init__(self):
        self.items = [0]


LEFT = Cell()
RIGHT = Cell()
RIGHT.items = LEFT.items


def swap():
    LEFT.items, RIGHT.items = RIGHT.items[:], LEFT.items
    LEFT.items.append("left")


@ambiguous
def f():
    LEFT.items.append((yield (1, 2)))
    if (yield (True, False)):
        swap()
    RIGHT.items.append("right")
    return LEFT.items, RIGHT.items


EXPECTED = [
    ([0, 1, "left"], [0, 1, "right"]),
    ([0, 1, "right"], [0, 1, "right"]),
    ([0, 2, "left"], [0, 2, "right"]),
    ([0, 2, "right"], [0, 2, "right"]),
]
