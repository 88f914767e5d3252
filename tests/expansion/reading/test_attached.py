"""Attributes under which a text may give an object something called, which a call of a method of that name may then call."""

import sys
import types
from pathlib import Path
from typing import Any

import pytest
from helpers import PUBLIC, alone, compile_program

from ambsearch import expand
from ambsearch.expansion.reading.attached import attached_in

PROGRAM = """
from functools import partial
from types import SimpleNamespace
from collections import namedtuple
from dataclasses import make_dataclass
from typing import Any, NamedTuple
class Walker:
    def walk(self): return 1
class Plain: pass
steps = []
{making}
@ambiguous
def f(walker):
    x = yield (1, 2)
    walker.walk()
    return x, len(steps)
"""

WAYS = {
    "an attribute": "walker = Plain(); walker.walk = lambda: steps.append(1)",
    "a namespace": "walker = SimpleNamespace(walk=lambda: steps.append(1))",
    "a namespace that a function makes": "def make():\n    return SimpleNamespace(walk=lambda: steps.append(1))\nwalker = make()",
    "an attribute in a loop": "walker = Plain()\nfor one in [walker]:\n    one.walk = lambda: steps.append(1)",
    "an attribute among others": "walker = Plain(); walker.walk, n = (lambda: steps.append(1)), 1",
    "the target of a loop": "walker = Plain()\nfor walker.walk in [lambda: steps.append(1)]:\n    pass",
    "a function that is gone": (
        "def put(o):\n    o.walk = lambda: steps.append(1)\nwalker = Plain(); put(walker)\ndel put"
    ),
    "a slot of another name": (
        "class Slot:\n    __slots__ = ('step',)\n    def __init__(self): self.step = lambda: steps.append(1)\n"
        "class Slots(Slot):\n    walk = Slot.step\nwalker = Slots()"
    ),
    "setattr": "walker = Plain(); setattr(walker, 'walk', lambda: steps.append(1))",
    "the dictionary of an object": "walker = Plain(); walker.__dict__['walk'] = lambda: steps.append(1)",
    "an update of that": "walker = Plain(); vars(walker).update(walk=lambda: steps.append(1))",
    "a class made by type": "walker = type('Made', (), {'walk': staticmethod(lambda: steps.append(1))})()",
    "a named tuple": "walker = namedtuple('Pair', 'walk run')(lambda: steps.append(1), 2)",
    "a class of named tuples": "class Pair(NamedTuple):\n    walk: Any\nwalker = Pair(lambda: steps.append(1))",
    "a dataclass made by a call": "walker = make_dataclass('Pair', ['walk'])(lambda: steps.append(1))",
    "names that a function is given": (
        "class Given:\n    def __init__(self, **given):\n        for name, value in given.items(): setattr(self, name, value)\n"
        "walker = Given(walk=lambda: steps.append(1))"
    ),
    "__getattr__": "class Any:\n    def __getattr__(self, name): return lambda: steps.append(1)\nwalker = Any()",
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_call_of_something_an_object_holds_changes_is_taken_back_beside_a_method_of_that_name(way: str) -> None:
    with alone():
        program = compile_program(PROGRAM.format(making=WAYS[way]), PUBLIC)

        assert list(program["f"](program["walker"])) == [(1, 1), (2, 1)]
        assert program["steps"] == []


@pytest.mark.parametrize(
    ("library", "making"),
    [
        ("steps = []\nfrom types import SimpleNamespace\nwalker = SimpleNamespace(walk=lambda: steps.append(1))", ""),
        ("steps = []\nclass Plain: pass\nwalker = Plain()\nwalker.walk = lambda: steps.append(1)", ""),
        (
            "steps = []\nclass Plain: pass\ndef given(**names):\n    made = Plain()\n"
            "    for name, value in names.items(): setattr(made, name, value)\n    return made",
            "walker = given(walk=lambda: steps.append(1))",
        ),
    ],
)
def test_another_module_may_have_given_it(library: str, making: str, tmp_path: Path, monkeypatch: Any) -> None:
    name = f"given_{abs(hash(library + str(tmp_path)))}"
    (tmp_path / f"{name}.py").write_text(library)
    monkeypatch.syspath_prepend(tmp_path)

    program = compile_program(PROGRAM.format(making=f"from {name} import *\n{making}"), PUBLIC)

    assert list(program["f"](program["walker"])) == [(1, 1), (2, 1)]
    assert program["steps"] == []


def test_a_module_that_has_come_in_the_place_of_one_that_is_gone_is_looked_at(tmp_path: Path, monkeypatch: Any) -> None:
    program = PROGRAM.replace("walk()", "stride()").replace("walk(self)", "stride(self)")
    monkeypatch.setitem(sys.modules, "soon_gone", types.ModuleType("soon_gone"))
    found = compile_program(program.format(making=""), PUBLIC)
    assert list(found["f"](found["Walker"]())) == [(1, 0), (2, 0)]
    monkeypatch.delitem(sys.modules, "soon_gone")
    library = "steps = []\nfrom types import SimpleNamespace\nwalker = SimpleNamespace(stride=lambda: steps.append(1))"
    (tmp_path / "comes_instead.py").write_text(library)
    monkeypatch.syspath_prepend(tmp_path)

    found = compile_program(program.format(making="from comes_instead import *"), PUBLIC)

    assert list(found["f"](found["walker"])) == [(1, 1), (2, 1)]
    assert found["steps"] == []


def test_what_is_visibly_not_called_and_what_is_only_read_counts_for_nothing() -> None:
    found = attached_in(
        [
            "sizes = SimpleNamespace(size=3, names=[])\n",
            "Move = namedtuple('Move', 'row column')\n",
            "for name in vars(Move): print(Move.__dict__[name])\n",
            "class Kept:\n",
            "    def __setattr__(self, name, value): object.__setattr__(self, name, value)\n",
        ]
    )

    assert (found.names, found.is_open) == ({"row", "column"}, False)


SEARCH = """
class Walker:
    @ambiguous
    def walk(self, n):
        if not n:
            return ""
        step = yield "ab"
        return step + (yield self.walk(n - 1))
def by_hand(n):
    def walk(n):
        if not n:
            yield ""
        else:
            for step in "ab":
                for rest in walk(n - 1):
                    yield step + rest
    return walk(n)
"""


def test_a_function_in_a_function_is_no_method_of_its_name() -> None:
    with alone():
        program = compile_program(SEARCH, PUBLIC)
        walker = program["Walker"]()

        assert list(walker.walk(2)) == list(program["by_hand"](2))
        assert "recording" not in expand(program["Walker"].walk, fast=True)


KEPT = {
    "what a decorator gives": "def told(f):\n    def walk(self): steps.append(1)\n    return walk\nclass Told:\n    walk = told(len)",
    "what a function gives a class": "def told(cls):\n    def walk(self): steps.append(1)\n    cls.walk = walk\n    return cls\n@told\nclass Told: pass",
    "in a class that a function makes": "def make():\n    def go(self): steps.append(1)\n    class Told: walk = go\n    return Told\nTold = make()",
}


@pytest.mark.parametrize("way", KEPT)
def test_a_function_in_a_function_may_become_a_method(way: str) -> None:
    with alone():
        program = compile_program(PROGRAM.format(making=f"{KEPT[way]}\nwalker = Told()"), PUBLIC)

        assert list(program["f"](program["walker"])) == [(1, 1), (2, 1)]
        assert program["steps"] == []
