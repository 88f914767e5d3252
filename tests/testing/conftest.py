"""Searches that loop are found at once."""

import pytest

from ambsearch.testing import counting


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "FREE", 0.02)
