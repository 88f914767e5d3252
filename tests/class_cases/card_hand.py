"""A hand of cards, a list with a method of its own name overridden."""

from ambsearch import ambiguous, require


class Hand(list):
    points = 0

    def append(self, card):
        super().append(card)
        self.points += card

    def remove(self, card):
        super().remove(card)
        self.points -= card


HAND, DECK = Hand(), Hand([7, 4, 3, 2])
DECK.points = 16


def draw(card):
    DECK.remove(card)
    HAND.append(card)


@ambiguous
def f():
    while HAND.points < 9:
        card = yield DECK
        require(not HAND or card < HAND[-1])
        draw(card)
    return list(HAND), HAND.points, DECK.points


EXPECTED = [([7, 4], 11, 5), ([7, 3], 10, 6), ([7, 2], 9, 7), ([4, 3, 2], 9, 7)]
