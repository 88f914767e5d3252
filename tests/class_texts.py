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
from functools import partial
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

EACH = "def each(things):\n    for thing in things:\n        if thing != 1:\n            yield thing + 1"

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
