"""Hands of cards with a number of points; bound methods have names of their own."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

FULL = {"cards": (11, 10, 10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2), "points": 34}
SMALL = {"cards": (5, 4, 3, 2, 1), "points": 6}


class Hand:
    def __init__(self, points: int) -> None:
        self.missing = points
        self.cards: list[int] = []

    def draw(self, card: int) -> None:
        self.missing -= card
        self.cards.append(card)

    def put_back(self) -> None:
        self.missing += self.cards.pop()


@ambiguous
def solve(cards: Sequence[int], points: int) -> Generator[Any, Any, tuple[list[int], list[int]]]:
    """An answer is the cards in the hand, and those on the heap."""
    hand = Hand(points)
    heap: list[int] = []
    draw, lay_aside = hand.draw, heap.append
    for card in cards:
        if (yield (True, False)):
            draw(card)
            require(hand.missing >= 0)
        else:
            lay_aside(card)
    require(hand.missing == 0)
    return hand.cards, heap


def by_hand(cards: Sequence[int], points: int) -> Iterator[tuple[list[int], list[int]]]:
    hand = Hand(points)
    heap: list[int] = []
    draw, lay_aside = hand.draw, heap.append

    def deal(index: int) -> Iterator[tuple[list[int], list[int]]]:
        if index == len(cards):
            if hand.missing == 0:
                yield hand.cards.copy(), heap.copy()
            return
        draw(cards[index])
        if hand.missing >= 0:
            yield from deal(index + 1)
        hand.put_back()
        lay_aside(cards[index])
        yield from deal(index + 1)
        heap.pop()

    return deal(0)
