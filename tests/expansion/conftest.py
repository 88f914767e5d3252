"""Both emissions: a test that takes `deep` runs once for ordinary and once for deep searches."""

from collections.abc import Iterator

import pytest
from helpers import alone


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def on_its_own() -> Iterator[None]:
    """For tests whose programs use no other module."""
    with alone():
        yield
