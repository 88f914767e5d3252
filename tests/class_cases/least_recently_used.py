"""A cache that forgets the oldest: an OrderedDict with move_to_end in a helper."""

from collections import OrderedDict

from ambsearch import ambiguous

CACHE = OrderedDict(a=1, b=2)


def get(key):
    if key in CACHE:
        CACHE.move_to_end(key)
        return "hit"
    CACHE[key] = len(CACHE)
    CACHE.popitem(last=False)
    return "miss"


@ambiguous
def f():
    first = get((yield "ac"))
    second = get((yield "ab"))
    return first, second, "".join(CACHE)


EXPECTED = [("hit", "hit", "ba"), ("hit", "hit", "ab"), ("miss", "miss", "ca"), ("miss", "hit", "cb")]
