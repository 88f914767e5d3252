"""What a module does when it is loaded, and what changes afterwards: the same answers alone, or a plain no."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import alone
from pasted import run_alone

from ambsearch import Refused
from ambsearch.standalone import standalone

SAME = {
    "classes that name each other, of which one is derived from the other": """
class State:
    seen = []
    def go(self):
        self.seen.append(type(self).__name__)
        return Idle() if len(self.seen) > 1 else self
class Idle(State):
    pass
@ambiguous
def f():
    state = State()
    state.seen.append((yield "ab"))
    return type(state.go().go()).__name__, list(State.seen)
""",
    "an object that its own method gives another class": """
class Closed:
    def push(self):
        self.__class__ = Open
class Open:
    pushed = 0
    def push(self):
        Open.pushed += 1
        self.__class__ = Closed
door = Closed()
@ambiguous
def f():
    for _ in range((yield (1, 2, 3))):
        door.push()
    return type(door).__name__, Open.pushed
""",
    "objects that several statements make and change, with what they count": """
import dataclasses
log, made, LIMIT = [], 0, 3
class Graph:
    registry = {1: 2}
    def __init__(self, name):
        global made
        made += 1
        self.name, self.links = name, {}
        log.append(name)
    def link(self, a, b):
        self.links.setdefault(a, []).append(Link(a, b))
@dataclasses.dataclass
class Link:
    a: int
    b: int
one, two = Graph("one"), Graph("two")
for i in range(LIMIT):
    one.link(i, i + 1)
def mend(graph):
    graph.links[0][0].b = 9
mend(one)
two.links = one.links
names: list = [one.name]
@ambiguous
def f():
    x = yield range(LIMIT)
    one.link(x, x)
    log.append(x)
    return [[(link.a, link.b) for link in links] for links in two.links.values()], log, made, names
if __name__ == "__main__":
    one.link(7, 7)
for answer in f():
    pass
""",
    "an array, and objects of types and collections": """
from array import array
from types import SimpleNamespace
from collections import UserList
class Sheet:
    def __init__(self):
        self.numbers = array("d", [0] * 2)
        self.place, self.row = SimpleNamespace(x=0), UserList()
    def put(self, i):
        self.numbers[i] += 1
        self.place.x += 1
        self.row.append(i)
sheet = Sheet()
@ambiguous
def f():
    for _ in range(2):
        sheet.put((yield (0, 1)))
    return sheet.numbers, sheet.place.x, list(sheet.row)
""",
    "annotations of a class that are no values, and what is imported": """
from __future__ import annotations
from dataclasses import KW_ONLY, dataclass, field
@dataclass
class Crew:
    members: list[Member] = field(default_factory=list)
    _: KW_ONLY
    size: int = 0
class Member:
    pass
crew = Crew(size=1)
def join(n):
    crew.members.append(Member())
    crew.size += n
@ambiguous
def f():
    join((yield (1, 2)))
    return len(crew.members), crew.size
""",
    "methods that are registered for the classes in their annotations": """
from functools import singledispatchmethod
log = []
class Printer:
    @singledispatchmethod
    def show(self, thing) -> str: log.append("thing"); return "?"
    @show.register
    def _(self, thing: int, depth: int = 0): log.append("int"); return thing + depth
    @show.register(str)
    def shown(self, thing: "str"): log.append("str"); return thing
printer = Printer()
@ambiguous
def f():
    x = yield (1, "a", [])
    return printer.show(x), list(log)
""",
    "an object in a class whose __getattr__ knows few names": """
class Few:
    def __getattr__(self, name): return {"size": 3}[name]
class Holder:
    few = Few()
    def put(self, x):
        self.few.x = x
        return self.few.size
holder = Holder()
@ambiguous
def f():
    holder.put((yield (1, 2)))
    return holder.few.x, "x" in vars(Holder.few)
""",
    "slots that a __getattr__ of their own is asked for where they are empty": """
asked = []
class Seat:
    __slots__ = ("guest", "row")
    def __init__(self, row):
        self.row = row
    def __getattr__(self, name):
        asked.append(name)
        return "nobody"
    def sit(self, guest):
        self.row += 1
        self.guest = guest
seats = [Seat(1), Seat(2)]
@ambiguous
def f():
    seat = yield seats
    before = seat.guest
    seat.sit("ann")
    return before, [seat.guest for seat in seats], seat.row, asked
""",
    "functions of Python that take all that an iterator of one's own gives": """
class Row:
    def __init__(self, xs):
        self.xs, self.read = xs, 0
    def __iter__(self):
        for x in self.xs:
            self.read += 1
            yield x
    def __reversed__(self):
        for x in self.xs[::-1]:
            self.read += 10
            yield x
@ambiguous
def f():
    row = Row([1, (yield (2, 3))])
    total = sum(map(abs, row)), list(reversed(row)), dict(zip(row, row))
    row.xs.append((yield (4, 5)))
    return total, row.read, max(filter(None, reversed(row)))
""",
    "attributes of functions": """
def double(n):
    double.seen = double.seen + [n]
    double.calls += 1
    return 2 * n
double.seen, double.calls = [], 0
@ambiguous
def f():
    x = double((yield (1, 2)))
    return double(x), double.seen, double.calls
""",
    "a metaclass that keeps what it has made": """
class Once(type):
    made = {}
    def __call__(cls, *given):
        if cls not in Once.made:
            Once.made[cls] = super().__call__(*given)
        return Once.made[cls]
class Board(metaclass=Once):
    def __init__(self, size):
        self.size = size
@ambiguous
def f():
    board = Board((yield (1, 2)))
    return board.size, Board(9) is board
""",
    "special methods of containers, called by name": """
seen = set()
row = [1]
data = bytearray(b"ab")
def mark(x):
    data[0] = x
@ambiguous
def f():
    x = yield (1, 2)
    seen.__ior__({x})
    put = row.__iadd__
    put([x])
    mark(x)
    return len(seen), row, bytes(data)
""",
    "slots that hold no attribute": """
class Cell:
    __slots__ = ("value", "__weakref__")
    def __init__(self):
        self.value = 0
    def put(self, value):
        self.value = self.value * 10 + value
class Named(Cell):
    __slots__ = "__name"
    def name(self):
        self.__name = "n" + getattr(self, "_Named__name", "")
        return self.__name
@ambiguous
def f():
    cell = Named()
    for _ in range(2):
        cell.put((yield (1, 2)))
        cell.name()
    return cell.value, cell.name()
""",
    "partial functions": """
from functools import partial
class Bin:
    made = 0
    def __init__(self, size):
        Bin.made += 1
        self.number, self.size = Bin.made, size
@ambiguous
def f():
    make = partial(Bin, 7)
    x = yield "ab"
    return x, make().number, Bin.made
""",
    "frozen dataclasses with slots": """
from dataclasses import dataclass, replace
@dataclass(frozen=True, slots=True)
class State:
    small: int
    big: int
    def fill(self):
        return replace(self, big=5)
@ambiguous
def f():
    state = State(0, 0)
    x = yield "ab"
    state = state.fill()
    return x, state
""",
    "members of an Enum": """
from enum import Enum
class Way(Enum):
    UP = 1
    RIGHT = 2
    def turn(self):
        return Way.RIGHT if self is Way.UP else Way.UP
place = [0]
class Robot:
    def __init__(self):
        self.way = Way.UP
    def step(self):
        self.way = self.way.turn()
        place[0] += self.way.value
@ambiguous
def f():
    robot = Robot()
    for _ in range(2):
        robot.way = yield Way
        robot.step()
    return robot.way.name, place[0]
""",
    "methods with keywords": """
class Table(dict):
    pass
@ambiguous
def f():
    xs, d, own = [2, 3, 1], {}, Table()
    xs.append((yield [0, 9]))
    xs.sort(reverse=True)
    d.update(a=xs[0], name=2, owner=3)
    own.update(q=1)
    k = yield [1, 2]
    xs.sort(key=lambda v: v % 3)
    return xs, d, k, own
""",
    "loops over what is changed": """
@ambiguous
def f():
    xs, ys, out = [1, 2, 3], list("abc"), []
    for i, y in enumerate(ys, start=1):
        if (yield (True, False)):
            ys[i % 3] = y.upper()
        out.append((i, y))
    for x, (i, y) in zip(xs, enumerate(reversed(ys), 4), strict=True):
        ys[0] += "!"
        k = yield (0,)
        out.append((x, i, y))
    for t in zip(ys):
        k = yield (0,)
        ys[2] = "z"
        out.append(t)
    try:
        for x, y in zip(xs, "ab", strict=True):
            k = yield (0,)
    except ValueError as error:
        out.append(str(error))
    return out
""",
    "a table that the module fills": """
table = {}
for i in range(3):
    table[i] = i * i
class Box:
    kinds = ["a", "b"]
@ambiguous
def f():
    k = yield table
    return k, table[k], Box.kinds
""",
}
REFUSED = {
    "a loop with choices over an object that counts": (
        r"f chooses in a loop over reversed\(row\), .* write list\(reversed\(row\)\)",
        """
class Row:
    def __init__(self):
        self.xs, self.read = [1, 2], 0
    def __iter__(self):
        for x in self.xs:
            self.read += 1
            yield x
    def __reversed__(self):
        for x in self.xs[::-1]:
            self.read += 1
            yield x
row = Row()
@ambiguous
def f():
    for x in reversed(row):
        row.xs[0] += yield (x, 2)
    return row.xs
""",
    ),
    "generators that zip_longest goes over": (
        r"f chooses in a loop over free\(\), a generator",
        """
from itertools import zip_longest
board = {"a": 1, "b": 2}
def free():
    for key in list(board):
        if board[key]:
            yield key
@ambiguous
def f():
    for key, other in zip_longest(free(), "xyz", fillvalue="b"):
        board[key] -= (yield (0, 1))
    return board
""",
    ),
    "an iterator that is held": (
        r"Tokens holds an iterator, such as iter\(xs\), whose position only ambsearch can set back",
        """
class Tokens:
    def __init__(self, text):
        self.it = iter(text)
    def step(self):
        return next(self.it)
@ambiguous
def f():
    tokens = Tokens("abc")
    x = yield (1, 2)
    return x, tokens.step()
""",
    ),
    "an iterator of the search": (
        "f holds an iterator",
        """
@ambiguous
def f():
    it = enumerate("abc")
    x = yield (1, 2)
    return x, next(it)
""",
    ),
    "functions for several types": (
        "place has functions registered for other types",
        """
from functools import singledispatch
log = []
@singledispatch
def place(piece):
    raise TypeError(piece)
@place.register
def _(piece: int):
    log.append(piece)
@ambiguous
def f():
    place((yield [1, 2]))
    return list(log)
""",
    ),
    "a class whose subclasses are put into a list": (
        r"Action.registry = \[\] has been changed since",
        """
class Action:
    registry = []
    def __init_subclass__(cls):
        Action.registry.append(cls)
class Walk(Action):
    pass
@ambiguous
def f():
    a = yield Action.registry
    return a.__name__
""",
    ),
    "a decorator that puts functions into a list": (
        "rules has been changed since, by what is called where a function or class of the module is defined",
        """
rules = []
def rule(fn):
    rules.append(fn)
    return fn
@rule
def even(n):
    return n % 2 == 0
@ambiguous
def f():
    n = yield range(9)
    require(all(r(n) for r in rules))
    return n
""",
    ),
    "a decorator that puts names into a list": (
        "deco, which changes something, is called where even is defined|rule, which changes something",
        """
names = []
def rule(name):
    def deco(fn):
        names.append(name)
        return fn
    return deco
@rule("even")
def even(n):
    return n % 2 == 0
@ambiguous
def f():
    n = yield range(3)
    require(even(n))
    return n, names
""",
    ),
    "a metaclass that puts classes into a set": (
        r"kinds = set\(\) has been changed since|Meta.__init__, which changes something",
        """
kinds = set()
class Meta(type):
    def __init__(cls, *args):
        kinds.add(cls.__name__)
class Kind(metaclass=Meta):
    pass
@ambiguous
def f():
    n = yield (1, 2)
    return n, kinds, Kind.__name__
""",
    ),
    "an object whose method registers functions as a decorator": (
        "bus has been changed since, by what is called where a function or class of the module is defined",
        """
class Bus:
    def __init__(self):
        self.listeners = []
    def on(self, fn):
        self.listeners.append(fn)
        return fn
bus = Bus()
@bus.on
def told(n):
    return n + 1
@ambiguous
def f():
    n = yield (1, 2)
    return [listener(n) for listener in bus.listeners]
""",
    ),
    "a default value that is made by a function which notes it": (
        "log has been changed since, by what is called where a function or class of the module is defined",
        """
log = []
def default():
    log.append("made")
    return []
def put(n, acc=default()):
    acc.append(n)
    return acc
@ambiguous
def f():
    n = yield (1, 2)
    return put(n), log
""",
    ),
    "a global named as a builtin": (
        "list is also the function that undoes changes",
        """
list = [3, 1, 2]
@ambiguous
def f():
    x = yield list
    list.append(x)
    return x, list
""",
    ),
}


@pytest.fixture(autouse=True)
def no_other_module() -> Iterator[None]:
    with alone():
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def search_in(folder: Path, name: str, text: str) -> Any:
    """The function f of a module with this text."""
    module = "defined_" + name.replace(" ", "_")
    future = "from __future__ import annotations\n"
    first = future if future in text else ""
    (folder / f"{module}.py").write_text(f"{first}from ambsearch import *\n{text.replace(future, '')}", "utf-8")
    return importlib.import_module(module).f


@pytest.mark.thorough
def test_programs_that_do_something_when_they_are_loaded_have_the_same_answers(folder: Path) -> None:
    functions = {name: search_in(folder, name, text) for name, text in SAME.items()}
    programs = [("f", standalone(function), "{}") for function in functions.values()]

    for (name, function), answers in zip(functions.items(), run_alone(programs), strict=True):
        assert (name, answers) == (name, [repr(answer) for answer in function()][:5])


@pytest.mark.parametrize("name", REFUSED)
def test_what_was_put_somewhere_when_the_module_was_loaded_is_refused(name: str, folder: Path) -> None:
    reason, text = REFUSED[name]
    function = search_in(folder, name, text)

    with pytest.raises(Refused, match=reason):
        standalone(function)
