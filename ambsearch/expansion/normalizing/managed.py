"""A `with` around a choice is replaced by the `try` that it stands for, so that each branch leaves it by itself.

    with m as x:            manager = Within(m); entered = enter(manager); is_inside = True
        body                try: x = entered; body
                            except BaseException as error: is_inside = False; if not leave(manager, error): raise
                            finally: if is_inside: leave(manager)

A choice in the head of a `with` is made before it. `ambsearch.running.managers` says which managers are entered once,
and which by each branch.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(m):
...     with (yield m):
...         return 1
>>> print(expand(f, normal=True), end="")
def f(m):
    manager = yield m
    with manager:
        return 1

Source: PEP 343, "Specification: The 'with' Statement".
"""

import ast

from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

TEXT = """
manager = Within(E)
entered = enter(manager)
is_inside = True
try: body
except BaseException as error:
    is_inside = False
    if not leave(manager, error): raise
finally:
    if is_inside: leave(manager)
"""


def one_manager(node: ast.With) -> tuple[list[ast.withitem], list[ast.stmt]]:
    """The first manager, and the body: a `with` of the other managers, if there are any."""
    first, *others = node.items
    return [first], [ir.at(ast.With(others, node.body), node)] if others else node.body


def with_apart(source: Source, node: ast.With) -> list[ast.stmt]:
    """Statements that mean the same and have no choice inside a `with`."""
    (item,), body = one_manager(node)
    names = {name: source.new_local(name) for name in ("manager", "entered", "is_inside", "error")}
    if not ir.yields(*body):
        before = ir.quote(item.context_expr, "manager = E", E=item.context_expr, **names)
        item.context_expr = ir.load(names["manager"], node)
        return [*before, ir.at(ast.With([item], body), node)]
    if item.optional_vars is not None:
        body = [*ir.quote(node, "target = entered", target=item.optional_vars, **names), *body]
    made = ir.quote(node, TEXT, E=item.context_expr, body=body, **names)
    made[-1].handlers[0].name = names["error"]  # type: ignore[attr-defined]
    return made
