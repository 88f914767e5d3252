"""Guards and other dead ends where there is no choice."""

import pytest
from recorded import define

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")

CONDITIONS = {
    "if c:\n    require(p)": "if not c or p:",
    "if c:\n    require(p)\nelse:\n    require(q)": "if p if c else q:",
    "if c:\n    fail()": "if not c:",
    "if c:\n    fail()\nelse:\n    require(q)": "if not c and q:",
    "if c:\n    require(p)\n    require(q)": "if not c or (p and q):",
    "if c:\n    if p:\n        fail()": "if not c or not p:",
}


@pytest.mark.parametrize("body", CONDITIONS)
def test_an_if_with_guards_only_is_one_guard(body: str) -> None:
    lines = [line.strip() for line in expand(define(f"{body}\nreturn (yield [1])", "c, p, q"), fast=True).splitlines()]

    assert lines[1:] == [CONDITIONS[body], "yield from [1]"]


@pytest.mark.parametrize("body", CONDITIONS)
def test_one_guard_lets_through_what_the_if_lets_through(body: str) -> None:
    f = define(f"{body}\nreturn (yield [1])", "c, p, q")
    for number in range(8):
        c, p, q = (bool(number & bit) for bit in (1, 2, 4))
        dead = {
            "if c:\n    require(p)": c and not p,
            "if c:\n    require(p)\nelse:\n    require(q)": not (p if c else q),
            "if c:\n    fail()": c,
            "if c:\n    fail()\nelse:\n    require(q)": c or not q,
            "if c:\n    require(p)\n    require(q)": c and not (p and q),
            "if c:\n    if p:\n        fail()": c and p,
        }[body]

        assert list(f(c, p, q)) == ([] if dead else [1])


def test_a_loop_with_guards_only_needs_no_flag_and_one_in_another_does() -> None:
    one = expand(define("for x in xs:\n    require(x)\nreturn (yield xs)", "xs"), fast=True)
    two = expand(define("for x in xs:\n    for y in x:\n        require(y)\nreturn (yield xs)", "xs"), fast=True)

    assert ("alive" in one, "alive" in two) == (False, True)
