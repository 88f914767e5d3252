"""Warns of an expression that probably means something else, wherever it stands; each kind of it is told of by the file it is in.

>>> import warnings
>>> from ambsearch.expansion.reading.source import Source
>>> def solve(x, y):
...     return x == 1 & y == 2
>>> source = Source.of(solve, loads=False)
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     warn_of_expression(source, source.body[0].value)
>>> print(told[0].message)
& comes before a comparison, so 1 & y is one side here; write x == 1 and y == 2
"""

import ast

from ambsearch.diagnostics.calculations import warn_of_abs, warn_of_power, warn_of_rounded
from ambsearch.diagnostics.choosing import warn_of_first
from ambsearch.diagnostics.contrary import warn_of_contrary, warn_of_empty_chain
from ambsearch.diagnostics.truths import warn_of_value
from ambsearch.diagnostics.unequal import warn_of_all_keys, warn_of_unequal
from ambsearch.expansion.reading.source import Source


def warn_of_expression(source: Source, node: ast.AST, is_chosen: bool = False) -> None:
    """Warn of this node, without those in it; is_chosen: does a choice take its items?"""
    match node:
        case ast.Compare():
            warn_of_unequal(source, node)
            warn_of_empty_chain(source, node)
            warn_of_rounded(source, node)
        case ast.BoolOp():
            warn_of_contrary(source, node)
            warn_of_value(source, node)
            warn_of_first(source, node, is_chosen=is_chosen)
        case ast.BinOp():
            warn_of_power(source, node)
        case ast.Call():
            warn_of_abs(source, node)
            warn_of_all_keys(source, node)
