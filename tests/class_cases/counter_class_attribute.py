"""Classmethods as constructors that number what they make."""

from ambsearch import ambiguous


class Ticket:
    number = 0
    sold = []

    def __init__(self, name):
        self.name = name

    @classmethod
    def sell(cls, name):
        cls.number += 1
        ticket = cls(f"{name}{cls.number}")
        cls.sold.append(ticket.name)
        return ticket


@ambiguous
def f():
    first = Ticket.sell((yield "ab"))
    second = Ticket.sell((yield "cd"))
    return first.name, second.name, tuple(Ticket.sold)


EXPECTED = [
    ("a1", "c2", ("a1", "c2")),
    ("a1", "d2", ("a1", "d2")),
    ("b1", "c2", ("b1", "c2")),
    ("b1", "d2", ("b1", "d2")),
]
