"""An exception from a method ends the search; what was changed before it is undone."""

from ambsearch import ambiguous


class Fuse:
    def __init__(self):
        self.load = []

    def add(self, amps):
        self.load.append(amps)
        if sum(self.load) > 4:
            raise OverflowError(sum(self.load))


FUSE = Fuse()


@ambiguous
def f():
    FUSE.add((yield (1, 3)))
    FUSE.add((yield (1, 2)))
    return tuple(FUSE.load)


EXPECTED = [(1, 1), (1, 2), (3, 1)]
RAISES = OverflowError, "5"
