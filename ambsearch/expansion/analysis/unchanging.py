"""Does a function of the user's give the same whenever it is given the same?

>>> STEP = 2
>>> def below(n):
...     yield from range(0, n, STEP)
>>> FOUND = []
>>> def counted(n):
...     yield len(FOUND) + n
>>> [gives_the_same(Source.of_code(one.__code__, globals()), set()) for one in (below, counted)]
[True, False]
"""

import ast
import types
from typing import Any

from ambsearch.copiers.snapshots import is_constant
from ambsearch.expansion.analysis import facts, flow
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.undoing.kinds import HEAP_TYPE

UNCHANGING = frozenset({int, float, str, bool, type(None), type(len)})  # of what a name may stand for


def gives_the_same(source: Source, seen: set[Any]) -> bool:
    """Does it use nothing that could change, if its arguments cannot? seen: the functions that are looked at already."""
    for name in flow.Names(*source.body).read - source.locals:
        found = source.resolve(ir.load(name, source.tree))
        is_function = type(found) is types.FunctionType and is_only_called(source, name)
        is_steady = is_function and always_gives_the_same(found, seen) or is_unchanging(found)
        if not is_steady or WORLD.is_rebound(name, source.space):
            return False
        if name in source.space:
            WORLD.assume(source.space, name, found)
    return True


def is_unchanging(value: Any) -> bool:
    """Is this a constant, or a function or class of Python itself? Of a class of one's own, attributes may change."""
    if isinstance(value, type):
        return not value.__flags__ & HEAP_TYPE
    return type(value) in UNCHANGING or is_constant((value,))


def is_only_called(source: Source, name: str) -> bool:
    """Does the function do nothing else with what has this name?"""
    called = {id(node.func) for node in source.calls}
    nodes = [node for node in ir.walk(source.tree) if isinstance(node, ast.Name)]
    return all(id(node) in called for node in nodes if node.id == name)


def always_gives_the_same(function: types.FunctionType, seen: set[Any]) -> bool:
    """Does this function of the user's change nothing, and give the same whenever it has the same arguments?"""
    if function in seen:
        return True
    seen.add(function)
    code, space = function.__code__, function.__globals__
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    if not is_own(code) or function.__closure__ or not is_constant(defaults) or not facts.is_harmless(Own(code, space)):
        return False
    source = Source.of_code(code, space)
    return source is not None and not facts.is_fatal(Own(code, space)) and gives_the_same(source, seen)
