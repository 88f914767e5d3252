"""Ordinary programs: searches as students, makers of puzzles and authors of packages write them.

They are written without a thought to how the expansion works. A module holds

- ``solve(**instance)``: the program, with choices;
- ``by_hand(**instance)``: the same search in the same order, with the same data structures and classes, with its
  changes taken back as a good programmer would;
- ``expert(**instance)``: only where other data structures are faster: such a program, the same answers, same order;
- ``FULL``, ``SMALL``: two instances, as keyword arguments: to be timed, and to be tested.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ambsearch import ambiguous
from ambsearch.answers import Ambiguous

Program = Callable[..., Iterable[Any]]

NAMES = (
    "ambiguous_methods",
    "attributes",
    "boards",
    "bound_methods",
    "closures",
    "counters",
    "crossword",
    "dataclass_state",
    "deques",
    "exact_cover",
    "generators",
    "global_state",
    "heaps",
    "helper_chains",
    "hierarchy",
    "knight",
    "ledger",
    "memo",
    "numbered_cells",
    "operators",
    "parameters",
    "parser",
    "primes",
    "properties",
    "slots",
    "steps",
    "strings",
    "tallies",
    "tuple_keys",
)


@dataclass(frozen=True)
class Ordinary:
    """An ordinary program and its twins."""

    name: str
    solve: Program
    by_hand: Program
    expert: Program | None
    full: dict[str, Any]
    small: dict[str, Any]

    @property
    def deep(self) -> Program:
        """The same program expanded for very deep searches."""
        assert isinstance(self.solve, Ambiguous)
        deep: Program = ambiguous(deep=True)(self.solve.__wrapped__)
        return deep

    @property
    def forms(self) -> dict[str, Program]:
        """The twin first."""
        expert = {} if self.expert is None else {"expert": self.expert}
        return {"by hand": self.by_hand, "expansion": self.solve, "deep": self.deep, **expert}


def load(name: str) -> Ordinary:
    module = import_module(f".{name}", __package__)
    return Ordinary(name, module.solve, module.by_hand, getattr(module, "expert", None), module.FULL, module.SMALL)
