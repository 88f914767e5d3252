"""A local that is bound on one path only, and read where it is bound."""

from ambsearch import ambiguous


@ambiguous
def f():
    found = []
    for x in (1, 2, 3):
        if (yield (x > 1, False)):
            best = x
        found.append(x)
    try:
        found.append(best)
    except UnboundLocalError:
        found.append("none")
    return found[-1]


EXPECTED = [3, 2, 3, "none", 3, 2, 3, "none"]
