"""The recipe of a dict whose items are attributes."""

from ambsearch import ambiguous


class Dot(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


POINT = Dot(x=0, y=0)


def move(dx, dy):
    POINT.x += dx
    POINT.y += dy
    POINT.last = (dx, dy)


@ambiguous
def f():
    move((yield (1, 2)), (yield (0, 5)))
    if POINT.y:
        del POINT.x
    return dict(POINT)


EXPECTED = [
    {"x": 1, "y": 0, "last": (1, 0)},
    {"y": 5, "last": (1, 5)},
    {"x": 2, "y": 0, "last": (2, 0)},
    {"y": 5, "last": (2, 5)},
]
