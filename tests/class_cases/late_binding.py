"""Functions that are made before a choice see what is chosen."""

from ambsearch import ambiguous


@ambiguous
def f():
    base = 0
    steps = []

    def shown():
        return base + len(steps)

    for step in (1, 2):
        steps.append(lambda: base * step)  # noqa: B023
        base += yield (1, 10)
    return shown(), [step() for step in steps]


EXPECTED = [(4, [4, 4]), (13, [22, 22]), (13, [22, 22]), (22, [40, 40])]
