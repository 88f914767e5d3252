"""Counting out in a circle: a subclass of deque with a method of its own."""

from collections import deque

from ambsearch import ambiguous


class Circle(deque):
    gone = ()

    def count_out(self, n):
        self.rotate(1 - n)
        self.gone = (*self.gone, self.popleft())


CIRCLE = Circle("abc")


@ambiguous
def f():
    while len(CIRCLE) > 1:
        CIRCLE.count_out((yield (1, 2)))
    return "".join(CIRCLE.gone), CIRCLE[0]


EXPECTED = [("ab", "c"), ("ac", "b"), ("bc", "a"), ("ba", "c")]
