"""Answers that visibly hold nothing that changes are handed out without a look; all others are copied as ever."""

import builtins
import subprocess
import sys
from collections import deque
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch.copiers.snapshots import snapshot

pytestmark = pytest.mark.usefixtures("on_its_own")
WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
MODULE = "from heapq import *\nLETTERS = 'ab', 'c'\nLISTS = [1], [2]\n"


def searching(body: str, parameters: str = "n", deep: bool = False) -> Any:
    program = f"{MODULE}@ambiguous(deep={deep})\ndef search({parameters}):\n{indent(body, '    ')}\n"
    return compile_program(program, {**WORDS})["search"]


def copying(body: str, parameters: str = "n") -> Any:
    search = searching(body, parameters)
    search.make()
    return search.copying


SEEN = {
    "a number that is chosen": "x = yield range(n)\nreturn x",
    "a tuple of numbers": "x = yield range(n)\ny = yield range(x)\nreturn x, -y, x * y + 1, x < y, not n",
    "a sum": "total = 0\nfor _ in range(n):\n    total += yield range(3)\nreturn total",
    "letters": "x = yield 'ab'\nreturn [x, x * 3, f'{n}{x}', x.upper()]",
    "what is passed on": "return (yield range(n))",
    "alternatives": "return (yield amb(1, (yield amb('a', 2))))",
    "joined items": "return ', '.join(n)",
    "a tuple of a list": "xs = []\nfor _ in range(n):\n    xs.append((yield range(3)))\nreturn tuple(xs)",
    "a copy of a list": "xs = [0] * n\nfor i in range(n):\n    xs[i] = yield (1, 2)\nreturn xs[:], xs.copy(), sorted(xs, reverse=True)",
    "a frozenset of a set": "xs = set()\nxs.add((yield range(n)))\nreturn frozenset(xs)",
    "items of a list": "xs = []\nxs.append((yield range(n)))\nreturn xs[0], max(xs), [x + 1 for x in xs]",
    "pairs of a display": "x, y = yield [(1, 2), (3, 4)]\nz = x, y\nreturn z[0], z",
    "an index": "for i, x in enumerate('ab'):\n    require((yield [True, False]))\nreturn i, x",
    "a call of itself": "if (yield [True, False]):\n    x = yield search(1)\n    return x, 1\nreturn 0",
    "nothing": "x = yield range(n)",
}


@pytest.mark.parametrize("form", SEEN)
def test_answers_of_numbers_and_strings_are_not_copied(form: str) -> None:
    assert copying(SEEN[form])[:2] == (None, [])


GIVEN = {
    "x = yield n\nreturn x": True,
    "return n[0]": True,
    "for x in n:\n    require((yield [True, False]))\nreturn x, 1": True,
    "xs = []\nfor x in n:\n    if (yield [True, False]):\n        xs.append(x)\nreturn tuple(xs)": True,
    "x = yield [1, 2]\nreturn n, x": False,
    "return n + (yield 'ab')": False,
    "if len(n) > 3:\n    return n\nreturn (yield search(m, n + (1,)))": False,
    "if not n:\n    return ()\nx = yield search(m, n[1:])\nreturn n[0], x": True,
}


@pytest.mark.parametrize("body", GIVEN)
def test_what_is_given_decides_where_answers_hold_it(body: str) -> None:
    needed = copying(body, "m, n")
    assert needed.copy is None
    assert [(name, is_gone_over) for _, name, is_gone_over, *_ in needed.parameters] == [("n", GIVEN[body])]

    assert needed.of((1, ("a", 2)), {}) is None
    assert needed.of((1,), {"n": ((1, 2), 3)}) is None
    for given in [[[1]], ({},), {object()}, {"a": 1}, deque([1]), [1] * 1000, object()]:
        assert needed.of((1, given), {}) is snapshot
    for given in [[1, 2], {1}]:
        assert (needed.of((1, given), {}) is snapshot) is not GIVEN[body]


def test_the_default_of_a_parameter_counts_where_nothing_is_given() -> None:
    assert copying("return n, (yield 'ab')", "n=()").of((), {}) is None
    assert copying("return n, (yield 'ab')", "n=[]").of((), {}) is snapshot


def test_a_constant_of_the_module_that_has_become_a_list_is_copied_and_nothing_is_expanded_again() -> None:
    search = searching("x = yield [1, 2]\nreturn LETTERS, x")
    space, before = search.__wrapped__.__globals__, search.make()
    for value in [[1], ([],)]:
        space["LETTERS"] = value
        assert search(1).first()[0] is not value
    assert search.make() is before


@pytest.mark.thorough
def test_what_is_given_decides_also_where_python_leaves_out_assertions(tmp_path: Path) -> None:
    (tmp_path / "given.py").write_text(
        """
from ambsearch import ambiguous

@ambiguous
def f(rows):
    n = yield (1, 2)
    rows[0].append(n)
    return rows[0], n

print(list(f([[]])))
"""
    )
    run = subprocess.run([sys.executable, "-O", str(tmp_path / "given.py")], capture_output=True, text=True)

    assert (run.stdout, run.stderr) == ("[([1], 1), ([2], 2)]\n", "")


def test_lists_in_an_answer_are_copied_only_where_there_are_some() -> None:
    body = "xs, ys = [], {0: 1}\nx = yield [1, 2]\nxs.append(x)\nys[x] = 'a'\n"
    search = searching(f"{body}return (1, (x, 2)) if not n else (xs, ys, x)")
    assert list(search(1)) == [([1], {0: 1, 1: "a"}, 1), ([2], {0: 1, 2: "a"}, 2)]


@pytest.mark.parametrize(
    "change",
    ["d[x] = [1]", "d[n] = 1", "d.setdefault(n, 1)", "d.setdefault(1, [])", "d.update(n)", "d = {n: 1}", "d = {**n}"],
)
@pytest.mark.parametrize("form", ["dict(d)", "tuple(d.items())"])
def test_a_dict_that_may_hold_something_else_is_copied_as_ever(change: str, form: str) -> None:
    body = f"d = {{1: 2}}\nx = yield [1, 2]\n{change}\nreturn {form}"
    assert copying(body).of(([],), {}) is snapshot


ROWS = "rows = [[] for _ in range(n)]\nby = {0: [1]}\nx = yield [1, 2]\n"
CHANGES = [
    *(
        "rows.append([x])",
        "rows[0].append(x)",
        "rows[0].insert(0, x)",
        "by.setdefault(x, []).append(x)",
        "by[x] = [1, x]",
    ),
    *("row = rows[0]\nrow.append(x)", "for row in rows:\n    row.append(x)", "[row.append(x) for row in rows]"),
    *("for i, row in enumerate(rows):\n    row.append((yield [i, x]))", "for k in by:\n    by[k].append(x)"),
    *("for key, row in by.items():\n    row.append((yield [key, x]))", "for row in by.values():\n    row.insert(0, x)"),
    *(
        "rows[0].append((yield [3, 4]))",
        "row = yield rows\nrow.append(x)",
        "rows += [[x], [x]]",
        "require(all(len(row) < 3 for row in rows))",
    ),
]
OF_ROWS = [
    "[tuple(row) for row in rows]",
    "tuple(tuple(row) for row in rows)",
    "[row[:] for row in rows], {k: row.copy() for k, row in by.items()}",
    "[list(row) for _, row in enumerate(rows)], [(k, sorted(by[k])) for k in by]",
    "sum(rows[0]), len(by), [*by.keys()], [cell for row in rows for cell in row]",
    "rows",
    "by",
]


@pytest.mark.parametrize("answer", OF_ROWS)
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_made_of_lists_in_a_list_or_a_dict_stays_what_it_was(change: str, answer: str) -> None:
    search, texts, found = searching(f"{ROWS}{change}\nreturn {answer}"), [], []
    for one in search(2):
        texts.append(repr(one))
        found.append(one)
    assert list(map(repr, found)) == texts


def test_an_underscore_counts_for_no_builtin_after_a_prompt_has_shown_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(builtins, "_", 1, raising=False)

    assert copying("xs = [0 for _ in range(n)]\nx = yield xs\nreturn tuple(xs)").of((2,), {}) is None


def test_rows_in_an_answer_with_others_are_copied_as_often_as_they_are_there() -> None:
    body = f"{ROWS}moves = [(x, 1)]\nmoves.append((x, 2))\nrows[0].append(x)\nreturn "
    assert list(searching(f"{body}rows, moves, x")(1)) == [([[x]], [(x, 1), (x, 2)], x) for x in (1, 2)]
    for answer in ["rows, rows", "rows, (rows, x)"]:
        one, other = searching(body + answer)(1).first()
        assert one is (other if type(other) is list else other[0])


def test_a_row_that_stands_twice_in_a_list_is_one_row_in_its_copy_too() -> None:
    search = searching("rows = [[0] * 2] * n\nrows[0][0] = yield [1, 2]\nreturn rows")
    rows, others = search(2)

    assert (rows, others) == ([[1, 0]] * 2, [[2, 0]] * 2)
    assert rows[0] is rows[1]


HEAPS = [
    "heap = [(1, 'a')]\nheapify(heap)\ncost, name = heappop(heap)\nheappush(heap, (cost + x, name))",
    "heap = [x, 2]\ny = heapreplace(heap, x)\nz = heappushpop(heap, y)\nheap.append(z)",
    "heaps = [[1], [2]]\nheappush(heaps[0], x)\nheap = [heappop(heaps[0])]",
    "heap = [(1, 'a')]\nheappush(heap, (x + 5, m))",
    "heap = [(x, m)]\ncost, name = heappop(heap)\nheap = [name]",
    "heaps = [[(1, 1)], []]\nheappush(heaps[0], (x + 5, m))\nheap = heaps",
]


@pytest.mark.parametrize("changes", HEAPS)
def test_a_heap_in_an_answer_and_what_is_taken_from_one_stay_what_they_were(changes: str) -> None:
    body = f"x = yield [1, 2]\n{changes}\n"
    search, texts, found = searching(f"{body}return heap", "n, m"), [], []
    for one in search(1, [0]):
        texts.append(repr(one))
        found.append(one)
    assert list(map(repr, found)) == texts


@pytest.mark.parametrize("made", ["list(row)", "[cell for cell in row]", "row[:]", "row * 1", "[x, *row]"])
def test_rows_that_are_made_from_what_is_given_are_copied_as_ever(made: str) -> None:
    search = searching(
        f"x = yield [1, 2]\nrows = [{made} for row in given]\nrows[0].append(x)\nreturn [row[:] for row in rows]",
        "given",
    )
    inside: list[Any] = [0]
    one, other = search([[inside]])
    inside.append(1)
    assert [0] in one[0] and [0] in other[0]


ELSEWHERE = [
    *("rows[0].append(m)", "rows.append([m])", "rows[0] = m", "row = rows[0]\nrow.append(m)", "rows[0][0:] = [m]"),
    *("for row in rows:\n    row.append(m)", "for _, row in enumerate(rows):\n    row.append(m)"),
    *("for row in rows:\n    row += [m]", "row = yield rows\nrow.append(m)", "row, i = rows[0], 1\nrow.append(m)"),
    *("[row.append(m) for row in rows]", "for row in reversed(rows):\n    row.append(m)", "rows[0] += [m]"),
    *("for row, i in zip(rows, 'ab'):\n    row.append(m)", "for pair in enumerate(rows):\n    pair[1].append(m)"),
    *("g(rows)", "g(rows[0])", "others = rows", "a = b = rows[0]\nb.append(m)", "rows.pop().append(m)"),
    *("others = [row for row in rows]\nothers[0].append(m)", "add = lambda row: row.append(m)\nadd(rows[0])"),
    *("rows.sort(key=lambda row: row.append(m))", "rows += [[m]]", "rows.extend([[m]])", "rows = m"),
    *("rows[1:][0].append(m)", "(rows[0] if x else rows[1]).append(m)", "[*rows][0].append(m)", "g(iter(rows))"),
]


@pytest.mark.parametrize("change", ELSEWHERE)
@pytest.mark.parametrize("answer", ["rows", "[row[:] for row in rows]"])
def test_lists_that_may_hold_something_else_are_copied_as_ever(change: str, answer: str) -> None:
    found = copying(f"{ROWS}{change}\nreturn {answer}", "n, m, g").of((2, [], 0), {})
    assert found is snapshot


OF_LIVE = [
    *(
        "dict(by)",
        "by.copy()",
        "{**by}",
        "by[0]",
        "list(by.values())",
        "sorted(by.items())",
        "[v for v in by.values()]",
    ),
    *("[row for row in rows]", "rows[:]", "rows[0]", "tuple(rows)", "[(i, row) for i, row in enumerate(rows)]"),
    *("(k, v) = yield by.items()\nreturn k, v", "row = by[0]\nreturn row", "row = yield rows\nreturn row, x"),
]


@pytest.mark.parametrize("answer", OF_LIVE)
def test_rows_in_another_container_are_copied_as_ever(answer: str) -> None:
    first, _, answer = answer.rpartition("return ")
    body = f"{ROWS}by[0].append(x)\nrows[0].append(x)\n{first}return {answer}"
    search, texts, found = searching(body), [], []
    for one in search(2):
        texts.append(repr(one))
        found.append(one)
    assert list(map(repr, found)) == texts
    assert search.copying.copy is snapshot


def test_another_enumerate_may_give_rows_for_numbers() -> None:
    body = f"enumerate = lambda rows: [(rows, row) for row in rows]\n{ROWS}rows[0].append(x)\n"
    assert copying(f"{body}return [(i, row[:]) for i, row in enumerate(rows)]").copy is snapshot


def test_a_function_inside_may_give_out_rows() -> None:
    body = f"def get():\n    return rows\n{ROWS}get()[0].append(m)\nreturn [row[:] for row in rows]"
    assert copying(body, "n, m").of((1, []), {}) is snapshot


def test_a_variable_that_holds_a_row_may_be_what_another_holds() -> None:
    body = f"{ROWS}row, other = 0, 0\nrow = rows[0]\nother = rows[0]\nother.append(x)\nreturn row, other"
    row, other = searching(body)(1).first()

    assert row == [1]
    assert row is other


UNSEEN = {
    "lists in a tuple of a list": "xs = [[]]\nxs[0].append((yield range(n)))\nreturn tuple(xs)",
    "a copy of it": "xs = [[]]\nxs[0].append((yield range(n)))\nreturn xs[:]",
    "an item of it": "xs = [[]]\nxs[0].append((yield range(n)))\nreturn xs[0]",
    "lists of the module": "return (yield LISTS)",
    "a global variable": "global LETTERS\nLETTERS = yield LISTS\nreturn LETTERS",
    "what a call gives": "x = yield [1, 2]\nreturn g(x)",
    "an attribute": "return n.x, (yield [1, 2])",
    "what a list is given in another function": "xs = []\nadd = lambda x: xs.append(x)\nx = yield [1, 2]\nadd([x])\nreturn tuple(xs)",
    "the same name in a function inside": "x = yield [1, 2]\nxs = []\nadd = lambda x: xs.append(x)\nadd([1])\nreturn tuple(xs), x",
    "the same name in a comprehension": "x = yield [1, 2]\nxs = []\n[xs.append(x) for x in LISTS]\nreturn tuple(xs)",
    "a walrus in a comprehension": "x = yield [1, 2]\n[(y := x) for x in LISTS]\nreturn y",
    "a row by a walrus in one": "rows = [[1]]\nfor row in rows:\n    x = yield row\n[(y := row) for row in LISTS]\nreturn tuple(y)",
    "a dict that is given lists in one": "d = {}\nx = yield [1, 2]\n[d.setdefault(0, x) for x in LISTS]\nreturn tuple(d.values())",
    "what one goes over": "xs = []\nx = yield LISTS\n[x for x in 'ab' if xs.append(x)] or [x for x in (xs.append(x), 1)]\nreturn tuple(xs)",
    "a variable of a function inside": "x = yield [1, 2]\ndef set_x():\n    nonlocal x\n    x = []\nset_x()\nreturn x",
    "a list that goes elsewhere": "xs = []\ng(xs)\nx = yield [1, 2]\nreturn tuple(xs)",
    "a list under another name": "xs = []\nys = xs\nys.append([])\nx = yield [1, 2]\nreturn tuple(xs)",
    "a list that is enlarged": "xs = []\nxs += [[]]\nx = yield [1, 2]\nreturn tuple(xs)",
    "a list enlarged by what is given": "xs = [1]\nx = yield [1, 2]\nxs += [g()]\nreturn tuple(xs)",
    "an item enlarged by it": "xs = [()]\nx = yield [1, 2]\nxs[0] += (g(),)\nreturn tuple(xs)",
    "an item exchanged for it": "xs = [1, 2]\nx = yield [1, 2]\nxs[0], xs[1] = xs[1], g()\nreturn tuple(xs)",
    "a list begun with it": "xs = list(g())\nx = yield [1, 2]\nreturn tuple(xs)",
    "a sum of it": "xs = [1] + list(g())\nx = yield [1, 2]\nreturn tuple(xs)",
    "all of a variable": "xs, *ys = yield ['ab', 'cd']\nreturn ys",
    "a string of one part": "x = g()\nyield [1, 2]\nreturn f'{x}'",
    "answers of another search": "x = yield g()\nreturn x",
    "its own lists": "if (yield [True, False]):\n    x = yield search(1)\n    return x\nreturn [1]",
    "what gives all variables": "x = yield [1, 2]\nlocals()\nreturn x",
    "a generator": "x = yield [1, 2]\nreturn (x for _ in range(3))",
    "arguments in a dictionary": "return (yield [1, 2]), m",
}


@pytest.mark.parametrize("form", UNSEEN)
def test_all_other_answers_are_copied_as_ever(form: str) -> None:
    found = copying(UNSEEN[form], "n, g=0, **m")
    assert found.copy is snapshot and found.parameters == ()


def test_a_call_of_itself_in_a_function_inside_gives_its_parameters_too() -> None:
    body = "xs.append(x)\nagain = lambda: search(xs, [1])\nif len(xs) < 2:\n    y = yield again()\nreturn tuple(xs)"
    assert copying(body, "xs, x").of(([], 1), {}) is snapshot


RECORDS = """
from collections import namedtuple
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple

Pair = namedtuple("Pair", "x y")

class Move(NamedTuple):
    x: object
    y: object = 0

@dataclass
class Plan:
    x: object
    y: object = 0
    z: list = field(default_factory=list)

@dataclass(frozen=True, slots=True)
class Still:
    x: object
    y: object

class Sub(Move):
    pass

@dataclass
class Posted:
    x: object
    y: object
    def __post_init__(self):
        self.x = []

@dataclass
class Copied:
    x: object
    y: object
    def __copy__(self):
        return self

@dataclass
class Made:
    x: object
    y: object
    def __init__(self, x, y):
        self.x, self.y = [], y

@dataclass
class Set:
    x: object
    y: object
    def __setattr__(self, name, value):
        object.__setattr__(self, name, [value])

@dataclass
class Shared:
    x: object
    y: object
    z: object = field(default_factory=lambda: LISTS)

@dataclass
class Given:
    x: object
    y: InitVar[object]

class Property:
    def __get__(self, owner, cls=None):
        return LISTS
    def __set__(self, owner, value):
        pass

@dataclass
class Kept:
    x: object
    y: object = Property()

class Plain:
    def __init__(self, x, y):
        self.x, self.y = x, y
"""


def recording(answer: str) -> Any:
    body = f"xs = []\nx = yield [1, 2]\nxs.append(x)\nreturn {answer}"
    program = f"{MODULE}{RECORDS}@ambiguous\ndef search(n):\n{indent(body, '    ')}\n"
    search = compile_program(program, {**WORDS})["search"]
    search.make()
    return search


MADE = [
    *(
        "Pair(x, 1)",
        "Pair(y=x, x=1)",
        "Pair([x], tuple(xs))",
        "Move(x, 1)",
        "Plan(x)",
        "Plan(xs[:], z=[x])",
    ),
    *("Still(x, xs.copy())", "Pair(Still(x, Pair(1, x)), x)"),
]


@pytest.mark.parametrize("answer", MADE)
def test_a_record_that_is_made_for_an_answer_is_not_copied(answer: str) -> None:
    search = recording(answer)
    assert search.copying[:2] == (None, [])

    texts = list(map(repr, search(1)))
    assert len(set(texts)) == 2
    assert list(map(repr, list(search(1)))) == texts


COPIED = [
    *("Pair(xs, 1)", "Plan(xs)", "Plan(x, LISTS)", "Plan(x, *[1])", "Plan(**{'x': x})", "Move(x)", "Sub(x, 1)"),
    *(f"{name}(x, 1)" for name in "Posted Copied Made Set Shared Given Kept Plain".split()),
]


@pytest.mark.parametrize("answer", COPIED)
def test_a_record_that_may_hold_something_else_is_copied_as_ever(answer: str) -> None:
    assert recording(answer).copying.copy is snapshot


def test_a_record_is_copied_once_its_class_has_another_init(monkeypatch: pytest.MonkeyPatch) -> None:
    search, shared = recording("Plan(x)"), [0]
    assert search.copying.copy is None
    monkeypatch.setattr(type(search(1).first()), "__init__", lambda plan, x: vars(plan).update(x=shared, y=0, z=[]))
    found = [plan.x for plan in search(1)]
    shared.append(1)

    assert found == [[0], [0]]


TERMS = """
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
TYPES = "a", ("b", "c")
class Term:
    def size(self): return 1
{head}
    name: object
    kind: object
    {more}
{beside}
@ambiguous
def term(n, env):
    if n == 0:
        name, kind = yield env
        return Var(name, kind)
    kind = yield TYPES
    inner = yield term(n - 1, env + ((n, kind),))
    return Var(inner, kind)
"""
OF_TERMS = {
    "a frozen dataclass": ("@dataclass(frozen=True)\nclass Var:", "pass", "", True),
    "one with a class above it": ("@dataclass(frozen=True)\nclass Var(Term):", "pass", "", True),
    "a named tuple": ("class Var(NamedTuple):", "def size(self): return 2", "", True),
    "a dataclass": ("@dataclass\nclass Var:", "pass", "", False),
    "one that keeps something": (
        "@dataclass(frozen=True)\nclass Var:",
        "all = cached_property(lambda self: [])",
        "",
        False,
    ),
    "one with a list of its own": (
        "@dataclass(frozen=True)\nclass Var:",
        "names: list = field(default_factory=list)",
        "",
        False,
    ),
    "one that a function sets": (
        *("@dataclass(frozen=True)\nclass Var:", "pass"),
        "def put(var, x): object.__setattr__(var, 'name', x)",
        False,
    ),
    "one of a class with an init": (
        "class Base:\n    def __init__(self): pass\n@dataclass(frozen=True)\nclass Var(Base):",
        *("pass", "", False),
    ),
}


@pytest.mark.parametrize("form", OF_TERMS)
def test_what_cannot_change_is_held_by_others_and_not_copied(form: str) -> None:
    head, more, beside, is_kept = OF_TERMS[form]
    search = compile_program(TERMS.format(head=head, more=more, beside=beside), {**WORDS})["term"]
    search.make()

    assert (search.copying.of((1, (("x", "a"),)), {}) is None) is is_kept
    assert len(set(map(repr, search(1, (("x", "a"),))))) == 4


GROWING = """
from dataclasses import dataclass, field
@dataclass(frozen=True)
class Tree:
    left: object
    names: list = field(default_factory=list)
@ambiguous
def made():
    left = yield (1, 2)
    return Tree(left)
@ambiguous
def named():
    tree = yield made()
    tree.names.append(tree.left)
    return tree
"""


def test_a_list_that_a_frozen_object_has_made_for_itself_is_in_an_answer_as_it_was() -> None:
    named = compile_program(GROWING, {**WORDS})["named"]

    assert [tree.names for tree in [*named()]] == [[1], [2]]


OPERATING = """
from dataclasses import dataclass
from typing import NamedTuple
LIVE = []
class Move(NamedTuple):
    x: object
    def {method}: return LIVE
@dataclass(frozen=True)
class Still:
    x: object
    def {method}: return LIVE
def other(x):
    return {answer}
@ambiguous
def search():
    x = {made}((yield [1, 2]))
    LIVE.append(x.x)
    return {answer}, 1
@ambiguous
def calling():
    x = {made}((yield [1, 2]))
    LIVE.append(x.x)
    return other(x), 1
"""
METHODS = {
    "title(self)": "x.title()",
    "__neg__(self)": "-x",
    "__radd__(self, other)": "1 + x",
    "__lt__(self, other)": "x < x",
    "__getitem__(self, place)": "x[0]",
    "__iter__(self): return iter([LIVE])  #": "(*x, 1)[0]",
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("made", ["Move", "Still"])
def test_what_a_method_of_a_record_gives_is_copied(method: str, made: str) -> None:
    program = OPERATING.format(method=method, answer=METHODS[method], made=made)
    for name in ("search", "calling"):
        assert list(compile_program(program, {**WORDS})[name]()) == [([1], 1), ([2], 1)]


LATER = "xs = []\nfor x in given:\n    if (yield [True, False]):\n        xs.append(x)\n"


@pytest.mark.parametrize("answer", ["xs", "tuple(xs)", "xs[:]", "(sorted(xs, key=str), 1)", "(xs, len(xs))", "[xs, 1]"])
@pytest.mark.parametrize("deep", [False, True])
def test_answers_stay_what_they_were(answer: str, deep: bool) -> None:
    search = searching(f"{LATER}return {answer}", "given", deep)
    texts, found = [], []
    for one in search(["a", "b", 3]):
        texts.append(repr(one))
        found.append(one)

    assert list(map(repr, found)) == texts
    assert len(set(texts)) == 8
    assert all(one is not other for one in found for other in found if other != one)


@pytest.mark.parametrize("answer", ["xs", "tuple(xs)", "xs[:]"])
@pytest.mark.parametrize("named", [False, True])
def test_a_list_put_into_what_was_given_is_copied_from_then_on(answer: str, named: bool) -> None:
    given: list[Any] = ["a", "b"]
    search, inside = searching(f"{LATER}return {answer}", "given"), [1]
    answers = iter(search(given=given) if named else search(given))
    first = next(answers)
    given.append(inside)
    second = next(answers)
    inside.append(2)

    assert list(first) == ["a", "b"]
    assert list(second) == ["a", [1]]
    assert second[1] is not inside


def test_what_was_put_in_need_not_be_comparable() -> None:
    class Strange:
        def __eq__(self, other: object) -> bool:
            raise ValueError

    search, given = searching(f"{LATER}return xs", "given"), ["a", "b"]
    answers = iter(search(given))
    next(answers)
    given[0] = Strange()  # type: ignore[call-overload]

    assert [len(found) for found in answers] == [1, 1, 0]


def test_a_list_that_is_given_twice_may_get_other_items_under_its_other_name() -> None:
    search = searching("others.append([])\nx = yield given\nothers.pop()\nreturn x", "given, others")
    given = [1]

    assert search(given, [2]).first() == 1
    assert search.copying.of((given, given), {}) is snapshot
    assert search.copying.of((), {"given": given, "others": given}) is snapshot


def test_an_answer_that_is_only_counted_is_not_copied_either() -> None:
    search = searching(f"{LATER}return xs, given", "given")

    assert search([1, 2, 3]).count() == 8
    assert search([1, 2, 3]).exists()


def test_what_is_thrown_in_at_an_answer_ends_the_search_and_is_not_handled_in_it() -> None:
    search = searching("try:\n    x = yield [1, 2]\n    return x\nexcept KeyError:\n    return 3")
    answers: Any = iter(search(1))
    next(answers)

    with pytest.raises(KeyError):
        answers.throw(KeyError)
