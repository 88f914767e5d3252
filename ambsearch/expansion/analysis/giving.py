"""What visibly gives one of Python's own iterators, or a generator of the user's, or a container of some.

>>> from ambsearch.expansion.reading.source import Source
>>> def give(xs, ys):
...     return iter(xs), zip(xs, ys), [iter(x) for x in xs], sorted(xs)
>>> source = Source.of_code(give.__code__, {})
>>> [gives_iterator(source, part) for part in source.body[0].value.elts]
[True, True, True, False]
"""

import ast
import itertools
import types
from collections import deque
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.bindings import single_definition, values_of
from ambsearch.expansion.analysis.functions import Own, function_in
from ambsearch.expansion.analysis.plain import is_plain
from ambsearch.expansion.analysis.values import FUNCTIONS
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import LAZY, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import gives_manager, is_own
from ambsearch.running.twins import CO_GENERATOR

# the names of what gives an iterator
MAKING = LAZY | vars(itertools).keys() | {"itertools", "reader", "DictReader", "finditer", "__iter__"}
# the modules whose classes give such ones
MODULES = frozenset({"builtins", "itertools", "functools", "collections"})
CONTAINERS = frozenset(map(id, (list, tuple, set, frozenset, dict, deque, sorted)))
# others that give an iterator
ITERATORS = frozenset({("builtins", "iter"), ("_csv", "reader"), ("csv", "DictReader"), ("re", "finditer")})
# the methods that do so
NAMED = frozenset({"__iter__", "from_iterable"})
# the nodes that may give one
GIVING = frozenset({ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp})
GIVING |= {ast.IfExp, ast.BinOp, ast.BoolOp, ast.NamedExpr, ast.Yield, ast.Attribute, ast.Call, ast.Subscript}
# what gives several
SEVERAL = frozenset({("itertools", "tee"), ("itertools", "groupby")})


def may_make_iterator(code: types.CodeType) -> bool:
    """Does this code name what gives one, or a function that does, or has it a generator in it?"""
    found = [own.code for name in code.co_names for own in list(WORLD.functions.get(name, {}).values())]
    return any(map(names_making, (code, *found)))


def names_making(code: types.CodeType) -> bool:
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    is_generator = any(part.co_flags & CO_GENERATOR for part in (code, *inner))
    return is_generator or not MAKING.isdisjoint(code.co_names) or any(map(names_making, inner))


def gives_iterator(source: Source, node: Any, inside: bool = False) -> bool:
    """Is this visibly one of Python's own iterators, a generator of the user's, or a container of some?

    inside: only what has iterators for its items.
    """
    if type(node) not in GIVING:  # nearly all nodes
        return False
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return any(gives_iterator(source, part) for part in parts)
        case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.DictComp(value=part):
            return gives_iterator(source, part)
        case ast.GeneratorExp(elt=part):
            return not inside or gives_iterator(source, part)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return any(gives_iterator(source, part, inside) for part in (one, other))
        case ast.BoolOp(values=parts):
            return any(gives_iterator(source, part, inside) for part in parts)
        case ast.NamedExpr(value=part):
            return gives_iterator(source, part, inside)
        case ast.Yield(value=items) | ast.Subscript(value=items):  # one of them is chosen, or taken
            return gives_iterator(source, items, inside=True)
        case ast.Attribute():
            return method_gives(source, node.attr, inside, property) and not is_plain(source, node.value)
        case ast.Call():
            return makes_several(source, node, inside) or calls_for_iterator(source, node.func, inside)
    return False


def makes_several(source: Source, call: ast.Call, inside: bool) -> bool:
    """list(map(iter, xs)), or such a map itself: does it give iterators for its items?"""
    if not call.args:
        return False
    found, first = source.resolve(call.func), call.args[0]
    if found is map:
        return inside and calls_for_iterator(source, first, inside=False)
    return id(found) in CONTAINERS and gives_iterator(source, first, inside=True)


def calls_for_iterator(source: Source, function: ast.expr, inside: bool) -> bool:
    found = source.resolve(function)
    if found is UNKNOWN and isinstance(function, ast.Attribute):
        is_of_class = method_gives(source, function.attr, inside) and not is_plain(source, function.value)
        return is_of_class or function.attr in NAMED and not inside
    if found is UNKNOWN:
        made = function if isinstance(function, ast.Lambda) else single_definition(source, getattr(function, "id", ""))
        return made is not None and definition_gives(source.nested_source(made), inside)
    if not issubclass(type(found), (type, *FUNCTIONS)):  # nothing else is asked for its name
        return False
    origin = found.__module__, found.__name__
    if origin in SEVERAL or not inside and origin in ITERATORS:
        return True
    if isinstance(found, types.FunctionType):
        return returns_iterator(Own(found.__code__, found.__globals__), inside)
    return not inside and isinstance(found, type) and found.__module__ in MODULES and hasattr(found, "__next__")


def method_gives(source: Source, name: str, inside: bool, kind: type = object) -> bool:
    """Do all methods of this name, or all properties, in the related modules? Of others the run would say which is meant."""
    found = methods_of(source, name, kind)
    owns = [own for own, value in found if type(value) is not Ambiguous and not gives_manager(value)]
    return bool(owns) and all(returns_iterator(own, inside) for own in owns)


def methods_of(source: Source, name: str, kind: type = object) -> list[tuple[Own, Any]]:
    """The methods of this name in the related modules, each with what its class has for it."""
    if name not in WORLD.owners:  # nearly always
        return []
    values = [value for _, value in WORLD.owners[name].values() if isinstance(value, kind)]
    found = [(plain, value) for value in values if (plain := function_in(value)) is not None]
    related = WORLD.relations.of(source.space)
    return [(Own(f.__code__, f.__globals__), value) for f, value in found if id(f.__globals__) in related]


def returns_iterator(own: Own, inside: bool) -> bool:
    """Is this function of the user's a generator, or does it return an iterator, or several?"""
    if own.code.co_flags & CO_GENERATOR:
        return not inside and is_own(own.code)
    if (own, inside) not in WORLD.returning:
        WORLD.returning[own, inside] = False
        source = own.source(is_called=False) if is_own(own.code) and may_make_iterator(own.code) else None
        WORLD.returning[own, inside] = source is not None and definition_gives(source, inside)
    return WORLD.returning[own, inside]


def definition_gives(source: Source, inside: bool) -> bool:
    """The same of its text."""
    if isinstance(source.tree, ast.Lambda):
        return gives_iterator(source, source.tree.body, inside)
    if any(map(ir.has_yield, source.body)):
        return not inside and not source.is_ambiguous(source.tree)
    bound = values_of(source)
    returned = [node.value for node in source.nodes if isinstance(node, ast.Return)]
    values = [part for value in returned for part in bound.get(getattr(value, "id", ""), [value])]
    return any(gives_iterator(source, value, inside) for value in values)
