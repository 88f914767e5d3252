"""Where Python's own iterators are advanced, so that each step of one counts as a change; elsewhere nothing is recorded."""

import pytest
from class_engines import WORDS
from helpers import compile_program

from ambsearch import expand
from ambsearch.expansion.analysis.advancing import advances
from ambsearch.expansion.reading.source import Source

pytestmark = pytest.mark.usefixtures("no_other_module")
LOOP = """
FOUND = []
FOUND.append(g)
def total(xs):
    found = 0
    for x in xs:
        found += x
    return found
@ambiguous
def f(xs):
    x = yield xs
    if xs is None:
        FOUND[0](xs)
    return x, total(xs)
"""
HOLDING = {
    "an attribute": "def g(o):\n    return next(o.it, None)",
    "a parameter": "def g(it):\n    return next(it)",
    "a global variable": "IT = iter('ab')\ndef g():\n    return [next(IT) for _ in range(2)]",
    "what gives its step": "def g(o):\n    o.step = o.it.__next__",
    "the step of one that a function makes": "def g(o, xs):\n    it = iter(xs)\n    o.step = it.__next__",
    "an attribute that is given one": "def g(o, xs):\n    o.it = enumerate(xs)",
    "what a function is given that is given itself": "def g(h, xs):\n    it = iter(xs)\n    return h(it)",
    "what a function made beside it is given": "def g(xs):\n    def h(it):\n        return it\n    return h(iter(xs))",
    "what a function looks up": "ITS = {}\ndef look(k):\n    return ITS[k]\ndef g(k):\n    return next(look(k))",
    "what a dict gives": "def g(its, k):\n    it = its.get(k)\n    return next(it)",
}
METHODS = "class Walk:\n    def walk(self):\n        yield 1\n    def moves(self):\n        return [1]\n"
PARTNERS = (
    "class Partner:\n    def send(self, x, other):\n        other.got = x\n    def each(self, other):\n"
    "        return lambda x: self.send(x, other)\n"
)
HOLDING |= {
    "a generator that is sent values, beside such a method of one's own": (
        PARTNERS + "def walk():\n    while True:\n        x = yield x\ndef g(o):\n    return o.it.send(1)"
    ),
    "a global one in a loop": "IT = iter('ab')\ndef g():\n    for x in IT:\n        return x",
    "an attribute that is given several": "def g(o, xs, ys):\n    o.its = [iter(xs), iter(ys)]",
    "the update of a Counter of one's own": (
        "from collections import Counter\nclass Kept(Counter):\n    def update(self, it=()):\n        self.it = it\n"
        "def g(xs):\n    return next(Kept(x for x in xs).it)"
    ),
    "a list of one's own that keeps it": (
        "class Kept(list):\n    def __init__(self, it):\n        self.it = it\ndef g(xs):\n    return Kept(x for x in xs)"
    ),
    "one that each branch reads": "@ambiguous\ndef g(xs):\n    it = zip(xs)\n    x = yield xs\n    return x, list(it)",
    "an argument that waits for a choice": "@ambiguous\ndef g(xs):\n    return next(iter(xs), (yield (1, 2)))",
    "two loops with choices": (
        "@ambiguous\ndef g(xs):\n    it = iter(xs)\n    for x in it:\n        if (yield (0, 1)):\n            break\n    return list(it)"
    ),
    "one that a method gives": METHODS
    + "@ambiguous\ndef g(o, xs):\n    it = o.walk()\n    x = yield xs\n    return x, list(it)",
    "a group that a branch reads": (
        "from itertools import groupby\n@ambiguous\ndef g(xs):\n"
        "    for k, group in groupby(xs):\n        if (yield (0, 1)):\n            return list(group)"
    ),
    "a group before a choice": (
        "from itertools import groupby\n@ambiguous\ndef g(xs):\n"
        "    for k, group in groupby(xs):\n        n = len(list(group))\n        x = yield range(n)\n        return x"
    ),
}
USING_UP = {
    "what is chosen from": METHODS + "@ambiguous\ndef g(o):\n    it = o.walk()\n    x = yield it\n    return x",
    "what other methods give": METHODS
    + "@ambiguous\ndef g(o, xs):\n    it = o.moves()\n    x = yield xs\n    return x, list(it)",
    "a counter": "from itertools import count\nIDS = count()\ndef g():\n    return next(IDS)",
    "a name that means both": (
        METHODS + "class Other:\n    def walk(self):\n        return []\n"
        "@ambiguous\ndef g(o, xs):\n    it = o.walk()\n    x = yield xs\n    return x, list(it)"
    ),
    "where it is made": "def g(xs):\n    return next(iter(xs)), next((x for x in xs), None), list(zip(xs, xs))",
    "the items of a list of one's own": "class Kept(list):\n    pass\ndef g(xs):\n    kept = Kept(x for x in xs)\n    return kept.pop()",
    "steps of a helper": "def g(xs):\n    it = iter(xs)\n    first = next(it)\n    return [first, *(x for x in it if x)], list(it)",
    "a generator": "def g(xs):\n    it = iter(xs)\n    for x in it:\n        yield x, next(it)",
    "what __iter__ gives": "def __iter__(self):\n    return iter(self.xs)\ng = __iter__",
    "one loop of a search": "@ambiguous\ndef g(xs):\n    it = zip(xs, xs)\n    for x, y in it:\n        yield (x, y)",
    "what a function makes": "def make(xs):\n    return zip(xs, xs)\ndef g(xs):\n    return next(make(xs))",
    "what a branch makes": "@ambiguous\ndef g(xs):\n    it = zip((yield xs))\n    x = list(it)\n    y = yield x\n    return y",
    "what another variable holds": "def g(xs):\n    it = same = iter(xs)\n    return next(it), [x for x in same if not it]",
    "what is unpacked": "def g(o, xs):\n    o.first, o.second = map(str, xs)",
    "what is given to a helper": (
        "def total_of(xs):\n    return sum(xs)\nclass Sum:\n    def __init__(self, xs):\n        self.sum = total_of(xs)\n"
        "def g(xs):\n    return total_of(x + 1 for x in xs), Sum(map(int, xs)), Sum(xs=(x for x in xs))"
    ),
    "what one of two gives": "def g(o, xs):\n    it = reversed(xs) if o else range(3)\n    for x in it:\n        o.x = x",
    "keys of a dict": "def g(xs):\n    return dict.fromkeys(x for x in xs)",
    "what a list takes over": "def g(o, xs):\n    o.xs += map(str, xs)\n    o.xs.extend(x for x in xs)",
    "methods of what is visibly no object of a class of the program": (
        "class Sets:\n    def join(self, a, b):\n        self.a, self.b = a, b\n"
        "    def items(self):\n        return iter(self.a)\n"
        "def g(o, xs):\n    named = dict(xs)\n    o.text = ', '.join(x for x in xs)\n    o.named = named.items()"
    ),
    "the generator inside of a context manager": (
        "from contextlib import contextmanager\nclass Yard:\n    @contextmanager\n    def opened(self, x):\n"
        "        self.busy = x\n        try:\n            yield x\n        finally:\n            self.busy = None\n"
        "def g(yard, xs):\n    with yard.opened(xs) as held:\n        yard.log = held"
    ),
    "a method that is called as the one of generators": PARTNERS
    + "def g(a, b):\n    return [a.send(x, b) for x in (1, 2)]",
    "anything else": "def g(o, xs):\n    o.it = list(map(str, xs))\n    o.next = o.it",
}


@pytest.mark.parametrize("name", HOLDING)
def test_what_may_be_an_iterator_is_recorded_if_a_function_takes_steps_of(name: str) -> None:
    space = compile_program(HOLDING[name] + LOOP, WORDS)

    assert "calling[total]" in expand(space["f"], fast=True)


@pytest.mark.parametrize("name", USING_UP)
def test_nothing_is_recorded_if_functions_only_use_up(name: str) -> None:
    space = compile_program(USING_UP[name] + LOOP, WORDS)

    assert expand(space["f"], fast=True) == expand(compile_program("g = None" + LOOP, WORDS)["f"], fast=True)


def test_a_function_that_cannot_be_expanded_is_looked_at_all_the_same() -> None:
    space = compile_program("def g(xs, c):\n    it = iter(xs)\n    return (require(c), next(it))" + LOOP, WORDS)

    assert list(space["f"]([1, 2])) == [(1, 3), (2, 3)]
    assert not advances(Source.of_code(space["total"].__code__, space))  # type: ignore[arg-type]


KEEPING = """
class Box:
    def __init__(self):
        self.its = []
    def keep(self, it):
        self.its.append(it)
box = Box()
def give(f, xs):
    f(iter(xs))
give(FUNCTION, [1, 2, 3])
@ambiguous
def f():
    x = yield (1, 2)
    for y in box.its[0]:
        return x, y
"""


@pytest.mark.parametrize("function", ["box.its.append", "box.keep", "lambda it: box.keep(it)"])
def test_an_iterator_that_a_function_keeps_which_is_only_known_when_it_runs_goes_back(function: str) -> None:
    assert list(compile_program(KEEPING.replace("FUNCTION", function), WORDS)["f"]()) == [(1, 1), (2, 1)]
