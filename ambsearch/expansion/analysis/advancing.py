"""Where Python's own iterators are advanced that something else may hold: then their positions go back with the branch.

    next(self.it)                   what is in an attribute, an item, a variable of another function, or a parameter
    self.it = iter(xs)              one that is kept
    it = iter(xs)                   in an ambiguous function; in others not if only its loops, `next` and the like read it
    next(iter(xs)), for x in zip(xs, ys)    none of these: it is used up where it is made

If a user's function has such a place, each step of what may be an iterator counts as a change, in all related modules:
as if all iterators had a `__next__` of the user's, which is `MOVES`.

>>> class Tokens:
...     def __init__(self, text):
...         self.it = iter(text.split())
...     def first(self, words):
...         it = iter(words)
...         return next(it, None) or next(iter(words))
>>> [holds_iterators(Source.of_code(one.__code__, {})) for one in (Tokens.__init__, Tokens.first)]
[True, False]
"""

import ast
import re
import types
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ambsearch.expansion.analysis.flow import captured
from ambsearch.expansion.analysis.values import FUNCTIONS, bindings, once, paired
from ambsearch.expansion.analysis.world import LAZY_NAMES, WORLD, Own
from ambsearch.expansion.reading.codes import last_line
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.reading.texts import NoSource, definition, read
from ambsearch.expansion.trees import nodes as n
from ambsearch.ownership import is_own
from ambsearch.running.twins import CO_GENERATOR

MADE = (ast.Call, ast.GeneratorExp)
# the modules whose functions use up what they are given, or give what goes along it
USING = frozenset({"builtins", "itertools", "functools", "collections"})
# lines where such a place may be; most texts need not be parsed then
KEEPING = re.compile(
    r"\bnext\(\s*[\w.]+\s*[],)[]|\.\w+\s*=\s*[\w.]+\(|=\s*\(.*\bfor\b|"
    rf"=(?:(?!\b(?:for|in|if)\b)[^()=])*\b({'|'.join(sorted(LAZY_NAMES))})\("
)
GIVING = frozenset({"finditer", "from_iterable", "tee", "reader"})


def may_be_advanced(spaces: Iterable[int]) -> bool:
    """Is there such a place in these namespaces?"""
    found = [own for key in spaces for own in list(WORLD.lazy.get(key, {}).values())]
    return any(is_own(own.code) and is_advancing(own) for own in found)


def is_advancing(own: Own) -> bool:
    code = own.code
    if own not in WORLD.advancing:
        WORLD.advancing[own] = False
        text = read(code.co_filename, own.space)
        lines = text.lines[code.co_firstlineno - 1 : last_line(code)] if text else ()
        if text is None or code.co_flags & CO_GENERATOR or any(map(KEEPING.search, lines)):
            with suppress(NoSource):
                tree, class_name, text = definition(code, own.space)
                unseen = frozenset(code.co_freevars)
                source = Source(tree, class_name, text.lines, text.filename, own.space, {}, unseen, code)
                WORLD.advancing[own] = holds_iterators(source)
    return WORLD.advancing[own]


def holds_iterators(source: Source) -> bool:
    """Has this function such a place?"""
    held: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.Call) and node.args and source.builtin(node) == "next":
            held |= set() if isinstance(node.args[0], MADE) else {getattr(node.args[0], "id", "")}
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target, value in [pair for part in targets for pair in paired(part, node.value)]:
                if any(gives_iterator(source, part) for part in (value, *getattr(value, "elts", ()))):
                    held.add(getattr(target, "id", ""))
    return bool(held) and not held <= private_names(source)


def private_names(source: Source) -> set[str]:
    """The variables that hold what the function has made itself, and that are read only where that is used up."""
    values: dict[str, list[Any]] = {}
    for name, value in (pair for node in source.nodes for pair in bindings(node)):
        values.setdefault(name, []).append(value)
    made = {name for name, found in values.items() if all(isinstance(one, MADE) for one in found)}
    functions = [node for node in source.nodes if isinstance(node, n.FUNCTIONS)]
    made &= source.locals - source.nonlocals - source.seen_at_once - captured(*functions)
    found = made & read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    if any(map(source.makes_ambiguous, getattr(source.tree, "decorator_list", ()))):
        choices = [node.lineno for node in source.nodes if isinstance(node, ast.Yield)]
        ends = {name: values[name][0].end_lineno for name in found}
        shared = {node.id for node in reads if any(ends.get(node.id, node.lineno) < i <= node.lineno for i in choices)}
        return found & turned_over(source) | found - shared  # what was made before a choice, each of its branches reads
    parents = {child: node for node in n.walk(source.tree) for child in n.children(node)}
    return found | made - {node.id for node in reads if not uses_up(source, node, parents.get(node))}


def uses_up(source: Source, node: ast.AST, parent: Any) -> bool:
    """Is an iterator read here, and not kept?"""
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Call) and parent.func is not node:
        found = source.resolve(parent.func)
        return isinstance(found, (type, *FUNCTIONS)) and found.__module__ in USING
    return isinstance(parent, (ast.Starred, ast.YieldFrom, ast.Yield, ast.Expr, ast.Attribute))


def gives_iterator(source: Source, node: Any) -> bool:
    """Is this visibly one of Python's own iterators, or a generator of the user's?"""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    found = source.resolve(node.func)
    if isinstance(found, types.FunctionType):
        return bool(found.__code__.co_flags & CO_GENERATOR) and is_own(found.__code__)
    if isinstance(found, type) and found.__module__ in USING and hasattr(found, "__next__"):
        return True
    return source.builtin(node) in LAZY or name_of(node) in GIVING


def name_of(call: Any) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def turned_over(source: Source) -> set[str]:
    """The variables that loops with a choice go over."""
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For) and any(map(n.has_yield, node.body))]
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
        inner = node if isinstance(node, (*n.LOOPS, *n.SCOPES)) else around
        outside = [node.iter] if isinstance(node, ast.For) else []
        waiting += [(child, around if child in outside else inner) for child in n.children(node)]
    found = {name for name, [one, *more] in places.items() if len(more) == 1 and more[0] is one}
    return frozenset(found - source.nonlocals - source.seen_at_once) & source.locals
