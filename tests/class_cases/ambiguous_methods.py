"""Change for a sum: an ambiguous method that calls itself on the same object."""

from ambsearch import ambiguous, require


class Till:
    def __init__(self, coins):
        self.coins, self.given = coins, []

    def give(self, coin):
        self.coins[coin] -= 1
        self.given.append(coin)
        return self.coins[coin] >= 0

    @ambiguous
    def change(self, amount, most=100):
        if amount == 0:
            return "+".join(map(str, self.given))
        coin = yield [coin for coin in self.coins if coin <= min(amount, most)]
        require(self.give(coin))
        return (yield self.change(amount - coin, coin))


TILL = Till({5: 1, 2: 3, 1: 2})


@ambiguous
def f():
    return (yield TILL.change(7))


EXPECTED = ["5+2", "5+1+1", "2+2+2+1"]
