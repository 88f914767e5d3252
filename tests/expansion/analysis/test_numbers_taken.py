"""What `itertools.count` and `cycle` give, of which only `next` takes steps: these are undone."""

import pytest
from class_engines import WORDS
from helpers import compile_program

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
COUNTERS = {
    "of the module": "ids = count()\ndef g():\n    return next(ids)",
    "that a function makes again": "ids = count()\ndef g():\n    global ids\n    n = next(ids)\n    ids = count(n + 1)\n    return n",
    "of a class": NODE.format("ids = count()", "Node.ids"),
    "of a class, with its type": NODE.format("ids: ClassVar[object] = count()", "self.ids"),
    "that is private": NODE.format("__ids = count()", "self.__ids"),
    "of an object": "class Node:\n    def __init__(self):\n        self.ids = count()\nnode = Node()\ndef g():\n    return next(node.ids)",
    "of a function": "def new():\n    ids = count()\n    return lambda: next(ids)\ng = new()",
    "that goes round": "ids = cycle([0, 1, 2])\ndef g():\n    return next(ids)",
}
IMPORTS = "from itertools import count, cycle\nfrom typing import ClassVar\n"


def program(text: str) -> dict[str, object]:
    return compile_program(IMPORTS + text + SEARCH, WORDS)


@pytest.mark.parametrize("name", COUNTERS)
def test_each_branch_counts_from_where_it_stands(name: str) -> None:
    space = program(COUNTERS[name])

    assert list(space["f"]([5, 6])) == [(5, 11, 0), (6, 11, 0)]  # type: ignore[operator]
