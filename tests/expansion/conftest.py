"""Both emissions: a test that takes `deep` runs once for ordinary and once for deep searches.

If it has other parameters, too, these are tried in one and the other by turns; in the long profile each in both.
"""

from collections import Counter
from pathlib import Path

import pytest
from helpers import LONG


@pytest.fixture(params=[False, True], ids=["ordinary", "deep"])
def deep(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    turns: Counter[tuple[str, bool]] = Counter()

    def is_its_turn(item: pytest.Item) -> bool:
        marks = [str(mark.args[0]) for mark in item.iter_markers("parametrize")]
        if not (marks and isinstance(item, pytest.Function) and "deep" in item.callspec.params):
            return True
        if "deep" in " ".join(marks) or not item.path.is_relative_to(Path(__file__).parent):
            return True
        is_deep = item.callspec.params["deep"]
        turns[item.nodeid.partition("[")[0], is_deep] += 1
        return turns[item.nodeid.partition("[")[0], is_deep] % 2 != is_deep

    if not LONG:
        items[:] = [item for item in items if is_its_turn(item)]
