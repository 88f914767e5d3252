"""a[k] += v where reading a[k] makes it, or runs what v depends on: v is evaluated behind the read, and undone in place."""

from typing import Any

import pytest
from class_engines import WORDS
from helpers import compile_program

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")
CHANGES = {
    "a union": "D[k] |= {len(D), x}",
    "a difference": "D[k] -= {1, x}",
    "an intersection": "D[k] &= {2, x}",
    "a symmetric difference": "D[k] ^= {2, x, len(D)}",
    "equal items": "D[k] |= {float(x), 7.0}",
    "a list": "L[k] += [x, len(L)]",
    "a dict": "M[k] |= {x: len(M), 1: 5}",
    "a number": "N[k] += x * len(N)",
    "a number, or an error": "N[k] -= x // (x - 2)",
    "a set, or an error": "D[k] |= {x // (x - 2)}",
    "a string": "U[k] += str(x) * len(U)",
    "a tuple": "T[k] += (x, len(T))",
    "an item that a function makes": "F[k] |= {len(SEEN), 9}",
    "a dict that counts what is read": "O[k] += O.read * x",
    "a list that counts what is read": "S[x - 1] += [len(SEEN)]",
    "a part of a list": "P[slice(x)] += [len(P)]",
}
PROGRAM = """
from collections import defaultdict
class Log(dict):
    read = 0
    def __getitem__(self, k):
        self.read += 1
        return dict.__getitem__(self, k)
class Seen(list):
    def __getitem__(self, k):
        SEEN.append(k)
        return list.__getitem__(self, k)
def make():
    SEEN.append("made")
    return {len(SEEN)}
D, F, M = defaultdict(set, a={1, 2}), defaultdict(make, a={1}), defaultdict(dict, a={1: 2})
L, N, T, U = defaultdict(list, a=[1]), defaultdict(int, a=5), defaultdict(tuple), defaultdict(str)
O, S, P, SEEN = Log(a=1, b=2), Seen([[1], [2], [3]]), [1, 2, 3], []
def world():
    dicts = [repr([(k, repr(v)) for k, v in d.items()]) for d in (D, F, M, L, N, T, U, O)]
    return dicts, O.read, repr(list(S)), repr(P), repr(SEEN)
def change(k, x):
    if not x:
        return False
    try:
        CHANGE
    except ZeroDivisionError:
        return "error"
    return True
@ambiguous
def f():
    k = yield ("a", "b")
    x = yield (1, 2, 3)
    one = change(k, x)
    y = yield (1, 2)
    return k, x, y, one, change(k, y), world()
"""


def program(name: str) -> dict[str, Any]:
    return compile_program(PROGRAM.replace("CHANGE", CHANGES[name]), WORDS)


def directly(name: str, k: str, x: int, y: int) -> Any:
    space = program(name)
    one, other = space["change"](k, x), space["change"](k, y)
    return k, x, y, one, other, space["world"]()


@pytest.mark.parametrize("name", CHANGES)
def test_the_operand_is_evaluated_behind_the_read_and_all_goes_back(name: str) -> None:
    space = program(name)
    before = space["world"]()

    assert list(space["f"]()) == [directly(name, k, x, y) for k in "ab" for x in (1, 2, 3) for y in (1, 2)]
    assert space["world"]() == before


def test_a_set_is_united_with_a_display_in_place() -> None:
    assert "owner[k] |= operand" in expand(program("a union")["f"], fast=True, helpers=True)
