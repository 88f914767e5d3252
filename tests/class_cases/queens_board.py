"""Queens on a board that knows where one may be put."""

from ambsearch import ambiguous, require


class Board:
    def __init__(self):
        self.queens = []

    def is_free(self, row, column):
        return all(column != c and abs(column - c) != row - r for r, c in enumerate(self.queens))

    def put(self, column):
        self.queens.append(column)


@ambiguous
def f():
    board = Board()
    for row in range(6):
        column = yield range(6)
        require(board.is_free(row, column))
        board.put(column)
    return tuple(board.queens)


EXPECTED = [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3), (3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1)]
