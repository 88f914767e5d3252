"""Where a defaultdict may be met: there a read is undone if it makes a key; elsewhere it is a plain read."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")
NUMBERS = itertools.count()
START = """
import collections, copy, functools
from collections import defaultdict
from ambsearch import ambiguous

class Graph:
    def __init__(self, roads=None):
        self.roads = roads
    def after(self, place):
        return self.roads[place]
    def keep(self, roads):
        self.kept = roads

def after(roads, place):
    return len(roads[place])
def here(roads):
    return roads
"""
END = """
@ambiguous
def f():
    table = made()
    place = yield (1, 2)
    before = len(table)
    read(table, place)
    return before
"""
LOCAL = "def made(): return defaultdict(list)\n"
WAYS = {
    "a parameter": LOCAL + "def read(table, place): return after(table, place)",
    "a keyword": LOCAL + "def read(table, place): return after(place=place, roads=table)",
    "a result": LOCAL + "def read(table, place): return here(table)[place]",
    "an attribute": LOCAL + "def read(table, place):\n    graph = Graph(table)\n    return graph.after(place)",
    "an attribute of another class": LOCAL
    + "def read(table, place):\n    graph = Graph()\n    graph.keep(table)\n    return graph.kept[place]",
    "one of two variables": LOCAL + "def read(table, place):\n    one, other = place, table\n    return other[one]",
    "a pair": LOCAL + "def read(table, place):\n    pair = one, other = place, table\n    return pair[1][one]",
    "the rest": LOCAL + "def read(table, place):\n    one, *rest = place, table\n    return rest[0][one]",
    "a variable": LOCAL + "def read(table, place):\n    one = other = table\n    return other[place]",
    "a function inside": LOCAL + "def read(table, place):\n    def go(): return table[place]\n    return go()",
    "a function under another name": LOCAL + "same = here\ndef read(table, place): return same(table)[place]",
    "a container": LOCAL + "def read(table, place): return [table][0][place]",
    "one of two": LOCAL + "def read(table, place): return max(table, table, key=id)[place]",
    "a copy": "def made(): return copy.copy(defaultdict(list))\ndef read(table, place): return table[place]",
    "getattr": LOCAL + "def read(table, place): return getattr(Graph(table), 'roads')[place]",
    "vars": LOCAL + "def read(table, place): return vars(Graph(table))['roads'][place]",
    "locals": LOCAL + "def read(table, place): return locals()['table'][place]",
    "a pattern": LOCAL
    + "def read(table, place):\n    match Graph(table):\n        case Graph(roads=found): return found[place]",
    "a global variable": "TABLE = collections.defaultdict(list)\ndef made(): return TABLE\ndef read(table, place): return TABLE[place]",
    "a global variable that is added to": "T = defaultdict(list)\ndef made(): return T\n"
    + "def read(table, place): T[place] += [len(T)]",
    "an attribute that is added to": "G = Graph(defaultdict(list))\ndef made(): return G.roads\n"
    + "def read(table, place): G.roads[place] += [len(table)]",
    "one that a function assigns": "def made():\n    global T\n    T = defaultdict(list)\n    return T\ndef read(table, place): return T[place]",
    "a class made from it": "class D(defaultdict): pass\ndef made(): return D(list)\ndef read(table, place): return table[place]",
    "another name": "dd = defaultdict\ndef made(): return dd(list)\ndef read(table, place): return table[place]",
    "a type with its items": "Table = defaultdict[int, list]\ndef made(): return Table(list)\ndef read(table, place): return table[place]",
    "a default": "def made(found=defaultdict(list)): return found\ndef read(table, place): return table[place]",
    "a property": LOCAL
    + "class P:\n    @property\n    def roads(self): return self.hidden\n"
    + "def read(table, place):\n    p = P()\n    p.hidden = table\n    return p.roads[place]",
    "a function in a condition": LOCAL + "if True:\n    def look(t, place): return t[place]\n"
    "def read(table, place): return look(table, place)",
    "a class in a function": LOCAL
    + "def read(table, place):\n    class A:\n        def look(self, t): return t[place]\n    return A().look(table)",
    "a search": LOCAL
    + "@ambiguous\ndef found(table):\n    yield (1,)\n    return table\n"
    + "def read(table, place):\n    for one in found(table): one[place]\n    return table[place]",
    "a star": LOCAL + "def read(table, place): return after(*(table, place))",
    "an annotated variable": LOCAL + "def read(table, place):\n    one: object = table\n    return one[place]",
    "an item": LOCAL + "def read(table, place):\n    box = [0]\n    box[0] = table\n    return box[0][place]",
    "one of any number": "def take(*given): return given[0]\n"
    + LOCAL
    + "def read(table, place): return take(table)[place]",
    "getattr by a name that is computed": LOCAL
    + "def read(table, place): return getattr(Graph(table), 'ro' + 'ads')[place]",
    "getattr by a name that is given": LOCAL
    + "def look(o, name, place): return getattr(o, name)[place]\n"
    + "def read(table, place): return look(Graph(table), 'roads', place)",
    "getattr under another name": LOCAL
    + "get = getattr\ndef read(table, place): return get(Graph(table), 'roads')[place]",
    "what getattr gives where there is none": LOCAL
    + "def read(table, place): return getattr(Graph(), 'absent', table)[place]",
    "another of its class": "def made(): return defaultdict(list).__class__(list)\ndef read(table, place): return table[place]",
    "a __new__": LOCAL
    + "class P:\n    def __new__(cls, roads):\n        p = object.__new__(cls)\n        p.roads = roads\n        return p\n"
    + "    def __init__(self, roads): pass\n"
    + "def read(table, place): return P(table).roads[place]",
    "the value of a field": "from dataclasses import dataclass, field\n@dataclass\nclass P:\n"
    + "    roads: dict = field(default_factory=lambda: defaultdict(list))\n"
    + "def made(): return P().roads\ndef read(table, place): return table[place]",
    "the value of a field by a function": LOCAL.replace("made", "new")
    + "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    roads: dict = field(default_factory=new)\n"
    + "OF = P()\ndef made(): return OF.roads\ndef read(table, place): return OF.roads[place]",
    "an item of another one": "T = defaultdict(lambda: defaultdict(list))\n"
    + "def made(): return T[0]\ndef read(table, place): return T[0][place]",
    "an item of another one that a variable holds": "T = defaultdict(lambda: defaultdict(list))\n"
    + "def made(): return T[0]\ndef read(table, place):\n    row = T.get(0)\n    return row[place]",
    "a loop over several": "T = [defaultdict(list) for _ in range(2)]\n"
    + "def made(): return T[0]\ndef read(table, place):\n    for i, one in enumerate(T): one[place]",
    "the values of a dict": "T = {k: defaultdict(list) for k in 'ab'}\n"
    + "def made(): return T['a']\ndef read(table, place): return [one[place] for one in T.values()]",
    "the items of a dict": "T = {**{k: defaultdict(list) for k in 'ab'}}\n"
    + "def made(): return T['a']\ndef read(table, place): return [one[place] for k, one in sorted(T.items())]",
    "the first of several": "T = [defaultdict(list)]\n"
    + "def made(): return T[0]\ndef read(table, place): return max(reversed(T))[place] if len(T) > 1 else max(T[:])[place]",
    "two that a function returns": "def two(): return defaultdict(list), defaultdict(set)\nA, B = two()\n"
    + "def made(): return A\ndef read(table, place): return A[place], B[place]",
    "the rest of what a function returns": "def three(): return 0, defaultdict(list), 1\nA, *B = three()\n"
    + "def made(): return B[0]\ndef read(table, place): return B[0][place]",
    "a pair in a list": "def pairs(): return [(0, defaultdict(list))]\nPAIRS = pairs()\n"
    + "def made(): return PAIRS[0][1]\ndef read(table, place):\n    for k, one in PAIRS: one[place]",
    "what is appended": "T = []\nALSO = T\nT.append(defaultdict(list))\n"
    + "def made(): return T[0]\ndef read(table, place): return ALSO[0][place]",
    "what is put into a dict": "T = {}\nT.update(a=defaultdict(list))\n"
    + "def made(): return T['a']\ndef read(table, place): return T['a'][place]",
    "what a dict takes over": "T, N = {}, defaultdict(lambda: defaultdict(list))\nN[0]\nT.update(N)\n"
    + "def made(): return T[0]\ndef read(table, place): return T[0][place]",
    "a table of functions": LOCAL
    + "MAKE = {'a': made}\nT = MAKE['a']()\ndef made(): return T\ndef read(table, place): return T[place]",
    "a value that is a function": LOCAL + "def read(table, place): return functools.partial(after, table)(place)",
}


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def make(text: str) -> Any:
        name = f"defaulting_{next(NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(name)

    return make


@pytest.mark.parametrize("way", WAYS)
def test_a_key_that_a_read_makes_goes_wherever_the_defaultdict_has_gone(module: Any, way: str) -> None:
    made = module(START + WAYS[way] + END)

    assert list(made.f()) == [0, 0]


INSIDE = """
def call(act, place): return act(place)
@ambiguous
def f():
    HEAD
    def read(place):
        nonlocal table
        table = here(table)
        return table[place]
    place = yield (1, 2)
    before = len(table)
    READ
    return before
"""


@pytest.mark.parametrize("read", ["read(place)", "call(read, place)"])
@pytest.mark.parametrize("head", ["table, before = defaultdict(list), 0", "table = defaultdict(list)"])
def test_a_key_that_a_function_inside_makes_in_a_variable_that_it_rebinds_goes(
    module: Any, head: str, read: str
) -> None:
    made = module(START + INSIDE.replace("HEAD", head).replace("READ", read))

    assert list(made.f()) == [0, 0]


ELSEWHERE = """
from collections import defaultdict
from ambsearch import ambiguous

def build():
    roads = defaultdict(list)
    roads[1].append(2)
    return roads
def is_free(grid, row, column):
    return grid[row][column] == 0
@ambiguous
def f(grid):
    roads = build()
    row = yield (0, 1)
    return is_free(grid, row, 0), len(roads[row])
"""


def test_what_is_read_where_none_has_gone_is_read_as_it_is_written(module: Any) -> None:
    made = module(ELSEWHERE)

    assert list(made.f([[0], [1]])) == [(True, 0), (False, 1)]
    assert "is_free(grid, row, 0)" in expand(made.f, fast=True)
    assert "item(" in expand(made.f, fast=True)


COUNTED = """
from collections import defaultdict
from ambsearch import ambiguous

busy, counts = defaultdict(set), [0]
def take(slot, name):
    if name in busy[slot]:
        return False
    counts[0] += len(name)
    return True
@ambiguous
def f():
    slot = yield (0, 1)
    return take(slot, "ab"), counts[0], len(busy)
"""


def test_what_is_added_to_beside_a_defaultdict_is_undone_in_place(module: Any) -> None:
    made = module(COUNTED)

    assert list(made.f()) == [(True, 2, 1), (True, 2, 1)]
    assert "augment(" not in expand(made.f, fast=True, helpers=True)
    assert (made.counts, dict(made.busy)) == ([0], {})


NAMED = {
    "a parameter called vars": "def some(vars, globals):\n    return [*vars, *map(str, globals)]\n",
    "a function called eval": "def eval(tree):\n    return tree\ndef some(tree):\n    return eval(tree)\n",
    "methods called exec and locals": "class Machine:\n    def exec(self, op):\n        self.op = op\n"
    "    def locals(self):\n        return self.op\ndef some(m):\n    m.exec('vars')\n    return m.locals()\n",
}
HOLDING = ELSEWHERE.replace("roads[1].append(2)", "Held().roads = roads") + "class Held:\n    pass\n"


@pytest.mark.parametrize("name", NAMED)
def test_what_has_the_name_of_a_function_that_looks_at_all_variables_looks_at_none(module: Any, name: str) -> None:
    assert "is_free(grid, row, 0)" in expand(module(NAMED[name] + HOLDING).f, fast=True)


@pytest.mark.parametrize(
    "use", ["vars(o)", "[*map(vars, o)]", "eval('o')", "(lambda eval=eval: eval)()", "builtins.eval('o')"]
)
def test_where_such_a_function_is_used_one_may_be_met_everywhere(module: Any, use: str) -> None:
    start = "import builtins\n" if "builtins" in use else ""
    made = module(f"{start}def some(o):\n    return {use}\n" + HOLDING)

    assert "is_free(grid, row, 0)" not in expand(made.f, fast=True)


HELD = [
    "both = [roads, defaultdict(int)]; both[0].get(1); both[1][2] += 1",
    "counts = defaultdict(lambda: defaultdict(int)); counts[1][2] += 1",
    "whole = {**roads}; whole.update(roads); dict(**roads)",
    "by_name = {'a': roads}; [len(one) for one in by_name.values()]",
    "import json; json.dumps(roads)",
]


@pytest.mark.parametrize("held", HELD)
def test_what_holds_some_leaves_others_as_they_are_written(module: Any, held: str) -> None:
    made = module(ELSEWHERE.replace("roads[1].append(2)", held))

    assert list(made.f([[0], [1]])) == [(True, 0), (False, 0)]
    assert "is_free(grid, row, 0)" in expand(made.f, fast=True)


LOOKS = ["for place in roads: pass", "assert not roads", "if roads: pass", "(roads == {}, 2 in roads)", "roads.get(2)"]


SAMES = ["same: object = roads", "same, other = roads, 1", "[len([place]) for place in roads]"]


@pytest.mark.parametrize("look", [*LOOKS, *SAMES])
def test_what_is_only_looked_at_goes_nowhere(module: Any, look: str) -> None:
    made = module(
        ELSEWHERE.replace("roads[1].append(2)", look).replace("return is_free", "grid[row][0]\n    return is_free")
    )

    assert list(made.f([[0], [1]])) == [(True, 0), (False, 0)]
    assert "is_free(grid, row, 0)" in expand(made.f, fast=True)
    assert "        grid[row][0]\n" in expand(made.f, fast=True)


def test_what_is_taken_by_a_name_that_is_computed_may_be_one_and_what_has_its_own_name_stays_plain(module: Any) -> None:
    made = module(
        ELSEWHERE
        + "def run(module, name, grid):\n"
        + "    seen = defaultdict(int)\n"
        + "    for answer in getattr(module, name)(grid): seen[answer] += 1\n"
    )

    assert list(made.f([[0], [1]])) == [(True, 0), (False, 1)]
    assert "is_free(grid, row, 0)" in expand(made.f, fast=True)


IN_VARIABLES = """
from collections import defaultdict
from ambsearch import ambiguous

def shown(o):
    match o:
        case Exception(args=found): return found
def is_free(grid, row, column):
    return grid[row][column] == 0
@ambiguous
def f(grid):
    roads = defaultdict(list)
    row = yield (0, 1)
    return is_free(grid, row, 0), len(roads[row])
"""


def test_a_pattern_looks_at_attributes_and_meets_none_that_only_variables_of_functions_hold(module: Any) -> None:
    made = module(IN_VARIABLES)

    assert list(made.f([[0], [1]])) == [(True, 0), (False, 0)]
    assert "is_free(grid, row, 0)" in expand(made.f, fast=True)


PATTERN = """
from collections import defaultdict
from ambsearch import ambiguous

def counts(words):
    found = defaultdict(int)
    for word in words:
        found[word] += 1
    return found
class Text:
    def __init__(self):
        self.counts = counts("a")
    def build(self):
        found = defaultdict(int)
        return found
TEXT = Text()
@ambiguous
def f():
    match TEXT:
        case Text(NAME=found):
            table = VALUE
    x = yield ("p", "q")
    table[x]
    return x, sorted(table)
"""


@pytest.mark.parametrize(
    ("name", "value", "before"),
    [("counts", "found", ["a"]), ("build", "found()", [])],
    ids=["an attribute with the name of a function", "a method"],
)
def test_a_pattern_meets_what_an_attribute_holds_and_what_a_method_gives(
    module: Any, name: str, value: str, before: list[str]
) -> None:
    made = module(PATTERN.replace("NAME", name).replace("VALUE", value))

    assert list(made.f()) == [("p", [*before, "p"]), ("q", [*before, "q"])]


HELD = """
from collections import defaultdict
table = defaultdict(list)
"""
READING = """
from NAME import table
from ambsearch import ambiguous
def read(place): return table[place]
@ambiguous
def f():
    place = yield (1, 2)
    before = len(table)
    read(place)
    return before
"""


def test_one_that_another_module_holds_is_met_under_the_name_that_it_is_imported_by(module: Any) -> None:
    held = module(HELD)
    made = module(
        READING.replace("NAME", held.__name__)
        .replace("import table", "import table as seen")
        .replace("table[", "seen[")
        .replace("len(table)", "len(seen)")
    )

    assert list(made.f()) == [0, 0]


def test_a_loop_takes_its_turns_with_plain_reads_even_where_a_defaultdict_may_be_met_everywhere(module: Any) -> None:
    made = module(
        "from collections import defaultdict\n"
        "from ambsearch import ambiguous\n"
        "def read(table, place): return vars(table)[place]\n"
        "@ambiguous\n"
        "def f(jobs):\n"
        "    read(read, defaultdict(list))\n"
        "    first = jobs[0]\n"
        "    for job in jobs:\n"
        "        yield (1, job)\n"
    )

    assert "first = item(" in expand(made.f, fast=True)
    assert "job = items[i]" in expand(made.f, fast=True)


def test_a_slice_is_no_key_of_a_defaultdict_and_is_read_as_it_is_written(module: Any) -> None:
    made = module(
        "from collections import defaultdict\n"
        "from ambsearch import ambiguous\n"
        "def read(table, place): return vars(table)[place]\n"
        "@ambiguous\n"
        "def f(word):\n"
        "    read(defaultdict(list), 'default_factory') if word is None else None\n"
        "    i = yield range(2)\n"
        "    return word[:i] + word[i + 1 :]\n"
    )

    assert list(made.f("ab")) == ["b", "a"]
    assert "yield (word[:i] + word[i + 1:])" in expand(made.f, fast=True)
