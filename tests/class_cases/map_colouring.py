"""Colouring a map: a graph class that forbids colours to neighbours, deep in a helper."""

from collections import defaultdict

from ambsearch import ambiguous, require


class Graph:
    def __init__(self, edges):
        self.neighbours = defaultdict(list)
        for a, b in edges:
            self.neighbours[a].append(b)
            self.neighbours[b].append(a)
        self.forbidden = {place: set() for place in self.neighbours}
        self.colour = {}

    def allowed(self, place):
        return [c for c in "rgb" if c not in self.forbidden[place]]

    def paint(self, place, colour):
        self.colour[place] = colour
        for other in self.neighbours[place]:
            self.forbid(other, colour)

    def forbid(self, place, colour):
        self.forbidden[place].add(colour)


MAP = Graph([("wa", "nt"), ("wa", "sa"), ("nt", "sa"), ("nt", "q"), ("sa", "q")])


@ambiguous
def f():
    require("r" in MAP.allowed("wa"))
    MAP.paint("wa", "r")
    for place in ("nt", "sa", "q"):
        MAP.paint(place, (yield MAP.allowed(place)))
    return "".join(MAP.colour[place] for place in ("wa", "nt", "sa", "q"))


EXPECTED = ["rgbr", "rbgr"]
