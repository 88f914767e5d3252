"""Subsets with a given sum, added up in a closure."""

from ambsearch import ambiguous, require


def accumulator():
    total, taken = 0, []

    def add(n):
        nonlocal total
        total += n
        taken.append(n)
        return total

    def state():
        return total, tuple(taken)

    return add, state


add, state = accumulator()


@ambiguous
def f():
    for n in (1, 2, 3, 4):
        if (yield (True, False)):
            require(add(n) <= 5)
    total, taken = state()
    require(total == 5)
    return taken


EXPECTED = [(1, 4), (2, 3)]
