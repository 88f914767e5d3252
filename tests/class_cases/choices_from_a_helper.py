"""A method gives what is free, and the choice is among it."""

from ambsearch import ambiguous


class Pool:
    def __init__(self):
        self.free, self.asked = ["a", "b", "c"], 0

    def some(self):
        self.asked += 1
        return self.free

    def take(self, name):
        self.free.remove(name)
        return self


POOL = Pool()


@ambiguous
def f():
    x = yield POOL.some()
    POOL.take(x)
    y = yield POOL.take((yield POOL.some())).some()
    return x + y, POOL.asked


EXPECTED = [("ac", 3), ("ab", 3), ("bc", 3), ("ba", 3), ("cb", 3), ("ca", 3)]
