"""Checking a user's script against a twin: `ambsearch check FILE[:FUNCTION] --twin FILE:FUNCTION`.

The script defines INSTANCES, as in a puzzle or as `check_twins` takes them; it may define TWIN, ANSWERS_AS, COST,
KEEPS, LIMIT, is_solution and picture.
"""

import functools
import inspect
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ambsearch.cli.complaints import Complaint, unknown
from ambsearch.cli.programs import Program, is_path, open_program, plain_functions, searches, split
from ambsearch.cli.rows import Row
from ambsearch.cli.scripts import script
from ambsearch.cli.twins import own_twin
from ambsearch.testing.reports import NothingFound, amount
from ambsearch.testing.terms import Terms
from ambsearch.testing.twins import Check


def is_script(target: str) -> bool:
    return is_path(split(target)[0])


def check_script(target: str, arguments: Namespace) -> list[Row]:
    """Compare a script with its twin: a row for each instance that has a name, or one for all."""
    with open_program(target) as program, twin_of(program, arguments.twin) as twin:
        instances = program.module.__dict__.get("INSTANCES")
        if instances is None and inspect.signature(program.function).parameters:
            raise Complaint(
                f"{target} has no INSTANCES; write INSTANCES = {{'small': {{'n': 3}}}}, a list of instances, or a "
                "Hypothesis strategy"
            )
        if isinstance(instances, Mapping):
            if not instances:
                raise Complaint(f"{target}: expected at least one instance, found none: nothing was compared")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NothingFound)  # the table says which instance has no answer
                return [row(program, twin, str(name), [given], arguments) for name, given in instances.items()]
        return [row(program, twin, "all", [()] if instances is None else instances, arguments)]


def row(program: Program, twin: Callable[..., Any], name: str, instances: Any, arguments: Namespace) -> Row:
    """Compare for these instances."""
    try:
        terms = Terms(program.answers_as, limit=program.limit, cost=program.of_module("COST"))
        check = Check(
            [with_rules(program), twin],
            terms,
            keeps=program.of_module("KEEPS") or (),
            timeout=arguments.timeout,
            jobs=arguments.jobs or 1,
            seed=arguments.seed,
        )
        found = check.difference(instances)
    except (TypeError, ValueError) as error:  # about what is in INSTANCES, or how to run it
        raise Complaint(
            f"{program.name}: {error}".replace("as_: ", "ANSWERS_AS: ").replace("keeps: ", "KEEPS: ")
        ) from None
    answers = check.report.answers
    if found is not None:
        told = f"{program.name} {name}: {found}".replace("write keeps=", "write KEEPS = ")
        return Row(program.name, name, answers, f"differs: {found.kind}", told, found.kind)
    instance = name if isinstance(instances, list) and name != "all" else amount(check.report.instances, "instance")
    return Row(program.name, instance, answers)


def with_rules(program: Program) -> Callable[..., Any]:
    """The program, with each answer checked by `is_solution`, if there is one."""

    @functools.wraps(program.function)
    def answers(*args: Any, **named: Any) -> Iterator[Any]:
        bound = inspect.signature(program.function).bind(*args, **named)
        bound.apply_defaults()
        return program.answers(bound.arguments)

    return answers


@contextmanager
def twin_of(program: Program, target: str | None) -> Iterator[Callable[..., Any]]:
    """The requested twin, or else the TWIN of the module."""
    if target is None:
        yield own_twin(program, ", or --twin FILE:FUNCTION")
        return
    place, name = split(target)
    if not is_path(place) or name is None:
        raise Complaint(f"--twin: expected a function in a file, such as by_hand.py:solve, found {target!r}")
    with script(Path(place)) as module:
        there = [*plain_functions(module), *searches(module)]
        if name not in there:
            raise unknown("function", name, there, owner=place)
        yield getattr(module, name)
