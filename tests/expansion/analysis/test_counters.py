"""Counters, which only `next` reads: a step of one is undone, and nothing else becomes dearer for it."""

import pytest
from class_engines import WORDS
from helpers import compile_program

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")
SEARCH = """
def total(xs):
    return sum([x for x in xs])
@ambiguous
def f(xs):
    x = yield xs
    return x, total(xs), g()
"""
NODE = "class Node:\n    {}\n    def __init__(self):\n        self.id = next({})\ndef g():\n    return Node().id"
FIELD = "from dataclasses import dataclass\n@dataclass\nclass Node:\n    ids: object = count()\ndef g():\n    return next(Node().ids)"
COUNTERS = {
    "of the module": "ids = count()\ndef g():\n    return next(ids)",
    "that a function makes again": "ids = count()\ndef g():\n    global ids\n    n = next(ids)\n    ids = count(n + 1)\n    return n",
    "of a class": NODE.format("ids = count()", "Node.ids"),
    "of a class, with its type": NODE.format("ids: ClassVar[object] = count()", "self.ids"),
    "that is private": NODE.format("__ids = count()", "self.__ids"),
    "of an object": "class Node:\n    def __init__(self):\n        self.ids = count()\nnode = Node()\ndef g():\n    return next(node.ids)",
    "behind another statement": "class Node:\n    def __init__(self):\n        self.at = {}; self.ids = count(); self.xs = []\n"
    + "node = Node()\ndef g():\n    return next(node.ids)",
    "of a function": "def new():\n    ids = count()\n    return lambda: next(ids)\ng = new()",
    "that goes round": "ids = cycle([0, 1, 2])\ndef g():\n    return next(ids)",
}
OTHERS = {
    "what is zipped, too": "ids = count()\ndef g():\n    return next(ids) if f else list(zip(ids, 'ab'))",
    "what a loop goes over": "ids = count()\ndef g():\n    for i in ids:\n        return min(i, next(ids))",
    "what has another name": "ids = count()\nothers = ids\ndef g():\n    return next(ids)",
    "what is imported under another name": "from string import digits as ids\nids = count()\ndef g():\n    return next(ids)",
    "what a text names": NODE.format("ids = count()", "getattr(self, 'ids')") + "\ndef h():\n    return next(Node.ids)",
    "what is anything else, too": "class Node:\n    ids = count()\nNode.ids = iter([0, 1, 2])\ndef g():\n    return next(Node.ids)",
    "a field, which may be given": FIELD,
    "a parameter": "def g(ids=count()):\n    return next(ids)",
    "what goes round what it is given": "XS = [0, 1, 2]\nids = cycle(iter(XS))\ndef g():\n    return next(ids)",
    "what another class looks at": NODE.format("__ids = count()", "self.__ids")
    + "\ndef h():\n    return list(zip(Node._Node__ids, 'ab'))",
}
IMPORTS = "from itertools import count, cycle\nfrom typing import ClassVar\n"


def program(text: str) -> dict[str, object]:
    return compile_program(IMPORTS + text + SEARCH, WORDS)


@pytest.mark.parametrize("name", COUNTERS)
def test_each_branch_counts_from_where_it_stands(name: str) -> None:
    space = program(COUNTERS[name])

    assert list(space["f"]([5, 6])) == [(5, 11, 0), (6, 11, 0)]  # type: ignore[operator]


@pytest.mark.parametrize("name", COUNTERS)
def test_a_counter_makes_no_loop_recorded(name: str) -> None:
    assert "calling[total]" not in expand(program(COUNTERS[name])["f"], fast=True)


@pytest.mark.parametrize("name", OTHERS)
def test_what_may_be_read_otherwise_is_no_counter(name: str) -> None:
    assert "calling[total]" in expand(program(OTHERS[name])["f"], fast=True)
