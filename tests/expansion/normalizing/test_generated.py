"""A loop over a generator expression, a map or a filter is read by each branch for itself, in enumerate, zip and try, too."""

import pytest
from class_engines import check
from class_programs import Program
from helpers import by_turns

LOOP = """
import itertools
xs, ys, d, log = [1, 2, 3], list("abc"), {"a": 1, "b": 2, "c": 3}, []
def note(y):
    log.append(y)
    require(y != "R")
    return y
@ambiguous
def f():
    out = []
    for t in FORM:
        out.append(t)
        k = yield (0, 1) if ys[1] == "Q" else (0, 1, 2)
        if k == 1:
            ys[2] += "!"
        if k == 2:
            ys[1:2] = "QR"
    return out, log
"""
IN_TRY = """
ys, log = list("abc"), []
@ambiguous
def f():
    try:
        for i, y in enumerate((10 // int(y == y[0]) and y for y in ys), 1):
            log.append((i, y))
            if (yield (True, False)):
                ys[2] += "!"
                continue
            if len(log) == 2:
                break
    except ZeroDivisionError:
        log.append("zero")
    return log
"""
FORMS = [
    "(y for y in ys)",
    "enumerate((y + 'x' for y in ys if y != 'Q'), start=1)",
    "enumerate((y for y in reversed(ys)), 2)",
    "zip(xs, (y * 2 for y in ys))",
    "zip(ys, (k for k in d), strict=True)",
    "map(note, ys)",
    "enumerate(map(note, ys), 1)",
    "enumerate(filter(lambda y: note(y) != 'b', ys))",
    "zip(xs, map(note, ys))",
    "zip(map(note, ys))",
    "map(lambda y: note(y) + out[-1] if out else y, reversed(ys))",
    "filter(note, ys)",
    "filter(None, reversed(ys))",
    "((x, y) for x in xs[:1] for y in ys if x or y)",
    "((x, y) for x in xs[:2] for y in ys[:2] if y != 'Q')",
    "enumerate(itertools.takewhile(note, ys), 1)",
    "enumerate(itertools.accumulate(ys))",
    "enumerate(itertools.chain.from_iterable(ys))",
    "enumerate(x * y for x in xs[:2] if x != len(ys[2]) for y in ys[1:])",
]


@pytest.mark.parametrize(("form", "deep"), by_turns(FORMS))
def test_each_branch_reads_it_for_itself(form: str, deep: bool) -> None:
    check(Program(LOOP.replace("FORM", form), frozenset()), "deep" if deep else "plain")


@pytest.mark.parametrize("depths", ["plain", "deep"])
def test_each_branch_reads_it_for_itself_in_a_try(depths: str) -> None:
    check(Program(IN_TRY, frozenset()), depths)
