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
        r"rules = \[\] has been changed since",
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
    (folder / f"{module}.py").write_text("from ambsearch import *\n" + text, "utf-8")
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
