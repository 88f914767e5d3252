"""All ways through a maze by a walker who remembers where he was."""

from ambsearch import ambiguous, require

MAZE = ["..#", "...", "#.."]


class Walker:
    def __init__(self, place):
        self.place = place
        self.visited = {place}
        self.way = ""

    def ways(self):
        return [d for d in "ESWN" if self.can_go(self.after(d))]

    def after(self, direction):
        row, column = self.place
        return {"E": (row, column + 1), "S": (row + 1, column), "W": (row, column - 1), "N": (row - 1, column)}[
            direction
        ]

    def can_go(self, place):
        row, column = place
        inside = 0 <= row < 3 and 0 <= column < 3
        return inside and MAZE[row][column] == "." and place not in self.visited

    def go(self, direction):
        self.place = self.after(direction)
        self.visited.add(self.place)
        self.way += direction


@ambiguous
def f():
    walker = Walker((0, 0))
    while walker.place != (2, 2):
        walker.go((yield walker.ways()))
    require(len(walker.visited) == len(walker.way) + 1)
    return walker.way


EXPECTED = ["ESES", "ESSE", "SEES", "SESE"]
