"""A helper's permanent changes stay, its others go."""

from ambsearch import ambiguous, permanent

CALLS = {0: 0}
STATS = {"sum": 0}


def record(n):
    CALLS[0] = permanent(CALLS[0] + 1)
    STATS["sum"] += n
    return CALLS[0]


@ambiguous
def f():
    CALLS[0] = permanent(0)
    first = record((yield (1, 2)))
    second = record((yield (10, 20)))
    return first, second, STATS["sum"]


EXPECTED = [(1, 2, 11), (1, 3, 21), (4, 5, 12), (4, 6, 22)]
KEPT = ["CALLS"]
