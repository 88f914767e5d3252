"""Helpers that change something inside conditions and loop tests."""

from ambsearch import ambiguous, require


class Purse:
    def __init__(self):
        self.coins, self.tries = [1, 2, 5], 0

    def take(self, coin):
        self.tries += 1
        if coin not in self.coins:
            return False
        self.coins.remove(coin)
        return True

    def pop(self):
        return self.coins.pop() if self.coins else 0


PURSE = Purse()


@ambiguous
def f():
    a = yield (1, 2, 3)
    require(PURSE.take(a) or a == 3)
    b = yield (1, 2)
    if PURSE.take(b) and PURSE.take(5):
        return a, b, PURSE.coins, PURSE.tries
    total = 0
    while coin := PURSE.pop():
        total += coin
    return a, b, total, PURSE.tries


EXPECTED = [
    (1, 1, 7, 2),
    (1, 2, [], 3),
    (2, 1, [], 3),
    (2, 2, 6, 2),
    (3, 1, [2], 3),
    (3, 2, [1], 3),
]
