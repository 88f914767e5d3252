"""What takes long, found once for all tests of a process that ask for it: the answers to the puzzles' instances, and automata."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest

from ambsearch.cli.programs import puzzle


@cache
def answers(name: str, instance: str, function: str = "solve") -> tuple[Any, ...]:
    """What a program of the puzzle finds, up to the puzzle's limit."""
    program = puzzle(name, function)
    return tuple(islice(program.function(**program.instances[instance]), program.limit))


AUTOMATA: dict[tuple[int, bool, bool], Any] = {}


def share_automata(patch: pytest.MonkeyPatch) -> None:
    """Let commands share the automata that they build, but for those whose progress they tell."""
    from ambsearch.puzzles.counting import automaton, tables  # here, because they need NumPy and SymPy

    plain = automaton.build

    def build(base: int, merged: bool = True, zero_alone: bool = False, **others: Any) -> Any:
        wanted = base, merged, zero_alone
        if others or wanted not in AUTOMATA:
            AUTOMATA[wanted] = plain(*wanted, **others)
        return AUTOMATA[wanted]

    patch.setattr(automaton, "build", build)
    patch.setattr(tables, "build", build)
