"""Which variables have a value, whichever way a statement was left; and which statements run to their end."""

import ast

import pytest
from recorded import normal_form

from ambsearch.expansion.analysis.flow import Liveness

pytestmark = pytest.mark.usefixtures("no_other_module")

SURE = [
    "m = yield xs\nif (k := m + 1) and (j := k + 1) and j > 2: return k, j",
    "m = yield xs\nif not ((k := m + 1) and (j := k + 1)): return k\nreturn k, j",
    "m = yield xs\nif not (k := m + 1) or (j := k): return k\nreturn k",
    "m = yield xs\nif (k := m + 1) and (j := k + 1):\n    if m: n = yield xs\n    else: n = yield (1, 2)\n    p = yield xs\n    return k, j, n, p",
    "m = yield xs\nrequire((k := m + 1) > 2 and (j := k + 1))\nreturn (yield (k, j))",
]


@pytest.mark.parametrize("body", SURE)
def test_a_walrus_in_a_test_that_was_passed_has_given_its_value(body: str) -> None:
    assert "UNBOUND" not in normal_form(body, "xs")


def test_a_walrus_that_may_have_been_skipped_leaves_its_variable_in_doubt() -> None:
    body = "m = yield xs\nif m or (k := len(xs)): return k"

    assert "k if k is not UNBOUND else unbound('k')" in normal_form(body, "xs")


LEFT = [
    "while True:\n    m = yield xs\n    if m: break\nn = yield xs\nreturn m, n",
    "try: m = xs[0]\nexcept IndexError: fail()\nn = yield xs\nfor _ in xs: n += yield (1, 2)\nreturn m, n",
    "match xs:\n    case [m]: pass\n    case _: return xs\nn = yield xs\nfor _ in xs: n += yield (1, 2)\nreturn m, n",
]


@pytest.mark.parametrize("body", LEFT)
def test_a_variable_is_sure_that_is_bound_wherever_what_binds_it_is_left(body: str) -> None:
    assert "UNBOUND" not in normal_form(body, "xs")


@pytest.mark.parametrize(
    ("body", "falls"),
    [
        ("return x", False),
        ("if x: return x\nelse: raise x", False),
        ("if x: return x", True),
        ("while True: x()", False),
        ("while True:\n    if x: break", True),
        ("while True:\n    while x: break", False),
        ("while x: return x", True),
        ("for y in x: return y\nelse: raise x", False),
        ("for y in x:\n    if y: break\nelse: raise x", True),
        ("try: return x\nfinally: x()", False),
        ("try: return x\nexcept KeyError: x()", True),
        ("try: x()\nfinally: raise x", False),
        ("with open(x): return x", True),
        ("with x: return x", True),
        ("match x:\n    case 1: return x\n    case _: raise x", False),
        ("match x:\n    case 1: return x", True),
    ],
)
def test_statements_run_to_their_end_if_what_is_read_there_is_live_before_them(body: str, falls: bool) -> None:
    assert Liveness(frozenset()).falls(ast.parse(body).body) is falls
