"""Bins in a dict, made when they are needed."""

from ambsearch import ambiguous, require


class Bin:
    made = 0

    def __init__(self):
        self.items, self.room = [], 7
        Bin.made += 1

    def __iadd__(self, size):
        self.items.append(size)
        self.room -= size
        return self

    def __contains__(self, size):
        return size in self.items


BINS = {}


def bin_of(name):
    if name not in BINS:
        BINS[name] = Bin()
    return BINS[name]


@ambiguous
def f():
    for size in (5, 4, 3, 2):
        name = yield "xy"
        require(bin_of(name).room >= size)
        BINS[name] += size
    require(5 in BINS["x"])
    return {name: each.items for name, each in BINS.items()}, Bin.made


EXPECTED = [({"x": [5, 2], "y": [4, 3]}, 2)]
