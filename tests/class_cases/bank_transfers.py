"""Transfers that are refused after half of them is done: the helper's exception goes through another helper."""

from ambsearch import ambiguous, require


class Account:
    opened = 0

    def __init__(self, balance):
        self.balance = balance
        Account.opened += 1

    def draw(self, amount):
        self.balance -= amount
        if self.balance < 0:
            raise ValueError("overdrawn")

    def pay(self, amount):
        self.balance += amount


class Bank:
    def __init__(self):
        self.accounts = {"a": Account(3), "b": Account(1), "c": Account(0)}
        self.book = []

    def transfer(self, giver, taker, amount):
        self.book.append((giver, taker))
        self.accounts[taker].pay(amount)
        self.accounts[giver].draw(amount)

    def try_transfer(self, giver, taker, amount):
        try:
            self.transfer(giver, taker, amount)
        except ValueError:
            return False
        return True


BANK = Bank()


@ambiguous
def f():
    for _ in range(2):
        giver = yield "ab"
        taker = yield "bc"
        require(giver != taker)
        require(BANK.try_transfer(giver, taker, 2))
    return BANK.book, [account.balance for account in BANK.accounts.values()], Account.opened


EXPECTED = [([("a", "b"), ("b", "c")], [1, 1, 2], 3)]
