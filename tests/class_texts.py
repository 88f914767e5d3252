"""The texts that are the same in every random program with helpers and classes; class_programs.py puts them together."""

# What is at hand in a method, in a helper, in an ambiguous function.
PLACES = {
    "method": {
        "var": ["v", "v", "t"],
        "obj": ["self", "self", "self", "self.mate", "A"],
        "list": ["self.items", "self.items", "H", "self.mate.items"],
        "dict": ["self.marks", "D"],
        "set": ["self.seen", "S"],
    },
    "helper": {
        "var": ["v", "v", "t"],
        "obj": ["A", "B", "A.mate"],
        "list": ["H", "H", "A.items", "ys"],
        "dict": ["D", "B.marks"],
        "set": ["S", "A.seen"],
    },
    "search": {
        "var": ["a", "b", "c"],
        "obj": ["A", "A", "B", "o", "o", "o.mate"],
        "list": ["xs", "xs", "H", "A.items", "o.items"],
        "dict": ["D", "o.marks"],
        "set": ["S", "o.seen"],
    },
}

PRELUDE = """
import bisect
import heapq
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property, partial
"""

GLOBALS = """
G = 0
H = [3, 1]
D = {0: 1, 2: 0}
S = {5, 3}
Q = deque([1, 2])
HP = [1, 4]
OD = OrderedDict([(0, 1), (1, 2), (2, 0)])
CN = Counter([0, 1, 1])
DD = defaultdict(list)
"""

SHOW = """
def show(box):
    return type(box).__name__, box.x, box.items[:], list(box.marks.items()), sorted(box.seen)
"""

SUBCLASSES = {
    "texts": """
from io import StringIO
IN, OUT = StringIO("1\\n-20\\n3\\n\\n24\\n"), StringIO("0")
""",
    "kept_managers": """
from contextlib import contextmanager
MADE = []
@contextmanager
def inside(n):
    S.add(n)
    try:
        yield n
    finally:
        S.discard(n)
""",
    "list_subclass": """
class Hand(list):
    drawn = 0

    def append(self, card):
        self.drawn += 1
        super().append(card)
        H.append(card)

    def pop(self, place=-1):
        self.drawn -= 1
        return super().pop(place)

    def __setitem__(self, place, card):
        super().__setitem__(place, card)
        self.last = place

    def extend(self, cards):
        for card in cards:
            self.append(card)


L = Hand([1, 2])
""",
    "dict_subclass": """
class Table(dict):
    changes = 0

    def __setitem__(self, key, value):
        self.changes += 1
        super().__setitem__(key, value)

    def __delitem__(self, key):
        H.append(key)
        super().__delitem__(key)

    def __missing__(self, key):
        return 0

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]


M = Table({0: 1})
""",
    "set_subclass": """
class Bag(set):
    def add(self, item):
        D[item] = D.get(item, 0) + 1
        super().add(item)

    def discard(self, item):
        self.gone = item
        set.discard(self, item)


U = Bag([1])
""",
    "setattr": """
class Dot(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


DOT = Dot(x=1)
""",
    "alike": """
class Pile:
    counted = 0

    def __init__(self):
        self.cards, self.seen = [], {}

    def append(self, card):
        self.cards.append(card)
        Pile.counted += 1

    add = append

    def pop(self, *place):
        return self.cards.pop(*place) if self.cards else 0

    def clear(self):
        self.cards.clear()

    def rotate(self, n=1):
        self.cards[:] = self.cards[n:] + self.cards[:n]

    def setdefault(self, key, value=0):
        return self.seen.setdefault(key, value)

    def update(self, key):
        self.seen[key] = len(self.cards)

    def __setitem__(self, key, card):
        self.seen[key] = card

    def told(self):
        return sum(self.cards) + 7 * sum(self.seen.values()) + Pile.counted
""",
    "implicit": """
class Tile:
    def __init__(self, n):
        self.n = n
        self.items = []

    def mark(self, sign):
        self.n = (self.n + 1) % 4
        self.items.append(sign)
        return self.n

    def __bool__(self):
        return self.mark("bool") % 2 == 0

    def __eq__(self, other):
        return self.mark("eq") == other

    def __hash__(self):
        return self.mark("hash")

    def __lt__(self, other):
        return self.mark("lt") < other

    def __ge__(self, other):
        return self.mark("ge") >= other

    def __gt__(self, other):
        return self.mark("gt") > other

    def __add__(self, other):
        return self.mark("add") + other

    def __rsub__(self, other):
        return other - self.mark("rsub")

    def __mul__(self, other):
        H.append(other % 3)
        return self.mark("mul") * other % 5

    def __matmul__(self, other):
        return self.mark("matmul")

    def __isub__(self, other):
        self.n = (self.n - other) % 4
        return self

    def __ior__(self, other):
        return Tile(self.mark("ior"))

    def __iadd__(self, other):
        self.mark(other)
        return self

    def __neg__(self):
        return -self.mark("neg")

    def __invert__(self):
        return ~self.mark("invert")

    def __abs__(self):
        return self.mark("abs")

    def __int__(self):
        return self.mark("int")

    def __round__(self, digits=None):
        return self.mark("round")

    def __str__(self):
        return "*" * self.mark("str")

    def __repr__(self):
        return "+" * self.mark("repr")

    def __format__(self, spec):
        return spec + "-" * self.mark("format")

    def __contains__(self, item):
        return self.mark("contains") == item

    def __iter__(self):
        return Walk(self.mark("iter"))

    def __reversed__(self):
        return Walk(self.mark("reversed"))

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self.mark("slice")]
        return self.mark(key)

    def __setitem__(self, key, value):
        self.items.append((key, value))

    def __delitem__(self, key):
        self.items[:1] = []

    def __delattr__(self, name):
        self.mark(name)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        D[4] = D.get(4, 0) + 1
        return self.mark(name)

    def __setattr__(self, name, value):
        if name == "other":
            S.add(value)
        object.__setattr__(self, name, value)

    def __enter__(self):
        return self.mark("enter")

    def __exit__(self, *error):
        self.mark("exit")

    def __call__(self, value):
        return self.mark(value)


class Walk:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        H.append(0)
        self.n -= 1
        return self.n


T = Tile(1)
W = Walk(3)
""",
    "descriptors": """
class Level:
    def __set_name__(self, owner, name):
        self.name = "_" + name
        self.reads = 0

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        self.reads += 1
        return vars(instance).get(self.name, 0)

    def __set__(self, instance, value):
        H.append(value % 3)
        vars(instance)[self.name] = value

    def __delete__(self, instance):
        vars(instance).pop(self.name, None)
        S.add(8)


class Reads:
    def __get__(self, instance, owner=None):
        D[6] = D.get(6, 0) + 1
        return 3


class Tank:
    level = Level()
    gone = Reads()

    @cached_property
    def cost(self):
        self.level += 1
        return self.level + len(H)


T2 = Tank()
""",
    "Row": """
class Row:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]
""",
    "Seat": """
class Seat:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)
""",
}

INIT = """
def __init__(self, x, mate=None):
    self.x = x
    self.items = [x]
    self.marks = {}
    self.seen = set()
    self.mate = self if mate is None else mate
""".strip().split("\n")

DATACLASS = """
x: int
mate: object = field(default=None, repr=False, compare=False)
items: list = field(default_factory=list)
marks: dict = field(default_factory=dict)
seen: set = field(default_factory=set)
made = 0

def __post_init__(self):
    self.items.append(self.x)
    if self.mate is None:
        self.mate = self
""".strip().split("\n")

NONLOCAL = """
def ticker(start):
    count = start
    past = []

    def tick(v):
        nonlocal count
        count += v
        past.append(count)
        return count + len(past)

    def other(v):
        nonlocal count
        if v > count:
            count = v
            first(v)
        return count

    return tick, other


tick, other = ticker(1)
"""

APPLY = [
    "def apply(act, v):\n    H.append(v)\n    return act(v)",
    "def apply(act, v, times=2):\n    t = 0\n    for _ in range(times):\n        t = act(v)\n    return t or 0",
]

LAMBDAS = ["twice = lambda v: first(v) + first(v + 1)", "twice = lambda v, box=B: box.put(v) or len(box.items)"]

EACH = [
    "def each(things):\n    for thing in things:\n        if thing != 1:\n            yield thing + 1",
    "def each(things):\n    A.x += 1\n    for thing in things:\n        D[thing] = len(H)\n        yield thing + 1\n    S.add(7)",
    "def each(things):\n    B.items.append(0)\n    for thing in list(things):\n        S.add(thing)\n        A.x += thing\n"
    "        yield A.x % 3\n        H.append(len(S))",
]

TALLY = """
def tally(v):
    tally.calls += 1
    tally.last = v
    return tally.calls


tally.calls = 0
"""

LOGGED = """
def logged(function):
    made = []

    def wrapper(v):
        made.append(v)
        return function(v) + len(made)

    return wrapper
"""

SHOUT = [
    "@logged\ndef shout(v):\n    A.items.append(v)\n    return v",
    "@logged\ndef shout(v):\n    return B.put(v) or v",
]

BEST = [
    "def best(v):\n    return max(list(small(1, A, H)), default=v)",
    "def best(v):\n    A.items.append(v)\n    found = small(1, B, A.items).first(0)\n    H.append(found)\n    return found",
    "def best(v):\n    B.x += 1\n    return small(v % 2, A, H).count() + B.x",
]

ERRORS = ["(IndexError, ValueError)", "(KeyError, ValueError, ZeroDivisionError)", "Exception", "ValueError"]
