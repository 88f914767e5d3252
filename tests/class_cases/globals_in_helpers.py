"""Helpers with a global statement, one for a name that is not there before."""

from ambsearch import ambiguous, require

count = 0


def tick(n):
    global count, last
    count += n
    last = n
    return count


@ambiguous
def f():
    require("last" not in globals())
    tick((yield (1, 2)))
    require(tick((yield (1, 2))) != 3)
    return count, last


EXPECTED = [(2, 1), (4, 2)]
