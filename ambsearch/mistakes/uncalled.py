"""A condition that is always true: the function itself is required, because its call was forgotten."""

import types
from typing import Any, NoReturn

from ambsearch.answers import Ambiguous
from ambsearch.errors import NotAChoice, Refused
from ambsearch.unchosen import is_forgotten

METHODS = frozenset({types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType})
ITERATORS = frozenset({types.GeneratorType, map, filter, zip, enumerate, reversed})
ALWAYS_TRUE = METHODS | ITERATORS | {Ambiguous, types.FunctionType}


def always_true(value: Any, text: str) -> NoReturn:
    """Refuse a function or an iterator as a condition; text: as it was written."""
    if isinstance(value, types.GeneratorType) and is_forgotten(value):
        raise NotAChoice(value)
    if type(value) in ITERATORS:
        raise Refused(f"{text} is an iterator, which is always true; write all({text}) or any({text})")
    kind = "method" if type(value) in METHODS else "function"
    instead = "" if kind == "method" else f", or `{text} is not None` if that is the question"
    raise Refused(uncalled(text, kind) + instead)


def uncalled(text: str, kind: str) -> str:
    """What is told of a method or function that is taken for a condition.

    >>> uncalled("board.free", "method")
    'board.free is not called, and a method is always true; write board.free(...)'
    """
    return f"{text} is not called, and a {kind} is always true; write {text}(...)"
