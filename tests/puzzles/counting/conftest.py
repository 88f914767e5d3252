from collections.abc import Callable
from functools import cache

import pytest

from ambsearch.puzzles.counting.automaton import Automaton, build

Built = Callable[..., Automaton]


@pytest.fixture(scope="session")
def built() -> Built:
    """`build`, each automaton once only."""
    return cache(build)
