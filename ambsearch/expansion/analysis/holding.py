"""Under which names iterators are held in some namespaces: where those go that functions keep, and from there on."""

import ast
from functools import partial
from typing import Any

from ambsearch.expansion.analysis.advancing import GIVEN, is_advancing, makes_kept, stepped
from ambsearch.expansion.analysis.counters import counters, name_of, texts
from ambsearch.expansion.analysis.giving import gives_iterator, returns_iterator, source_of
from ambsearch.expansion.analysis.places import Lost, Place, Places, is_outside
from ambsearch.expansion.analysis.reached import (
    classes_in,
    functions_in,
    hidden,
    may_hold_more,
    names_in,
    names_matched,
    unmangled,
    values_in,
)
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Own, function_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.texts import NoSource, Text
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.positions import CONTAINERS, names_holding
from ambsearch.running.twins import default_factories


def held_names(spaces: frozenset[int]) -> tuple[frozenset[str] | None, set[str]]:
    """These names, and those in the texts around functions that make such iterators."""
    counted, places = counters(spaces), Places(names_matched(spaces))
    if any(map(may_hold_more, spaces)):
        return None, set()
    try:
        owns = [own for own in [*functions_in(spaces), *hidden(spaces)] if own.code.co_name not in COMPREHENSIONS]
        others = [around(text, space) for text, space in texts(spaces)]
        keeping = [source for source in others if makes_kept(source, counted)]
        for source in [*keeping, *filter(None, map(source_of, filter(is_advancing, owns)))]:
            places.start(source)
            places.add(*((name_of(node), 0) for node in stepped(source) if is_outside(source, node)))
        places.add(*places_seen(spaces))
        while places.waiting:
            name, depth = places.waiting.pop()
            words = {name, name.removesuffix("()")} - counted
            naming = [source_of(own) for own in owns if not words.isdisjoint(names_in(own))]
            for source in filter(None, [*others, *naming]):
                places.follow_all(source, name, depth)
    except (Lost, NoSource):
        return None, set()
    names = {name.removesuffix("()") for name, _ in places.found if name not in counted}
    return frozenset(names), {name for source in keeping for name in names_making(source)}


def names_making(source: Source) -> set[str]:
    """The names in those statements that make iterators."""
    making = [node for node in source.body if any(gives_iterator(source, part) for part in ir.inside(node))]
    return {name_of(part) for node in making for part in ir.inside(node)}


def around(text: Text, space: dict[str, Any]) -> Source:
    """What stands in a file around its functions, as a function whose variables are global."""
    source = Source(Around.of(text.tree).tree, None, text.lines, text.filename, space, {})
    source.locals = frozenset()
    return source


class Around(ir.Known):
    """The tree of that function."""

    def __init__(self, module: ast.Module) -> None:
        (self.tree,) = ast.parse("def around(): pass").body
        self.tree.body = statements(module.body)  # type: ignore[attr-defined]


def statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """These, and those in the classes among them, but no functions."""
    parts = [node.body if isinstance(node, ast.ClassDef) else [node] for node in body]
    inner = [statements(part) if part[0] not in body else part for part in parts]
    return [node for part in inner for node in part if not isinstance(node, ir.FUNCTIONS)]


def places_seen(spaces: frozenset[int]) -> set[Place]:
    """The places where one has been seen: in what searches were given, in classes, and in global variables."""
    found = {(name, 0) for key in spaces for name in WORLD.holding.get(key, ())}
    found |= {(name, depth) for key in spaces for name in GIVEN.get(key, ()) for depth in (0, int("()" in name))}
    for key in spaces:
        found |= WORLD.relations.once(frozenset({key}), places_in)
    found |= {(name, depth) for name in fields_made(spaces) for depth in (0, 1)}
    return {(unmangled(name), depth) for name, depth in found}


def places_in(spaces: frozenset[int]) -> set[Place]:
    """Those in classes and global variables."""
    found: set[Place] = set()
    held = [pair for _, cls in classes_in(spaces) for pair in list(vars(cls).items())]
    for name, value in [*values_in(spaces), *held]:
        found |= {(part or name, int(not part and type(value) in CONTAINERS)) for part in names_holding(value)}
        found |= {(f"{value.func.__name__}()", 0)} if type(value) is partial and names_holding(value) else set()
    return found


def fields_made(spaces: frozenset[int]) -> set[str]:
    """The fields of dataclasses that are given one that is made for each object."""
    return {name for key in spaces for name in WORLD.relations.once(frozenset({key}), fields_in)}


def fields_in(spaces: frozenset[int]) -> set[str]:
    made = [pair for _, cls in classes_in(spaces) for pair in default_factories(cls).items()]
    owns = [(name, Own(f.__code__, f.__globals__)) for name, make in made if (f := function_in(make)) is not None]
    return {name for name, own in owns if returns_iterator(own, False) or returns_iterator(own, True)}
