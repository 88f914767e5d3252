"""What visibly gives one of Python's own iterators, or a generator of the user's.

gives_iterator      this expression
gives_several       this call, each item of which is one
returns_iterator    a function of the user's

>>> from ambsearch.expansion.reading.source import Source
>>> def give(xs, ys):
...     return iter(xs), zip(xs, ys), sorted(xs), map(iter, xs)
>>> source = Source.of_code(give.__code__, {})
>>> [gives_iterator(source, part) for part in source.body[0].value.elts]
[True, True, False, True]
"""

import ast
import itertools
import types
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.handing_on import followed
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.values import FUNCTIONS
from ambsearch.expansion.analysis.world import WORLD, methods_of
from ambsearch.expansion.reading.source import LAZY, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import gives_manager, is_own
from ambsearch.running.twins import CO_GENERATOR

# the names of what gives an iterator
MAKING = LAZY | vars(itertools).keys() | {"itertools", "reader", "DictReader", "finditer", "__iter__"}
# the modules whose classes give such ones
MODULES = frozenset({"builtins", "itertools", "functools", "collections"})
# what gives several, and others that give an iterator
SEVERAL = frozenset({("itertools", "tee"), ("itertools", "groupby")})
ITERATORS = SEVERAL | {("builtins", "iter"), ("_csv", "reader"), ("csv", "DictReader"), ("re", "finditer")}
# the methods that do so
NAMED = frozenset({"__iter__", "from_iterable"})
STARTS = (ast.Call, ast.Attribute, ast.GeneratorExp)


def may_make_iterator(code: types.CodeType) -> bool:
    """Does this code name what gives one, or a function that does, or has it a generator in it?"""
    found = [own.code for name in code.co_names for own in list(WORLD.functions.get(name, {}).values())]
    return any(map(names_making, (code, *found)))


def names_making(code: types.CodeType) -> bool:
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    is_generator = any(part.co_flags & CO_GENERATOR for part in (code, *inner))
    return is_generator or not MAKING.isdisjoint(code.co_names) or any(map(names_making, inner))


def iterators_made(source: Source) -> list[Any]:
    """Where this function visibly makes one."""
    return [node for node in source.nodes if isinstance(node, STARTS) and gives_iterator(source, node)]


def gives_iterator(source: Source, node: Any) -> bool:
    """Is this visibly one of Python's own iterators, or a generator of the user's?"""
    match node:
        case ast.GeneratorExp():
            return True
        case ast.IfExp():
            return any(gives_iterator(source, part) for part in ir.sides(node))
        case ast.Attribute(attr=name, value=owner):
            return method_gives(source, name, property) and not is_plain(source, owner)
        case ast.Call(func=function):
            return calls_for_iterator(source, function)
    return False


def gives_several(source: Source, call: Any) -> bool:
    """map(iter, xs), tee(xs), groupby(xs): is each item of it one?"""
    found = source.resolve(call.func) if isinstance(call, ast.Call) else UNKNOWN
    if found is map:
        return bool(call.args) and calls_for_iterator(source, call.args[0])
    return issubclass(type(found), (type, *FUNCTIONS)) and (found.__module__, found.__name__) in SEVERAL


def calls_for_iterator(source: Source, function: ast.expr) -> bool:
    found = source.resolve(function)
    if found is UNKNOWN and isinstance(function, ast.Attribute):
        is_of_class = method_gives(source, function.attr) and not is_plain(source, function.value)
        return is_of_class or function.attr in NAMED
    if found is UNKNOWN:
        made = function if isinstance(function, ast.Lambda) else single_definition(source, getattr(function, "id", ""))
        return made is not None and text_returns(source.nested_source(made))
    if not issubclass(type(found), (type, *FUNCTIONS)):  # nothing else is asked for its name
        return False
    if isinstance(found, types.FunctionType) and is_own(found.__code__):
        return returns_iterator(Own(found.__code__, found.__globals__))
    is_kind = isinstance(found, type) and found.__module__ in MODULES and hasattr(found, "__next__")
    return is_kind or (found.__module__, found.__name__) in ITERATORS


def method_gives(source: Source, name: str, kind: type = object) -> bool:
    """Do all methods of this name, or all properties, in the related modules? Of others the run would say which is meant."""
    found = methods_of(source, name, kind)
    owns = [own for own, value in found if type(value) is not Ambiguous and not gives_manager(value)]
    return bool(owns) and all(map(returns_iterator, owns))


def returns_iterator(own: Own) -> bool:
    """Is this function of the user's a generator, or does it return an iterator that it makes, perhaps in a container?"""
    if own.code.co_flags & CO_GENERATOR:
        return is_own(own.code)
    if own not in WORLD.returning:
        WORLD.returning[own] = False
        source = own.source(is_called=False) if is_own(own.code) and may_make_iterator(own.code) else None
        WORLD.returning[own] = source is not None and text_returns(source)
    return WORLD.returning[own]


def text_returns(source: Source) -> bool:
    """The same of its text."""
    if not isinstance(source.tree, ast.Lambda) and any(map(ir.has_yield, source.body)):
        return not source.is_ambiguous(source.tree)
    return not all(followed(source, node).uses.isdisjoint(("returned", "held")) for node in iterators_made(source))
