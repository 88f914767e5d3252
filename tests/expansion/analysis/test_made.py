"""What a function seems to have made itself, and something else holds: its changes are taken back, as replay judges."""

import pytest
from class_engines import WORDS, check
from class_programs import Program
from helpers import by_turns, compile_program

from ambsearch import expand

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
SACK = """
import copy
class First:
    held = []
class Sack:
    kept = []
    def __init__(self, held): self.held, self.total = [], 0
    def put(self, x): self.held.append(x)
    def take(self, held): self.total = held
XS, FIRST = [], First()
def note(x):
    one = Sack(FIRST)
    one.put(x)
    return len(XS + FIRST.held + ONE.held + Sack.kept), ONE.total
ONE = Sack(FIRST)
"""


def sack(*changes: tuple[str, str]) -> str:
    """The same, written in another way."""
    text = SACK
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text + SEARCH


MADE, INIT, PUT = "one = Sack(FIRST)", "self.held, self.total = [], 0", "def put(self, x): self.held.append(x)"
SACKS = {
    "what an object is given": sack((INIT, "self.held = held.held")),
    "what it is given after it was made": sack(
        (MADE, f"{MADE}\n    one.take(XS)"), ("self.total = held", "self.held = held")
    ),
    "what it is given by setattr": sack((MADE, f"{MADE}\n    setattr(one, 'held', XS)")),
    "what it has from the dict of another one": sack((MADE, f"{MADE}\n    one.__dict__.update(ONE.__dict__)")),
    "what a copy shares": sack((MADE, "one = copy.copy(ONE)")),
    "what a dataclass is given": sack(
        (
            "class Sack:\n",
            "from dataclasses import dataclass\n@dataclass\nclass Sack:\n    held: list\n    total: int = 0\n",
        ),
        (f"    def __init__(self, held): {INIT}\n", ""),
        ("self.total = held", "self.held = []"),
        (MADE, "one = Sack(XS)"),
        ("ONE = Sack(FIRST)", "ONE = Sack([])"),
    ),
    "what another object gets, too": sack((INIT, "self.held = held.held = []")),
    "what begins a sum": sack((INIT, "self.held, self.total = [], XS"), (PUT, "def put(self, x): self.total += [x]")),
    "what stands in its class": sack((PUT, "def put(self, x): self.kept.append(x)")),
    "what stood in its class": sack(
        (INIT, "self.total = 0"), ("    kept", "    held = kept"), ("self.total = held", "self.held = []")
    ),
    "an item that it is given": sack(
        (INIT, "self.held = [held.held]"), (PUT, "def put(self, x): self.held[0].append(x)")
    ),
    "an item that it is given later": sack(
        (MADE, f"{MADE}\n    one.take(XS)"),
        ("self.total = held", "self.held.append(held)"),
        (PUT, "def put(self, x): self.held[-1].append(x)"),
    ),
    "what a property gives": sack((INIT, "pass"), (PUT, f"held = property(lambda self: XS)\n    {PUT}")),
    "another object in its method": sack((PUT, "def put(self, x): self = ONE; self.total = x")),
    "the first argument of a static method": sack(
        (PUT, f"@staticmethod\n    {PUT}"), ("one.put(x)", "one.put(ONE, x)")
    ),
    "the class of a class method": sack((PUT, "@classmethod\n    def put(cls, x): cls.kept.append(x)")),
    "an argument of its method": sack((PUT, "def put(self, x): x.append(5)"), ("one.put(x)", "one.put(XS)")),
    "one that may be older": sack((MADE, f"{MADE}\n    if x > 2: one = ONE")),
    "one in a loop": sack((MADE, "for one in (ONE, Sack(0)): pass\n    for one in [ONE]: pass")),
}
OF_A_BRANCH = """
@ambiguous
def f():
    x = yield (1, 2)
    one = Sack(FIRST)
    ALL.append(one)
    found = one.put(x)
    y = yield (1, 2)
    ALL[0].put(y)
    one.put(x)
    return len(ALL), ALL[0].held[:], found
"""
PROGRAMS = {
    **SACKS,
    "one that a branch has handed on": sack(("XS", "ALL, XS"), ("[], First()", "[], [], First()")) + OF_A_BRANCH,
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


STEPS = """
import heapq
from collections import deque
class Machine:
    def __init__(self):
        self.steps = self.place = 0
        self.seen, self.heap, self.queue = {0}, [], deque()
    def run(self, moves):
        for move in moves:
            self.step(move)
        return self.place
    def step(self, move):
        self.place += move
        self.steps += 1
        self.seen.add(self.place)
        self.queue.append(move)
        self.queue.popleft()
        heapq.heappush(self.heap, move)
def run(moves):
    machine = Machine()
    machine.run(moves)
    return machine
"""


@pytest.mark.usefixtures("on_its_own")
@pytest.mark.parametrize(
    "run",
    [
        "machine = run([x, 1])",
        "machine = Machine()\n    machine.run([x, 1])",
        "machine = Machine()\n    while machine.steps < 2:\n        machine.step(x if machine.steps == 0 else 1)",
        "machine = Machine()\n    place = machine.run([x, 1])\n    require(place > 1)",
    ],
)
def test_an_object_that_is_made_runs_as_it_is(run: str, deep: bool) -> None:
    program = f"{STEPS}@ambiguous(deep={deep})\ndef f():\n    x = yield (1, 2)\n    {run}\n    return machine.place, len(machine.seen)"
    f = compile_program(program, WORDS)["f"]

    assert list(f()) == [(2, 3), (3, 3)]
    assert "trail" not in expand(f, fast=True)


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
