"""Which plain functions no search can come to: what these do with iterators is done in none."""

from __future__ import annotations

import ast
import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from ambsearch import expand
from ambsearch.expansion.analysis.reached import Uses, unreached_in

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
UNREACHED = {
    "what nothing names": PEEK,
    "what is called at the top": PEEK + "FIRST = peek(iter('ab'))",
    "what a function calls that is called there": PEEK
    + "def main():\n    print(peek(iter('ab')))\nif FIRST:\n    main()",
    "what an attribute of its module means": PEEK + "import us\nFIRST = us.peek(iter('ab'))",
    "what a comprehension at the top calls": PEEK + "FIRST = [peek(iter(word)) for word in WORDS]",
    "what the body of a class calls": PEEK + "class Words:\n    first = peek(iter('ab'))",
    "what is exported": PEEK + "__all__ = ['peek']",
    "what is imported": PEEK + "from us import peek",
    "what a text of several words mentions": PEEK + "def main():\n    '''Only peek is called.'''",
}
REACHED = {
    "what a method calls": PEEK + "class Words:\n    def first(self):\n        return peek(self.it)",
    "what a function calls that a method calls": PEEK
    + "def look(it):\n    return peek(it)\nclass Words:\n    def first(self):\n        return look(self.it)",
    "what a dict holds": PEEK + "TABLE = {'first': peek}",
    "what a function that no search calls puts into a dict": PEEK + "def main(table):\n    table['first'] = peek",
    "what has another name": PEEK + "take = peek",
    "what is imported under another name": PEEK + "from us import peek as take",
    "what is given to a function": PEEK + "def main():\n    print(search('ab', iter('ab'), peek))",
    "what is given under a name": PEEK + "def main():\n    print(search('ab', iter('ab'), take=peek))",
    "what a lambda calls": PEEK + "take = lambda it: peek(it)",
    "what a lambda in a function calls": PEEK + "def main():\n    print(search('ab', iter('ab'), lambda it: peek(it)))",
    "what a generator expression calls": PEEK + "FIRST = (peek(iter(word)) for word in WORDS)",
    "what a generator calls": PEEK + "def words(its):\n    for it in its:\n        yield peek(it)\nFIRST = words(ITS)",
    "what a coroutine calls": PEEK + "async def main(it):\n    return peek(it)",
    "what a function made in another calls": PEEK
    + "def make():\n    def take(it):\n        return peek(it)\n    return take\ntake = make()",
    "what a decorated function calls": PEEK + "@keep\ndef take(it):\n    return peek(it)",
    "what decorates": PEEK + "@peek\ndef take(it):\n    return it",
    "a default value": PEEK + "def main(take=peek):\n    return take",
    "an attribute of a class": PEEK + "class Words:\n    first = peek",
    "what is put into a module": PEEK + "import us, other\nother.take = us.peek",
    "what is put there by name": PEEK + "def main(monkeypatch):\n    monkeypatch.setattr('us.peek', len)",
    "what is named in a text": PEEK + "def take(us):\n    return getattr(us, 'peek')",
    "what any text may name": PEEK + "def take(us, name):\n    return getattr(us, name)",
    "what any text may name that is unpacked": PEEK + "def take(*place):\n    return getattr(*place)",
    "what a function gives that is called at once": PEEK + "FIRST = (lambda: peek)()(ITS[0])",
    "what may be found in the namespace": PEEK + "def take():\n    return [*globals().values()]",
    "what may be executed": PEEK + "def take(text):\n    return eval(text)",
    "what an example may give": PEEK + "def main():\n    '''>>> search('ab', None, peek)'''",
    "what is replaced": PEEK + "def main(take):\n    global peek\n    peek = take",
    "what is a subject": PEEK + "def main(take):\n    match take:\n        case us.peek:\n            return take",
    "what is called where it is defined later": "class Words:\n    def first(self):\n        return peek(self.it)\n"
    + PEEK,
    "a special function of a module": "def __getattr__(name):\n    return peek(ITS[name])\n" + PEEK,
}


@pytest.mark.parametrize("name", UNREACHED)
def test_no_search_comes_to(name: str) -> None:
    assert "peek" in unreached_in([Uses(ast.parse(UNREACHED[name]))])


@pytest.mark.parametrize("name", REACHED)
def test_a_search_may_come_to(name: str) -> None:
    assert "peek" not in unreached_in([Uses(ast.parse(REACHED[name]))])


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
    plain, beside = (
        module(text),
        module(text + PEEK + "def main():\n    print(peek(iter('ab')))\nTABLE = {'main': main}"),
    )
    alone = module(text + PEEK + "def main():\n    print(peek(iter('ab')))")

    assert expand(alone.search) == expand(plain.search) != expand(beside.search)


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
