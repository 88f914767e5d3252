"""What a target unpacks: the user's iterators are stepped as in Python, and what that changes is taken back."""

import pytest
from class_engines import check
from class_programs import Program

TWICE = """
class Twice:
    def __init__(self, *items): self.left = list(items); self.log = []
    def __iter__(self): return self
    def __next__(self):
        if not self.left: raise StopIteration
        self.log.append(self.left.pop(0))
        return self.log[-1]
"""
APART = (
    TWICE
    + """
class Holding:
    def __init__(self, held): self.held = held
    def __enter__(self): return self.held
    def __exit__(self, *error): self.held.log.append("out")
def nested(one, other): (a, b), c = one, 1; return a, b, c
def starred(one, other): a, (b, *c), *d = 1, one, 2, 3; return a, b, c, d
def both(one, other): pair = [a, b], [c, d] = one, other; return a, b, c, d, pair[1] is other
def begun(one, other): found = a, b = one; return a, b, found is one
def places(one, other):
    items = [0, 0, 0]
    for i, (items[0], items[1]) in enumerate([one, other]): items[2] += i
    return items
def looped(one, other):
    for a, b in (one, other): pass
    else: return a, b
def listed(one, other): return [(a, b, c) for (a, b), c in [(one, 1), (other, 2)] if b > 2]
def mapped(one, other): return {a: b for a, *b in (one, other)}
def held(one, other):
    with Holding(one) as (a, b), Holding(other) as (c, d):
        return a, b, c, d
def refused(one, other):
    a = None
    try: a, (b, c, d) = 5, one
    except ValueError as error: return a, str(error)
@ambiguous
def f():
    one, other = Twice(1, 2), Twice(3, 4)
    unpack = yield (nested, starred, both, begun, places, looped, listed, mapped, held, refused)
    x = yield (1, 2)
    return x, unpack(one, other), one.log, other.log
"""
)
AROUND_CHOICES = (
    TWICE
    + """
@ambiguous
def f():
    one, other, found = Twice(1, 2), Twice(3, 4), []
    (a, b), c = (yield [(one, 5), (other, 6)])
    for d, e in (Twice(7, 8), other if c == 5 else one):
        if (yield (True, False)): found.append((d, e))
    return a, b, c, found
"""
)


@pytest.mark.parametrize("depths", ["plain", "deep"])
@pytest.mark.parametrize("program", [APART, AROUND_CHOICES], ids=["apart", "around_choices"])
def test_what_the_iterator_of_an_unpacking_changes_is_taken_back(program: str, depths: str) -> None:
    check(Program(program, frozenset()), depths)
