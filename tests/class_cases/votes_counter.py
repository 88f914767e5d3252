"""Elections with a Counter, a subclass that remembers its leader."""

from collections import Counter

from ambsearch import ambiguous, require


class Votes(Counter):
    leader = None

    def vote(self, name):
        self[name] += 1
        if self[name] > self[self.leader]:
            self.leader = name


VOTES = Votes()


@ambiguous
def f():
    for _ in range(3):
        VOTES.vote((yield "ab"))
    require(VOTES.leader != "a")
    return dict(VOTES)


EXPECTED = [{"a": 1, "b": 2}, {"b": 2, "a": 1}, {"b": 2, "a": 1}, {"b": 3}]
