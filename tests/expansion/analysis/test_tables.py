"""Functions that are taken from a table of the module: as they are, if the table is only read; and recorded otherwise."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from ambsearch import expand
from ambsearch.expansion.analysis.outlines import Outline
from ambsearch.expansion.analysis.tables import is_read
from ambsearch.expansion.reading.texts import Text

pytestmark = pytest.mark.usefixtures("no_other_module")
NUMBERS = itertools.count()
HEAD = """
import operator
from ambsearch import ambiguous, require
seen = []
def plus(a, b):
    return a + b
def keep(a, b):
    seen.append(a)
    return a + b
def times(a, b):
    require(a != 1)
    return a * b
"""
SEARCH = """
@ambiguous
def search():
    a = yield (1, 2)
    {then}
    return a, b, [*seen]
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def make(text: str) -> Any:
        name = f"tables_{next(NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(HEAD + text, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(name)

    return make


TAKEN = {
    "an item": ("T = {'+': plus}", "b = T['+'](a, 2)"),
    "an item of a list": ("T = [plus, operator.add]", "b = T[a - 1](a, 2)"),
    "a lambda": ("T = {'+': lambda a, b: a + b}", "b = T['+'](a, 2)"),
    "an item, by get": ("T = {1: plus, 2: plus}", "b = T.get(a)(a, 2)"),
    "an element": (
        "from ambsearch import an_element_of\nT = [plus]\nprint(T, end='')",
        "f = yield an_element_of(T)\n    b = f(a, 2)",
    ),
    "the items of a sorted list": (
        "T = {'+': plus}",
        "for i, sign in enumerate(sorted(T)):\n        b = T[sign](a, 2)",
    ),
    "the items of a loop that counts": ("T = [plus]", "for i, f in enumerate(T):\n        b = f(a, i + 2)"),
    "a part of an item": ("T = {'+': (plus, 2)}", "f, n = T['+']\n    b = f(a, n)"),
    "a choice": ("T = {'+': plus}", "sign = yield T\n    b = T[sign](a, 2)"),
    "a choice of its values": ("T = {'+': plus}", "f = yield T.values()\n    b = f(a, 2)"),
    "a choice of pairs": ("T = [('+', operator.add)]", "sign, f = yield T\n    b = f(a, 2)"),
    "a loop": ("T = (plus,)", "for f in T:\n        b = f(a, 2)"),
    "a loop over its pairs": ("T = {'+': plus}", "for sign, f in T.items():\n        b = f(a, 2)"),
    "a comprehension": ("T = [plus]", "b = sum(f(a, 2) for f in T)"),
    "an item of a class": ("class Sum:\n    T = {'+': plus}\none = Sum()", "b = one.T['+'](a, 2)"),
    "in a method": (
        "class Sum:\n    T = [plus]\n    def use(self, a): return self.T[0](a, 2)\none = Sum()",
        "b = one.use(a)",
    ),
    "one that a decorator fills": (
        "T = []\ndef rule(f):\n    T.append(f)\n    return f\n@rule\ndef sum_of(a, b): return a + b",
        "b = T[0](a, 2)",
    ),
    "one that a decorator with an argument fills": (
        "T = {}\ndef rule(name):\n    def put(f):\n        T[name] = f\n        return f\n    return put\n@rule('+')\ndef sum_of(a, b): return a + b",
        "b = T['+'](a, 2)",
    ),
    "beside members of an enumeration": (
        "from enum import Enum\nclass Op(Enum):\n    ADD = 1\nT = {Op.ADD: plus}",
        "op = yield Op\n    b = T[op](a, 2)",
    ),
    "in a helper": ("T = {'+': plus}\ndef use(sign, a, b): return T[sign](a, b)", "b = use('+', a, 2)"),
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_function_that_changes_nothing_is_called_as_it_is(name: str, module: Any) -> None:
    table, then = TAKEN[name]
    made = module(table + SEARCH.format(then=then))
    assert "trail" not in expand(made.search)
    assert list(made.search()) == [(1, 3, []), (2, 4, [])]


CHANGED = {
    "one in it changes something": ("T = {'+': keep}", "b = T['+'](a, 2)"),
    "a helper puts one into it": ("T = {'+': plus}\ndef put():\n    T['+'] = keep", "put()\n    b = T['+'](a, 2)"),
    "it is given away": ("T = {'+': plus}\ndef put(t):\n    t['+'] = keep", "put(T)\n    b = T['+'](a, 2)"),
    "it has another name": ("T = {'+': plus}\nU = T\ndef put():\n    U['+'] = keep", "put()\n    b = T['+'](a, 2)"),
    "a function returns it": ("T = [plus]\ndef put():\n    return T", "put()[0] = keep\n    b = T[0](a, 2)"),
    "a generator gives it": ("T = [plus]\ndef put():\n    yield T", "next(put())[0] = keep\n    b = T[0](a, 2)"),
    "the larger one is changed": (
        "T = [plus]\ndef put():\n    max(T, [], key=len)[0] = keep",
        "put()\n    b = T[0](a, 2)",
    ),
    "a list in it is changed": (
        "T = {'+': [plus]}\ndef put():\n    T['+'].append(keep)",
        "put()\n    b = T['+'][-1](a, 2)",
    ),
    "it is asked by its name": (
        "T = [plus]\ndef put():\n    globals()['T'][0] = keep",
        "put()\n    b = T[0](a, 2)",
    ),
    "it is the name of a function, too": (
        "T = [plus]\nf = keep",
        "b = sum(f(a, 2) for f in T)\n    f(a, 2)",
    ),
    "a module gives it by its name": (
        "import sys\nT = [plus]\ndef put():\n    getattr(sys.modules[__name__], 'T')[0] = keep",
        "put()\n    b = T[0](a, 2)",
    ),
    "the object has another one": (
        "class Sum:\n    T = [plus]\none = Sum()\ndef put():\n    one.T = [keep]",
        "put()\n    b = one.T[0](a, 2)",
    ),
    "the object has had another one": (
        "class Sum:\n    T = [plus]\none = Sum()\none.T = [keep]",
        "b = one.T[0](a, 2)",
    ),
    "the class gets another one": (
        "class Sum:\n    T = [plus]\ndef put():\n    setattr(Sum, 'T', [keep])",
        "put()\n    b = Sum().T[0](a, 2)",
    ),
    "a derived class has another one": (
        "class Sum:\n    T = [plus]\nclass Kept(Sum):\n    T = [keep]",
        "b = Kept().T[0](a, 2)",
    ),
    "a class made in a function has another one": (
        "class Sum:\n    T = [plus]\ndef make():\n    class Kept:\n        T = [keep]\n    return Kept",
        "b = make().T[0](a, 2)",
    ),
    "an object gives any attribute": (
        "class Sum:\n    T = [plus]\nclass Any:\n    def __getattr__(self, name):\n        return [keep]",
        "b = Any().T[0](a, 2)",
    ),
    "a helper changes that of the class": (
        "class Sum:\n    T = [plus]\ndef put():\n    Sum.T[0] = keep",
        "put()\n    b = Sum().T[0](a, 2)",
    ),
    "another class has a property": (
        "class Sum:\n    T = [plus]\nclass Kept:\n    @property\n    def T(self): return [keep]",
        "b = Kept().T[0](a, 2)",
    ),
    "another class has none": ("class Sum:\n    T = [keep]\nclass Other:\n    T = None", "b = Sum().T[0](a, 2)"),
    "it is given by a keyword": (
        "from types import SimpleNamespace\nclass Sum:\n    T = [plus]\none = SimpleNamespace(T=[keep])",
        "b = one.T[0](a, 2)",
    ),
    "it is a field": (
        "from dataclasses import dataclass\n@dataclass\nclass Sum:\n    T: tuple = (plus,)",
        "b = Sum((keep,)).T[0](a, 2)",
    ),
    "it is private": (
        "class Sum:\n    __T = [plus]\n    def put(self): self.__T[0] = keep\n    def use(self, a): return self.__T[0](a, 2)",
        "Sum().put()\n    b = Sum().use(a)",
    ),
    "a member of an enumeration can be called": (
        "from enum import Enum\nclass Op(Enum):\n    KEEP = 1\n    def __call__(self, a, b): return keep(a, b)\nT = [plus, Op.KEEP]",
        "b = T[1](a, 2)",
    ),
    "one of its classes has members": (
        "from enum import Enum\nclass Op(Enum):\n    KEEP = 1\n    def __call__(self, a, b): return keep(a, b)\nT = [plus, Op]",
        "for one in T[1]:\n        b = one(a, 2)",
    ),
    "a helper calls a decorator": (
        "T = [plus]\ndef rule(f):\n    T[:] = [f]\n    return f\n@rule\ndef sum_of(a, b): return a + b\ndef put():\n    rule(keep)",
        "put()\n    b = T[0](a, 2)",
    ),
    "a helper decorates a function": (
        "T = [plus]\ndef rule(f):\n    T[:] = [f]\n    return f\n@rule\ndef sum_of(a, b): return a + b\ndef put():\n    @rule\n    def kept(a, b): return keep(a, b)",
        "put()\n    b = T[0](a, 2)",
    ),
    "a helper is given a decorator": (
        "T = [plus]\ndef rule(f):\n    T[:] = [f]\n    return f\n@rule\ndef sum_of(a, b): return a + b\ndef put(f):\n    f(keep)",
        "put(rule)\n    b = T[0](a, 2)",
    ),
    "a method that decorates changes it": (
        "T = [plus]\nclass Rules:\n    def rule(self, f):\n        T[:] = [f]\n        return f\nrules = Rules()\n@rules.rule\ndef sum_of(a, b): return a + b",
        "rules.rule(keep)\n    b = T[0](a, 2)",
    ),
    "a function of a builtin's name is given it": (
        "T = [plus]\ndef sorted(t):\n    t[0] = keep\n    return t",
        "sorted(T)\n    b = T[0](a, 2)",
    ),
    "another one stands for what is missing": ("T = {'+': plus}", "b = T.get('-', keep)(a, 2)"),
    "the variable is another one, too": ("T = [plus]", "f = T[0]\n    if a:\n        f = keep\n    b = f(a, 2)"),
    "the variable is given": (
        "T = [plus]\ndef use(f, a):\n    for f in T[a:] or [f]:\n        b = f(a, 2)\n    return b",
        "b = use(keep, a)",
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_one_changes_is_undone_if(name: str, module: Any) -> None:
    table, then = CHANGED[name]
    made = module(table + SEARCH.format(then=then))
    assert list(made.search()) == [(1, 3, [1]), (2, 4, [2])]
    assert made.seen == []


def test_a_function_may_end_the_branch(module: Any) -> None:
    made = module("T = {'*': times}" + SEARCH.format(then="b = T['*'](a, 2)"))
    assert list(made.search()) == [(2, 4, [])]


def test_a_search_sees_what_has_been_put_into_a_table_before_it_begins(module: Any) -> None:
    made = module("T = {'+': plus}" + SEARCH.format(then="b = T['+'](a, 2)"))
    assert list(made.search()) == [(1, 3, []), (2, 4, [])]
    made.T["+"] = made.keep
    assert list(made.search()) == [(1, 3, [1]), (2, 4, [2])]
    assert made.seen == []
    made.T["+"] = made.plus
    made.T["-"] = made.keep
    assert list(made.search()) == [(1, 3, []), (2, 4, [])]


def test_a_builtin_function_in_a_table_changes_what_it_is_given(module: Any) -> None:
    table = "from heapq import heappush\nT = {'push': heappush}"
    made = module(table + SEARCH.format(then="T['push'](seen, a)\n    b = 0"))
    assert list(made.search()) == [(1, 0, [1]), (2, 0, [2])]
    assert made.seen == []


@pytest.mark.parametrize(("module", "is_one"), [("ambsearch", True), ("giving", False)])
def test_a_function_of_another_module_that_has_the_name_of_the_language_s_own_may_change_it(
    module: str, is_one: bool
) -> None:
    text = Text("a.py", [f"from {module} import an_element_of\n", "an_element_of(OPS)\n"])
    outline = Outline.of(text)
    [node] = outline.uses["OPS"]
    assert is_read(outline, node) is is_one
