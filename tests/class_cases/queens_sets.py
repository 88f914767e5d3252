"""Queens with slots, sets and a count; one board for the whole module."""

from ambsearch import ambiguous, require


class Board:
    __slots__ = ("columns", "rising", "falling", "count")

    def __init__(self):
        self.columns, self.rising, self.falling = set(), set(), set()
        self.count = 0

    def put(self, column):
        row = self.count
        if column in self.columns or row + column in self.rising or row - column in self.falling:
            return False
        self.columns.add(column)
        self.rising.add(row + column)
        self.falling.add(row - column)
        self.count += 1
        return True


BOARD = Board()


@ambiguous
def place(n):
    if BOARD.count == n:
        return ()
    column = yield range(n)
    require(BOARD.put(column))
    return (column, *(yield place(n)))


@ambiguous
def f():
    return (yield place(5))


EXPECTED = [
    (0, 2, 4, 1, 3),
    (0, 3, 1, 4, 2),
    (1, 3, 0, 2, 4),
    (1, 4, 2, 0, 3),
    (2, 0, 3, 1, 4),
    (2, 4, 1, 3, 0),
    (3, 0, 2, 4, 1),
    (3, 1, 4, 2, 0),
    (4, 1, 3, 0, 2),
    (4, 2, 0, 3, 1),
]
