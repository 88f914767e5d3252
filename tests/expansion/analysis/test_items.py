"""Of the items of a list or a dict that a function makes, and keeps to itself, it is known which containers they are."""

from collections.abc import Callable
from copy import deepcopy
from textwrap import indent
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import ambiguous, expand, require

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}
TEXT = """
def helper(rows):
    return len(rows)

def search(n, g, xs):
    x = yield range(n)
    rows = [set() for _ in range(n)]
    {0}
    rows[x].add(x)
    return rows
"""
KEPT = [
    *("pass", "print(rows)", "rows.pop()", "del rows[0]", "rows[x] = set()", "rows.append({1})", "rows.insert(0, {1})"),
    *("require(rows)", "require(len(rows) > 1)", "rows = [{1}] * n", "y = rows[0:2]"),
    *(
        "for r in rows: r.add(1)",
        "y = [r for r in rows]",
        "y = sorted(rows, key=len)",
        "for r in rows:\n    z = yield r",
    ),
]
GIVEN_AWAY = [
    *(
        "g(rows)",
        "y = rows",
        "y = (1, rows)",
        "y = [*rows, rows]",
        "y = rows if n else 1",
        "y = n and rows",
        "xs[rows]",
    ),
    *(
        "require(helper(rows))",
        "y = helper(rows)",
        "y = max(rows, xs)",
        "rows[x] = g",
        "rows[x], y = g, 1",
        "rows[0:1] = xs",
        "rows[0] |= g",
    ),
    *(
        "rows += xs",
        "rows.extend(xs)",
        "rows.append(g)",
        "rows.insert(0, g)",
        "rows.__setitem__(0, 1)",
        "rows: list = xs",
    ),
    *("for rows[0] in xs: pass", "with g as rows[0]: pass", "del rows\nrows = xs", "m = rows.append\nm(1)"),
    *(
        "f = lambda: g(rows)",
        "def h():\n    rows[0] = 1\nh()",
        "setattr(g, 'x', rows)",
        "rows = [g] * n",
        "rows = locals()['rows']",
    ),
]


def expansion(statement: str) -> str:
    text = TEXT.format(indent(statement, "    ").strip())
    return expand(ambiguous(compile_program(text, WORDS)["search"]), fast=True)


@pytest.mark.parametrize("statement", KEPT)
@pytest.mark.usefixtures("no_other_module")
def test_an_item_of_a_list_that_is_kept_is_changed_without_asking_what_it_is(statement: str) -> None:
    assert "twin_add" not in expansion(statement)
    assert "'add'" not in expansion(statement)


@pytest.mark.parametrize("statement", GIVEN_AWAY)
@pytest.mark.usefixtures("no_other_module")
def test_an_item_of_a_list_that_may_hold_something_else_is_asked_what_it_is(statement: str) -> None:
    assert "'add'" in expansion(statement)


class Counted(list[Any]):
    """Not of a kind whose changes are common."""


@pytest.mark.parametrize("put", [lambda rows: rows.append(Counted()), lambda rows: rows.__setitem__(0, Counted())])
def test_another_item_that_a_helper_puts_in_is_taken_back_as_what_it_is(put: Callable[[Any], None], deep: bool) -> None:
    @ambiguous(deep=deep)
    def search() -> Any:
        x = yield [1, 2]
        rows: list[Any] = [[], []]
        put(rows)
        y = yield [10, 20]
        for row in rows:
            row.append(x + y)
        rows[-1].append(0)
        rows[0].append(y)
        return [list(row) for row in rows], [type(row) for row in rows]

    found = list(search())
    assert [[row for row in rows[0] if row] for rows, _ in found] == [[x + y, y] for x in (1, 2) for y in (10, 20)]
    assert all(Counted in kinds for _, kinds in found)


@ambiguous
def filled(size: int) -> Any:
    board = [[0] * size for _ in range(size)]
    rows: dict[int, set[int]] = {r: set() for r in range(size)}
    for r in range(size):
        for c in range(size):
            n = yield range(size)
            require(n not in rows[r])
            board[r][c] = n
            rows[r].add(n)
    return board, rows


def test_a_board_of_lists_and_a_dictionary_of_sets_are_changed_and_taken_back() -> None:
    assert [kind for kind in ("type(owner", "Saved") if kind in expand(filled, fast=True)] == []
    assert [board for board, _ in filled(2)] == [[list(a), list(b)] for a in ((0, 1), (1, 0)) for b in ((0, 1), (1, 0))]
    assert all(rows == {0: {0, 1}, 1: {0, 1}} for _, rows in filled(2))


class Truck:
    def __init__(self) -> None:
        self.load = 0


class Van:
    def __init__(self) -> None:
        self.cargo = 0


@ambiguous
def laden(weights: Any) -> Any:
    vans = [Van() for _ in weights]
    for weight in weights:
        van = yield vans
        van.cargo += weight
    return [van.cargo for van in vans]


@ambiguous
def keys(made: Any) -> Any:
    sets = {made(): set() for _ in "ab"}
    for key in sets:
        key.add((yield [1, 2]))
    return [sorted(key.added) for key in sets]


@ambiguous
def others(other: Any) -> Any:
    trucks = [Truck(), other]
    truck = yield trucks
    truck.load += 1
    return truck.load


class Key:
    def __init__(self) -> None:
        self.added: set[int] = set()

    def add(self, x: int) -> None:
        self.added.add(x)


class Weighed(Truck):
    @property
    def load(self) -> Any:
        return self.__dict__["hidden"]

    @load.setter
    def load(self, load: Any) -> None:
        self.__dict__["hidden"] = load


@pytest.mark.usefixtures("no_other_module")
def test_an_object_chosen_from_those_made_here_is_changed_without_asking_its_class() -> None:
    assert "plain_cargo" not in expand(laden, fast=True)
    assert "plain_load" in expand(others, fast=True)
    assert list(laden([1, 2])) == [[3, 0], [1, 2], [2, 1], [0, 3]]


def test_an_object_of_another_class_and_the_keys_of_a_dictionary_are_what_they_are() -> None:
    weighed = Weighed()
    assert (list(others(weighed)), weighed.load) == ([1, 1], 0)
    assert list(keys(Key)) == [[[a], [b]] for a in (1, 2) for b in (1, 2)]


def test_what_a_loop_takes_from_enumerate_is_an_item_too() -> None:
    def filled(n: int) -> Any:
        rows: list[list[int]] = [[] for _ in range(n)]
        k = yield (1, 2)
        for i, row in enumerate(rows):
            row.append(k + i)
        return rows

    assert "type(row)" not in expand(filled, fast=True)
    assert list(ambiguous(filled)(2)) == [[[1], [2]], [[2], [3]]]


CALLED = """
def helped(given, n):
    {}
@ambiguous
def f(given):
    n = yield (1, 2)
    return helped(given, n), given
"""


def check_helper(body: str) -> None:
    """The helper is called as it is, or what it changes is undone: each branch finds what was given."""
    space = compile_program(CALLED.format("\n    ".join(body.split("; "))), WORDS)
    expected = []
    for n in (1, 2):
        given = [[1, 2], [3]]
        expected.append(deepcopy((space["helped"](given, n), given)))
    given = [[1, 2], [3]]

    assert list(space["f"](given)) == expected
    assert given == [[1, 2], [3]]
    assert "undo" in expand(space["f"], fast=True)


@pytest.mark.usefixtures("no_other_module")
@pytest.mark.parametrize(
    "body",
    [
        "sums = [0] * 3; sums[n] += given[0][0]; sums[n] = sums[n] * 2; return max(sums)",
        "sums = {k: 0 for k in (1, 2)}; sums[n] -= given[0][0]; return sums, n",
        "found = {}; found.setdefault(n, []).append(given[0]); return found",
        "found = {}; found[n] = []; found[n].append(given); return max(found, key=lambda k: found[k])",
        "rows = [list(row) for row in given]; rows[0][0] = n; rows[1].pop(); rows[0][1] += 1; return rows",
        "least = [-1] * 3; least[n] = len(given); least[n] += given[0][0]; return least",
        "rows = [[] for _ in given]; rows.append([0]); rows[0] += given; return rows",
        "rows = list(given); rows[0][0] = n; return rows",
        "rows = [row for row in given]; rows[0].append(n); return rows",
        "rows = [[], given]; rows[-1][0][0] = n; rows[-1].append(n); return rows",
        "rows = [[]]; rows.append(given); rows[1].append(n); return rows",
        "rows = [[]]; rows[0:1] = given; rows[0].append(n); return rows",
        "rows = [[]]; rows[0], x = given, n; rows[0].append(x); return rows",
        "rows = [[]]; other = rows; other[0] = given; rows[0].append(n); return rows",
        "rows = [[]]; (lambda: rows)()[0] = given; rows[0].append(n); return rows",
        "rows = [[]]; (lambda: rows.append(given))(); rows[1].append(n); return rows",
        "rows = [[]]; rows[0].append(given); rows[0][0].append(n); return rows",
        "rows = [[given[0]]]; rows[0][0] += [n]; return rows",
        "found = {}; found.setdefault(n, given).append(n); return found",
        "found = {}; found.get(n, given).append(n); return found",
        "found = {n: 0}; found[n] = given; found[n] += [n]; return found",
        "found = {}; found.update({n: given}); found[n].append(n); return found",
    ],
)
def test_what_a_helpers_own_containers_hold_is_put_back(body: str) -> None:
    check_helper(body)


def test_a_sum_may_be_what_an_operator_of_the_users_gives() -> None:
    text = """
class Pile(list):
    def __radd__(self, other): return self
@ambiguous
def f(pile):
    n = yield (1, 2)
    return summed(pile, n), list(pile)
def summed(pile, n):
    sums = [0]
    sums[0] += pile
    sums[0] += [n]
    return list(sums[0])
"""
    space = compile_program(text, WORDS)
    pile = space["Pile"]()

    assert list(space["f"](pile)) == [([1], [1]), ([2], [2])]
    assert pile == []
