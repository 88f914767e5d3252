"""Which functions a search may run, as far as its code names them.

searches    the ambiguous ones; found by the names in the code of its function, and of the ordinary functions that it calls
"""

import inspect
import sys
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from ambsearch.answers import Ambiguous, Answers


def searches(answers: Answers[Any]) -> list[Ambiguous]:
    """The ambiguous functions that a search may run."""
    found: dict[Any, None] = {}
    waiting = list(of_arguments(answers))
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            plain = function.__wrapped__ if isinstance(function, Ambiguous) else function
            waiting += filter(is_followed, values_named_in(plain))
    return [function for function in found if isinstance(function, Ambiguous)]


def of_arguments(answers: Answers[Any]) -> Iterator[Any]:
    """The function of a search, and those among its arguments: functions, searches, and methods of arguments."""
    source: Any = answers._source
    if isinstance(source, Ambiguous):
        yield source
    names = list(names_in(source.__wrapped__.__code__)) if isinstance(source, Ambiguous) else []
    for value in (*answers._args, *answers._kwargs.values()):
        if isinstance(value, Answers):
            yield from of_arguments(value)
        methods = (inspect.getattr_static(type(value), name, None) for name in names)
        yield from filter(is_followed, (value, *methods))


def is_followed(value: Any) -> bool:
    """May a search run in this function? Not if it is in the standard library."""
    if isinstance(value, FunctionType):
        module = str(value.__globals__.get("__name__"))
        return module.partition(".")[0] not in sys.stdlib_module_names
    return isinstance(value, Ambiguous)


def values_named_in(function: Any) -> Iterator[Any]:
    """The values of the names in a function's code."""
    names = set(names_in(function.__code__))
    owners = [function.__globals__]
    for cell in function.__closure__ or ():
        if cell != CellType():
            yield cell.cell_contents
    owners += [vars(value) for name in names if isinstance(value := function.__globals__.get(name), ModuleType)]
    for owner in owners:
        yield from (owner[name] for name in names if name in owner)


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)
