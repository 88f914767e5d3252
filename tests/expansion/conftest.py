"""Both emissions: a test that takes `deep` runs once for ordinary and once for deep searches.

If it has other parameters, too, these are tried in one and the other by turns; in the long profile each in both.
"""

from collections import defaultdict
from pathlib import Path

import pytest


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from helpers import LONG  # only now is the profile known

    found: defaultdict[str, tuple[list[pytest.Item], list[pytest.Item]]] = defaultdict(lambda: ([], []))
    for item in items:
        if isinstance(item, pytest.Function) and has_other_parameters(item):
            found[item.nodeid.partition("[")[0]][item.callspec.params["deep"]].append(item)
    if not LONG:
        both = [(ordinary, deep) for ordinary, deep in found.values() if ordinary and deep]
        left_out = {item for ordinary, deep in both for item in ordinary[1::2] + deep[::2]}
        items[:] = [item for item in items if item not in left_out]


def has_other_parameters(item: pytest.Function) -> bool:
    """Does it take `deep` from the fixture, and others from `parametrize`?"""
    if "deep" not in item.fixturenames or not item.path.is_relative_to(Path(__file__).parent):
        return False
    names = " ".join(str(mark.args[0]) for mark in item.iter_markers("parametrize"))
    return names != "" and "deep" not in names
