"""A change that the branch itself takes back is warned of, if the container is read where it is as it was made."""

import warnings

import pytest
from helpers import compile_program
from recorded import WORDS

PROGRAM = """
def show(xs):
    xs.clear()
def size(xs):
    return len(xs)
@ambiguous
def solve(given):
    {}
    for i in range(3):
        x = yield range(3)
        {}
    return {}
"""


def warnings_of(made: str, changes: str, answer: str) -> list[str]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        compile_program(PROGRAM.format(made, changes.replace("\n", "\n        "), answer), WORDS)
    return [str(warning.message).partition(";")[0] for warning in told]


@pytest.mark.parametrize(
    ("made", "changes", "answer", "undone"),
    [
        ("xs = []", "xs.append(x)\nxs.pop()", "xs", "xs.pop() undoes xs.append(x)"),
        ("xs = []", "xs.append(x)\nrequire(sum(xs) < 3)\nxs.remove(x)", "xs", "xs.remove(x) undoes xs.append(x)"),
        ("xs, n = set(), 0", "require(x not in xs)\nxs.add(x)\nxs.discard(x)", "x", "xs.discard(x) undoes xs.add(x)"),
        ("xs = {}", "xs[i] = x\nrequire(size(xs) < 2)\ndel xs[i]", "xs", "del xs[i] undoes xs[i] = x"),
        ("xs = [0] * 3", "xs[i] = x\nrequire(sum(xs) < 2)\nxs[i] = 0", "xs", "xs[i] = 0 undoes xs[i] = x"),
    ],
)
def test_a_change_taken_back_by_hand_is_warned_of(made: str, changes: str, answer: str, undone: str) -> None:
    told = f"{undone} in this branch too, so xs is as it was made wherever else it is read"
    assert warnings_of(made, changes, answer) == [told]


@pytest.mark.parametrize(
    ("made", "changes", "answer"),
    [
        ("xs = []", "xs.append(x)\nrequire(sum(xs) < 3)\nxs.pop()", "x"),  # read nowhere else
        ("xs = []", "xs.append(x)\nif i == 2: return xs\nxs.pop()", "xs"),
        ("xs = []", "xs.append(x)\nxs.append(i)\nxs.pop()", "xs"),
        ("xs = []", "xs.append(x)\nif x: xs.pop()", "xs"),
        ("xs = []", "xs.append(x)\nxs.remove(i)", "xs"),
        ("xs = [0] * 3", "xs[i] = x\nxs[i] = 1", "xs"),
        ("xs = given", "xs.append(x)\nxs.pop()", "xs"),
        ("xs = []; given = xs", "xs.append(x)\nxs.pop()", "given, xs"),
        ("xs = []", "xs.append(x)\nshow(xs)\nxs.pop()", "xs"),
    ],
)
def test_a_change_that_something_else_needs_taken_back_is_not_warned_of(made: str, changes: str, answer: str) -> None:
    assert warnings_of(made, changes, answer) == []
