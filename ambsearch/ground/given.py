"""From which modules the objects come that searches are given: their methods are to be known where a search may meet them.

GIVEN          pairs of modules, that of a search and that of the class of an object
note_given     what a search is given
"""

from collections import deque
from collections.abc import Iterable
from gc import get_referents
from itertools import islice
from typing import Any
from weakref import WeakSet

GIVEN: dict[tuple[str, str], None] = {}  # in the order in which they were met
CONTAINERS = frozenset({list, tuple, set, frozenset, dict, deque})
HEAP_TYPE = 1 << 9  # a flag of a class; one without it is written in C
MOST = 50  # so many objects are looked at in one call


def note_given(module: str, known: WeakSet[type], values: Iterable[Any]) -> None:
    """Note of which classes these values are, those in containers among them, and what an object holds whose class is new.

    module: that of the search; known: the classes of which it has been given objects before.
    """
    waiting = list(values)
    for value in waiting:
        kind = type(value)
        if kind not in CONTAINERS:
            if not kind.__flags__ & HEAP_TYPE or kind in known:
                continue
            known.add(kind)
            GIVEN[module, str(kind.__module__)] = None
        waiting += islice(get_referents(value), max(MOST - len(waiting), 0))
