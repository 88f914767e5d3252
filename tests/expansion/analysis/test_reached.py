"""Which functions a search may come to: what others do with iterators is done in none."""

from __future__ import annotations

import ast
import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import compile_program

from ambsearch import ambiguous, expand
from ambsearch.expansion.analysis.reached import Values, reach
from ambsearch.expansion.analysis.world import WORLD, Own

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
# where only the run knows what is called
ANY = "found = take(it)"
UNREACHED = {
    "what nothing names": PEEK,
    "what is called at the top": PEEK + "FIRST = peek(iter('ab'))",
    "what a function calls that is called there": PEEK
    + "def main():\n    print(peek(iter('ab')))\nif FIRST:\n    main()",
    "what an attribute of its module means": PEEK + "FIRST = US.peek(iter('ab'))",
    "what a comprehension at the top calls": PEEK + "FIRST = [peek(iter(word)) for word in WORDS]",
    "what the body of a class calls": PEEK + "class Words:\n    first = peek(iter('ab'))",
    "what is exported by name alone": "from itertools import chain\n" + PEEK,
    "what a text of several words mentions": PEEK + "def main():\n    '''Only peek is called.'''",
    "what a method calls that nothing names": PEEK + "class Words:\n    def first(self):\n        return peek(self.it)",
    "what a generator calls that is used up at the top": PEEK
    + "def words(its):\n    for it in its:\n        yield peek(it)\nFIRST = list(words(WORDS))",
    "what another search calls": PEEK
    + "@ambiguous\ndef other(it):\n    x = yield (1, 2)\n    return peek(it)\nFIRST = other([])",
}
REACHED = {
    "what a method calls": (
        PEEK + "class Words:\n    def first(self):\n        return peek(self.it)",
        "found = it.first()",
    ),
    "what a function calls that a method calls": (
        PEEK + "def look(it):\n    return peek(it)\nclass Words:\n    def first(self):\n        return look(self.it)",
        "found = it.first()",
    ),
    "what a dict holds": (PEEK + "TABLE = {'first': peek}", ANY),
    "what a function that no search calls puts into a dict": (
        PEEK + "def main(table):\n    table['first'] = peek",
        ANY,
    ),
    "what has another name": (PEEK + "other = peek", "found = other(it)"),
    "what has another name in a class": (PEEK + "class Words:\n    first = peek", "found = it.first()"),
    "what is given to a function": (PEEK + "def main():\n    print(search('ab', iter('ab'), peek))", ANY),
    "what is given under a name": (PEEK + "def main():\n    print(search('ab', iter('ab'), take=peek))", ANY),
    "what a lambda calls": (PEEK + "first = lambda it: peek(it)", ANY),
    "what a lambda in a function calls": (
        PEEK + "def main():\n    print(search('ab', iter('ab'), lambda it: peek(it)))",
        ANY,
    ),
    "what a generator calls": (
        PEEK + "def words(its):\n    for it in its:\n        yield peek(it)",
        "found = list(words(it))",
    ),
    "what a function made in another calls": (
        PEEK + "def make():\n    def first(it):\n        return peek(it)\n    return first\nfirst = make()",
        ANY,
    ),
    "what a decorated function calls": (
        "def keep(f):\n    return lambda it: f(it)\n" + PEEK + "@keep\ndef first(it):\n    return peek(it)",
        "found = first(it)",
    ),
    "what decorates": ("def peek(it):\n    return it\n@peek\ndef first(it):\n    return it", ANY),
    "a default value": (PEEK + "def main(first=peek):\n    return first", ANY),
    "an operator": (PEEK + "class Words:\n    def __add__(self, it):\n        return peek(it)", "found = it + it"),
    "a property": (
        PEEK + "class Words:\n    @property\n    def first(self):\n        return peek(self.it)",
        "found = it.first",
    ),
    "what an object is made with": (
        PEEK + "class Words:\n    def __init__(self, it):\n        self.first = peek(it)",
        "found = Words(it)",
    ),
    "what an object is made with whose class is a value": (
        PEEK + "class Words:\n    def __init__(self, it):\n        self.first = peek(it)\nKINDS = [Words]",
        "found = KINDS[0](it)",
    ),
    "what is named in a text": (PEEK + "def first(us):\n    return getattr(us, 'peek')", ANY),
    "what an example may give": (PEEK + "def main():\n    '''>>> search('ab', None, peek)'''", ANY),
    "what is replaced": (PEEK + "def main(take):\n    global peek\n    peek = take", "found = peek(it)"),
    "what is a subject": (
        PEEK + "def main(take):\n    match take:\n        case US.peek:\n            return take",
        ANY,
    ),
    "what is called where it is defined later": (
        "class Words:\n    def first(self):\n        return peek(self.it)\n" + PEEK,
        "found = it.first()",
    ),
}
UNKNOWN = {
    "what any text may name": "def first(us, name):\n    return getattr(us, name)",
    "what any text may name that is unpacked": "def first(*place):\n    return getattr(*place)",
    "what may be found in the namespace": "def first():\n    return [*globals().values()]",
    "what may be executed": "def first(text):\n    return eval(text)",
}


def reached(text: str, then: str) -> set[str] | None:
    """The names of what the search comes to."""
    words = {"ambiguous": ambiguous, "FIRST": 0, "US": itertools, "WORDS": []}
    space = compile_program(text.replace("FIRST = ", "FIRST = 0 and ") + SEARCH.format(then=then), words)
    WORLD.look_around(space)
    found = reach(Own(space["search"].__wrapped__.__code__, space), WORLD.relations.of(space), set())
    return None if found is None else {own.code.co_name for own in found}


@pytest.mark.parametrize("name", UNREACHED)
def test_no_search_comes_to(name: str) -> None:
    names = reached(UNREACHED[name], ANY)
    assert names is not None and "peek" not in names


@pytest.mark.parametrize("name", REACHED)
def test_a_search_may_come_to(name: str) -> None:
    names = reached(*REACHED[name])
    assert names is not None and "peek" in names


@pytest.mark.parametrize("name", UNKNOWN)
def test_it_is_unknown_what_a_search_comes_to_that_calls(name: str) -> None:
    assert reached(PEEK + UNKNOWN[name], ANY) is None
    assert reached(PEEK + UNKNOWN[name], "found = peek(it)") == {"search", "peek"}


MENTIONED = {
    "under another name": "from us import peek as take",
    "into another module": "import us, other\nother.take = us.peek",
    "by a decorator": "@peek\ndef take(it):\n    return it",
    "to a decorator": "@keep\ndef peek(it):\n    return it",
    "in the place of another": "def main(monkeypatch):\n    monkeypatch.setattr('us.peek', len)",
}


@pytest.mark.parametrize("name", MENTIONED)
def test_a_function_may_be_called_that_is_handed_on(name: str) -> None:
    found = Values(ast.parse(MENTIONED[name]))
    assert "peek" in {*found.names, *(node.name for node in found.decorated)}


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


TAKING = SEARCH.format(then="first = take(it) if take else None")
CALLING = SEARCH.format(then="first = TABLE['first'](it)").replace("return x, [", "return x, first, [")


def test_beside_a_function_that_no_search_comes_to_nothing_is_recorded(module: Any) -> None:
    text = SEARCH.format(then="pass")
    plain, called = module(text), module(SEARCH.format(then="it and peek(it)") + PEEK)
    alone = module(text + PEEK + "def main():\n    print(peek(iter('ab')))\nTABLE = {'main': main}")

    assert expand(alone.search) == expand(plain.search)
    assert "iterate" in expand(called.search)


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
    beside = "@ambiguous\ndef other(it):\n    x = yield (1, 2)\n    return [*it]\n"
    search = SEARCH.format(then=f"first = [c for _, c in zip(range(2), {taken})]").replace("x, [", "x, first, [")
    first = module(text + search + beside + "def keep(it):\n    HELD.kept = iter(it)\n")
    WORLD.look_around(vars(module(STATEMENTS[name])))

    assert list(first.search("xy")) == [(x, ["a", "b"], ["x", "y"]) for x in "xy"]
    assert "iterate" not in expand(first.other)
