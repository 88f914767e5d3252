"""Interrupts while the search goes back: each change is taken back once, by whatever form of inverse it has."""

import copy
import signal
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context
from typing import Any

import pytest
from helpers import compile_program, inlined_search, is_interrupted

from ambsearch import ambiguous, permanent
from ambsearch.running.undoing import take_back, undo

ONE = 1000  # the same object wherever it stands
CHANGES: dict[str, tuple[Any, list[str]]] = {
    "pop": ([5, 5, 7], ["a.pop()"]),
    "pop of a place": ([5, 6, 7], ["a.pop(0)"]),
    "append": ([5], ["a.append(ONE)"]),
    "insert": ([ONE, 6], ["a.insert(0, ONE)"]),
    "remove": ([5, 6, 5], ["a.remove(5)"]),
    "del": ([5, 6, 7], ["del a[1]"]),
    "append to a deque": (deque([1]), ["a.append(ONE)"]),
    "appendleft": (deque([ONE, ONE]), ["a.appendleft(ONE)"]),
    "popleft": (deque([1, 1, 2]), ["a.popleft()"]),
    "pop of a key": ({1: 2, 3: 4}, ["a.pop(1)"]),
    "del of a key": ({1: 2, 3: 4}, ["del a[1]"]),
    "update": ({1: 2, 3: 4}, ["a.update({1: x, 9: 9})"]),
    "or": ({1: 2}, ["a |= {1: x, 9: 9}"]),
    "and": ({1, 2}, ["a &= {1}"]),
    "two inserts": ([ONE, ONE], ["a.insert(0, ONE)", "a.insert(0, ONE)"]),
    "two pushes": (deque([ONE, ONE]), ["a.appendleft(ONE)", "a.appendleft(ONE)"]),
    "a queue": ([1, 2, 3], ["a.pop(0)", "a.append(x)", "a.pop(0)"]),
    "a key of many that comes back": ({i: i for i in range(150)}, ["a.pop(1)", "a[1] = x"]),
    "many rotated": (deque(range(200)), ["a.rotate(3)", "a.append(5)"]),
}
FORMS = {
    "direct": "def search(a):\n    x = yield (1, 2)\n{0}\n    yield (1, 2)\n",
    "short": "def put(a, x):\n{0}\ndef search(a):\n    x = yield (1, 2)\n    put(a, x)\n    yield (1, 2)\n",
    "loop": "def search(a):\n    x = yield (1, 2)\n    for _ in (0,):\n{2}\n    yield (1, 2)\n",
    "loop and more": "def search(a):\n    x = yield (1, 2)\n    for _ in (0,):\n{2}\n    [put(a)]\n    yield (1, 2)\n"
    "def put(a):\n    a.clear()\n",
    "inside": "def search(b):\n    def put(x):\n        a = b\n{2}\n    x = yield (1, 2)\n    put(x)\n    yield (1, 2)\n",
    "segment": "def put(a, x):\n    while True:\n        if x:\n{1}\n        return\n"
    "def search(a):\n    x = yield (1, 2)\n    put(a, x)\n    yield (1, 2)\n",
}


class Interrupt(BaseException):
    """What Ctrl-C raises."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", CHANGES)
def test_an_interrupt_at_any_moment_loses_no_change_and_takes_none_back_twice(name: str, form: str, deep: bool) -> None:
    before, changes = CHANGES[name]
    bodies = ("\n".join(" " * indent + change for change in changes) for indent in (4, 12, 8))
    search = ambiguous(deep=deep)(compile_program(FORMS[form].format(*bodies), {"ONE": ONE})["search"])
    moment = 0
    while is_interrupted(search(a := before.copy()), moment, Interrupt):
        assert list(a.items() if isinstance(a, dict) else a) == list(before.items() if isinstance(a, dict) else before)
        moment += 1
    assert moment > 3


class Alarm(Exception):
    """What the handler of an alarm may raise; a program's own error is of such a class, too."""


@dataclass
class Seat:
    __slots__ = ("guests",)
    guests: Any


RUNG = {
    "numbers": "return [[a]]",
    "a deque": "return [deque([a])]",
    "an ordered dict": "return OrderedDict(a=[a])",
    "an object": "return Seat([a])",
    "an iterator": "return iter([[a]])",
    "keys that are copied": "return {(1, Seat): Seat((a, [a]))}",
    "an attribute of a package's object": "context.prec = a",
    "a set": "kept.remove((a, 1))",
}


@pytest.mark.parametrize("name", RUNG)
def test_an_alarm_ends_the_search_whatever_it_interrupts(name: str, deep: bool) -> None:
    rung = 0

    def ring(*told: object) -> None:
        nonlocal rung
        rung += 1
        raise Alarm

    context, kept, moment = Context(prec=9), {(2, 1), (1, 1)}, 0
    known = {"deque": deque, "OrderedDict": OrderedDict, "Seat": Seat, "context": context, "kept": kept}
    text = f"def search():\n    a = yield (1, 2)\n    {RUNG[name]}\n"
    search = ambiguous(deep=deep)(compile_program(text, known)["search"])
    before = signal.signal(signal.SIGINT, ring)
    try:
        while is_interrupted(search(), moment, Alarm, ring):
            assert (context.prec, kept) == (9, {(2, 1), (1, 1)})
            moment += 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert rung == moment > 3


class Pile(list[int]):
    """A list that is changed by a call."""


TURNS = {
    "append": ([ONE] * 3, "a.append(ONE)"),
    "insert": ([ONE] * 3, "a.insert(0, ONE)"),
    "pop": ([ONE] * 5, "a.pop()"),
    "popleft": (deque([ONE] * 5), "a.popleft()"),
    "appendleft": (deque([ONE] * 5), "a.appendleft(ONE)"),
    "two": ([ONE] * 5, "a.insert(0, ONE); a.append(ONE)"),
    "one's own": (Pile([ONE] * 5), "a.append(ONE)"),
}
LOOPS = {
    "direct": "def search(a):\n    x = yield (1, 2)\n    for _ in range(3):\n        {0}\n    yield (1, 2)\n",
    "short": "def put(a):\n    for i in range(3):\n        {0}\n"
    "def search(a):\n    x = yield (1, 2)\n    put(a)\n    yield (1, 2)\n",
    "short, and more": "def put(a):\n    {0}\n    for i in range(2):\n        {0}\n    a.append(1)\n"
    "def search(a):\n    x = yield (1, 2)\n    put(a)\n    yield (1, 2)\n",
    "helper": "def put(a):\n    for i in range(2):\n        for j in range(2):\n            {0}\n"
    "def search(a):\n    x = yield (1, 2)\n    put(a)\n    yield (1, 2)\n",
}


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("form", LOOPS)
@pytest.mark.parametrize("name", TURNS)
def test_an_interrupt_at_any_moment_loses_no_turn_of_a_loop_and_takes_none_back_twice(
    name: str, form: str, deep: bool
) -> None:
    before, change = TURNS[name]
    search = ambiguous(deep=deep)(compile_program(LOOPS[form].format(change), {"ONE": ONE})["search"])
    moment = 0
    while is_interrupted(search(a := copy.copy(before)), moment, Interrupt):
        assert a == before
        moment += 1
    assert moment > 3


BOX = """
class Box:
    def __init__(self):
        self.items, self.seen, self.order = [[ONE], []], {{ONE}}, [ONE]

    def put(self, x):
        self.order.append(ONE)
        for items in self.items:
            items.append(ONE)
        self.seen.add(x)
        self.items[0][0] = x
        self.order.pop()
        self.order.pop()

def search():
    box = Box()
    note(box)
    x = yield (1, 2)
    box.put(x)
    yield (1, 2)
"""
boxes: list[Any] = []


@permanent
def note(box: Any) -> None:
    boxes[:] = [box]


@pytest.mark.usefixtures("on_its_own")
def test_an_interrupt_at_any_moment_leaves_what_an_object_made_in_the_search_holds_as_it_was(deep: bool) -> None:
    search = ambiguous(deep=deep)(compile_program(BOX.format(), {"ONE": ONE, "note": note})["search"])
    moment = 0
    while is_interrupted(search(), moment, Interrupt):
        assert not boxes or vars(boxes[0]) == {"items": [[ONE], []], "seen": {ONE}, "order": [ONE]}
        moment += 1
    assert moment > 3


def insert_and_append(xs: list[int], ys: list[int]) -> None:
    xs.insert(0, ONE)
    ys.append(1)


@pytest.mark.usefixtures("no_other_module")
def test_an_interrupt_while_a_short_helper_gives_way_to_its_twin_takes_no_change_back_twice(deep: bool) -> None:
    def choose(xs, ys):  # type: ignore[no-untyped-def]
        x = yield (1, 2)
        insert_and_append(xs, ys)
        return x

    search, moment = inlined_search(choose, deep), 0
    while is_interrupted(search(xs := [ONE, ONE], ys := Pile([ONE])), moment, Interrupt):
        assert (xs, ys) == ([ONE, ONE], [ONE])
        moment += 1
    assert moment > 3


INNER = """
def inner(xs):
    x = yield (1, 2)
    xs.append(x)
    return x
"""
AROUND = {
    "a try": """
def search(xs):
    try:
        x = yield inner(xs)
        if x == 2:
            raise ValueError
        x += yield inner(xs)
    except ValueError:
        xs.append("caught")
    finally:
        xs.append("end")
    return x
""",
    "an answer": """
def search(xs):
    yield (1, 2)
    return (yield inner(xs)) + (yield inner(xs))
""",
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("around", AROUND)
def test_an_interrupt_where_a_search_inside_another_goes_on_takes_its_changes_back_first(
    around: str, deep: bool
) -> None:
    space = compile_program(INNER + AROUND[around], {})
    space["inner"] = ambiguous(deep=deep)(space["inner"])
    search, moment = ambiguous(deep=deep)(space["search"]), 0

    while is_interrupted(search(xs := [0]), moment, Interrupt):
        assert xs == [0]
        moment += 1
    assert moment > 3


def test_an_interrupt_between_two_inverses_of_a_trail_leaves_none_of_them_out() -> None:
    def run(xs: list[int]) -> Iterator[None]:
        yield
        xs += range(4)
        undo([(take_back, xs.remove, x) for x in xs])

    moment = 0
    while is_interrupted(run(xs := []), moment, Interrupt):
        assert xs in ([], [0, 1, 2, 3])  # all of them where it comes before `undo` has begun
        moment += 1
    assert moment > 8


DOWN = """
def down(n, xs):
    if n == 0:
        return 0
    xs.append((yield (n, -n)))
    return (yield down(n - 1, xs))
"""


def test_an_interrupt_while_a_search_is_closed_takes_all_back(deep: bool) -> None:
    space = compile_program(DOWN, {})
    space["down"] = ambiguous(deep=deep)(space["down"])

    def first_only(xs: list[int]) -> Iterator[None]:
        search = iter(space["down"](4, xs))
        next(search)
        yield
        search.close()

    moment = 0
    while is_interrupted(first_only(xs := [0]), moment, Interrupt):
        assert xs == [0]
        moment += 1
    assert moment > 3
