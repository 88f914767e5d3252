"""What a function seems to have made itself, and something else holds: its changes are taken back, as replay judges."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns

PROXY = """
class Proxy:
    def __init__(self, target): self.target = target
    def __getattr__(self, name): return getattr(self.target, name)
"""
VECTOR = """
class Vector:
    def __init__(self, n): self.n = n
    def __add__(self, other): return Vector(self.n + other.n)
    def __radd__(self, other): return self
BASE = Vector(1)
"""
SEARCH = """
@ambiguous
def f():
    x = yield (5, 2)
    first = note(x)
    y = yield (1, 3)
    return first, note(y)
"""
PROGRAMS = {
    "a new object whose method is that of a list": PROXY
    + "XS = []\ndef note(x):\n    Proxy(XS).append(x)\n    one = Proxy(XS)\n    one.append(x)\n    return len(XS)"
    + SEARCH,
    "one made in a branch": PROXY
    + "XS = []\n@ambiguous\ndef f():\n    x = yield (1, 2)\n    one = Proxy(XS)\n    one.append(x)\n"
    + "    y = yield (1, 2)\n    one = Proxy(XS)\n    one.extend([x, y])\n    return XS[:]\n",
    "one that calls it while it is made": PROXY.replace("target\n", "target; self.append(1)\n")
    + "XS = []\ndef note(x):\n    return len(Proxy(XS).target)"
    + SEARCH,
    "a sum that is the first of what is added": VECTOR
    + "def note(x):\n    total = 0\n    for one in [BASE]:\n        total += one\n    total.n = x\n    return BASE.n"
    + SEARCH,
    "that of a list": VECTOR.replace("Vector:", "Vector(list):")
    + "def note(x):\n    total = 0\n    total += BASE\n    total.append(x)\n    return len(BASE)"
    + SEARCH,
}


@pytest.mark.parametrize(("name", "deep"), by_turns(PROGRAMS))
def test_what_something_else_holds_is_not_taken_for_new(name: str, deep: bool) -> None:
    check(Program(PROGRAMS[name], frozenset()), "deep" if deep else "plain")


CHANGING = """
LOGGED = []
def put_last(row, x):
    for i in range(len(row)):
        LOGGED.append(i)
    row[2] = x
class Holder:
    def __init__(self, row): self.row = row
    def put(self, x): self.row[2] = x
"""
BY_ANOTHER_NAME = {
    "in another container": "held = [row]; held[0][2] = x",
    "in a loop": "for other in [row]: other[2] = x",
    "another variable": "other = row if x else []; other[2] = x",
    "a pattern": "match row:\n        case other: other[2] = x",
    "the parameter of a function": "put_last(row, x)",
    "an attribute": "Holder(row).put(x)",
    "a function inside": "def put():\n        LOGGED.append(x)\n        row[2] = x\n    put()",
}


@pytest.mark.parametrize("name", BY_ANOTHER_NAME)
def test_a_new_list_that_is_changed_by_another_name_goes_back_as_it_has_changed(name: str) -> None:
    made = "bytearray(3)" if name == "in a loop" else "[1, 2, 3]"
    note = f"def note(x):\n    row = {made}\n    {BY_ANOTHER_NAME[name]}\n    row.clear()\n    return row"
    check(Program(CHANGING + note + SEARCH, frozenset()), "plain")


METACLASS = """
LOGGED = []
class Meta(type):
    def note(cls, x):
        LOGGED.append(x)
        return len(LOGGED)
class Class(metaclass=Meta): pass
@ambiguous
def f():
    x = yield (1, 2)
    Class.note(x)
    y = yield (1, 2)
    return Class.note(y)
"""


def test_a_method_of_a_metaclass_may_change_something() -> None:
    check(Program(METACLASS, frozenset()), "plain")
