"""The answers to the puzzles' instances, found once for all tests of a process that ask for them."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from ambsearch.cli.programs import puzzle


@cache
def answers(name: str, instance: str, function: str = "solve") -> tuple[Any, ...]:
    """What a program of the puzzle finds, up to the puzzle's limit."""
    program = puzzle(name, function)
    return tuple(islice(program.function(**program.instances[instance]), program.limit))
