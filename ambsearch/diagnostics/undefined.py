"""What is no function written with `def`, and so cannot be expanded.

>>> from ambsearch import ambiguous
>>> ambiguous(lambda: 1)
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: @ambiguous expands a function written with def, not a lambda; write @ambiguous above `def name(...):`
"""

import ast
import types
from typing import Any

from ambsearch.errors import Refused, without_address
from ambsearch.expansion.reading.source import Source


def check_kind(function: Any) -> None:
    """Refuse what is not written with `def`, or is decorated already."""
    plain = isinstance(function, types.FunctionType) and function.__name__ != "<lambda>"
    if plain and not hasattr(function, "__wrapped__"):
        return
    found, instead = without_address(function), "put @ambiguous directly above the def, below other decorators"
    if isinstance(function, type):
        found, instead = f"the class {function.__name__}", "put @ambiguous above each method that chooses"
    elif isinstance(function, types.FunctionType) and not plain:
        found, instead = "a lambda", "write @ambiguous above `def name(...):`"
    elif isinstance(function, (staticmethod, classmethod, property)):
        found = f"a {type(function).__name__}"
    raise Refused(f"@ambiguous expands a function written with def, not {found}; {instead}")


def check_definition(source: Source) -> None:
    """Refuse an async function."""
    if not isinstance(source.tree, ast.FunctionDef):
        line = source.tree.lineno
        raise Refused(
            f"{source.name} is an async function; an ambiguous function is an ordinary def",
            (source.filename, line, 1, source.lines[line - 1]),
        )
