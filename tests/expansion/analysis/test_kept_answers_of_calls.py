"""What the user's functions and other searches give counts for answers: constants if they are given constants."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch.copiers.snapshots import snapshot

pytestmark = pytest.mark.usefixtures("on_its_own")
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
MODULE = """
SEEN, LETTERS, LIVE = {}, ("a", "b"), [0]

def swapped(cells, i):
    cells = list(cells)
    cells[0], cells[i] = cells[i], cells[0]
    return tuple(cells)

def neighbours(place, size=3):
    for step in (1, -1):
        if 0 <= place + step < size:
            yield place + step

def doubled(items):
    return [2 * item for item in items]

def rows_of(items):
    return [[item] for item in items]

def lettered(i):
    return LETTERS[i], doubled((i,))[0]

def either(x, y):
    return x if x == 1 else y

def kept(items):
    SEEN["last"] = found = [*items]
    return found

def of_live():
    return LIVE

def each_live():
    yield 1
    yield LIVE

def sent(x):
    got = yield x
    yield got

def twice(item):
    one = other = []
    one.append(item)
    return tuple(other)

def filling(items):
    items.append(LIVE)
    return 1

def even(n):
    return n if n == 0 else odd(n - 1)

def odd(n):
    return LIVE if n == 0 else even(n - 1)

def passed_on(function):
    def wrapper(*given):
        return LIVE
    wrapper.__wrapped__ = function
    return wrapper

@passed_on
def decorated(x):
    return x

@ambiguous
def tree(tokens):
    if len(tokens) == 1:
        return tokens[0]
    middle = yield range(1, len(tokens))
    left = yield tree(tokens[:middle])
    right = yield tree(tokens[middle:])
    return left, right

@ambiguous
def grown(items, n):
    if not n:
        return dict(items)
    items[n] = yield [1, 2]
    return (yield grown(items, n - 1))

@ambiguous
def live(n):
    LIVE.append((yield [1, 2]))
    return n, LIVE

@ambiguous
def path(n, found):
    found.append((yield [1, 2]))
    return found

@ambiguous
def word(words, i):
    require(i < len(words))
    return words[i], i + 1

@ambiguous
def phrase(words, i):
    found, i = yield word(words, i)
    if (yield (False, True)):
        rest, i = yield clause(words, i)
        found = found, rest
    return found, i

@ambiguous
def clause(words, i):
    found, i = yield phrase(words, i)
    return ("and", found), i

@ambiguous
def listed(x):
    require(x)
    return [x]

@ambiguous
def adding(words, x):
    words.append(x)
    return (yield [1, 2])

@ambiguous
def adding_by_another(words, x):
    return (yield adding(words, x))

@ambiguous
def crossed(words, others, n):
    if n:
        others.append(LIVE)
        return (yield [1, 2])
    return (yield crossed(others, words, 1))
"""


def searching(body: str, deep: bool = False, replaced: str = "") -> Any:
    program = f"{MODULE}{replaced}\n@ambiguous(deep={deep})\ndef search(n, given):\n{indent(body, '    ')}\n"
    return compile_program(program, {**WORDS})["search"]


CONSTANT = [
    "x = yield [1, 2]\nreturn swapped((0, 1, x), x), x",
    "place, seen = 0, [0]\nplace = yield neighbours(place)\nseen.append(place)\nreturn tuple(seen)",
    "place = 0, 3\nplace = yield neighbours(*place)\nreturn place",
    "place = yield list(neighbours(0, size=n))\nreturn place",
    "x = yield doubled(range(n))\nreturn x",
    "x = yield [1, 2]\nreturn tuple(doubled([x]))",
    "x = yield [1, 2]\nreturn either(x, 3)",
    "return (yield tree('a b c'.split()))",
    "x = yield tree((1, n))\nreturn x, 1",
    "x = yield [1, 2]\nreturn sum(doubled(given)), x",
    "words = 'a b c'.split()\nfound, i = yield phrase(words, 0)\nreturn found, words[0]",
    "words = ['a', 'b']\nfound, i = yield clause(words, 0)\nreturn (yield clause(words, i))",
]


@pytest.mark.parametrize("body", CONSTANT)
def test_what_functions_and_searches_give_needs_no_look_where_that_can_be_seen(body: str) -> None:
    search = searching(body)
    search.make()
    assert search.copying.of((2, (1, 2)), {}) is None
    assert_unchanged(search)


OTHERS = [
    "x = yield [1, 2]\nreturn either(x, given)",
    "x = yield [1, 2]\nreturn swapped((0, 1, given), x)",
    "x = yield [1, 2]\nLIVE.append(x)\nreturn kept(LIVE), x",
    "x = yield [1, 2]\nfound = kept([1])\nfound.append(x)\nreturn found",
    "x = yield [1, 2]\nSEEN['last'] = [0]\nfound = kept([1]), x\nSEEN['last'].append(x)\nreturn found",
    "x = yield [1, 2]\nLIVE.append(x)\nreturn of_live()",
    "x = yield each_live()\nLIVE.append((yield [1, 2]))\nreturn x",
    "x = yield sent(1)\nreturn x",
    "xs = [0]\nfilling(xs)\nLIVE.append((yield [1, 2]))\nreturn xs",
    "x = yield [1, 2]\nLIVE.append(x)\nreturn even(x)",
    "x = yield [1, 2]\nLIVE.append(x)\nreturn decorated(x)",
    "x = yield [1, 2]\nLIVE.append(x)\nreturn twice(LIVE), x",
    "return (yield live(1))",
    "x = yield listed(1)\nx.append((yield [1, 2]))\nreturn x, 1",
    "return (yield rows_of([1, given]))",
    "n, found = yield live(1)\nreturn found",
    "return (yield path(1, []))",
    "found = yield path(1, [])\nfound.append((yield [1, 2]))\nreturn found",
    "return (yield tree([given, 1]))",
    "return (yield grown(given, 2))",
    "def swapped(cells, i):\n    return LIVE\nLIVE.append((yield [1, 2]))\nreturn swapped((1, 2), 1)",
    "swapped = lambda cells, i: LIVE\nLIVE.append((yield [1, 2]))\nreturn swapped((1, 2), 1)",
    "words = ['a', given]\nfound, i = yield clause(words, 0)\nreturn found",
    *(
        f"words = ['a']\nx = yield {call}\nLIVE.append(x)\nreturn words[-1], x"
        for call in ("adding(words, LIVE)", "adding_by_another(words, LIVE)", "crossed(words, ['b'], 0)")
    ),
    "if n == 1:\n    return [given]\nx = yield search(1, given)\nreturn n, x",
    "x = yield [1, 2]\nreturn tree((1, x)) if x == 3 else [x, given]",
]


@pytest.mark.parametrize("body", OTHERS)
def test_what_they_may_hold_elsewhere_is_copied_as_ever(body: str) -> None:
    search = searching(body)
    search.make()
    assert search.copying.of((2, {1: [1]}), {}) is snapshot
    assert_unchanged(search)


def assert_unchanged(search: Any) -> None:
    """Whatever is done with one answer, and by the search after it, the others stay as they were handed out."""
    found, texts = [], []
    for one in search(2, {1: 2}):
        found.append(one)
        texts.append(repr(one))
    assert list(map(repr, found)) == texts
    assert len({id(one) for one in found if isinstance(one, (list, dict))}) == sum(
        isinstance(one, (list, dict)) for one in found
    )


def test_another_function_of_the_same_name_counts_from_then_on() -> None:
    search = searching("x = yield [1, 2]\nreturn tuple(doubled([x]))")
    assert next(iter(search(2, ()))) == (2,)
    assert search.copying.copy is None

    space = search.__wrapped__.__globals__
    space["doubled"] = space["kept"]
    space["SEEN"]["last"] = None
    assert next(iter(search(2, ()))) == (1,)
    assert search.copying.copy is snapshot


def test_a_constant_that_a_function_reads_is_looked_at_where_a_search_begins() -> None:
    search = searching("x = yield [0, 1]\nreturn lettered(x)")
    space, before = search.__wrapped__.__globals__, search.make()
    space["LETTERS"] = [[1], [2]]
    assert search(2, ()).first()[0] is not space["LETTERS"][0]
    assert search.make() is before
