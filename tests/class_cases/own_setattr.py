"""An object that keeps a history of its attributes."""

from ambsearch import ambiguous


class Watched:
    def __init__(self):
        object.__setattr__(self, "history", [])
        self.x = 0

    def __setattr__(self, name, value):
        self.history.append((name, value))
        super().__setattr__(name, value)


THING = Watched()


@ambiguous
def f():
    THING.x = yield (1, 2)
    THING.y = THING.x * 10
    THING.x += yield (0, 1)
    return THING.history


EXPECTED = [
    [("x", 0), ("x", 1), ("y", 10), ("x", 1)],
    [("x", 0), ("x", 1), ("y", 10), ("x", 2)],
    [("x", 0), ("x", 2), ("y", 20), ("x", 2)],
    [("x", 0), ("x", 2), ("y", 20), ("x", 3)],
]
