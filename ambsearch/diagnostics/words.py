"""A word of the language that does nothing where it stands: `fail` without parentheses, or in an expression.

check_words     in a function that an ambiguous one calls, where the fence does not go; it warns of what stands there, too
check_called    in any

>>> from ambsearch import ambiguous, fail
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     if x > 1:
...         fail
...     return x
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: fail is not called, so this does nothing; write fail()
"""

import ast
from typing import Any

from ambsearch.diagnostics.aliases import warn_of_aliases
from ambsearch.diagnostics.expressions import warn_of_expression
from ambsearch.diagnostics.forgotten import probes, warn_of_compared_alone, warn_of_idle
from ambsearch.diagnostics.same import warn_of_same
from ambsearch.diagnostics.turns import warn_of_turns
from ambsearch.diagnostics.unseen import warn_of_unseen
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS, word_in


def check_words(source: Source) -> None:
    """Refuse `fail` without parentheses, which does nothing, and in an expression, where it ends nothing."""
    check_called(source)
    warn_of_turns(source)
    warn_of_aliases(source)
    warn_of_same(source)
    warn_of_unseen(source)
    probed = probes(source.nodes)
    for node in source.nodes:
        warn_of_expression(source, node)
        if isinstance(node, ast.Expr) and node not in probed:
            warn_of_idle(source, node.value)
            warn_of_compared_alone(source, node.value)
    ends = [(node, word) for node in source.calls if (word := source.word(node)) in ENDS]
    if not ends:
        return
    statements: list[Any] = [source.without_target(node) for node in source.nodes]
    lines = {node.value for node in statements if isinstance(node, ast.Expr)}
    returned = {node.value for node in statements if isinstance(node, ast.Return)}
    for node, word in ends:
        if isinstance(source.tree, ast.Lambda):
            raise source.complaint(node, f"{word} inside a lambda; write a function with def")
        if node not in lines | returned:
            raise source.complaint(node, f"{word} inside an expression; make it a statement of its own")


def check_called(source: Source) -> None:
    """Refuse `fail` in the place of `fail()`, as a statement, in a branch of an expression, returned and raised."""
    for node in source.nodes:
        told = "so this does nothing; write {}"
        match node:
            case ast.Expr(value):
                parts = [value]
            case ast.IfExp(_, one, other):
                parts = [one, other]
            case ast.BoolOp(_, parts):
                pass
            case ast.Return(ast.expr() as value):
                parts, told = [value], "so it would be returned; write {} on a line of its own"
            case ast.Raise(ast.expr() as value):
                parts, told = [value], "and no exception; write {} without `raise`"
            case _:
                continue
        for part in parts:
            if (word := word_in(source.resolve(part))) in ENDS:
                name = ast.unparse(part)
                call = f"{name}()" if word == "fail" else f"{name}(...)"
                raise source.complaint(part, f"{name} is not called, {told.format(call)}")
