"""Small programs, each with one thing that is easily got wrong, and the answers that they have."""

from __future__ import annotations

import copy
import textwrap
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import compile_program, register

import ambsearch

pytestmark = pytest.mark.usefixtures("on_its_own")

WORDS = {word: getattr(ambsearch, word) for word in ambsearch.__all__}

# an id; parameters and body of f; its arguments; the answers
PROGRAMS: list[tuple[str, str, str, tuple[Any, ...], list[Any]]] = [
    ('a choice in a format', '', "x=3.14159\nreturn f'{x:.{(yield (1,2))}f}'", (), ['3.1', '3.14']),
    ('a choice behind **', 'a', 'return {**a, (yield (1,2)): 3}', ({0: 0},), [{0: 0, 1: 3}, {0: 0, 2: 3}]),
    ('a choice behind a star', 'xs', 'return max(*xs, (yield (5, 0)))', ([1, 3],), [5, 3]),
    ('a choice as a keyword argument', 'a', 'return dict(**a, k=(yield (1,2)))', ({'z': 0},), [{'z': 0, 'k': 1}, {'z': 0, 'k': 2}]),
    ('an attribute of a choice', '', 'return (yield ((1),(2))).real', (), [1, 2]),
    ('a chosen function', '', 'return (yield (abs, str))(-1)', (), [1, '-1']),
    ('an item of a choice', '', "return (yield ('ab','cd'))[1]", (), ['b', 'd']),
    ('a choice behind not and minus', '', 'return not (yield (0,1)), -(yield (1,))', (), [(True, -1), (False, -1)]),
    ('a choice unpacked into a place', 'xs', 'xs[0], y = yield ((1,2),(3,4))\nreturn xs, y', ([0],), [([1], 2), ([3], 4)]),
    ('a star on a place', 'xs', 'a, *xs[0] = yield ((1,2,3),)\nreturn a, xs', ([0],), [(1, [[2, 3]])]),
    ('a loop over a choice', '', 't=[]\nfor k in (yield (range(2),range(1))):\n    t.append((yield (k,)))\nreturn t', (), [[0, 1], [0]]),
    ('a slice that is augmented', 'xs', 'xs[0:1] += [(yield (1,2))]\nreturn xs', ([0],), [[0, 1], [0, 2]]),
    ('an item inside an attribute', 'o', 'o.xs[o.i] += yield (1,2)\nreturn list(o.xs)', (SimpleNamespace(xs=[0, 0], i=0),), [[1, 0], [2, 0]]),
    ('two lists, one after the other', 'xs,ys', 'xs.append(ys.pop())\nx = yield (1,2)\nxs.append(ys.pop() + x)\nreturn xs, ys', ([], [1, 2, 3]), [([3, 3], [1]), ([3, 4], [1])]),
    ('a list made by setdefault', 'd', "k = yield 'ab'\nd.setdefault(k, []).append(1)\nreturn d", ({'a': [0]},), [{'a': [0, 1]}, {'a': [0], 'b': [1]}]),
    ('a lambda with a default in a loop', '', 'fs=[]\nfor k in range(2):\n    y = yield (k,)\n    fs.append(lambda y=y: y)\nreturn [g() for g in fs]', (), [[0, 1]]),
    ('a generator expression as an argument', '', 'x = yield (1,2)\nreturn sum(x*k for k in range(3))', (), [3, 6]),
    ('a comprehension in a comprehension', '', 'x = yield (1,2)\nreturn [[x*j for j in range(i)] for i in range(3)]', (), [[[], [0], [0, 1]], [[], [0], [0, 2]]]),
    ('a flag out of try', '', 'x = yield (0,1)\nok = True\ntry:\n    1//x\nexcept ZeroDivisionError:\n    ok = False\nrequire(ok)\nreturn x', (), [1]),
    ('changes in try, except and finally', 'xs', "x = yield (0,1)\ntry:\n    xs.append(x)\n    1//x\nexcept ZeroDivisionError:\n    xs.append('bad')\nfinally:\n    xs.append('end')\nreturn xs", ([],), [[0, 'bad', 'end'], [1, 'end']]),
    ('changes in with', 'xs', "import contextlib\nx = yield (0,1)\nwith contextlib.suppress(ZeroDivisionError):\n    xs.append(x)\n    1//x\n    xs.append('fine')\nreturn xs", ([],), [[0], [1, 'fine']]),
    ('the name of an exception', '', 'x = yield (0,1)\nr=None\ntry:\n    1//x\nexcept ZeroDivisionError as e:\n    r = type(e).__name__\ny = yield (x,)\nreturn r, y', (), [('ZeroDivisionError', 0), (None, 1)]),
    ('return in the else of while', '', "n=0\nwhile n<2:\n    n += yield (1,2)\n    if n==1: continue\nelse:\n    return n, 'else'\nreturn n", (), [(2, 'else'), (3, 'else'), (2, 'else')]),
    ('an if in an if', '', "x = yield range(4)\nif x:\n    if x==1:\n        y = yield 'ab'\n    elif x==2:\n        fail()\n    else:\n        y = 'c'\n    z = 1\nelse:\n    y = 'd'\n    z = 2\nreturn x,y,z", (), [(0, 'd', 2), (1, 'a', 1), (1, 'b', 1), (3, 'c', 1)]),
    ('amb in the test of while', '', 'n = 0\nwhile (yield amb(n < 2, False)):\n    n += 1\nreturn n', (), [2, 2, 1, 0]),
    ('amb in require', '', 'require((yield amb(False, True)))\nreturn 1', (), [1]),
    ('changes in the alternatives of amb', 'xs', 'return (yield amb(xs.pop(), len(xs)))', ([1, 2],), [2, 2]),
    ('all kinds of patterns', '', "p = yield (1, 'a', [1,2], {'k': 5}, None)\nmatch p:\n    case int():\n        r = 'int'\n    case str(s):\n        r = yield (s, s*2)\n    case [_, *rest]:\n        r = rest\n    case {'k': v, **more}:\n        r = v, more\n    case _:\n        fail()\nreturn r", (), ['int', 'a', 'aa', [2], (5, {})]),
    ('a match that may match nothing', '', 'p = yield (1,2,3)\nr = 0\nmatch p:\n    case 1 | 2 as q:\n        r = yield (q, -q)\nreturn r', (), [1, -1, 2, -2, 0]),
    ('break in a match in a loop', '', "o=[]\nfor k in range(3):\n    match (yield (k, 'x')):\n        case 'x':\n            break\n        case v:\n            o.append(v)\nreturn o", (), [[0, 1, 2], [0, 1], [0], []]),
    ('one choice for several places', 'xs', 'xs[0] = y = xs[1] = yield (1,2)\nreturn xs, y', ([0, 0],), [([1, 1], 1), ([2, 2], 2)]),
    ('a walrus in the test of while', 'xs', 'while (x := (yield (1, 0))):\n    require(len(xs) < 2)\n    xs.append(x)\nreturn xs', ([],), [[1, 1], [1], []]),
    ('a slice that is deleted', 'xs', 'k = yield (0,1)\ndel xs[k:]\nreturn xs', ([1, 2],), [[], [1]]),
    ('several deletions', 'xs,d', "yield (1,2)\ndel xs[0], d['a']\nreturn xs, d", ([1, 2], {'a': 1}), [([2], {}), ([2], {})]),
    ('a choice of nothing as a statement', '', 'yield ()\nreturn 1', (), []),
    ('a choice from a string', '', "return (yield 'ab'), (yield 'c')", (), [('a', 'c'), ('b', 'c')]),
    ('sorting by a key that reads the choice', 'xs', 'x = yield (1,-1)\nxs.sort(key=lambda v: v*x)\nreturn xs', ([2, 1, 3],), [[1, 2, 3], [3, 2, 1]]),
    ('a set that is augmented', 's', 's |= {(yield (1,2))}\nreturn sorted(s)', ({0},), [[0, 1], [0, 2]]),
    ('a change in a conditional expression', 'xs', 'x = yield (0,1)\ny = xs.pop() if x else xs[0]\nreturn y, xs', ([1, 2],), [(1, [1, 2]), (2, [1])]),
    ('a change behind and', 'xs', 'x = yield (0,1)\ny = x and xs.pop()\nreturn y, xs', ([1, 2],), [(0, [1, 2]), (2, [1])]),
    ('a change in assert', 'xs', 'yield (0,1)\nassert xs.pop()\nreturn xs', ([1, 2],), [[1], [1]]),
    ('places behind a star', 'xs', 'yield (0,1)\nxs[0], *xs[1] = 5, 6, 7\nreturn xs', ([1, 2],), [[5, [6, 7]], [5, [6, 7]]]),
    ('an attribute as the target of a loop', 'o', 'yield (0,1)\nfor o.x in range(3):\n    require(o.x < 5)\nreturn o.x', (SimpleNamespace(x=9),), [2, 2]),
    ('imports inside', '', "x = yield (1,2)\nimport math as m, os.path\nreturn m.gcd(x,2), os.path.basename('a/b')", (), [(1, 'b'), (2, 'b')]),
    ('two functions inside', '', 'def g(a):\n    return a+1\ndef h(a):\n    return g(a)*2\nx = yield (1,2)\nreturn h(x)', (), [4, 6]),
    ('a recursive function inside', '', 'def fact(n):\n    return 1 if n<2 else n*fact(n-1)\nx = yield (3,4)\nreturn fact(x)', (), [6, 24]),
    ('a lambda that outlives a choice', '', 'x = yield (1,2)\ng = lambda k: k + x\ny = yield (10,)\nreturn g(y)', (), [11, 12]),
    ('a generator that outlives a choice', '', 'x = yield (1,2)\ng = (k*x for k in range(3))\ny = yield (10,)\nreturn list(g)', (), [[0, 1, 2], [0, 2, 4]]),
    ('a permanent count in a loop of choices', '', 'n = 0\nfor k in range(2):\n    yield (0,1)\n    n = permanent(n + 1)\nreturn n', (), [2, 3, 5, 6]),
    ('a permanent augmented assignment', '', 'n = 0\nyield (0,1)\nn += permanent(1)\nreturn n', (), [1, 2]),
    ('a permanent count in a plain loop', '', 'n = 0\nyield (0,1)\nfor k in range(2):\n    n = permanent(n + 1)\nreturn n', (), [2, 4]),
    ('a permanent parameter', 'n', 'yield (0,1)\nn = permanent(n + 1)\nreturn n', (0,), [1, 2]),
    ('except star', '', 'x = yield (0,1)\nr=0\ntry:\n    1//x\nexcept* ZeroDivisionError:\n    r = 5\nreturn r', (), [5, 0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parameters", "body", "args", "answers"), [pytest.param(*row, id=name) for name, *row in PROGRAMS]
)
def test_the_program_has_these_answers_and_leaves_the_world_as_it_was(
    parameters: str, body: str, args: tuple[Any, ...], answers: list[Any], deep: bool
) -> None:
    source = f"@ambiguous(deep={deep})\ndef f({parameters}):\n" + textwrap.indent(body, "    ") + "\n"
    before = copy.deepcopy(args)

    assert list(compile_program(source, WORDS)["f"](*args)) == answers
    assert args == before


def test_a_helper_that_is_replaced_before_another_search_is_expanded_is_the_new_one_in_both() -> None:
    space = compile_program(
        "XS = []\ndef put(n):\n    pass\n@ambiguous\ndef f():\n    put((yield (1, 2)))\n    return list(XS)\n"
        "@ambiguous\ndef g():\n    put((yield (1, 2)))\n    return list(XS)\n",
        WORDS,
    )
    assert list(space["f"]()) == [[], []]

    exec("def put(n):\n    XS.append(n)\n", space)  # its text is not at hand: it is told, and not left as it was
    for name in ("g", "f"):
        with pytest.raises(ambsearch.NotUndoable):
            list(space[name]())


@pytest.mark.usefixtures("on_its_own")
def test_expand_shows_what_there_is_now() -> None:
    flag = "class Flag:\n    def __bool__(self):\n        self.asked = True\n        return True\n"
    space = compile_program(flag + "@ambiguous\ndef f(c):\n    x = yield (1, 2)\n    if c:\n        return x\n", WORDS)
    assert "bool" in ambsearch.expand(space["f"], fast=True)

    del space["Flag"]
    assert "bool" not in ambsearch.expand(space["f"], fast=True)


def typed(source: str) -> dict[str, Any]:
    """A namespace like that of a prompt: it belongs to no file, so it may grow while it is used."""
    space = {"__name__": "__main__", **WORDS}
    exec(compile(source, register(source), "exec"), space)
    return space


def test_a_namespace_that_has_grown_is_looked_at_again_once() -> None:
    source = "def same(x):\n    return x\n@ambiguous\ndef f():\n    x = yield (1, 2)\n    return same(x)\n"
    one, other = typed(source), typed(source)
    for space in (one, other):
        assert list(space["f"]()) == [1, 2]
    one["more"] = 1
    assert list(other["f"]()) == [1, 2]

    expansion = other["f"].levels
    assert list(other["f"]()) == [1, 2]
    assert other["f"].levels is expansion
    assert list(one["f"]()) == [1, 2]
