"""What is visibly of Python's own kinds calls no method of the user's, whatever that one is called."""

from typing import Any

import pytest
from class_engines import WORDS
from helpers import compile_program

from ambsearch import expand

PILE = """
from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
class Pile:
    def __init__(self, items):
        self.items = list(items)
    def get(self, key):
        return self.items.pop()
"""
SHELF = """
class Shelf:
    def __init__(self, given=()):
        {assignment}
    def look(self):
        return self.cells.get(0)
"""
SEARCH = """
def peek(shelf):
    return shelf.cells.get(0)
@ambiguous
def f(shelf):
    x = yield (1, 2)
    return x, peek(shelf)
@ambiguous
def g(shelf):
    x = yield (1, 2)
    return x, shelf.look()
"""


def program(text: str) -> dict[str, Any]:
    return compile_program(PILE + text + SEARCH, WORDS)


PLAIN = {
    "a dict": "self.cells = {}",
    "what dict gives": "self.cells = dict(given)",
    "what Counter gives": "self.cells = Counter(given)",
    "one of two": "self.cells = {} if given else dict(a=1)",
    "one of several targets": "self.size, self.cells = 0, {}",
    "a dict and what is put into it": "self.cells = {}; self.cells |= dict(given)",
}


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("name", PLAIN)
def test_a_method_of_a_dict_in_an_attribute_is_called_as_it_is(name: str) -> None:
    space = program(SHELF.replace("{assignment}", PLAIN[name]))

    assert "yield (x, peek(shelf))" in expand(space["f"], fast=True)
    assert "yield (x, shelf.look())" in expand(space["g"], fast=True)
    assert list(space["f"](space["Shelf"]())) == list(space["g"](space["Shelf"]())) == [(1, None), (2, None)]


@pytest.mark.usefixtures("no_other_module")
def test_what_another_class_has_in_an_attribute_of_this_name_may_be_met() -> None:
    other = "class Yard:\n    def __init__(self):\n        self.cells = Pile('ab')\n"
    space = program(SHELF.replace("{assignment}", "self.cells = {}") + other)

    assert "yield (x, peek(shelf))" not in expand(space["f"], fast=True)
    assert list(space["f"](space["Yard"]())) == [(1, "b"), (2, "b")]


PLAIN_SHELF = SHELF.replace("{assignment}", "self.cells = {}")
OTHERS = {
    "given": SHELF.replace("{assignment}", "self.cells = given") + "shelf = Shelf(Pile('ab'))",
    "one of two": SHELF.replace("{assignment}", "self.cells = given or {}") + "shelf = Shelf(Pile('ab'))",
    "set by a function": PLAIN_SHELF + "def fill(o):\n    o.cells = Pile('ab')\nshelf = Shelf()\nfill(shelf)",
    "set by a function without text": PLAIN_SHELF
    + "exec(\"def fill(o): o.cells = Pile('ab')\")\nshelf = Shelf()\nfill(shelf)",
    "set by the module": PLAIN_SHELF + "shelf = Shelf()\nshelf.cells = Pile('ab')",
    "set by its name": PLAIN_SHELF + "shelf = Shelf()\nsetattr(shelf, 'cells', Pile('ab'))",
    "set by any name": PLAIN_SHELF + "shelf = Shelf()\nfor k in ('cells',):\n    vars(shelf)[k] = Pile('ab')",
    "in the class": PLAIN_SHELF
    + "class Yard(Shelf):\n    cells = Pile('ab')\n    def __init__(self):\n        pass\nshelf = Yard()",
    "in another class": PLAIN_SHELF + "class Yard:\n    cells = Pile('ab')\n    look = Shelf.look\nshelf = Yard()",
    "in a derived class": PLAIN_SHELF
    + "class Yard(Shelf):\n    def __init__(self):\n        self.cells = Pile('ab')\nshelf = Yard()",
    "beside the class": PLAIN_SHELF
    + "class Full:\n    def __init__(self):\n        self.cells = Pile('ab')\nclass Yard(Full, Shelf):\n    pass\nshelf = Yard()",
    "in a property": PLAIN_SHELF
    + "PILE = Pile('ab')\nclass Yard(Shelf):\n    def __init__(self):\n        pass\n"
    + "    @property\n    def cells(self):\n        return PILE\nshelf = Yard()",
    "by __getattr__": PLAIN_SHELF
    + "PILE = Pile('ab')\nclass Yard(Shelf):\n    def __init__(self):\n        pass\n"
    + "    def __getattr__(self, name):\n        return PILE\nshelf = Yard()",
    "set by a function that is gone": PLAIN_SHELF
    + "def fill(o):\n    o.cells = Pile('ab')\nshelf = Shelf()\nfill(shelf)\ndel fill",
    "in an object that got another class": PLAIN_SHELF
    + "class Yard:\n    def __init__(self):\n        self.cells = Pile('ab')\nshelf = Yard()\nshelf.__class__ = Shelf",
    "set by the module in a loop": PLAIN_SHELF + "shelf = Shelf()\nfor one in [shelf]:\n    one.cells = Pile('ab')",
    "set by the module with others": PLAIN_SHELF + "shelf = Shelf()\nshelf.cells, n = Pile('ab'), 1",
    "set by a loop of the module": PLAIN_SHELF + "shelf = Shelf()\nfor shelf.cells in [Pile('ab')]:\n    pass",
    "set by the body of a class": PLAIN_SHELF + "shelf = Shelf()\nclass Yard:\n    shelf.cells = Pile('ab')",
    "set by the names that it has": PLAIN_SHELF
    + "shelf = Shelf()\nfor name in list(vars(shelf)):\n    setattr(shelf, name, Pile('ab'))",
    "set by a text": PLAIN_SHELF + "shelf = Shelf()\nexec(\"shelf.cells = Pile('ab')\")",
    "set by __setattr__": PLAIN_SHELF
    + "    def __setattr__(self, name, value):\n        super().__setattr__(name, Pile('ab'))\nshelf = Shelf()",
    "in a copy": "import copy\n"
    + PLAIN_SHELF
    + "    def __getstate__(self):\n        return {name: Pile('ab') for name in vars(self)}\nshelf = copy.copy(Shelf())",
    "in a slot of another name": "class Full:\n    __slots__ = ('pile',)\n    def __init__(self):\n        self.pile = Pile('ab')\n"
    + "class Shelf(Full):\n    cells = Full.pile\n    def look(self):\n        return self.cells.get(0)\n"
    + "class Yard:\n    def __init__(self):\n        self.cells = {}\nshelf = Shelf()",
    "what a list is multiplied by": "class Times:\n    def __rmul__(self, items):\n        return Pile('ab')\n"
    + SHELF.replace("{assignment}", "self.cells = [0] * given")
    + "shelf = Shelf(Times())",
    "in a dataclass": "@dataclass\nclass Shelf:\n    cells: dict\n    def look(self):\n        return self.cells.get(0)\n"
    + "class Yard:\n    def __init__(self):\n        self.cells = {}\nshelf = Shelf(Pile('ab'))",
    "in a dataclass that is frozen": "@dataclass(frozen=True)\nclass Shelf:\n    cells: dict\n"
    + "    def look(self):\n        return self.cells.get(0)\n"
    + "class Yard:\n    def __init__(self):\n        self.cells = {}\nshelf = Shelf(Pile('ab'))",
}


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("search", ["f", "g"])
@pytest.mark.parametrize("name", OTHERS)
def test_a_method_of_an_object_that_an_attribute_may_hold_is_recorded(name: str, search: str) -> None:
    space = program(OTHERS[name] + "\n")

    assert list(space[search](space["shelf"])) == [(1, "b"), (2, "b")]
    assert list(space[search](space["shelf"])) == [(1, "b"), (2, "b")]


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize("made", ["SimpleNamespace(cells=Pile('ab'))", "SimpleNamespace(**{'cells': Pile('ab')})"])
def test_so_is_one_of_an_object_in_a_namespace(made: str) -> None:
    space = program(PLAIN_SHELF + f"shelf = {made}\n")

    assert list(space["f"](space["shelf"])) == [(1, "b"), (2, "b")]


@pytest.mark.usefixtures("no_other_module")
def test_so_is_one_of_what_a_generator_returns() -> None:
    text = PLAIN_SHELF.replace("cells", "value") + "shelf = StopIteration(Pile('ab'))\n"
    space = compile_program(PILE + text + SEARCH.replace("cells", "value"), WORDS)

    assert list(space["f"](space["shelf"])) == [(1, "b"), (2, "b")]
