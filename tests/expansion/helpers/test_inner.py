"""Functions made inside an ambiguous function: what they change is taken back, by the twin beside each."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from helpers import compile_program

import ambsearch
from ambsearch import ambiguous, expand

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}


def answers(body: str, deep: bool) -> list[object]:
    lines = body.strip("\n").splitlines()
    program = f"@ambiguous(deep={deep})\ndef f():\n" + "".join(f"    {line}\n" for line in lines)
    return list(compile_program(program, WORDS)["f"]())


@pytest.mark.parametrize(
    "body, expected",
    [
        (
            """
total = 0
def add(n):
    nonlocal total
    total += n
for _ in range(2):
    add((yield (1, 2)))
return total
""",
            [2, 3, 3, 4],
        ),
        (
            """
path = []
def walk(n):
    path.append(n)
    return n if n == 0 else walk(n - 1)
walk((yield (0, 2)))
walk((yield (0, 1)))
return path
""",
            [[0, 0], [0, 1, 0], [2, 1, 0, 0], [2, 1, 0, 1, 0]],
        ),
        (
            """
seen = []
def even(n):
    seen.append(n)
    return n == 0 or odd(n - 1)
def odd(n):
    seen.append(-n)
    return n != 0 and even(n - 1)
return even((yield (1, 2))), seen
""",
            [(False, [1, 0]), (True, [2, -1, 0])],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
n = yield (1, 2)
put(n)
def put(n):
    xs.append(-n)
put(n)
return xs
""",
            [[1, -1], [2, -2]],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
calls = [put, lambda n: put(10 * n)]
(yield calls)((yield (1, 2)))
return xs
""",
            [[1], [2], [10], [20]],
        ),
        (
            """
xs = []
def put(n):
    xs.append(n)
    require(sum(xs) < 4)
put((yield (1, 2, 3)))
put((yield (1, 2, 3)))
return xs
""",
            [[1, 1], [1, 2], [2, 1]],
        ),
    ],
    ids=["nonlocal", "recursive", "mutual", "made_twice", "handed_on", "requiring"],
)
def test_what_a_function_made_inside_changes_is_taken_back(body: str, expected: list[object], deep: bool) -> None:
    assert answers(body, deep) == expected


def test_a_deleted_variable_that_a_function_shares_has_no_value(deep: bool) -> None:
    body = """
a = 1
def show():
    return a
yield (1, 2)
del a
b = 0
b += a
"""
    with pytest.raises(UnboundLocalError):
        answers(body, deep)


def test_the_twin_of_a_function_made_inside_is_shown() -> None:
    space = compile_program(
        "@ambiguous\ndef f():\n    xs = []\n    def put(n):\n        xs.append(n)\n    put((yield (1, 2)))\n    return xs\n",
        WORDS,
    )

    assert "def put_recorded(trail, /, n):" in expand(space["f"], fast=True)


def test_a_function_made_inside_has_its_own_name_in_a_traceback() -> None:
    body = """
xs = []
def halve(n):
    xs.append(n)
    return n / 0
halve((yield (1, 2)))
"""
    with pytest.raises(ZeroDivisionError) as caught:
        answers(body, False)

    assert caught.traceback[-1].name == "halve"
    assert caught.traceback[-1].frame.code.raw.co_qualname == "f.<locals>.halve"


PAINTING = """
def is_free(v, c):
    return all(colours.get(w) != c for w in edges[v])
def note(c):
    nonlocal used
    counts[c] += 1
    used += 1
def paint(v, c, step=1):
    require(is_free(v, c))
    colours[v] = c
    note(c)
    return used * step
"""


def painted(n: int, edges: list[list[int]], colours: dict[int, int], v: int) -> Iterator[tuple[dict[int, int], int]]:
    """The same by hand, anew for each vertex."""
    if v == len(edges):
        yield colours, v
        return
    for c in range(n):
        if all(colours.get(w) != c for w in edges[v]):
            yield from painted(n, edges, {**colours, v: c}, v + 1)


def test_a_short_function_made_inside_stands_in_the_place_of_its_call_with_those_that_it_calls(deep: bool) -> None:
    body = f"""
edges, colours, counts, used = [[1, 2], [0, 2, 3], [0, 1], [1]], {{}}, [0] * 3, 0
{PAINTING}
for v in range(4):
    k = paint(v, (yield range(3)))
    require(k == v + 1)
return dict(colours), used
"""
    expected = list(painted(3, [[1, 2], [0, 2, 3], [0, 1], [1]], {}, 0))

    assert answers(body, deep) == expected and len(expected) == 12


@pytest.mark.parametrize(
    "body, expected",
    [
        (
            # a variable of its own has the name of one around it
            """
x, seen = 5, []
def put(n):
    x = n + 1
    seen.append(x)
    return x
n = yield (1, 2)
y = put(n)
return x, y, seen
""",
            [(5, 2, [2]), (5, 3, [3])],
        ),
        (
            # it sees what the variable holds when it is called
            """
x, seen = 5, []
def put():
    seen.append(x)
x = yield (1, 2)
put()
x += 1
put()
return seen
""",
            [[1, 2], [2, 3]],
        ),
        (
            # it is made anew in each turn
            """
seen = []
for i in range(2):
    def put(n, more=7):
        seen.append((i, n, more))
    put((yield (1, 2)))
    put(more=i, n=0)
return seen
""",
            [[(0, a, 7), (0, 0, 0), (1, b, 7), (1, 0, 1)] for a in (1, 2) for b in (1, 2)],
        ),
        (
            # a global variable is no variable of the search
            """
total = yield (1, 2)
def put(n):
    global total
    total = n
def get():
    return globals()["total"]
put(total + 5)
return total, get()
""",
            [(1, 6), (2, 7)],
        ),
        (
            # what it changes is no list
            """
from collections import UserList
xs = yield ([0], UserList([0]))
def put(n):
    xs.append(n)
put(1)
put(2)
return list(xs)
""",
            [[0, 1, 2], [0, 1, 2]],
        ),
        (
            # it fails after its first change
            """
xs, counts = [], {}
def put(n):
    xs.append(n)
    counts[n] += 1
n = yield (1, 2)
try:
    put(n)
except KeyError as error:
    return xs, error.args
""",
            [([1], (1,)), ([2], (2,))],
        ),
        (
            # it has no value yet on one of two paths
            """
n = yield (1, 2, 3)
if n > 1:
    xs = []
    def put(n):
        xs.append(n)
if n == 3:
    put(n)
    return xs
try:
    put(n)
except NameError:
    return "none"
return xs
""",
            ["none", [2], [3]],
        ),
        (
            # what it is given changes with it
            """
count, xs = 0, []
def put(n):
    nonlocal count
    count += 1
    xs.append((n, count))
yield (1, 2)
put(count)
put(count)
return xs
""",
            [[(0, 1), (1, 2)]] * 2,
        ),
    ],
)
def test_a_short_function_made_inside_means_what_it_means_where_it_is_called(
    body: str, expected: list[object], deep: bool
) -> None:
    assert answers(body, deep) == expected


@pytest.mark.usefixtures("on_its_own")
def test_a_method_of_a_class_made_inside_is_not_called_for_a_function_of_its_name(deep: bool) -> None:
    program = f"""
def take(x):
    out.append(x)
out = []
@ambiguous(deep={deep})
def f():
    class Taker:
        def take(self, y):
            out.append(-y)
    take((yield (1, 2)))
    Taker().take(5)
    return list(out)
"""
    space = compile_program(program, WORDS)

    assert list(space["f"]()) == [[1, -5], [2, -5]]
    assert space["out"] == []


@pytest.mark.usefixtures("on_its_own")
def test_a_function_made_inside_calls_a_helper_whose_global_variable_has_the_name_of_a_local_one(deep: bool) -> None:
    program = f"""
counts = []
def bump(x):
    counts.append(x)
@ambiguous(deep={deep})
def f():
    counts = [0]
    def take(x):
        counts.append(-x)
        bump(x)
    take((yield (1, 2)))
    return counts, list(globals()["counts"])
"""
    space = compile_program(program, WORDS)

    assert list(space["f"]()) == [([0, -1], [1]), ([0, -2], [2])]
    assert space["counts"] == []


@pytest.mark.usefixtures("no_other_module")
def test_a_function_that_calls_only_harmless_ones_made_beside_it_is_called_as_it_is() -> None:
    @ambiguous
    def f(xs: list[int]) -> Generator[Any, Any, int]:
        def twice(x: int) -> int:
            return 2 * x

        def four_times(x: int) -> int:
            return twice(twice(x))

        x = yield xs
        return four_times(x)

    assert list(f([1, 2])) == [4, 8]
    assert "recorded" not in expand(f, fast=True) and "trail" not in expand(f, fast=True)


def test_what_a_search_adds_permanently_behind_an_item_of_a_function_made_in_it_stays(deep: bool) -> None:
    body = """
seen = []
def note(n):
    seen.append(n)
n = yield (1, 2)
note(n)
permanent(seen.append(0))
return seen
"""
    assert answers(body, deep) == [[1, 0], [0, 2, 0]]
