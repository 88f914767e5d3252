"""A helper with try and finally, and a helper that catches what another one raises."""

from ambsearch import ambiguous

OPEN, LOG = [], []


def using(name, act):
    OPEN.append(name)
    try:
        return act(name)
    finally:
        LOG.append(OPEN.pop())


def risky(name):
    LOG.append(f"try {name}")
    if name == "b":
        raise KeyError(name)
    return name


def safe(name):
    try:
        return using(name, risky)
    except KeyError:
        LOG.append("caught")
        return "?"


@ambiguous
def f():
    return safe((yield "ab")) + safe((yield "bc")), LOG


EXPECTED = [
    ("a?", ["try a", "a", "try b", "b", "caught"]),
    ("ac", ["try a", "a", "try c", "c"]),
    ("??", ["try b", "b", "caught", "try b", "b", "caught"]),
    ("?c", ["try b", "b", "caught", "try c", "c"]),
]
