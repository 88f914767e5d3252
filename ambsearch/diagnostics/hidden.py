"""Warns of a variable or parameter `require`, or `fail`, which hides the word: what is called then ends no branch.

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         x = yield (1, 2)
...         require = x > 1
...         return x
>>> print(told[0].message)
require is a variable here, and ends no branch; write require(x > 1)
"""

import ast
from typing import Any

from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS, word_in


def warn_of_parameters(source: Source) -> None:
    """Warn of a parameter `require` that is called: it is another function, if it is one."""
    for part in ast.walk(source.tree.args):
        if isinstance(part, ast.arg) and part.arg in called_in(source) and is_end(source, part.arg):
            warn_of_hiding(source, part, part.arg, "parameter")


def warn_of_hidden_word(source: Source, target: ast.expr, condition: ast.expr) -> None:
    """Warn of `require = p` and `require: p`, which make a variable and require nothing."""
    if isinstance(target, ast.Name) and is_end(source, target.id):
        is_require = word_in(source.space[target.id]) == "require"
        warn_of_hiding(source, target, target.id, "variable", ast.unparse(condition) if is_require else "")


def is_end(source: Source, name: str) -> bool:
    """Does this name stand for a word that ends the branch, outside of this function?"""
    return word_in(source.space.get(name)) in ENDS


def warn_of_hiding(source: Source, node: Any, name: str, what: str, condition: str = "") -> None:
    told = f"{name} is a {what} here, and ends no branch"
    is_called = name in called_in(source)
    instead = f"give it another name, for {name}(...) calls it" if is_called else f"write {name}({condition})"
    source.warn(node.lineno, f"{told}; {instead}")


def called_in(source: Source) -> set[str]:
    return {node.func.id for node in source.calls if isinstance(node.func, ast.Name)}
