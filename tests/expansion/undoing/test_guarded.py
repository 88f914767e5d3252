"""A change behind a guard that has asked about its place: the inverse is right, whatever has changed meanwhile."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns
from recorded import define

PROGRAMS = {
    "other_name_of_the_dict": """
@ambiguous
def f():
    d = {}
    e = d
    for k in (1, 1, 2):
        k = yield (k, 3)
        if k not in d:
            e[k] = 0
            d[k] = k
    return d, e
""",
    "other_name_of_the_set": """
@ambiguous
def f():
    s = {0}
    t = s
    for k in (1, 2):
        x = yield (0, k)
        require(x not in s and x not in t)
        t.add(x)
        s.add(x)
    return s, t
""",
    "key_bound_again": """
@ambiguous
def f():
    s, d = {3}, {2: 0}
    x = yield (1, 2, 3)
    require(x not in s and x not in d)
    x = x + 1
    d[x] = 9
    s.add(x)
    return s, d
""",
    "container_bound_again": """
@ambiguous
def f():
    d, other = {}, {1: 0, 2: 0}
    for x in (1, 2, 3):
        x = yield (x, 1)
        if x not in d:
            d = other
            d[x] = 5
    return d, other
""",
    "added_between_by_a_helper": """
def put(d, k):
    d[k] = 0
@ambiguous
def f():
    d = {}
    for x in (1, 2):
        k = yield (1, 2)
        if k not in d:
            put(d, k)
            d[k] = x
    return d
""",
    "made_by_a_defaultdict": """
from collections import defaultdict
@ambiguous
def f():
    d, s = defaultdict(list), set()
    for x in (1, 2):
        k = yield (1, 2)
        require(k not in d and not d[k] and k not in s)
        d[k] = [x]
        s.add(k)
    return dict(d), s
""",
    "asked_by_or": """
@ambiguous
def f():
    s, d = {1}, {1: 0, 2: 0}
    x = yield (1, 2, 3)
    require(x not in s or x not in d)
    if x in s or x in d:
        s.add(x)
        d[x] = 5
    else:
        s.add(x)
        d[x] = 6
    y = yield (0, 1)
    return s, d, y
""",
    "equal_since_another_change": """
class Mod:
    def __init__(self, n, ones):
        self.n, self.ones = n, ones
    def __eq__(self, other):
        return len(self.ones) == 1 or self.n % 2 == other.n % 2
    def __hash__(self):
        return 0
@ambiguous
def f():
    ones, s = [], set()
    s.add(Mod(1, ones))
    m = Mod((yield (1, 2, 3, 4)), ones)
    require(m not in s)
    ones.append(1)
    s.add(m)
    return [m.n for m in s]
""",
    "item_of_a_list_at_a_slice": """
@ambiguous
def f():
    xs = [1, 2, 3]
    k = yield (0, slice(0, 2), -1, 7, True, slice(0, 3, 2))
    try:
        xs[k] = 0
    except (TypeError, IndexError):
        pass
    y = yield (0, 1)
    xs[y] = True
    return list(xs)
""",
    "index_of_a_class": """
class Place:
    def __init__(self):
        self.asked = 0
    def __index__(self):
        self.asked += 1
        return self.asked % 2
@ambiguous
def f():
    xs, place = [1, 2, 3], Place()
    y = yield (5, 6)
    xs[place] = 0
    z = yield (5, 6)
    xs[place] = 1
    return xs, place.asked, y, z
""",
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_answers_and_effects_are_the_same(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


def test_what_is_added_permanently_between_stays() -> None:
    f = define(
        "x = yield (1, 2)\nrequire(x not in s)\npermanent(s.add(x))\ns.add(x)\nreturn sorted(s)", "n", prelude="s = {0}"
    )

    assert list(f(0)) == [[0, 1], [0, 1, 2]]
