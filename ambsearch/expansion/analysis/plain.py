"""Is this visibly not an instance of a user's class, nor an iterator, the steps of which may be changes?

    xs = sorted(ys)         xs is plain, wherever else such a thing is bound to it
    self.cells.get(k)       so is self.cells, if all functions assign only such things to attributes of this name:
                            no method `get` of the user's is called

>>> from ambsearch.expansion.reading.source import Source
>>> def largest(xs):
...     ys = sorted(xs)
...     return ys[-1], xs[0]
>>> source = Source.of_code(largest.__code__, {})
>>> sorted((node.value.id, is_plain(source, node.value)) for node in source.nodes if isinstance(node, ast.Subscript))
[('xs', False), ('ys', True)]
"""

import ast
import builtins
import sys
import types
from functools import partial

from ambsearch.expansion.analysis import bindings, relations, values
from ambsearch.expansion.analysis.functions import Own, function_in
from ambsearch.expansion.analysis.held import is_stored_elsewhere, stored_in
from ambsearch.expansion.analysis.world import WORLD, relatives
from ambsearch.expansion.reading.source import Source

METHODS = (types.FunctionType, property)  # the first parameter of which is an object of the class
# the attributes of Python's own objects, such as the `value` of StopIteration: what they hold is not assigned in any text
KINDS = [*vars(builtins).values(), *vars(types).values(), partial]
OF_PYTHON = frozenset(name for kind in KINDS if isinstance(kind, type) for name in dir(kind)) | {"_value_"}


def is_plain(source: Source, node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr=attribute):
            return attribute not in OF_PYTHON and holds_plain(source, source.mangled_name(attribute))
        case ast.GeneratorExp():
            return True
        case ast.Call() if (name := source.builtin(node)) == "reversed" or name in values.ITERATORS:
            return name != "reversed" or all(is_plain(source, argument) for argument in node.args)
    return values.is_visibly(values.PLAIN, source, node)


def holds_plain(source: Source, name: str) -> bool:
    """Are all things plain that functions assign to an attribute of this name, of whatever object that may be met here?"""
    spaces = WORLD.relations.of(source.space)
    if name not in WORLD.stored or name in WORLD.annotated or WORLD.objects.is_said(name, spaces):
        return False
    if WORLD.may_be_given(name, spaces):
        return False
    found = WORLD.plain.setdefault(name, {})
    if spaces not in found:
        found[spaces] = False  # while it is asked
        givers = relatives(spaces, [*WORLD.stored[name].values()])
        attached = [one for space in spaces for one in WORLD.texts.get(space, {}).values()]
        is_open = any(one.is_open for one in attached) or any(one.is_open for one in stored_in(spaces))
        is_hidden = is_open or hasattr(sys, "ps1") or is_stored_elsewhere(name, spaces)  # what is typed is in no text
        found[spaces] = not is_hidden and all(gives_plain(own, name) for own in givers)
    return found[spaces]


def gives_plain(own: Own, name: str) -> bool:
    source = own.source()
    if source is None:
        return False
    return all(value is not None and adds_plain(source, value) for _, value in bindings.places_stored(source, name))


def adds_plain(source: Source, value: ast.expr) -> bool:
    """Is this plain, and no iterator, which something else could move on; or is something plain added to what the attribute holds?"""
    match value:
        case ast.BinOp(left=ast.Attribute(ctx=ast.Store()), right=added):
            return is_plain(source, added)
        case ast.Attribute():
            return is_plain(source, value)
    return values.is_visibly(values.PLAIN, source, value)


def methods_of_objects(name: str) -> set[int]:
    """The codes, by their ids, of the methods of this name whose first parameter is an object of their class."""
    held = [value for _, value in WORLD.owners.get(name, {}).values()]
    others = {id(getattr(function_in(value), "__code__", None)) for value in held if type(value) not in METHODS}
    return {id(value.__code__) for value in held if type(value) is types.FunctionType} - others


def heirs(source: Source) -> list[type]:
    """The classes that have this method for their own, and those derived from them."""
    having = {cls for cls, _ in owners_of(source)}
    return list(relations.reach(having, lambda one: set(type.__subclasses__(one))))


def owners_of(source: Source) -> list[tuple[type, object]]:
    """The classes that have this method for their own, each with what stands there."""
    if source.code is None:
        return []
    owners = WORLD.owners.get(source.code.co_name, {}).values()
    return [(cls, value) for cls, value in owners if getattr(function_in(value), "__code__", None) is source.code]
