"""Where Python's own iterators are advanced that something else may hold: then their positions go back with the branch.

    next(self.it)           what is in an attribute, an item, a variable of another function, or a parameter
    self.it = iter(xs)      an attribute is given one
    it = iter(xs)           in an ambiguous function, before a choice; likewise next(iter(xs), (yield E))
    next(iter(xs))          none of these: it is used up where it is made; nor what a function makes, and only its own
                            loops, `next` and the like read

If a user's function has such a place, each step of what may be an iterator counts as a change, in all related modules:
as if all iterators had a `__next__` of the user's, which is `MOVES`.

>>> class Tokens:
...     def advance(self):
...         self.now = next(self.it, None)
...     def first(self, words):
...         it = iter(words)
...         return next(it, None) or next(iter(words))
>>> [advances(Source.of_code(one.__code__, {})) for one in (Tokens.advance, Tokens.first)]
[True, False]
"""

import ast
import itertools
import types
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ambsearch.expansion.analysis.flow import captures
from ambsearch.expansion.analysis.values import FUNCTIONS, assigned_parts, once, values_of
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Own, names_stored_by
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.reading.texts import NoSource, definition
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.running.twins import CO_GENERATOR

# the names of what gives an iterator
MAKING = LAZY | vars(itertools).keys() | {"itertools", "reader", "DictReader", "finditer"}
# the methods of containers that give what these hold
GIVING = frozenset({"get", "setdefault", "pop", "popleft"})
# the modules whose functions use up what they are given, or give what goes along it
USING = frozenset({"builtins", "itertools", "functools", "collections"})
# others that give an iterator
ITERATORS = frozenset({("builtins", "iter"), ("_csv", "reader"), ("csv", "DictReader"), ("re", "finditer")})


def may_be_advanced(spaces: Iterable[int]) -> bool:
    """Is there such a place in these namespaces?"""
    found = [own for key in spaces for own in list(WORLD.inside.get(key, {}).values())]
    return any(is_own(own.code) and is_advancing(own) for own in found)


def is_advancing(own: Own) -> bool:
    if own not in WORLD.advancing:
        WORLD.advancing[own] = False
        if not may_advance(own.code):
            return False
        with suppress(NoSource):
            tree, class_name, text = definition(own.code, own.space)
            unseen = frozenset(own.code.co_freevars)
            source = Source(tree, class_name, text.lines, text.filename, own.space, {}, unseen, own.code)
            WORLD.advancing[own] = advances(source)
    return WORLD.advancing[own]


def may_advance(code: types.CodeType) -> bool:
    """Need its text be looked at? It names a step, or it may keep an iterator, or choose after it has made one."""
    if code.co_name in COMPREHENSIONS:
        return False
    keeps = code.co_flags & CO_GENERATOR or names_stored_by(code, "STORE_ATTR")
    return takes_steps(code) or bool(keeps) and may_make_iterator(code)


def takes_steps(code: types.CodeType) -> bool:
    """Does this code, or a comprehension in it, use `next` or `__next__`?"""
    inner = [part for part in code.co_consts if getattr(part, "co_name", "") in COMPREHENSIONS]
    return not {"next", "__next__"}.isdisjoint(code.co_names) or any(map(takes_steps, inner))


def may_make_iterator(code: types.CodeType) -> bool:
    """Does this code name what gives one, or has it a generator expression?"""
    if "<genexpr>" in [getattr(part, "co_name", "") for part in code.co_consts] or not MAKING.isdisjoint(code.co_names):
        return True
    found = [own.code for name in code.co_names for own in list(WORLD.functions.get(name, {}).values())]
    return any(other.co_flags & CO_GENERATOR for other in found)


def advances(source: Source) -> bool:
    """Has this function such a place?"""
    stepped = [node.args[0] for node in source.calls if node.args and source.builtin(node) == "next"]
    stepped += [node.value for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "__next__"]
    held = {getattr(node, "id", "") for node in stepped if not is_made(source, node)}
    if source.is_ambiguous(source.tree):
        bound = values_of(source).items()
        held |= {name for name, values in bound if any(gives_iterator(source, one) for one in values)}
    return keeps_iterator(source) or holds_iterator(source) or bool(held) and not held <= private_names(source)


def keeps_iterator(source: Source) -> bool:
    """Is an attribute given what is visibly an iterator?"""
    places = [pair for node in source.nodes for pair in assigned_parts(node)]
    return any(isinstance(place, ast.Attribute) and gives_iterator(source, value) for place, value in places)


def holds_iterator(source: Source) -> bool:
    """Is an argument visibly an iterator, and a later one chosen?"""
    given = [[*node.args, *(keyword.value for keyword in node.keywords)] for node in source.calls]
    pairs = [(one, parts[i + 1 :]) for parts in given for i, one in enumerate(parts)]
    return any(any(map(ir.has_yield, later)) and gives_iterator(source, one) for one, later in pairs)


def is_made(source: Source, node: Any) -> bool:
    """Is this made here? A container may give what it holds, and so may a function in the same module."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    functions = [own for own in list(WORLD.functions.get(name, {}).values()) if own.space is source.space]
    return name not in GIVING and not any(map(returns_held, functions))


def returns_held(own: Own) -> bool:
    """May what this function returns be something that is held elsewhere?"""
    with suppress(NoSource):
        returned = [node.value for node in ir.walk(definition(own.code, own.space)[0]) if isinstance(node, ast.Return)]
        return any(isinstance(value, ir.PLACES) for value in returned)
    return False


def gives_iterator(source: Source, node: Any) -> bool:
    """Is this visibly one of Python's own iterators, or a generator of the user's?"""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    found = source.resolve(node.func)
    if not isinstance(found, (type, *FUNCTIONS)):
        return False
    if (found.__module__, found.__name__) in ITERATORS:
        return True
    if isinstance(found, types.FunctionType):
        return bool(found.__code__.co_flags & CO_GENERATOR) and is_own(found.__code__)
    return isinstance(found, type) and found.__module__ in USING and hasattr(found, "__next__")


def private_names(source: Source) -> set[str]:
    """The variables that hold what the function has made itself, and that are read only where that is used up."""
    values: dict[str, list[Any]] = values_of(source)
    made = {name for name, found in values.items() if all(is_made(source, one) for one in found)}
    functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
    made &= source.locals - source.nonlocals - source.seen_at_once - captures(*functions)
    found = made & read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    if source.is_ambiguous(source.tree):
        choices = [node.lineno for node in source.nodes if isinstance(node, ast.Yield)]
        ends = {name: values[name][0].end_lineno for name in found}
        shared = {node.id for node in reads if any(ends.get(node.id, node.lineno) < i <= node.lineno for i in choices)}
        return found & variables_of_turns(source) | found - shared  # each branch reads what was made before its choice
    parents = {child: node for node in ir.walk(source.tree) for child in ir.children(node)}
    return found | made - {node.id for node in reads if not uses_up(source, node, parents.get(node))}


def uses_up(source: Source, node: ast.AST, parent: Any) -> bool:
    """Is an iterator read here, and not kept?"""
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Call) and parent.func is not node:
        found = source.resolve(parent.func)
        return isinstance(found, (type, *FUNCTIONS)) and found.__module__ in USING
    return isinstance(parent, (ast.Starred, ast.YieldFrom, ast.Yield, ast.Expr, ast.Attribute))


def variables_of_turns(source: Source) -> set[str]:
    """The variables that loops with a choice go over."""
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For) and any(map(ir.has_yield, node.body))]
    parts = [part for over in loops for part in (over, *getattr(over, "args", ()))]
    return {part.id for part in parts if isinstance(part, ast.Name)}


@once
def read_once(source: Source) -> frozenset[str]:
    """The variables that are bound once, and read once, and that as often as they are bound."""
    places: dict[str, list[ast.AST]] = {}
    waiting: list[tuple[ast.AST, ast.AST]] = [(source.tree, source.tree)]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, ast.Name):
            places.setdefault(node.id, []).append(around)
        inner = node if isinstance(node, (*ir.LOOPS, *ir.SCOPES)) else around
        outside = [node.iter] if isinstance(node, ast.For) else []
        waiting += [(child, around if child in outside else inner) for child in ir.children(node)]
    found = {name for name, [one, *more] in places.items() if len(more) == 1 and more[0] is one}
    return frozenset(found - source.nonlocals - source.seen_at_once) & source.locals
