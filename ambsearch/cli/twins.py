"""The twin of a program: the hand-written search for the same puzzle, which must give the same answers.

A puzzle's twin has the same name in `ambsearch.puzzles.by_hand`; a script's twin is its TWIN.
"""

import functools
import importlib
import importlib.util
import inspect
import reprlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from ambsearch.cli.complaints import Complaint, unknown
from ambsearch.cli.described import ask
from ambsearch.cli.programs import PUZZLES, Program, plain_functions, puzzle, puzzle_names, searches, split


def twin(program: Program) -> Program:
    """The hand-written program for the same puzzle."""
    if not program.is_puzzle:
        return by_hand(program)
    module = twins_module(program)
    function = getattr(module, program.function.__name__, None)
    if function is None:
        raise unknown(
            "function", program.function.__name__, plain_functions(module), owner=f"the twin of {program.name}"
        )
    return replace(program, function=function)


def has_twin(program: Program) -> bool:
    return hasattr(twins_module(program), program.function.__name__)


def twins_module(program: Program) -> ModuleType:
    name = program.module.__name__.removeprefix(f"{PUZZLES}.")
    if importlib.util.find_spec(f"{PUZZLES}.by_hand.{name}") is None:
        raise Complaint(f"{name} has no twin by hand")
    return importlib.import_module(f"{PUZZLES}.by_hand.{name}")


def by_hand(program: Program) -> Program:
    """The TWIN of a script, called with the program's parameters."""
    from ambsearch.testing.sides import NoAnswers, answers_in  # here, because it imports more than most commands need

    found = own_twin(program)

    @functools.wraps(program.function)
    def answers(*args: Any, **named: Any) -> Any:
        given = inspect.signature(program.function).bind(*args, **named).arguments
        try:
            return answers_in(ask("TWIN", found, program.name, (), given))
        except NoAnswers as error:
            raise Complaint(f"TWIN of {program.name} {error}", status=1) from None

    return replace(program, function=answers)


def own_twin(program: Program, others: str = "") -> Callable[..., Any]:
    """The TWIN of a script; others: what else there is to write."""
    found: Any = getattr(program.module, "TWIN", None)
    if found is None:
        raise Complaint(f"{program.name} has no TWIN; write TWIN = a function{others}")
    if not callable(found):
        raise Complaint(f"TWIN of {program.name}: expected a function, found {reprlib.repr(found)}")
    if inspect.unwrap(found) is inspect.unwrap(program.function):
        raise Complaint(f"TWIN of {program.name} is the program itself; a twin is another one for the same puzzle")
    return found  # type: ignore[no-any-return]


def to_check(target: str) -> list[Program]:
    """The programs that a target of `check` selects: without a function, all programs of the puzzle that have a twin.

    >>> [program.name for program in to_check("pentominoes")]
    ['pentominoes', 'pentominoes:solve_by_trie', 'pentominoes:solve_by_trie_right_first']
    """
    if "=" in target:
        raise Complaint(f"expected a puzzle or a script, found {target!r}; check runs all instances that a puzzle has")
    name, function = split(target)
    if name not in puzzle_names() and Path(f"{name}.py").is_file():
        raise Complaint(f"there is no puzzle {name!r}; for the script write {name}.py --twin FILE:FUNCTION")
    program = puzzle(name, function)
    if not program.instances:
        raise Complaint(f"{program.name} cannot be checked: its parameters are not those of the puzzle's instances")
    if function:
        return [program]
    others = [puzzle(name, other) for other in searches(program.module)]
    return [program, *(other for other in others if other.instances and other.name != name and has_twin(other))]
