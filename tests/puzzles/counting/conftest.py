from collections.abc import Callable
from functools import cache

import pytest

from ambsearch.puzzles.counting.automaton import Automaton, build
from ambsearch.puzzles.counting.recurrences import Recurrence, recurrence

Built = Callable[..., Automaton]
Proved = Callable[..., Recurrence]


@pytest.fixture(scope="session")
def built() -> Built:
    """`build`, each automaton once only."""
    return cache(build)


@pytest.fixture(scope="session")
def proved(built: Built) -> Proved:
    """The recurrence of a base for a weight such as `counts.solvable`, each once only."""
    return cache(lambda base, weight: recurrence(built(base), weight(built(base))))
