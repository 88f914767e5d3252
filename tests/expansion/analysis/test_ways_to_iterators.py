"""An iterator that is held goes back with the branch, whatever way a search takes to it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import by_turns, compile_program

from ambsearch import ambiguous

pytestmark = pytest.mark.usefixtures("no_other_module")
KIT = """
import collections, functools, itertools
from dataclasses import dataclass, field
class Words:
    def __init__(self, text):
        self.it = iter(text)
    def first(self):
        for letter in self.it:
            return letter
class Held:
    pass
HELD = Held()
"""
SEARCHES = """
@ambiguous
def search(o):
    x = yield (1, 2)
    return [c for _, c in zip(range(x), {taken})]
@ambiguous
def calling(o):
    x = yield (1, 2)
    return [{taken} for _ in range(x)]
@ambiguous
def other(xs):
    x = yield xs
    return x, [y for y in xs]
def begun():
    return search({given}), calling({given})
"""
# what gives an iterator, in the search; the text besides; and what the search is given
HELD = {
    "a parameter": ("o", "", "iter('abc')"),
    "an attribute of what it is given": ("o[0].it", "", "[Words('abc')]"),
    "deep in what it is given": ("o['a'][0][0]", "def make():\n    return {'a': [[iter('abc')]]}", "make()"),
    "an attribute that another function has given": (
        "o[0].rest",
        "def move(words):\n    HELD.rest = words.it\nmove(Words('abc'))",
        "[HELD]",
    ),
    "an attribute that is given what a method gives": (
        "o[0].rest",
        "class Deck(Words):\n    def letters(self):\n        return self.it\n"
        "def move(deck):\n    HELD.rest = deck.letters()\nmove(Deck('abc'))",
        "[HELD]",
    ),
    "an attribute that is given what an operator gives": (
        "o[0].rest",
        "class Deck(Words):\n    def __add__(self, n):\n        return self.it\n"
        "def move(deck):\n    HELD.rest = deck + 1\nmove(Deck('abc'))",
        "[HELD]",
    ),
    "an attribute that is given what a context manager gives": (
        "o[0].rest",
        "class Deck(Words):\n    def __enter__(self):\n        return self.it\n    def __exit__(self, *told):\n        pass\n"
        "def move(deck):\n    with deck as it:\n        HELD.rest = it\nmove(Deck('abc'))",
        "[HELD]",
    ),
    "an attribute that is given what is gone over": (
        "o[0].rest",
        "class Deck(Words):\n    def __iter__(self):\n        return self.it\n"
        "def move(deck):\n    HELD.rest = iter(deck)\nmove(Deck('abc'))",
        "[HELD]",
    ),
    "a copy of a list, in an attribute": (
        "o[0].its[0]",
        "def fill(text):\n    its = [iter(text)]\n    HELD.its = list(its)\nfill('abc')",
        "[HELD]",
    ),
    "a list in an attribute": (
        "o[0].its[0]",
        "def fill(text):\n    its = []\n    its.append(iter(text))\n    HELD.its = its\nfill('abc')",
        "[HELD]",
    ),
    "an attribute whose name is given": (
        "o[0].rest",
        "def fill(name):\n    setattr(HELD, name, iter('abc'))\nfill('rest')",
        "[HELD]",
    ),
    "an attribute that is read by a name that is given": ("getattr(*o)", "", "(Words('abc'), 'it')"),
    "an attribute set where the module is made": (
        "HELD.inner.rest",
        "HELD.inner = Held()\nHELD.inner.rest = iter('abc')",
        "",
    ),
    "an item set where the module is made": ("TABLE['a'][0][0]", "TABLE = {}\nTABLE['a'] = [[iter('abc')]]", ""),
    "an attribute of a class": ("Deck.letters", "class Deck:\n    letters = iter('abc')", ""),
    "a private name": (
        "o[0].letters()",
        "class Deck:\n    def __init__(self, text):\n        self.__it = iter(text)\n    def letters(self):\n        return self.__it",
        "[Deck('abc')]",
    ),
    "a property under another name": (
        "o[0].rest",
        "class Deck(Words):\n    def letters(self):\n        return self.it\n    rest = property(letters)",
        "[Deck('abc')]",
    ),
    "a descriptor": (
        "o[0].rest",
        "class Reader:\n    def __get__(self, owner, kind=None):\n        return owner.__dict__['it']\n"
        "class Deck(Words):\n    rest = Reader()",
        "[Deck('abc')]",
    ),
    "what __getattr__ gives": (
        "o[0].rest",
        "class Deck(Words):\n    def __getattr__(self, name):\n        return self.it",
        "[Deck('abc')]",
    ),
    "a field of a dataclass": ("o[0].rest", "@dataclass\nclass Deck:\n    rest: object", "[Deck(iter('abc'))]"),
    "a field that is made for each object": (
        "o[0].rest[0]",
        "@dataclass\nclass Deck:\n    rest: list = field(default_factory=lambda: [iter('abc')])",
        "[Deck()]",
    ),
    "one of several arguments": (
        "o[0].its[1]",
        "class Deck:\n    def __init__(self, *its):\n        self.its = its\ndef make():\n    return [Deck(iter('x'), iter('abc'))]",
        "make()",
    ),
    "an item of a named tuple": (
        "o[0][1]",
        "Deck = collections.namedtuple('Deck', 'n rest')\ndef make():\n    return [Deck(1, iter('abc'))]",
        "make()",
    ),
    "one of two from tee": (
        "o[0].b",
        "class Deck:\n    def __init__(self, text):\n        self.a, self.b = itertools.tee(text)",
        "[Deck('abc')]",
    ),
    "what goes over itself": (
        "o[0]",
        "class Deck(Words):\n    def __iter__(self):\n        return self.it",
        "[Deck('abc')]",
    ),
    "what a decorated function has moved": (
        "o[0].rest",
        "def plainly(f):\n    return lambda *given: f(*given)\n"
        "@plainly\ndef move(words):\n    HELD.rest = words.it\nmove(Words('abc'))",
        "[HELD]",
    ),
}
# what takes a step, in the search; the text besides; and what the search is given
CALLED = {
    "a method": ("o[0].first()", "", "[Words('abc')]"),
    "an inherited method": ("o[0].first()", "class Deck(Words):\n    pass", "[Deck('abc')]"),
    "a method that calls that of its base": (
        "o[0].first()",
        "class Deck(Words):\n    def first(self):\n        return super().first()",
        "[Deck('abc')]",
    ),
    "a function that a dict holds": (
        "TABLE['first'](o[0])",
        "def first(words):\n    for letter in words.it:\n        return letter\nTABLE = {'first': first}",
        "[Words('abc')]",
    ),
    "a function that it is given": ("o()", "", "Words('abc').first"),
    "a method in an attribute": ("o[0].rule()", "def fill(f):\n    HELD.rule = f\nfill(Words('abc').first)", "[HELD]"),
    "a method, or what an attribute of that name holds": (
        "o[0].rule()",
        "class Deck(Words):\n    def rule(self):\n        return next(self.it)\n"
        "class Other:\n    def __init__(self, f):\n        self.rule = f",
        "[Deck('abc')]",
    ),
    "a function made in another": (
        "o()",
        "def make(it):\n    def first():\n        for letter in it:\n            return letter\n    return first",
        "make(iter('abc'))",
    ),
    "a lambda in an attribute": (
        "o[0].rule()",
        "def fill(it):\n    HELD.rule = lambda: ''.join(c for _, c in zip('x', it))\nfill(iter('abc'))",
        "[HELD]",
    ),
    "an object that is called": (
        "o['a']()",
        "class Deck(Words):\n    def __call__(self):\n        return next(self.it)",
        "{'a': Deck('abc')}",
    ),
    "a method of a class made in a function": (
        "o[0].top()",
        "def make(text):\n    class Deck(Words):\n        def top(self):\n            for c in self.it:\n                return c\n"
        "    return Deck(text)",
        "[make('abc')]",
    ),
    "the step itself in an attribute": (
        "o[0].step()",
        "def fill(it):\n    HELD.step = it.__next__\nfill(iter('abc'))",
        "[HELD]",
    ),
    "a decorated function": (
        "first(o)",
        "def plainly(f):\n    return lambda *given: f(*given)\n@plainly\ndef first(o):\n    return next(o['a'][0])\n"
        "def make():\n    return {'a': [iter('abc')]}",
        "make()",
    ),
    "what a decorator does besides": (
        "twice('x')[1]",
        "def noting(f):\n    def inner(x):\n        for c in HELD.rest:\n            return f(x), c\n    return inner\n"
        "HELD.rest = iter('abc')\n@noting\ndef twice(x):\n    return 2 * x",
        "",
    ),
    "one of several functions by the class": (
        "first(o[0])",
        "@functools.singledispatch\ndef first(o):\n    return 0\n"
        "@first.register\ndef _(o: Words):\n    for c in o.it:\n        return c",
        "[Words('abc')]",
    ),
    "a default value": ("first()", "def first(it=iter('abc')):\n    for c in it:\n        return c", ""),
    "a partial function": (
        "first()",
        "def take(it):\n    for c in it:\n        return c\nfirst = functools.partial(take, iter('abc'))",
        "",
    ),
    "what makes an object of a class that another one has": (
        "type(o[0])().id",
        "IT = iter('abc')\nclass Deck:\n    def __init__(self, is_first=False):\n        self.id = is_first or next(IT)",
        "[Deck(True)]",
    ),
    "what makes an object of a class in a class": (
        "o[0].Card().id",
        "IT = iter('abc')\nclass Deck:\n    class Card:\n        def __init__(self):\n            self.id = next(IT)",
        "[Deck()]",
    ),
    "a pattern of a class": (
        "first(o[0])",
        "class Deck(Words):\n    __match_args__ = ('it',)\n"
        "def first(deck):\n    match deck:\n        case Deck(it):\n            for c in it:\n                return c",
        "[Deck('abc')]",
    ),
}


def answers(text: str, taken: str, given: str, name: str, deep: bool) -> list[list[object]]:
    """Those of the search of this name, begun three times; another one is run in between."""
    source = KIT + text + SEARCHES.format(taken=taken, given=given or None)
    space = compile_program(source.replace("@ambiguous", f"@ambiguous(deep={deep})"), {"ambiguous": ambiguous})
    searched = space["begun"]()[name == "calling"]
    found = [list(searched), list(space["other"]("ab")), list(searched), list(searched)]
    return [found[0], *found[2:]]


@pytest.mark.parametrize(("name", "deep"), by_turns(HELD))
def test_an_iterator_goes_back_that_a_search_comes_to_by(name: str, deep: bool) -> None:
    taken, text, given = HELD[name]

    assert answers(text, taken, given, "search", deep) == [[["a"], ["a", "b"]]] * 3


@pytest.mark.parametrize(("name", "deep"), by_turns(CALLED))
def test_an_iterator_goes_back_that_is_advanced_by(name: str, deep: bool) -> None:
    taken, text, given = CALLED[name]

    assert answers(text, taken, given, "calling", deep) == [[["a"], ["a", "b"]]] * 3


@pytest.mark.parametrize("name", ["a parameter", "an attribute whose name is given", "what a function makes"])
def test_expansions_last_also_where_iterators_are_held(name: str) -> None:
    making = (
        "def make():\n    @ambiguous\n    def inner():\n        return (yield (1, 2))\n    return inner\nmade = make()"
    )
    taken, text, given = HELD.get(name, ("o[0].it", making, "[Words('abc')]"))
    source = KIT + text + SEARCHES.format(taken=taken, given=given)
    space = compile_program(source, {"ambiguous": ambiguous})
    searches = [lambda: space["other"]("ab"), *[space[name] for name in ("made",) if name in space]]
    for search in (lambda: space["begun"]()[0], *searches):
        list(search())
        made = space["search"].levels, space["other"].levels
        list(search())

        assert (space["search"].levels, space["other"].levels) == made


@ambiguous
def linked(items: Any, n: int) -> Any:
    path = rest = iter(items)
    for _ in range(n):
        path = (path, (yield (1, 2)))
    return next(rest), path[1]


def test_what_holds_itself_again_and_again_is_followed_to_an_end() -> None:
    assert list(linked("abc", 2)) == [("a", 1), ("a", 2)] * 2


# what puts one where it is held, and what gives it again
PUT = {
    "heappush": ("held = []; heappush(held, (1, iter('abc')))", "held[0][1]"),
    "insort": ("held = []; bisect.insort(held, (1, iter('abc')))", "held[0][1]"),
    "setitem": ("held = {}; operator.setitem(held, 1, iter('abc'))", "held[1]"),
    "set of a context variable": ("LAST.set(iter('abc'))", "LAST.get()"),
    "random.choice": ("held = random.choice([iter('abc')])", "held"),
    "reduce": ("held = functools.reduce(lambda a, b: b, [iter('abc')])", "held"),
}


@pytest.mark.parametrize("name", PUT)
def test_an_iterator_goes_back_that_is_held_by(name: str) -> None:
    put, held = PUT[name]
    text = f"""
import bisect, functools, operator, random
from contextvars import ContextVar
from heapq import heappush
LAST = ContextVar("LAST")
@ambiguous
def search():
    {put}
    x = yield (1, 2)
    return x, [letter for letter in {held}]
"""
    search = compile_program(text, {"ambiguous": ambiguous})["search"]

    assert list(search()) == [(1, ["a", "b", "c"]), (2, ["a", "b", "c"])]


# what a function does with one, so that it is held
HANDED = {
    "a function that gives it back": "HELD.x = same(it)",
    "a function that gives it back in a pair": "HELD.x, _ = same((it, 1))",
    "a function that is decorated": "keep(it)",
    "a function from a table": "TABLE['keep'](it)",
    "an object that is called": "PUT(it)",
    "an operator of a class": "PUT << it",
    "the function of a map": "list(map(put, [it]))",
    "a slice": "held = [it]\n    HELD.x = held[:][0]",
    "the rest of what is unpacked": "_, *held = 1, it\n    HELD.x = held[0]",
    "repeat": "HELD.x = next(itertools.repeat(it))",
    "a class that is made": "HELD.x = type('C', (), {'it': it}).it",
}
HANDING = """
import functools, itertools
class Put:
    def __call__(self, it):
        HELD.x = it
    __lshift__ = __call__
HELD = PUT = Put()
def same(it):
    return it
def put(it):
    HELD.x = it
TABLE = {"keep": put}
def decorated(f):
    @functools.wraps(f)
    def inner(it):
        return f(it)
    return inner
keep = decorated(put)
def hand():
    it = iter("abc")
    %s
@ambiguous
def search():
    hand()
    x = yield (1, 2)
    return x, [letter for letter in HELD.x]
"""


@pytest.mark.parametrize("name", HANDED)
def test_an_iterator_goes_back_that_a_function_hands_to(name: str) -> None:
    search = compile_program(HANDING % HANDED[name], {"ambiguous": ambiguous})["search"]

    assert list(search()) == [(1, ["a", "b", "c"]), (2, ["a", "b", "c"])]
