"""Methods stored in variables are called as methods, so that their changes are known.

    draw = hand.draw            draw = hand.draw
    ... draw(card)              ... hand.draw(card)

This applies if both names are bound once, outside of loops and branches, and the attribute can only be a method.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f():
...     found = []
...     keep = found.append
...     keep((yield (1, 2)))
...     return found
>>> print(expand(f, normal=True), end="")
def f():
    found = []
    keep = found.append
    chosen = yield (1, 2)
    found.append(chosen)
    return found
"""

import ast
from collections import Counter
from typing import Any

from ambsearch.expansion.analysis.bindings import bindings
from ambsearch.expansion.analysis.callees import is_method, meeting, near
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS


def with_methods(source: Source, body: list[Any]) -> list[Any]:
    """The body with each call of such a name, below where it is bound, as the call of the method."""
    named = [names_of_methods(source, statement) for statement in body]
    if not any(named):
        return body
    given = parameters(source.tree.args)
    assignments = [statement for statement in body if isinstance(statement, (ast.Assign, ast.AnnAssign))]
    outside = {name for statement in assignments for name, _ in bindings(statement)} | given
    times = Counter(name for names in (given, *(Names(statement).bound for statement in body)) for name in names)
    once = {name for name in (outside & source.locals) - source.nonlocals if times[name] == 1}
    found: list[Any] = []
    known: dict[str, Any] = {}
    for statement, methods in zip(body, named, strict=True):
        found += Calling(known).block([statement])
        known |= {name: method for name, method in methods if {name, method.value.id} <= once}
    return found


def names_of_methods(source: Source, statement: ast.stmt) -> list[tuple[str, Any]]:
    """The variables that this statement binds to methods of variables."""
    bound = bindings(statement) if isinstance(statement, ast.Assign) else []
    of_names = [(name, value) for name, value in bound if isinstance(getattr(value, "value", None), ast.Name)]
    return [(name, value) for name, value in of_names if is_known_method(source, value)]


def is_known_method(source: Source, method: ast.expr | None) -> bool:
    """Can this only be a method, one of which is known?"""
    if not isinstance(method, ast.Attribute):
        return False
    name = method.attr
    is_read = (
        WORLD.got(name)
        or WORLD.cached.is_said(name, meeting(source))
        or near(source, "__getattr__", "__getattribute__")
    )
    return not is_read and is_method(source, method) and (name in METHODS or bool(WORLD.of_name(name)))


class Calling(ir.Shallow):
    def __init__(self, aliases: dict[str, ast.Attribute]) -> None:
        self.aliases = aliases

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.aliases:
            node.func = ir.at(ir.copy_of(self.aliases[node.func.id]), node.func)
        return node
