"""A `permanent` that keeps nothing, because it is around a value and not around a change: it is legal, and warned of.

    permanent(count)                count = permanent(...), or permanent(count.append(...))
    permanent(found).append(x)      permanent(found.append(x))
    permanent(found.append)(x)      likewise
    found.append(permanent(x))      likewise
    permanent(found)[0] = x         found[0] = permanent(...)

>>> import warnings
>>> from ambsearch import ambiguous, permanent
>>> found = []
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def noted():
...         x = yield (1, 2)
...         permanent(found).append(x)
...         return x
>>> print(told[0].message)
permanent marks a change where it is made, so permanent(found) alone keeps nothing of found; write permanent(found.append(x))
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.facts import is_function
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS


def warn_of_misplaced(source: Source, node: Any) -> None:
    """Warn if the owner or an argument of a change is marked, and not the change."""
    marks: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args) if name in METHODS:
            marks = [owner, *args]
        case ast.Call(func=ast.Call(args=[ast.Attribute(attr=name)]) as mark) if name in METHODS:
            marks = [mark]
        case ast.Attribute(value=mark) | ast.Subscript(value=mark) if not isinstance(node.ctx, ast.Load):
            marks = [mark]
    for mark in marks:
        if source.word(mark) == "permanent":
            warn_of_value(source, mark, node)


def warn_of_value(source: Source, mark: Any, whole: ast.AST | None = None) -> None:
    """Warn of a `permanent` around a value; whole: the change that it should be around."""
    kept = mark.args[0] if len(mark.args) == 1 else None
    if isinstance(kept, ir.PLACES if whole is None else (*ir.PLACES, ast.BinOp)) and not is_function(source, kept):
        name = ast.unparse(kept)
        instead = f"`{name} = permanent(...)`, or permanent({name}.append(...))"
        if whole is not None:
            text = ast.unparse(whole).replace(ast.unparse(mark), name, 1)
            instead = f"permanent({text})" if isinstance(whole, ast.Call) else f"`{text} = permanent(...)`"
        told = f"permanent marks a change where it is made, so permanent({name}) alone keeps nothing"
        source.warn(mark.lineno, f"{told} of {name}; write {instead}")
