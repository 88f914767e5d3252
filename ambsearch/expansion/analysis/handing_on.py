"""Where an iterator goes that a function has made or was given: is it used up there, or may something hold it afterwards?

is_kept         may what this node gives be held when the function has ended, or by several branches?
is_private      is this a variable of only what the function has made itself, and hands on to nothing?

>>> class Words:
...     def __init__(self, text):
...         it = iter(text.split())
...         self.now, self.rest = next(it), it
...     def longest(self):
...         lengths = map(len, self.rest)
...         return max(lengths)
>>> sources = [Source.of_code(one.__code__, {}) for one in (Words.__init__, Words.longest)]
>>> [any(is_kept(source, node) for node in source.nodes if gives_iterator(source, node)) for source in sources]
[True, False]
"""

import ast
from collections.abc import Set
from typing import Any

from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.analysis.giving import gives_iterator, source_of
from ambsearch.expansion.analysis.places import Lost, Place, Places, parents
from ambsearch.expansion.analysis.uses import TAKING
from ambsearch.expansion.analysis.values import once, values_of
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


class Kept(Places):
    """What goes into places that outlive the statements of one function, or is read by several branches; else nothing is found."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def add(self, *places: Place) -> None:
        """A search uses up what it is given, unless that is followed to elsewhere."""
        super().add(*(place for place in places if not place[0].endswith("()")))

    def follow(self, source: Source, node: Any, depth: int) -> None:
        if isinstance(parents(source).get(node), ast.arguments):
            raise Lost  # a default value
        super().follow(source, node, depth)

    def follow_name(self, source: Source, name: str, depth: int) -> None:
        if name in shared_names(source):
            self.add((name, depth))
        super().follow_name(source, name, depth)

    def follow_result(self, source: Source, by: Any, depth: int) -> None:
        """What a call gives is an iterator in the function that calls."""
        if isinstance(by, ast.Yield) or source.is_ambiguous(source.tree):
            self.add((source.name, depth))

    def follow_argument(self, source: Source, call: ast.Call, part: Any, depth: int) -> None:
        parts = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(map(ir.has_yield, parts[parts.index(part) + 1 :])):
            raise Lost  # it waits for a choice
        super().follow_argument(source, call, part, depth)

    def follow_parameter(self, source: Source, call: ast.Call, part: Any, given: int, depth: int) -> None:
        """What a generator is given, its maker keeps."""
        if source.is_ambiguous(source.tree) or not any(map(ir.has_yield, source.body)):
            super().follow_parameter(source, call, part, given, depth)

    def follow_method(self, source: Source, method: ast.Attribute, depth: int) -> None:
        """A function that it is given to and that has its `__next__` is looked at by itself."""
        if source is self.source or method.attr != "__next__":
            super().follow_method(source, method, depth)

    def trusts(self, call: ast.Call, depth: int) -> bool:
        return not depth or not isinstance(call.func, ast.Attribute)


def is_kept(source: Source, node: Any) -> bool:
    """May what this node gives, or this variable holds, be held when the function has ended, or by several branches?"""
    kept = Kept(source)
    try:
        if isinstance(node, ast.Name):
            kept.follow_name(source, node.id, 0)
        else:
            kept.follow(source, node, int(gives_iterator(source, node, inside=True)))
    except Lost:
        return True
    return bool(kept.found)


def is_private(source: Source, node: ast.expr) -> bool:
    """Is this a variable of only what the function has made itself, and hands on to nothing?"""
    name = getattr(node, "id", "")
    values = values_of(source).get(name, [None])
    return name in source.locals and all(is_made(source, one) for one in values) and not is_kept(source, node)


def shared_names(source: Source) -> Set[str]:
    """The variables of an ambiguous function that branches share: each reads what was made before its choice."""
    if not source.is_ambiguous(source.tree):
        return set()
    once_read = names_read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and node.id in once_read]
    ends = {node.id: node.end_lineno or 0 for node in reads if isinstance(node.ctx, ast.Store)}
    choices = [(node.lineno, node.value) for node in source.nodes if isinstance(node, ast.Yield)]
    waits = [(node, i) for node in reads for i, items in choices if items is not node]  # else it is chosen from
    shared = {node.id for node, i in waits if ends.get(node.id, 0) < i <= node.lineno}
    return (source.locals - once_read | shared) - (once_read & variables_of_turns(source))


def is_made(source: Source, node: Any) -> bool:
    """Is this made here? A container may give what it holds, and so may a function in the same module."""
    if isinstance(node, ast.IfExp):
        return is_made(source, node.body) and is_made(source, node.orelse)
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.GeneratorExp, ast.Tuple))
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    functions = [own for own in list(WORLD.functions.get(name, {}).values()) if own.space is source.space]
    return name not in TAKING and not any(map(returns_held, functions))


def returns_held(own: Own) -> bool:
    """May what this function returns be something that is held elsewhere?"""
    source = source_of(own)
    nodes = ir.walk(source.tree) if source is not None else []
    return any(isinstance(node, ast.Return) and isinstance(node.value, ir.PLACES) for node in nodes)


def variables_of_turns(source: Source) -> set[str]:
    """The variables that loops with a choice go over."""
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For) and any(map(ir.has_yield, node.body))]
    parts = [part for over in loops for part in (over, *getattr(over, "args", ()))]
    return {part.id for part in parts if isinstance(part, ast.Name)}


@once
def names_read_once(source: Source) -> frozenset[str]:
    """The variables and parameters that are bound once, and read once, and that as often as they are bound."""
    places: dict[str, list[ast.AST]] = {}
    waiting: list[tuple[ast.AST, ast.AST]] = [(source.tree, source.tree)]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, (ast.Name, ast.arg)):
            places.setdefault(node.id if isinstance(node, ast.Name) else node.arg, []).append(around)
        inner = node if isinstance(node, (*ir.LOOPS, *ir.SCOPES)) else around
        outside = [node.iter] if isinstance(node, ast.For) else []
        waiting += [(child, around if child in outside else inner) for child in ir.children(node)]
    found = {name for name, [one, *more] in places.items() if len(more) == 1 and more[0] is one}
    return frozenset(found - source.nonlocals - source.seen_at_once) & source.locals


def read_once(source: Source) -> frozenset[str]:
    """The same, without the parameters, whose values are not made here."""
    return frozenset(names_read_once(source) - parameters(source.tree.args))
