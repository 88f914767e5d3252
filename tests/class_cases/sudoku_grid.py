"""A small sudoku, 4 x 4, as a class with items and an ambiguous method."""

from ambsearch import ambiguous


class Grid:
    def __init__(self, text):
        self.cells = [[int(digit) for digit in row] for row in text.split()]
        self.empty = sum(row.count(0) for row in self.cells)

    def __getitem__(self, place):
        row, column = place
        return self.cells[row][column]

    def __setitem__(self, place, digit):
        row, column = place
        if self.cells[row][column] == 0:
            self.empty -= 1
        self.cells[row][column] = digit

    def first_empty(self):
        return next((r, c) for r in range(4) for c in range(4) if self[r, c] == 0)

    def candidates(self, row, column):
        used = set(self.cells[row]) | {self[r, column] for r in range(4)}
        top, left = row // 2 * 2, column // 2 * 2
        used |= {self[r, c] for r in (top, top + 1) for c in (left, left + 1)}
        return [digit for digit in range(1, 5) if digit not in used]

    @ambiguous
    def solve(self):
        while self.empty:
            row, column = self.first_empty()
            self[row, column] = yield self.candidates(row, column)
        return ["".join(map(str, row)) for row in self.cells]


@ambiguous
def f():
    return (yield Grid("0004 0012 0400 2000").solve())


EXPECTED = [["1234", "4312", "3421", "2143"]]
