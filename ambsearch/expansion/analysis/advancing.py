"""Where Python's own iterators are advanced that something else may hold: then their positions go back with the branch.

    next(self.it)           what is in an attribute, an item, a variable of another function, or a parameter
    self.it = iter(xs)      an attribute is given one
    it = iter(xs)           in an ambiguous function, before a choice; likewise next(iter(xs), (yield E)), what a function
                            of the user's returns, and what is in a container, as in `its = [iter(xs), iter(ys)]`
    for k, group in groupby(xs)     there, if the group is read after a choice
    for x in IT             a global variable holds one
    next(iter(xs))          none of these: it is used up where it is made; nor what a function makes, and only its own
                            loops, `next` and the like read

A counter, which nothing but `next` reads, is none either, see `counters`: there the step itself is the change.

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
from contextlib import suppress
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.counters import counters, name_of
from ambsearch.expansion.analysis.flow import Names, captures
from ambsearch.expansion.analysis.values import FUNCTIONS, assigned_parts, once, values_of
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Own, function_in, names_stored_by
from ambsearch.expansion.reading.source import LAZY, UNKNOWN, Source
from ambsearch.expansion.reading.texts import NoSource, definition
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.running.positions import advance
from ambsearch.running.twins import CO_GENERATOR

# the names of what gives an iterator
MAKING = LAZY | vars(itertools).keys() | {"itertools", "reader", "DictReader", "finditer", "__iter__"}
# the methods of containers that give what these hold
GIVING = frozenset({"get", "setdefault", "pop", "popleft"})
# the modules whose functions use up what they are given, or give what goes along it
USING = frozenset({"builtins", "itertools", "functools", "collections"})
# others that give an iterator
ITERATORS = frozenset({("builtins", "iter"), ("_csv", "reader"), ("csv", "DictReader"), ("re", "finditer")})
# what gives several
SEVERAL = frozenset({("itertools", "tee"), ("itertools", "groupby")})


def may_be_advanced(spaces: frozenset[int]) -> bool:
    """Is there such a place in these namespaces?"""
    found = [own for key in spaces for own in list(WORLD.inside.get(key, {}).values())]
    found = [own for own in found if is_own(own.code) and is_advancing(own)]
    return bool(found) and not all(only_counts(own, counters(spaces)) for own in found)


def only_counts(own: Own, names: frozenset[str]) -> bool:
    """Are these counters all that it advances?"""
    if not names or names_held(own, names):
        return False
    with suppress(NoSource):
        return not may_advance(own.code) or not advances(source_of(own), names)
    return False


def is_advancing(own: Own) -> bool:
    if own not in WORLD.advancing:
        WORLD.advancing[own] = names_held(own)
        with suppress(NoSource):
            if not WORLD.advancing[own] and may_advance(own.code):
                WORLD.advancing[own] = advances(source_of(own))
    return WORLD.advancing[own]


def names_held(own: Own, counted: frozenset[str] = frozenset()) -> bool:
    """Does it name a global variable that holds an iterator, or several?"""
    values = [value for value in map(own.space.get, {*own.code.co_names} - counted) if value is not None]
    parts = [part for value in values if type(value) in (list, tuple) for part in value[:1]]
    return any(hasattr(type(part), "__next__") and advance(part) is not None for part in (*values, *parts))


def source_of(own: Own) -> Source:
    tree, class_name, text = definition(own.code, own.space)
    unseen = frozenset(own.code.co_freevars)
    return Source(tree, class_name, text.lines, text.filename, own.space, {}, unseen, own.code)


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
    """Does this code name what gives one, or a function that does, or has it a generator in it?"""
    found = [own.code for name in code.co_names for own in list(WORLD.functions.get(name, {}).values())]
    return any(map(names_making, (code, *found)))


def names_making(code: types.CodeType) -> bool:
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    is_generator = any(part.co_flags & CO_GENERATOR for part in (code, *inner))
    return is_generator or not MAKING.isdisjoint(code.co_names) or any(map(names_making, inner))


def advances(source: Source, counted: frozenset[str] = frozenset()) -> bool:
    """Has this function such a place? counted: the names of counters."""
    stepped = [node.args[0] for node in source.calls if node.args and source.builtin(node) == "next"]
    stepped += [node.value for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "__next__"]
    held = {getattr(node, "id", "") for node in stepped if name_of(node) not in counted and not is_made(source, node)}
    if source.is_ambiguous(source.tree):
        held |= held_names(source) - counted
    is_held = keeps_iterator(source, counted) or holds_iterator(source)
    return is_held or bool(held) and not held <= private_names(source)


def held_names(source: Source) -> set[str]:
    """The variables of an ambiguous function that visibly hold an iterator, or several, or are given one by a loop."""
    found = set()
    for node in source.nodes:
        for place, value in assigned_parts(node):
            is_unpacked = value is None and gives_iterator(source, getattr(node, "value", None), inside=True)
            if isinstance(place, ast.Name) and (is_unpacked or gives_iterator(source, value)):
                found.add(place.id)
        if isinstance(node, ast.For) and gives_iterator(source, node.iter, inside=True):
            found |= read_after_choice(node) & Names(node.target).bound
    return found


def read_after_choice(loop: ast.For) -> set[str]:
    nodes = [node for part in loop.body for node in ir.walk(part)]
    first = min([node.lineno for node in nodes if isinstance(node, ast.Yield)], default=0)
    return {node.id for node in nodes if isinstance(node, ast.Name) and 0 < first <= node.lineno}


def keeps_iterator(source: Source, counted: frozenset[str]) -> bool:
    """Is an attribute given what is visibly an iterator?"""
    pairs = [pair for node in source.nodes for pair in assigned_parts(node)]
    pairs = [pair for pair in pairs if isinstance(pair[0], ast.Attribute) and pair[0].attr not in counted]
    return any(gives_iterator(source, value) for _, value in pairs)


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


def gives_iterator(source: Source, node: Any, inside: bool = False) -> bool:
    """Is this visibly one of Python's own iterators, a generator of the user's, or a container of some?

    inside: only what has iterators for its items.
    """
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return any(gives_iterator(source, part) for part in parts)
        case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.DictComp(value=part):
            return gives_iterator(source, part)
        case ast.GeneratorExp(elt=part):
            return not inside or gives_iterator(source, part)
        case ast.IfExp(body=body, orelse=orelse):
            return any(gives_iterator(source, part, inside) for part in (body, orelse))
        case ast.Yield(value=items):  # one of them is chosen
            return gives_iterator(source, items, inside=True)
        case ast.Attribute():
            return method_gives(source, node.attr, inside, property)
        case ast.Call():
            return calls_for_iterator(source, node.func, inside)
    return False


def calls_for_iterator(source: Source, function: ast.expr, inside: bool) -> bool:
    found = source.resolve(function)
    if found is UNKNOWN and isinstance(function, ast.Attribute):
        return function.attr == "__iter__" and not inside or method_gives(source, function.attr, inside)
    if found is UNKNOWN:
        inner = [node for node in source.nodes if isinstance(node, ast.FunctionDef)]
        made = [node for node in inner if node.name == getattr(function, "id", "")]
        return not inside and any(any(map(ir.has_yield, node.body)) for node in made)
    if not issubclass(type(found), (type, *FUNCTIONS)):  # nothing else is asked for its name
        return False
    origin = found.__module__, found.__name__
    if origin in SEVERAL or not inside and origin in ITERATORS:
        return True
    if isinstance(found, types.FunctionType):
        return returns_iterator(Own(found.__code__, found.__globals__), inside)
    return not inside and isinstance(found, type) and found.__module__ in USING and hasattr(found, "__next__")


def method_gives(source: Source, name: str, inside: bool, kind: type = object) -> bool:
    """Do all methods of this name, or all properties, in the related modules? Of others the run would say which is meant."""
    values = [value for _, value in WORLD.owners.get(name, {}).values() if isinstance(value, kind)]
    functions = [plain for value in values if type(value) is not Ambiguous and (plain := function_in(value))]
    owns = [Own(f.__code__, f.__globals__) for f in functions if id(f.__globals__) in WORLD.relations.of(source.space)]
    return bool(owns) and all(returns_iterator(own, inside) for own in owns)


def returns_iterator(own: Own, inside: bool) -> bool:
    """Is this function of the user's a generator, or does it return an iterator, or several?"""
    if own.code.co_flags & CO_GENERATOR:
        return not inside and is_own(own.code)
    if (own, inside) not in WORLD.returning:
        WORLD.returning[own, inside] = False
        with suppress(NoSource):
            if is_own(own.code) and may_make_iterator(own.code):
                source = source_of(own)
                returned = [node.value for node in source.nodes if isinstance(node, ast.Return)]
                bound = values_of(source)
                values = [part for value in returned for part in bound.get(getattr(value, "id", ""), [value])]
                WORLD.returning[own, inside] = any(gives_iterator(source, value, inside) for value in values)
    return WORLD.returning[own, inside]


def private_names(source: Source) -> set[str]:
    """The variables that hold what the function has made itself, and that are read only where that is used up."""
    values: dict[str, list[Any]] = values_of(source)
    made = {name for name, found in values.items() if all(is_made(source, one) for one in found)}
    functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
    made &= source.locals - source.nonlocals - source.seen_at_once - captures(*functions)
    found = made & read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    if source.is_ambiguous(source.tree):
        choices = [(node.lineno, node.value) for node in source.nodes if isinstance(node, ast.Yield)]
        ends = {name: values[name][0].end_lineno for name in found}
        waits = [(node, i) for node in reads for i, items in choices if items is not node]  # else it is chosen from
        shared = {node.id for node, i in waits if ends.get(node.id, node.lineno) < i <= node.lineno}
        return found & variables_of_turns(source) | found - shared  # each branch reads what was made before its choice
    parents = ir.parents_in(source.tree)
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
