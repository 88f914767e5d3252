"""Change by hand: pay as many coins of a kind as possible, go on to the next kind, take the coins back one by one.

``paid`` is a stack: how many coins are paid of the first kinds, e.g. [1, 2].
"""

from collections.abc import Iterator


def solve(amount: int, coins: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield how many coins of each kind are paid, a tuple for each way.

    >>> list(solve(5, (5, 2, 1)))
    [(1, 0, 0), (0, 2, 1), (0, 1, 3), (0, 0, 5)]
    """
    paid: list[int] = []
    due = amount

    def pay_next() -> Iterator[tuple[int, ...]]:
        nonlocal due
        if len(paid) == len(coins):
            if due == 0:
                yield tuple(paid)
            return
        coin = coins[len(paid)]
        paid.append(due // coin)
        due -= paid[-1] * coin
        yield from pay_next()
        while paid[-1] > 0:
            paid[-1] -= 1
            due += coin
            yield from pay_next()
        paid.pop()

    return pay_next()
