"""Coins for a purse of a given worth and weight; small functions inside change what is left."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

Coin = tuple[int, int]  # worth, weight
FULL = {"coins": ((50, 8), (20, 6), (10, 4), (5, 4), (2, 9), (1, 2)), "worth": 120, "weight": 90}
SMALL = {"coins": ((5, 4), (2, 9), (1, 2)), "worth": 8, "weight": 17}


@ambiguous
def solve(coins: Sequence[Coin], worth: int, weight: int) -> Generator[Any, Any, list[Coin]]:
    """Coins of the worth that are not too heavy, large ones first; an answer is the list of the coins."""
    purse: list[Coin] = []
    index = 0

    def is_too_much() -> bool:
        return worth < 0 or weight < 0

    def take(coin: Coin) -> None:
        nonlocal worth, weight
        worth -= coin[0]
        weight -= coin[1]
        purse.append(coin)

    while worth > 0:
        index = yield range(index, len(coins))
        take(coins[index])
        require(not is_too_much())
    return purse


def by_hand(coins: Sequence[Coin], worth: int, weight: int) -> Iterator[list[Coin]]:
    purse: list[Coin] = []

    def is_too_much() -> bool:
        return worth < 0 or weight < 0

    def take(coin: Coin) -> None:
        nonlocal worth, weight
        worth -= coin[0]
        weight -= coin[1]
        purse.append(coin)

    def put_back() -> None:
        nonlocal worth, weight
        coin = purse.pop()
        worth += coin[0]
        weight += coin[1]

    def pay(first: int) -> Iterator[list[Coin]]:
        if worth == 0:
            yield purse.copy()
            return
        for index in range(first, len(coins)):
            take(coins[index])
            if not is_too_much():
                yield from pay(index)
            put_back()

    return pay(0)
