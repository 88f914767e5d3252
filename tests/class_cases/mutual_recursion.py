"""Two helpers that call each other and leave a trace."""

from ambsearch import ambiguous

TRACE = []


def ping(n):
    TRACE.append(n)
    return pong(n - 1) if n else "ping"


def pong(n):
    TRACE.insert(0, -n)
    return ping(n - 1) if n else "pong"


@ambiguous
def f():
    winner = ping((yield (1, 2, 3)))
    return winner, TRACE


EXPECTED = [("pong", [0, 1]), ("ping", [-1, 2, 0]), ("pong", [0, -2, 3, 1])]
