"""A generator of the user's that may go over a set or the like, with loops over what is there when they begin.

A choice is among what there was when it was made, and a branch that takes an item out of a set puts it back elsewhere.

>>> from ambsearch.expansion.trees.printing import source_text
>>> def each_of_all(rows):
...     for row in rows:
...         yield from row
>>> print(source_text([settled_tree(Source.of_code(each_of_all.__code__, globals()), ["rows"])], set()), end="")
def each_of_all(rows):
    for row in fixed(rows):
        yield from fixed(row)
"""

import ast
import types
from collections.abc import Sequence
from typing import Any

from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.going_over import is_free, is_known
from ambsearch.expansion.helpers.twins import twin_trees
from ambsearch.expansion.linking import code_of_twin
from ambsearch.expansion.reading.codes import EXPRESSION
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.ahead import FIRST, parameters_of
from ambsearch.running.resumed import OUTERMOST


def settled(code: types.CodeType, globals: dict[str, Any], is_recorded: bool) -> types.CodeType | None:
    """The code of such a generator, or of its twin, which takes all arguments by their places; None if it asks an iterator itself.

    That of a generator expression which changes something is its own: what it is given does not change.
    """
    source = Source.of_code(code, globals)
    if source is None:
        return None
    if code.co_name == EXPRESSION and not is_free(source, Own(code, globals)):
        return code
    tree = settled_tree(source, [OUTERMOST if name == FIRST else name for name in parameters_of(code)])
    if tree is None:
        return None
    source = source.with_tree(tree)
    return code_of_twin(source, *(twin_trees(source) if is_recorded else (tree, [])), code)


def settled_tree(source: Source, names: Sequence[str]) -> ast.FunctionDef | None:
    body: list[Any] = ir.copy_of(source.body)
    statements = {node.value for node in ir.inside(*body) if isinstance(node, ast.Expr)}
    for node in [node for node in ir.inside(*body) if not is_known(source, node)]:
        if isinstance(node, ast.For):
            node.iter = fixed(source, node.iter)
        elif node in statements and isinstance(node, ast.YieldFrom):
            node.value = fixed(source, node.value)
        else:
            return None
    return ir.definition(source.tree, source.name, ir.positional(names, source.tree), body)


def fixed(source: Source, over: ast.expr) -> ast.expr:
    """What such a loop goes over; of enumerate and zip, which make an iterator, what they take apart."""
    if isinstance(over, ast.Call) and source.builtin(over) in ("enumerate", "zip") and not ir.has_star(over):
        over.args = [fixed(source, part) for part in over.args]
        return over
    return ir.expression(over, "fixed(E)", fixed=ir.helper("fixed", over), E=over)
