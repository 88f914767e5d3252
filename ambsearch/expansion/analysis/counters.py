"""Counters: what `itertools.count` or `cycle` gives, if nothing but `next` reads it. Then only these steps are changes.

    class Node:
        ids = count(1)
        def __init__(self):
            self.id = next(Node.ids)

A counter is told by its name: in the text of all related modules the name is only assigned one, and given to `next`.
Any other iterator may be gone over elsewhere, under another name, so wherever one is held each loop takes recorded steps.

>>> text = "from itertools import count\\nids, free = count(), count()\\ndef new(): return next(ids), zip(free, 'ab')"
>>> sorted(Mentions(ast.parse(text)).counters)
['ids']
"""

import ast
from collections.abc import Iterator
from typing import Any

from ambsearch.expansion.analysis.bytecode import is_function
from ambsearch.expansion.analysis.values import assigned_parts
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.texts import NoSource, Text, definition, read
from ambsearch.expansion.trees.walking import Known, name_of

ENDLESS = frozenset({"count", "cycle"})


class Mentions(Known):
    """The names in a text. counters: those that it assigns a counter, and reads otherwise nowhere; others: all that it
    does anything else with than to give it to `next`.
    """

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        imports = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
        self.made = {name: kind for node in imports for name, kind in names_of_counters(node)}
        fields = {part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body if is_field(part)}
        pairs = [pair for node in nodes if node not in fields for pair in assigned_parts(node)]
        given = {place: name_of(place) for place, value in pairs if self.makes_counter(value)}
        stepped = [node.args[0] for node in nodes if isinstance(node, ast.Call) and is_step(node)]
        harmless = {*given, *stepped, *(node for node in nodes if says_nothing(node))}
        self.others = {name for node in nodes if node not in harmless for name in names_in(node)}
        self.counters = set(given.values()) - self.others

    def makes_counter(self, value: ast.expr | None) -> bool:
        if not isinstance(value, ast.Call):
            return False
        kind = self.made.get(ast.unparse(value.func))
        return kind == "count" or kind == "cycle" and all(map(is_literal, value.args))


def counters(spaces: frozenset[int]) -> frozenset[str]:
    """The names of the counters in these namespaces."""
    return WORLD.relations.once(spaces, find_counters)


def find_counters(spaces: frozenset[int]) -> frozenset[str]:
    try:
        found = [Mentions.of(tree) for tree in {text.tree for text, _ in texts(spaces)}]
    except NoSource:  # what that reads cannot be seen
        return frozenset()
    names = {name for one in found for name in one.counters}
    return frozenset(names.difference(*(one.others for one in found)))


def texts(spaces: frozenset[int]) -> Iterator[tuple[Text, dict[str, Any]]]:
    """The text of each file that a function in these namespaces comes from, or of the file itself, with the namespace."""
    for key in spaces & WORLD.relations.spaces.keys():
        space = WORLD.relations.spaces[key][0]
        owns = [own for own in list(WORLD.inside.get(key, {}).values()) if not own.is_generated]
        files = {own.code.co_filename: own for own in owns if is_function(own.code)}
        yield from ((definition(own.code, own.space)[2], space) for own in files.values())
        if not files and (text := read(str(space.get("__file__")), space)) is not None:
            yield text, space


def names_of_counters(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names by which `count` and `cycle` can be called after this import, each with the one that it means."""
    for alias in node.names:
        if isinstance(node, ast.Import) and alias.name == "itertools":
            yield from ((f"{alias.asname or alias.name}.{name}", name) for name in ENDLESS)
        elif isinstance(node, ast.ImportFrom) and node.module == "itertools" and alias.name in ENDLESS:
            yield alias.asname or alias.name, alias.name


def is_literal(node: ast.expr) -> bool:
    return not any(isinstance(part, (ast.Name, ast.Attribute, ast.Call)) for part in ast.walk(node))


def is_field(node: ast.AST) -> bool:
    """May this be a field of a dataclass, which may be given another value?"""
    return isinstance(node, ast.AnnAssign) and "ClassVar" not in ast.unparse(node.annotation)


def is_step(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "next" and len(call.args) == 1


def says_nothing(node: ast.AST) -> bool:
    """Does this declare a name, or import something under its own?"""
    return isinstance(node, (ast.Global, ast.Nonlocal)) or isinstance(node, ast.alias) and node.asname is None


def names_in(node: ast.AST) -> list[str]:
    """All words in a node, also texts, by which an attribute may be looked for, and private names without their class."""
    words = [value for _, value in ast.iter_fields(node)]
    words += [part for value in words if isinstance(value, list) for part in value]
    found = [word for word in words if isinstance(word, str)]
    return [*found, *(f"__{word.split('__', 1)[1]}" for word in found if word.startswith("_") and "__" in word[1:])]
