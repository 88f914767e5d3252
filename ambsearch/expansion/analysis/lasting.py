"""What is changed permanently, so that the inverse of an ordinary change may find it in another state.

may_last      may anything be changed so, in the function or in another of the related modules?
says_lasting  does the function itself say so?

Assigning a number permanently, to a variable or an attribute, is no such change: best = permanent(total).
"""

import ast
import types
from typing import Any

from ambsearch.expansion.analysis.bytecode import OPTIMIZED
from ambsearch.expansion.analysis.effects import changes, is_number, is_permanent
from ambsearch.expansion.analysis.values import assigned_parts, once
from ambsearch.expansion.analysis.world import WORLD, Own, functions_in, values_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import word_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import PERMANENT


@once
def may_last(source: Source) -> bool:
    """May anything that this function changes be changed permanently, too?"""
    return says_lasting(source) or WORLD.relations.once(WORLD.relations.of(source.space), find_lasting)


def find_lasting(spaces: frozenset[int]) -> bool:
    """Does a function in these namespaces change something permanently?"""
    is_met = any(value is one for one in builtins_kept() for _, value in values_in(spaces))
    return is_met or any(map(lasts, functions_in(spaces)))


def builtins_kept() -> list[Any]:
    """The functions of Python's own that are marked permanent."""
    return [value for value in list(PERMANENT.values()) if not isinstance(value, types.CodeType)]


def lasts(own: Own) -> bool:
    """Does this function change something permanently?"""
    builtins = {one.__name__ for one in builtins_kept() if isinstance(one.__self__, types.ModuleType)}
    is_marked, names = id(own.code) in PERMANENT, own.code.co_names
    says = "permanent" in names or any(word_in(own.space.get(name)) == "permanent" for name in names)
    if not is_marked and not says or not own.code.co_flags & OPTIMIZED:  # the body of a class
        return not builtins.isdisjoint(names)
    source = own.source(is_called=False)
    return source is None or says_lasting(source) or is_marked and changes_more(source.tree)


def says_lasting(source: Source) -> bool:
    """Is anything in this function, or the one that made it, marked permanent, but for numbers that are assigned?"""
    if source.around is not None and says_lasting(source.around):
        return True
    nodes: list[Any] = [part for part in ir.walk(source.tree) if source.says_permanent or type(part) in ir.DEFINITIONS]
    stored = {id(node.value) for node in nodes if is_only_stored(source, node)}
    return any(is_permanent(source, node) and id(node) not in stored or is_marked(source, node) for node in nodes)


def is_marked(source: Source, node: Any) -> bool:
    """Is this a function inside that is permanent, and changes a container?"""
    found = [source.resolve(part) for part in getattr(node, "decorator_list", ())]
    return any(word_in(part) == "permanent" for part in found) and changes_more(node)


def changes_more(function: Any) -> bool:
    """May it change more than numbers, in variables and attributes?"""
    body = function.body if isinstance(function.body, list) else [function.body]
    for node in ir.inside(*body):
        is_put = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
        is_added = isinstance(node, ast.AugAssign) and not is_number(node.value)
        if is_put or is_added or isinstance(node, ast.Call | ast.Delete):
            return True
    return False


def is_only_stored(source: Source, node: Any) -> bool:
    """Does this assign a permanent value, to variables or attributes, and change nothing else?"""
    value: Any = getattr(node, "value", None)
    if not is_permanent(source, value):
        return False
    parts: list[Any] = [part for part, _ in assigned_parts(node)]
    if isinstance(node, ast.AugAssign) and is_number(value.args[0]):
        parts = [node.target]
    are_simple = bool(parts) and all(isinstance(part, (ast.Name, ast.Attribute)) for part in parts)
    return are_simple and not changes(source, value.args)
