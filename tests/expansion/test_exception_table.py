"""Exception tables: an interrupt at the jump back of a loop is caught by the `try` in which the loop stands."""

import dis
import sys
from typing import Any

import pytest
from helpers import compile_program, is_interrupted

from ambsearch import ambiguous
from ambsearch.expansion.exception_table import with_jumps_back_inside

LOOPS = {
    "while": "    i = 0\n    while i < 3:\n        a[i] += x\n        i += 1\n",
    "for with an if at its end": "    for i in range(3):\n        a[i] += x\n        if i == 1:\n            a[i] += x\n",
    "while with continue": "    i = -1\n    while i < 2:\n        i += 1\n        if i == x:\n            continue\n        a[i] += x\n",
}


class Interrupt(BaseException):
    """What Ctrl-C raises."""


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("loop", LOOPS)
def test_an_interrupt_where_a_loop_with_changes_goes_on_takes_them_back(loop: str, deep: bool) -> None:
    text = f"def search(a):\n    x = yield (1, 2)\n{LOOPS[loop]}    return (yield (1, 2))\n"
    search, moment = ambiguous(deep=deep)(compile_program(text, {})["search"]), 0

    while is_interrupted(search(a := [0, 0, 0]), moment, Interrupt):
        assert a == [0, 0, 0]
        moment += 1
    assert moment > 8


LONG = "try:\n    while f():\n" + "        g(1, 2, 3)\n" * 300 + "finally:\n    h()\n"
ENDS_WITH_IF = LONG.replace("while f()", "for x in f()").replace("finally", "        if x: g()\nfinally")
NESTED = "for x in y:\n    try:\n        for z in x:\n            if z: f(z)\n    except E:\n        while z: g()\n"


@pytest.mark.parametrize("text", [LONG, ENDS_WITH_IF, NESTED, "while f():\n    g()\n", "x = 1\n"])
def test_the_handlers_of_everything_else_stay_as_they_are(text: str) -> None:
    code = compile(text, "", "exec")
    parse: Any = dis._parse_exception_table  # type: ignore[attr-defined]
    before, after = parse(code), parse(with_jumps_back_inside(code))

    assert [(entry.start, entry.target, entry.depth, entry.lasti) for entry in after] == [
        (entry.start, entry.target, entry.depth, entry.lasti) for entry in before
    ]
    assert all(old.end <= new.end for old, new in zip(before, after, strict=True))
    assert all(entry.end <= later.start for entry, later in zip(after, after[1:], strict=False))
    if text is ENDS_WITH_IF and sys.version_info >= (3, 12):
        assert any(old.end < new.end for old, new in zip(before, after, strict=True))
