"""Both emissions: a test that takes `deep` runs for ordinary and for deep searches by turns, test by test.

If it has other parameters, too, it is these that are tried in one and the other by turns. In the profile of `.ci/run` a test
without others runs in both, in the long profile each.
"""

from collections import defaultdict
from pathlib import Path

import pytest


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from helpers import LONG, ORDINARY  # only now is the profile known

    found: defaultdict[str, tuple[list[pytest.Item], list[pytest.Item]]] = defaultdict(lambda: ([], []))
    for item in items:
        if isinstance(item, pytest.Function) and takes_deep(item):
            name = item.nodeid.partition("[")[0]
            is_alone = not any(item.iter_markers("parametrize"))
            if ORDINARY or not is_alone:
                found[str(item.path) if is_alone else name][item.callspec.params["deep"]].append(item)
    if not LONG:
        both = [(ordinary, deep) for ordinary, deep in found.values() if ordinary and deep]
        left_out = {item for ordinary, deep in both for item in ordinary[1::2] + deep[::2]}
        items[:] = [item for item in items if item not in left_out]


def takes_deep(item: pytest.Function) -> bool:
    """Does it take `deep` from the fixture, and not from `parametrize`?"""
    if "deep" not in item.fixturenames or not item.path.is_relative_to(Path(__file__).parent):
        return False
    return not any("deep" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))
