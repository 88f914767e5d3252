"""Which variables have a value, whichever way a statement was left."""

import pytest
from recorded import normal_form

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
    body = "m = yield xs\nif m or (k := 1): return k"

    assert "k if k is not UNBOUND else unbound('k')" in normal_form(body, "xs")
