"""Both emissions: a test that takes `deep` runs once for ordinary and once for deep searches."""

import pytest


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)
