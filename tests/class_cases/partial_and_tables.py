"""Helpers in a dict, behind functools.partial and as a bound method in a variable."""

from functools import partial

from ambsearch import ambiguous

LOG = []


class Lamp:
    def __init__(self):
        self.on = False

    def toggle(self):
        self.on = not self.on
        LOG.append("lamp")


def add(prefix, text):
    LOG.append(prefix + text)


LAMP = Lamp()
press = LAMP.toggle
ACTIONS = {"press": press, "say": partial(add, ">", "hi"), "both": lambda: (press(), add("", "x"))}


@ambiguous
def f():
    for _ in range(2):
        name = yield ACTIONS
        ACTIONS[name]()
    return tuple(LOG), LAMP.on


EXPECTED = [
    (("lamp", "lamp"), False),
    (("lamp", ">hi"), True),
    (("lamp", "lamp", "x"), False),
    ((">hi", "lamp"), True),
    ((">hi", ">hi"), False),
    ((">hi", "lamp", "x"), True),
    (("lamp", "x", "lamp"), False),
    (("lamp", "x", ">hi"), True),
    (("lamp", "x", "lamp", "x"), False),
]
