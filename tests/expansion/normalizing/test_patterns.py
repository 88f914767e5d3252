"""What a pattern asks of an object of one's own: an attribute, its length, an item; what that changes is taken back."""

from functools import cached_property

import pytest
from class_engines import check
from class_programs import Program
from recorded import Rule, Rules, check_recorded, names, shown

from ambsearch import ambiguous, expand

RULES = Rules()
rule = RULES.rule
pytestmark = pytest.mark.usefixtures("no_other_module")

CLASSES = """
from collections import deque
from collections.abc import Mapping, Sequence
log = []
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.place = x, y
    @property
    def x(self): log.append("x"); return self.place[0]
    @property
    def y(self): log.append("y"); return self.place[1]
    @property
    def far(self): return len(log)
class Any:
    def __getattr__(self, name):
        log.append(name)
        if name != "x": raise AttributeError(name)
        return 3
class Equal:
    def __init__(self, n): self.n = n
    def __eq__(self, other): log.append(self.n); return isinstance(other, Equal) and other.n == self.n
class Items(Sequence):
    def __init__(self, *items): self.items = items
    def __len__(self): log.append("len"); return len(self.items)
    def __getitem__(self, i): log.append(i); return self.items[i]
class Keys(Mapping):
    def __init__(self, **items): self.items_ = items
    def __len__(self): log.append("len"); return len(self.items_)
    def __iter__(self): log.append("iter"); return iter(self.items_)
    def __getitem__(self, key): log.append(key); return self.items_[key]
class Values:
    ONE, TWO, KEY = Equal(1), Equal(2), "b"
it = turns = Values
"""
PROGRAMS = {
    "attributes": """
def helper(it):
    match it:
        case Point(x=0): return "zero"
    return "else"
points = [Point(0, 2), Point(1, [5, Point(3, 4)]), Any(), 7]
@ambiguous
def f():
    it = yield points
    match it:
        case Point(0, 5) | Any(z=1): found = "five"
        case Point(1 | 2 as k, y=[_, Point(x, 4)]) as q: found = k, x, q is it
        case Point(far=n) if n > (yield (0, 1, 2)): found = n
        case Any(x=n) | int(n): found = n
        case _: found = None
    return found, helper(it), (yield (1, 2)), log
""",
    "values": """
@ambiguous
def f():
    it = yield (Values.ONE, Values.TWO, [Equal(2)], None, True)
    match it:
        case Values.ONE: found = 1
        case None | False: found = 0
        case [Values.TWO as n] | (Values.TWO as n): found = n.n
        case _: found = 5
    return found, log
""",
    "sequences": """
@ambiguous
def f():
    it = yield (
        *(Items(), Items(1), Items(1, 2), Items(1, 2, 3), Items(2, 2, 5, 7), Items(8, 8, 8)),
        *("ab", b"c", 7, [1, 2, Items(4, 5)], deque([1]), range(2), {}),
    )
    match it:
        case [_, _]: found = "two"
        case [*_] if len(log) == 1: found = "any"
        case [1, *_, 3]: found = 3
        case [_, *rest, 7]: found = rest
        case (*every,) if len(every) == 1: found = every
        case [b, c, [_, d] | (_, _, d)]: found = b, c, d
        case str() | bytes(): found = "text"
        case [*_]: found = "any"
        case _: found = None
    return found, log
""",
    "mappings": """
@ambiguous
def f():
    it = yield (Keys(), Keys(a=1), Keys(a=2, b=3), {"a": 2, "c": 4}, 5)
    match it:
        case {"a": 1}: found = 1
        case {"a": x, turns.KEY: y, **rest}: found = x, y, rest
        case {"a": x, **rest}: found = x, rest
        case {}: found = {}
        case _: found = None
    return found, log
""",
    "patterns that fail after they have named a part": """
@ambiguous
def f():
    a = b = rest = 0
    it = yield (
        *(Items(4, 1), Items(1, 2), Items(6, 2), Items(2, 3, 4), Items(3, Items(7)), Items(3, Items(10))),
        *(Items(Items(8, 2), 4), Items(Items(9, 2), 5), Keys(a=1, b=2), Keys(a=1, b=3)),
    )
    match it:
        case [a, 1]: pass
        case [(1 as b) | (b, 2), 5]: pass
        case [3 as a, [b]] if b > 9: pass
        case [_, *rest, 5]: pass
        case {"a": a, "b": 3, **rest}: pass
    return a, b, rest, log
""",
    "variables of other scopes": """
count = 0
@ambiguous
def f():
    global count
    it, item = (yield (Point(1, 2), {"m": 2, "z": 3}, 5)), 9
    tell = lambda: (n, item)
    n = 0
    match it:
        case Point(x=n, y=count): pass
        case {"m": n, **item} if (more := item): n = n, more
        case turns: n = turns
    def inner():
        match it:
            case Point(x=one): return one
    return n, tell(), count, inner(), (yield (1, 2)), log
""",
    "loops": """
@ambiguous
def f():
    found = []
    for it in (Point(1, 2), Point(2, 2), 5):
        match it:
            case _ if False: found.append("never")
            case Point(x=2): break
            case Point(y=n):
                found.append((yield (n, n + 1)))
                continue
        found.append("end")
    return found, log
""",
}


@pytest.mark.parametrize("depths", ["plain", "deep"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_pattern_asks_is_recorded(program: str, depths: str) -> None:
    check(Program(CLASSES + PROGRAMS[program], frozenset()), depths)


def test_what_a_pattern_makes_a_cached_property_keep_is_forgotten_in_the_next_branch() -> None:
    class Hill:
        @cached_property
        def height(self) -> int:
            return len(steps)

    hill, steps = Hill(), list[int]()

    @ambiguous
    def climb():
        steps.extend(range((yield (1, 2))))
        match hill:
            case Hill(height=height):
                return height

    assert list(climb()) == [1, 2]
    assert not vars(hill)


def test_patterns_without_such_a_class_in_reach_stay_a_match() -> None:
    def kind(x):
        match (yield x):
            case [int(n), *_] | {"n": n}:
                return n

    assert "case [int(n), *_] | {'n': n}:" in expand(kind, fast=True)


class Door:
    asked = 0

    @property
    def number(self):
        self.asked += 1
        return 2


@rule([("two", 1), ([1, 2], 0), ({"b": 3}, 0)], lambda: ([Door(), (1, 2), {"a": 1, "b": 3}],))
def match_that_asks_a_property(doors):
    door = yield doors
    match door:
        case Door(number=2):
            found = "two"
        case [_, *_] as found:
            found = list(found)
        case {"a": _, **found}:
            pass
    return found, getattr(door, "asked", 0)


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_pattern_that_asks_gives_the_answers(rule: Rule, deep: bool) -> None:
    assert list(ambiguous(deep=deep)(rule.function)(*rule.args())) == rule.answers


@pytest.mark.parametrize("rule", RULES, ids=names)
def test_a_pattern_that_asks_becomes_tests(rule: Rule, request: pytest.FixtureRequest) -> None:
    check_recorded(request, rule.function.__name__, shown(rule.function))
