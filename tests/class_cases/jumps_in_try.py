"""break, continue, return and require inside try in a loop with choices."""

from ambsearch import ambiguous, require

DEPTH = [0]


def enter(n):
    DEPTH[0] += n


@ambiguous
def f():
    way = ""
    while True:
        enter(1)
        try:
            step = yield "cbr"
            way += step
            require(len(way) < 3)
            if step == "c":
                continue
            if step == "b":
                break
            return way, DEPTH[0]
        finally:
            enter(-1)
    return way, DEPTH[0]


EXPECTED = [("cb", 0), ("cr", 1), ("b", 0), ("r", 1)]
