"""Warns of an assignment that nobody sees: the variable is another than the one that was meant.

total = x               is a variable of the function's own, where nothing reads it and the module has a `total`, or `self`
xs = xs + [x]           where a function ends, is no other list for whoever gave it xs; likewise xs = xs[:]; xs.append(x)

>>> import warnings
>>> from ambsearch import ambiguous
>>> total = 0
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def count():
...         n = yield (1, 2)
...         total = n
...         return n
>>> print(told[0].message)
total is a variable of count alone, and nothing reads it; for that of the module write `global total` in count
"""

import ast
import re

from ambsearch.diagnostics.aliases import VALUES, changed_by
from ambsearch.diagnostics.lost import read_inside
from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def warn_of_unseen(source: Source) -> None:
    for node in source.nodes:
        match node:
            case ast.Assign([ast.Name(id=name)], value):
                if not any(isinstance(part, (ast.Call, *ir.YIELDS)) for part in ir.inside(value)):
                    warn_of_hidden(source, name, node)
        if isinstance(node, ast.Assign):
            warn_of_given(source, node)


def warn_of_hidden(source: Source, name: str, node: ast.Assign) -> None:
    """Warn of a variable that nothing reads, where the module or the object has one of the same name."""
    is_own = name in source.locals - parameters(source.tree.args) and name not in source.seen_at_once
    if not is_own or name[0] == "_" or getattr(node.value, "attr", None) == name:  # xs = self.xs
        return
    is_global = type(source.space.get(name, source)) in VALUES
    if not is_global and not is_of_the_object(source, name):
        return
    if not any(isinstance(part, ast.Name) and part.id == name and is_read(part) for part in ir.walk(source.tree)):
        told = f"{name} is a variable of {source.name} alone, and nothing reads it"
        if is_global:
            source.warn(node.lineno, f"{told}; for that of the module write `global {name}` in {source.name}")
        else:
            source.warn(node.lineno, f"{told}; for that of the object write self.{name}")


def warn_of_given(source: Source, node: ast.Assign) -> None:
    """Warn of parameters that are assigned where a function ends, of which whoever calls it sees nothing."""
    parts = [part for target in node.targets for part in ast.walk(target)]  # in their order
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    is_plain = all(isinstance(part, (ast.Name, ast.expr_context, *ir.UNPACKED)) for part in parts)
    is_given = is_plain and parameters(source.tree.args) - read_inside(source) >= set(names)
    if (
        is_last(source, node, names)
        and source.function is None
        and is_given
        and not isinstance(node.value, ast.Constant)
    ):
        instead = f"write `return {', '.join(names)}` below it, and use what {source.name} gives"
        if all(is_of_the_object(source, name) for name in names):
            instead = f"for that of the object write self.{names[0]}"
        source.warn(node.lineno, f"what this assigns to {', '.join(names)} is lost where {source.name} ends; {instead}")


def is_last(source: Source, node: ast.Assign, names: list[str]) -> bool:
    """Does the function do nothing below but change what it has assigned here?"""
    if node not in source.body or any(isinstance(part, ast.Return) and part.value is not None for part in source.nodes):
        return False
    below = source.body[source.body.index(node) + 1 :]
    inside = list(ir.inside(*below))
    changed = {id(root_of(place)) for part in inside if (place := changed_by(part)) is not None}
    reads = [part for part in inside if isinstance(part, ast.Name) and part.id in names]
    acts = [part for part in inside if isinstance(part, ast.Call) and changed_by(part) is None]
    return not acts and all(id(part) in changed for part in reads)


def root_of(place: ast.expr) -> ast.expr:
    """The variable whose item, or item of an item, this is."""
    while isinstance(place, ast.Subscript):
        place = place.value
    return place


def is_of_the_object(source: Source, name: str) -> bool:
    """Is this a method of a class, and does the file use such an attribute of `self`?"""
    arguments = source.tree.args.posonlyargs + source.tree.args.args
    is_method = source.class_name is not None and bool(arguments) and arguments[0].arg == "self"
    return is_method and any(re.search(rf"\bself\.{name}\b", line) for line in source.lines)


def is_read(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Store)
