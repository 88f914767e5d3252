"""A choice inside a with statement: each branch enters and leaves it."""

from ambsearch import ambiguous, require


class Level:
    depth = 0

    def __enter__(self):
        self.depth += 1

    def __exit__(self, *exc):
        self.depth -= 1


LEVEL = Level()


@ambiguous
def f():
    found = []
    for turn in range(2):
        with LEVEL:
            x = yield (0, 1, 2)
            if x == 0:
                continue
            require(x != 1 or turn == 0)
            found.append((x, LEVEL.depth))
    return found, LEVEL.depth


EXPECTED = [([], 0), ([(2, 1)], 0), ([(1, 1)], 0), ([(1, 1), (2, 1)], 0), ([(2, 1)], 0), ([(2, 1), (2, 1)], 0)]
