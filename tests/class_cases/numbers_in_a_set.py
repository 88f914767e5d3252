"""A set with an overridden add that counts what is added twice."""

from ambsearch import ambiguous


class Seen(set):
    twice = 0

    def add(self, item):
        if item in self:
            self.twice += 1
        super().add(item)


SEEN = Seen()


def visit(*items):
    for item in items:
        SEEN.add(item)


@ambiguous
def f():
    visit((yield (1, 2)), 1)
    visit((yield (2, 3)))
    return sorted(SEEN), SEEN.twice


EXPECTED = [([1, 2], 1), ([1, 3], 1), ([1, 2], 1), ([1, 2, 3], 0)]
