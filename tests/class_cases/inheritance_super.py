"""Layers of classes, each with its own change and super()."""

from ambsearch import ambiguous


class Base:
    def __init__(self):
        self.log = []

    def put(self, x):
        self.log.append(x)


class Loud(Base):
    def put(self, x):
        super().put(x)
        self.log.append("!")


class Counting(Base):
    count = 0

    def put(self, x):
        self.count += 1
        super().put(x)


class Both(Loud, Counting):
    pass


THING = Both()


@ambiguous
def f():
    THING.put((yield "ab"))
    THING.put((yield "cd"))
    return "".join(THING.log), THING.count, "count" in vars(THING)


EXPECTED = [("a!c!", 2, True), ("a!d!", 2, True), ("b!c!", 2, True), ("b!d!", 2, True)]
