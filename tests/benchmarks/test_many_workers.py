"""The head shares out a tree whose subtrees take known times, by a clock of the simulation."""

from concurrent.futures import Future
from typing import Any

import pytest

from ambsearch.sharing.heads import FIRST, LONGEST_OF_EXECUTOR, SHORTEST

from . import many_workers


def test_slices_are_long_while_much_seems_to_be_left_and_shorter_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[float] = []

    class Noting(many_workers.Simulated):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            lengths.append(args[2])
            return super().submit(function, *args, **kwargs)

    monkeypatch.setattr(many_workers, "Simulated", Noting)
    units = [((i, j), (60, 60), 0.012) for i in range(60) for j in range(60)]
    many_workers.simulated(units, workers=2, times=1)

    middle = lengths.index(max(lengths))
    assert lengths[0] == FIRST
    assert lengths[1 : middle + 1] == sorted([SHORTEST, *lengths[2:middle], LONGEST_OF_EXECUTOR])
    assert lengths[-1] < LONGEST_OF_EXECUTOR / 2
