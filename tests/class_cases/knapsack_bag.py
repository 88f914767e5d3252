"""What fits into a bag: a dataclass whose method raises when it is too heavy."""

from dataclasses import dataclass, field

from ambsearch import ambiguous, require


class TooHeavy(Exception):
    pass


@dataclass
class Bag:
    limit: int
    weight: int = 0
    value: int = 0
    things: list = field(default_factory=list)

    def pack(self, name, weight, value):
        self.things.append(name)
        self.weight += weight
        if self.weight > self.limit:
            raise TooHeavy(name)
        self.value += value


GOODS = [("tent", 5, 9), ("stove", 3, 6), ("rope", 2, 3), ("book", 1, 1)]


@ambiguous
def f():
    bag = Bag(6)
    for name, weight, value in GOODS:
        packed = yield (True, False)
        if packed:
            full = False
            try:
                bag.pack(name, weight, value)
            except TooHeavy:
                full = True
            require(not full)
    require(bag.value > 8)
    return bag.value, tuple(bag.things)


EXPECTED = [(10, ("tent", "book")), (9, ("tent",)), (10, ("stove", "rope", "book")), (9, ("stove", "rope"))]
