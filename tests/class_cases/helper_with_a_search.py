"""A helper runs a search of its own, which leaves no trace but its result."""

from ambsearch import ambiguous, require

USED = []


@ambiguous
def pairs(total):
    a = yield range(1, total)
    USED.append(a)
    b = yield range(a, total)
    USED.append(b)
    require(a + b == total)
    return tuple(USED)


def count_pairs(total):
    found = list(pairs(total))
    USED.append(len(found))
    return found


@ambiguous
def f():
    total = yield (3, 4)
    found = count_pairs(total)
    return found, pairs(2).first(), pairs(5).count(), USED


EXPECTED = [
    ([(1, 2)], (1, 1, 1), 2, [1]),
    ([(1, 3), (2, 2)], (2, 1, 1), 2, [2]),
]
