"""Warns of a lock that is held around a choice, and asked for again before all branches have ended: that waits for ever.

>>> import threading
>>> import warnings
>>> from ambsearch import ambiguous
>>> LOCK = threading.Lock()
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         with LOCK:
...             x = yield (1, 2)
...         with LOCK:
...             return x
>>> print(told[0].message)
LOCK is held until all branches of the choice in `with LOCK` have ended, so this waits for ever; choose above the `with`
"""

import ast
import threading

from ambsearch.diagnostics.held import held
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def warn_of_locks(source: Source) -> None:
    withs = [node for node in source.nodes if isinstance(node, ast.With)]
    loops = [node for node in source.nodes if isinstance(node, (ast.For, ast.While))]
    for node in withs:
        for text in [ast.unparse(item.context_expr) for item in node.items if is_lock(source, item.context_expr)]:
            if not ir.yields(*node.body):
                continue
            again = [other for other in withs if other.lineno > node.lineno and text in heads(other)]
            again += [node for loop in loops if node in ast.walk(loop)]
            for other in again[:1]:
                told = f"{text} is held until all branches of the choice in `with {text}` have ended"
                source.warn(other.lineno, f"{told}, so this waits for ever; choose above the `with`")


def heads(node: ast.With) -> list[str]:
    return [ast.unparse(item.context_expr) for item in node.items]


def is_lock(source: Source, node: ast.expr) -> bool:
    """Is this a lock that its own thread waits for, too? Of an attribute, what the file gives it tells."""
    if isinstance(node, (ast.Name, ast.Attribute)) and type(source.resolve(node)) is type(threading.Lock()):
        return True
    values = [value for value, _ in held(source, node)]
    return any(isinstance(value, ast.Call) and source.resolve(value.func) is threading.Lock for value in values)
