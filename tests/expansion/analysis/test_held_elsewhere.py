"""Iterators that another module hands to a search, or takes steps of."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from ambsearch.expansion.analysis.world import WORLD

pytestmark = pytest.mark.usefixtures("no_other_module")
NUMBERS = itertools.count()
PEEK = "def peek(it):\n    return next(it)\n"
SEARCH = """
from ambsearch import ambiguous
@ambiguous
def search(xs, it=None, take=None):
    x = yield xs
    {then}
    return x, [y for y in xs]
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a module of a new name; NAME in a text is replaced by that of the first."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    names: list[str] = []

    def make(text: str) -> Any:
        names.append(f"reached_{next(NUMBERS)}")
        (tmp_path / f"{names[-1]}.py").write_text(text.replace("NAME", names[0]), "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(names[-1])

    return make


CALLING = SEARCH.format(then="first = TABLE['first'](it)").replace("return x, [", "return x, first, [")
LATER = {
    "in a dict": "from NAME import TABLE, peek\nTABLE['first'] = peek",
    "in a dict, from a function": "import NAME\ndef fill():\n    NAME.TABLE['first'] = NAME.peek\nfill()",
    "under another name": "import NAME\nfrom NAME import peek as take\nNAME.TABLE = {'first': take}",
    "in a lambda": "import NAME\nNAME.TABLE['first'] = lambda it: NAME.peek(it)",
}


@pytest.mark.parametrize("name", LATER)
def test_a_module_that_comes_later_may_hand_it_to_a_search_that_has_run(name: str, module: Any) -> None:
    first = module(CALLING + "TABLE = {'first': len}\nTABLE.update(first=lambda it: it.pop())\n" + PEEK)
    assert list(first.search("ab", ["c", "d"])) == [("a", "d", ["a", "b"]), ("b", "d", ["a", "b"])]
    module(LATER[name])

    class Line:
        rest = "cd"

    it = map(str.lower, Line.rest)
    assert list(first.search("ab", it)) == [("a", "c", ["a", "b"]), ("b", "c", ["a", "b"])]


def test_one_that_only_a_search_of_another_module_calls_is_recorded(module: Any) -> None:
    first = module(PEEK + "class Held:\n    pass\n")
    other = module("from NAME import peek\n" + SEARCH.format(then="first = peek(it.it)").replace("x, [", "x, first, ["))
    held = first.Held()
    held.it = iter("cd")

    assert list(other.search("ab", held)) == [("a", "c", ["a", "b"]), ("b", "c", ["a", "b"])]
    assert next(held.it) == "c"


def test_a_generator_expression_that_takes_steps_may_outlive_its_function(module: Any) -> None:
    text = "def pairs(it):\n    return ((x, next(it)) for x in it)\nclass Held:\n    pass\nHELD = Held()\n"
    first = module(
        text
        + "def main(it):\n    HELD.it = it\n    HELD.pairs = pairs(it)\n"
        + SEARCH.format(then="first = [p for p in HELD.pairs]").replace("x, [", "x, first, [")
    )
    first.main(iter("abcd"))
    pairs = [("a", "b"), ("c", "d")]

    assert list(first.search("xy")) == [("x", pairs, ["x", "y"]), ("y", pairs, ["x", "y"])]


STATEMENTS = {
    "moves": "import NAME\nNAME.HELD.rest = NAME.words('abc')\n",
    "fills": "from NAME import HELD, words\nHELD.all = {}\nHELD.all['a'] = [words('abc')]\n",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_module_of_statements_may_hand_one_to_a_search(name: str, module: Any) -> None:
    text = "class Held:\n    pass\nHELD = Held()\ndef words(text):\n    return iter(text)\n"
    taken = "HELD.rest" if name == "moves" else "HELD.all['a'][0]"
    search = SEARCH.format(then=f"first = [c for _, c in zip(range(2), {taken})]").replace("x, [", "x, first, [")
    first = module(text + search + "def keep(it):\n    HELD.kept = iter(it)\n")
    WORLD.look_around(vars(module(STATEMENTS[name])))

    assert list(first.search("xy")) == [(x, ["a", "b"], ["x", "y"]) for x in "xy"]
