"""What your own functions do: a class that changes nothing where Python calls it leaves the expansions beside it as they are."""

import gc

import pytest
from class_engines import WORDS
from helpers import compile_program, only_module

from ambsearch import expand

BOARD = """
class Board:
    def __init__(self, n):
        self.n, self.rows, self.used = n, [], set()
    def is_free(self, c):
        r = len(self.rows)
        return all(c != k and abs(c - k) != r - i for i, k in enumerate(self.rows))
    def put(self, c):
        require(self.is_free(c))
        self.rows.append(c)
        self.used.add(c)
    def total(self):
        found = 0
        for c in self.rows:
            found += c
        return found + sum(self.rows) + max(self.used)
    def __str__(self):
        return ",".join(str(c) for c in sorted(self.rows))
board = Board(4)
@ambiguous
def f():
    while len(board.rows) < board.n:
        c = yield range(board.n)
        board.put(c)
    return str(board), board.total(), min(zip(board.rows, board.used))
"""
BESIDE = {
    "a generator for its __iter__": "class Tree:\n    def __iter__(self):\n        yield self\n        yield from self.kids",
    "an __iter__ of what it has made": "class Span:\n    def __iter__(self):\n        return iter(range(self.low, self.high))",
    "operators that make another of its class": """
class Vector:
    def __init__(self, x):
        self.x = x
    def __add__(self, other):
        return type(self)(self.x + other.x)
    def __radd__(self, other):
        return self.__class__(self.x)
    def __sub__(self, other):
        return self.of(self.x - other.x)
    def __len__(self):
        return abs(self.x)
    @classmethod
    def of(cls, x):
        return cls(x)
""",
    "an ambiguous function of the name of a method": """
@ambiguous
def is_free(board):
    c = yield (1, 2)
    board.rows.append(c)
    return c
""",
    "a sequence": """
from collections.abc import Sequence
class Deck(Sequence):
    def __getitem__(self, i):
        return self.cards[i]
    def __len__(self):
        return len(self.cards)
""",
    "a mapping that is changed by its methods": """
from collections.abc import MutableMapping
class Mapping(MutableMapping):
    def __getitem__(self, key):
        return self.kept[key]
    def __setitem__(self, key, value):
        self.kept[key] = value
    def __delitem__(self, key):
        del self.kept[key]
    def __iter__(self):
        return iter(self.kept)
    def __len__(self):
        return len(self.kept)
""",
    "a set that makes others": """
from collections.abc import Set
class Chosen(Set):
    def __init__(self, items=()):
        self.kept = frozenset(items)
    def __contains__(self, item):
        return item in self.kept
    def __iter__(self):
        return iter(self.kept)
    def __len__(self):
        return len(self.kept)
""",
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_class_that_changes_nothing_where_python_calls_it_leaves_others_as_they_are(name: str) -> None:
    assert expanded_alone(BESIDE[name] + "\n" + BOARD) == expanded_alone(BOARD)


def expanded_alone(text: str) -> str:
    gc.collect()  # the classes of other tests, which may be derived from the same class of collections.abc
    with only_module():
        return expand(compile_program(text, WORDS)["f"], fast=True)


REPLACING = """
from dataclasses import dataclass, replace
@dataclass(frozen=True)
class State:
    place: int
    words: dict = None
    def moved(self, n):
        return replace(self, place=self.place + n)
START = State(1, dict(put=1, is_free=2, total=3))
@ambiguous
def g():
    n = yield (1, 2)
    return START.moved(n).place
"""


def test_what_a_function_of_the_library_does_is_not_what_all_of_its_module_does() -> None:
    with only_module():
        space = compile_program(REPLACING + BOARD, WORDS)
        assert list(space["g"]()) == [2, 3]
        after = expand(space["f"], fast=True)

    assert after == expanded_alone(REPLACING + BOARD)


REPLACED = """
from dataclasses import dataclass, field, replace
MADE = []
def number():
    MADE.append(0)
    return len(MADE)
@dataclass{frozen}
class State:
    place: int
    {more}
START = State(1)
def moved(state, n):
    return replace(state, place=state.place + n)
@ambiguous
def f():
    n = yield (1, 2)
    state = moved(START, n)
    m = yield (3, 4)
    return moved(state, m).place, len(MADE)
"""
RUN_BY_REPLACE = {
    "nothing": ("(frozen=True)", "pass", True),
    "an init": ("", "def __init__(self, place): self.place = place; MADE.append(place)", False),
    "what follows it": ("", "def __post_init__(self): MADE.append(self.place)", False),
    "a factory": ("", "made: int = field(init=False, default_factory=number)", False),
    "a property": ("", "own: int = 0\n    own = property(lambda self: MADE.append(1), lambda self, n: None)", False),
    "a __setattr__": ("", "def __setattr__(self, name, n): vars(self)[name] = n; MADE.append(n)", False),
    "a __new__": ("", "def __new__(cls, *given, **named): MADE.append(1); return object.__new__(cls)", False),
}


@pytest.mark.parametrize("name", RUN_BY_REPLACE)
def test_what_replace_runs_is_taken_back(name: str) -> None:
    frozen, more, is_harmless = RUN_BY_REPLACE[name]
    with only_module():
        space = compile_program(REPLACED.format(frozen=frozen, more=more), WORDS)
        begun, found = len(space["MADE"]), list(space["f"]())

        assert [place for place, _ in found] == [5, 6, 6, 7]
        assert len({made for _, made in found}) == 1
        assert (found[0][1] == begun) is is_harmless
        assert len(space["MADE"]) == begun
        assert ("trail" not in expand(space["f"], fast=True)) is is_harmless


CHANGING = {
    "counted": "    made = 0\n    def __init__(self, x):\n        self.x = x\n        Vector.made += 1\n",
    "kept": "    made = []\n    def __init__(self, x):\n        self.made.append(x)\n",
}


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("name", CHANGING)
@pytest.mark.parametrize("make", ["type(self)", "self.__class__", "self.of"])
def test_operators_that_make_an_object_of_a_class_are_recorded_if_that_changes_something(name: str, make: str) -> None:
    text = f"""
class Vector:
{CHANGING[name]}
    def __add__(self, other):
        return {make}(other)
    @classmethod
    def of(cls, x):
        return cls(x)
class Derived(Vector):
    pass
START = Derived(1)
def total(x):
    return START + x
@ambiguous
def f():
    x = yield (1, 2)
    total(x)
    y = yield (3, 4)
    total(y)
    return x, y, str(Vector.made)
"""
    space = compile_program(text, WORDS)
    made = "3" if name == "counted" else "[1, {}, {}]"

    assert list(space["f"]()) == [(x, y, made.format(x, y)) for x in (1, 2) for y in (3, 4)]


COUNTER = """
def counter():
    seen = []
    def add(x):
        seen.append(x)
    def total():
        return sum(seen)
    def drained():
        while seen:
            seen.pop()
        return 0
    {given}

@ambiguous
def f():
    {taken} = counter()
    x = yield (1, 2)
    add(x)
    y = yield (10, 20)
    add(y)
    return total()
"""


@pytest.mark.parametrize(
    "given, taken, is_seen",
    [
        ("return add, total", "add, total", True),
        ("return [add, drained][0], total", "add, total", True),
        ("if seen:\n        return add, drained\n    return add, total", "add, total", False),
        ("return add, (total, None)", "add, (total, _)", True),
        ("return add, total, drained", "add, total, *_", False),
        ("total = total if add else drained\n    return add, total", "add, total", False),
    ],
)
def test_a_function_that_another_has_made_does_what_its_text_says(given: str, taken: str, is_seen: bool) -> None:
    with only_module():
        f = compile_program(COUNTER.format(given=given, taken=taken), WORDS)["f"]

        assert list(f()) == [11, 21, 12, 22]
        assert ("if type(total) is" not in expand(f, fast=True)) == is_seen


def test_a_function_that_makes_others_may_be_replaced() -> None:
    made = compile_program(COUNTER.format(given="return add, total", taken="add, total"), WORDS)
    other = compile_program(COUNTER.format(given="return add, drained", taken="add, total"), WORDS)["counter"]
    before = list(made["f"]())
    made["counter"] = other

    assert (before, list(made["f"]())) == ([11, 21, 12, 22], [0, 0, 0, 0])
