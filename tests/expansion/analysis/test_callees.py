"""Which functions a node may run, by name."""

import pytest
from helpers import PUBLIC, compile_program

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")  # what is looked at depends on all classes there are

QUEENS = """
class Board:
    def __init__(self):
        self.queens = []
    def put(self, column):
        self.queens.append(column)
@ambiguous
def queens(n):
    board = Board()
    for row in range(n):
        column = yield range(n)
        board.put(column)
    return tuple(board.queens)
"""
METER = """
log = []
def level(self, value):
    log.append(value)
class Meter:
    level = property(lambda self: log[-1], level)
@ambiguous
def f():
    meter = Meter()
    x = yield (1, 2)
    meter.level = x
    return meter.level, len(log)
"""


def test_an_attribute_with_the_name_of_a_function_of_the_module_is_as_plain_as_any() -> None:
    queens = compile_program(QUEENS, dict(PUBLIC))["queens"]

    assert list(queens(2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert "    board = Board()\n" in expand(queens, fast=True)


def test_a_property_whose_setter_has_its_name_in_the_module_too_is_set_by_it() -> None:
    made = compile_program(METER, dict(PUBLIC))

    assert list(made["f"]()) == [(1, 1), (2, 1)]
    assert made["log"] == []


ROWS = """
from collections import UserList
class Row(UserList):
    def __init__(self, items):
        super().__init__(items)
        {more}
@ambiguous
def f(n):
    row = Row([0] * n)
    for i in range(n):
        row[i] = yield (1, 2)
        require(row[:i + 1] != [1, 1])
    return list(row)
"""


def test_a_part_of_a_user_list_is_made_by_its_class_which_may_change_nothing() -> None:
    f = compile_program(ROWS.format(more="self.size = len(items)"), dict(PUBLIC))["f"]

    assert list(f(2)) == [[1, 2], [2, 1], [2, 2]]
    assert "    row = Row([0] * n)\n" in expand(f, fast=True)
    assert "if row[:" in expand(f, fast=True)


def test_a_part_of_a_user_list_whose_class_counts_its_objects_is_taken_back() -> None:
    made = compile_program("made = [0]\n" + ROWS.format(more="made[0] += 1"), dict(PUBLIC))

    answers = iter(made["f"](2))
    assert (next(answers), made["made"]) == ([1, 2], [3])
    assert list(answers) == [[2, 1], [2, 2]]
    assert made["made"] == [0]


INHERITED = """
names = []
class Node:
    def __init__(self, name):
        self.name = name
class Named(Node):
    def __init__(self, name):
        super().__init__(name)
        {more}
class Leaf(Named):
    def __init__(self, name):
        super().__init__(name)
        self.size = 1
@ambiguous
def f():
    leaf = Leaf((yield "ab"))
    return leaf.name, len(names)
"""


def test_an_init_that_calls_those_of_its_bases_fills_a_new_object_only() -> None:
    f = compile_program(INHERITED.format(more="self.short = name"), dict(PUBLIC))["f"]

    assert list(f()) == [("a", 0), ("b", 0)]
    assert "trail" not in expand(f, fast=True)


def test_what_the_init_of_a_base_changes_is_taken_back() -> None:
    made = compile_program(INHERITED.format(more="names.append(name)"), dict(PUBLIC))

    assert list(made["f"]()) == [("a", 1), ("b", 1)]
    assert made["names"] == []


def test_super_may_be_a_class_beside_the_bases() -> None:
    program = """
seen = []
class Base:
    def __init__(self): pass
class Left(Base):
    def __init__(self): super().__init__()
class Right(Base):
    def __init__(self):
        super().__init__()
        seen.append(1)
class Both(Left, Right):
    pass
@ambiguous
def f():
    x = yield (1, 2)
    Both()
    return x, len(seen)
"""
    made = compile_program(program, dict(PUBLIC))

    assert list(made["f"]()) == [(1, 1), (2, 1)]
    assert made["seen"] == []


def test_a_sum_of_numbers_runs_no_method_of_ones_own() -> None:
    program = """
class Bag:
    def __init__(self): self.n = 0
    def __iadd__(self, x): self.n += x; return self
def first(xs):
    i = 0
    while xs[i] < 0:
        i += 1
    return i
@ambiguous
def f():
    bag = Bag()
    x = yield (1, 2)
    bag += x
    return first((-1, x)), bag.n
"""
    f = compile_program(program, dict(PUBLIC))["f"]

    assert list(f()) == [(1, 1), (1, 2)]
    assert "first((-1, x)), bag.n" in expand(f, fast=True)


RING = """
from collections.abc import Sequence
log = []
class Ring(Sequence):
    def __init__(self, items): self.items = list(items)
    def __getitem__(self, i): return self.items[i]
    def __len__(self): return len(self.items)
{more}
@ambiguous
def f():
    ring = Ring({items})
    x = yield (1, 2)
    require({items}[0] in ring)
    return x, len(log)
"""
POINT = """
class Point:
    def __init__(self, n): self.n = n
    def __eq__(self, other):
        log.append(1)
        return self.n == other.n
"""


def test_what_the_library_calls_is_looked_at_again_for_another_program() -> None:
    plain = compile_program(RING.format(more="", items="[1, 2]"), dict(PUBLIC))
    assert list(plain["f"]()) == [(1, 0), (2, 0)]
    comparing = compile_program(RING.format(more=POINT, items="[Point(1)]"), dict(PUBLIC))

    assert list(comparing["f"]()) == [(1, 1), (2, 1)]
    assert comparing["log"] == []
