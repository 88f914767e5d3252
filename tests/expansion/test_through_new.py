"""What was there before is taken back, even if it is changed through something that the function made."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import pytest
from helpers import compile_program
from recorded import WORDS

from ambsearch import ambiguous

# each statement changes what is in `old`, a list of lists or a dictionary of lists, through something new
THROUGH = {
    "a stack of open lists": "stack = [old]\nstack[-1].append(x)",
    "the first rows": "rows = [row for row in old]\nrows[0].append(x)",
    "a sorted copy": "sorted(old, key=len)[0].append(x)\nrows = sorted(old[:1])\nrows[0].append(x)",
    "a copy": "rows = list(old)\nrows[0] += [x]",
    "a shallow copy": "rows = copy(old)\nrows[0].append(x)",
    "a dictionary": "d = {}\nd['k'] = old[0]\nd['k'].append(x)",
    "a dictionary that is filled later": "d = {}\nd.update(k=old[0])\nd['k'].append(x)",
    "a default": "d = {}\nd.setdefault('k', old[0])\nd['k'].append(x)",
    "a default dictionary": "d = defaultdict(lambda: old[0])\nd['k'].append(x)",
    "a list that is extended": "rows = []\nrows += old\nrows[0].append(x)",
    "a variable that an inner function binds": "rows = []\ndef bind():\n    nonlocal rows\n    rows = old[0]\nbind()\nrows.append(x)",
    "a slice": "rows = []\nrows[:] = old\nrows[0].append(x)",
    "a list of another name": "rows = []\nothers = rows\nothers.append(old[0])\nrows[0].append(x)",
    "a list that another function fills": "rows = []\nfill(rows, old[0])\nrows[0].append(x)",
    "a list that an inner function fills": "rows = []\n(lambda: rows.append(old[0]))()\nrows[0].append(x)",
    "a list whose method is kept": "rows = []\nput = rows.append\nput(old[0])\nrows[0].append(x)",
    "a list that is unpacked": "rows = [*old]\nrows[0].append(x)",
    "a dictionary that is unpacked": "d = {**dict(enumerate(old))}\nd[0].append(x)",
    "an item in a tuple target": "rows = [0, 0]\nrows[0], rows[1] = old[0], x\nrows[0].append(x)",
    "the target of a loop": "rows = [0]\nfor rows[0] in old[:1]: rows[0].append(x)",
    "a repeated list": "rows = [old[0]] * 2\nrows[0].append(x)",
    "an object": "node = Node(old)\nnode.children.append(x)",
    "an attribute of an object": "node = Node([])\nnode.children = old\nnode.children.append(x)",
    "what an object makes of an argument": "Node(old, x)",
    "what a class has": "Shared(x, old)",
    "what a method of the object stores": "Loaded(old, x)",
    "what a setter stores": "Set(old, x)",
    "an attribute that is augmented": "Added(old, x)",
    "a map before others": "m = ChainMap(old[1])\nm['k'] = x",
}
CLASSES = """
from collections import ChainMap, defaultdict
from copy import copy

def fill(rows, row): rows.append(row)

class Node:
    def __init__(self, children, *more):
        self.children = children
        for x in more: self.children.append(x)

class Shared:
    made = None
    def __init__(self, x, old):
        self.made.append(x)

class Loaded:
    def __init__(self, old, x):
        self.rows = []
        self.load(old)
        self.rows.append(x)
    def load(self, old): self.rows = old

class Set:
    def __init__(self, old, x):
        self.rows = []
        self.rows.append(x)
    @property
    def rows(self): return self.old
    @rows.setter
    def rows(self, value): self.old = OLD

class Added:
    def __init__(self, old, x):
        self.rows = old
        self.rows += [x]
"""


@pytest.mark.parametrize("name", THROUGH)
def test_what_is_changed_through_something_new_is_taken_back(name: str, deep: bool) -> None:
    body = "\n".join(f"    {line}" for line in THROUGH[name].splitlines())
    old: list[Any] = [[], {}]
    space = compile_program(f"{CLASSES}\ndef helper(old, x):\n{body}\n", {**WORDS, "OLD": old})
    space["Shared"].made = old
    helper = space["helper"]

    @ambiguous(deep=deep)
    def f() -> Any:
        x = yield (1, 2)
        helper(old, x)
        return old

    expected = []
    for x in (1, 2):
        helper(old, x)
        expected.append(copy.deepcopy(old))
        old[:] = [[], {}]

    assert list(f()) == expected != [[[], {}], [[], {}]]
    assert old == [[], {}]


def test_what_the_default_factory_of_a_dataclass_takes_out_is_put_back() -> None:
    deck = [1, 2, 3]

    @dataclass
    class Hand:
        card: int = field(default_factory=deck.pop)

    @ambiguous
    def dealt():
        yield (1, 2)
        return Hand().card, Hand(0).card, Hand().card

    assert list(dealt()) == [(3, 0, 2), (3, 0, 2)]
    assert deck == [1, 2, 3]
