"""Single changes are taken back, and the programs for decoration are as large as they say; no clock here."""

import pytest

from .changes import CHANGES, Change
from .decoration import lines


@pytest.mark.parametrize("change", CHANGES, ids=[f"{number} {change.text}" for number, change in enumerate(CHANGES)])
def test_a_change_is_taken_back_by_the_search(change: Change):
    names = change.names()
    for form in ("search", "search_helped"):
        owner = names["make"]()
        before = repr(getattr(owner, "x", owner))
        assert list(names[form](3, owner)) == []
        assert repr(getattr(owner, "x", owner)) == before


def test_a_function_of_a_hundred_lines_has_them():
    assert 100 <= len(lines(100).splitlines()) <= 110
