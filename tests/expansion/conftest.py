"""Both emissions: a test that takes `deep` runs once for ordinary and once for deep searches."""

import sys
from collections.abc import Iterator

import pytest

from ambsearch.expansion.world import WORLD


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def no_other_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is expanded depends on the methods that own modules have: here as if the module were the only one."""
    WORLD.forget()
    monkeypatch.setattr(WORLD, "look_around", WORLD.learn)
    monkeypatch.delitem(sys.modules, "numpy", raising=False)  # whose arrays `n += 1` would change in place
    yield
    WORLD.forget()
