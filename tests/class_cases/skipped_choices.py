"""Choices in expressions that may be skipped."""

from ambsearch import ambiguous, require


@ambiguous
def f():
    sure = yield (True, False)
    x = 1 if sure else (yield (1, 2))
    y = x == 1 and (yield (3, 4))
    require(0 <= (yield (0, 1)) < x)
    return sure, x, y


EXPECTED = [
    (True, 1, 3),
    (True, 1, 4),
    (False, 1, 3),
    (False, 1, 4),
    (False, 2, False),
    (False, 2, False),
]
