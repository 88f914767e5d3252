"""Payments between friends until nobody owes anything; a helper changes the accounts inside a `with`."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"debts": {"Ann": 5, "Bob": 3, "Cid": 4, "Dot": 2, "Eve": -6, "Fay": -5, "Gil": -3}, "most": 5}
SMALL = {"debts": {"Ann": 2, "Bob": 1, "Cid": -3}, "most": 2}


class Ledger:
    def __init__(self, debts: dict[str, int]) -> None:
        self.debts = dict(debts)
        self.entries: list[tuple[str, str, int]] = []
        self.is_open = False

    def __enter__(self) -> Ledger:
        self.is_open = True
        return self

    def __exit__(self, *error: object) -> None:
        self.is_open = False

    def enter(self, payer: str, receiver: str, amount: int) -> None:
        assert self.is_open
        self.debts[payer] -= amount
        self.debts[receiver] += amount
        self.entries.append((payer, receiver, amount))

    def strike(self) -> None:
        assert self.is_open
        payer, receiver, amount = self.entries.pop()
        self.debts[payer] += amount
        self.debts[receiver] -= amount


def pay(ledger: Ledger, payer: str, receiver: str, amount: int) -> None:
    with ledger:
        ledger.enter(payer, receiver, amount)


def take_back(ledger: Ledger) -> None:
    with ledger:
        ledger.strike()


@ambiguous
def solve(debts: dict[str, int], most: int) -> Generator[Any, Any, list[tuple[str, str, int]]]:
    """At most so many payments, each to the full debt of one of the two; an answer is the list of the payments."""
    ledger = Ledger(debts)
    while any(ledger.debts.values()):
        require(len(ledger.entries) < most)
        payer = yield debts
        require(ledger.debts[payer] > 0)
        receiver = yield debts
        require(ledger.debts[receiver] < 0)
        pay(ledger, payer, receiver, min(ledger.debts[payer], -ledger.debts[receiver]))
    return ledger.entries


def by_hand(debts: dict[str, int], most: int) -> Iterator[list[tuple[str, str, int]]]:
    ledger = Ledger(debts)

    def settle() -> Iterator[list[tuple[str, str, int]]]:
        if not any(ledger.debts.values()):
            yield ledger.entries.copy()
            return
        if len(ledger.entries) == most:
            return
        for payer in debts:
            if ledger.debts[payer] > 0:
                for receiver in debts:
                    if ledger.debts[receiver] < 0:
                        pay(ledger, payer, receiver, min(ledger.debts[payer], -ledger.debts[receiver]))
                        yield from settle()
                        take_back(ledger)

    return settle()
