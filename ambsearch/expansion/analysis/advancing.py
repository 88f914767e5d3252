"""Where Python's own iterators are advanced that something else may hold: then their positions go back with the branch.

    next(self.it)           what is in an attribute, an item, a variable of another function, or a parameter
    self.it = iter(xs)      what is kept where it is made, or handed to what keeps it, see `handing_on`; in an ambiguous
                            function also what it reads after a choice
    for x in IT             a global variable, a class or a default value holds one, or something with one in it
    search(iter(xs))        what a search is given from outside
    next(iter(xs))          none of these: it is used up where it is made; nor what a function makes, and only its own
                            loops, `next` and the like read

In all modules related to one with such a place, each step of what may be an iterator counts as a change: as if all iterators
had a `__next__` of the user's, which is `MOVES`.

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
import types
from typing import Any

from ambsearch.answers import MADE, Answers
from ambsearch.expansion.analysis.giving import gives_iterator, may_make_iterator, returns_iterator, source_of
from ambsearch.expansion.analysis.handing_on import is_kept, is_made, is_private
from ambsearch.expansion.analysis.world import (
    COMPREHENSIONS,
    WORLD,
    Own,
    function_in,
    functions_in,
    is_function,
    values_in,
)
from ambsearch.expansion.reading.source import Source
from ambsearch.ownership import is_own
from ambsearch.running.positions import ATOMS, holds_one
from ambsearch.running.twins import default_factories

# the namespaces of functions that were given one from outside of all searches
GIVEN: set[int] = set()
STARTS = (ast.Call, ast.Attribute, ast.GeneratorExp)


def holds_iterators(spaces: frozenset[int]) -> bool:
    """May one be held in these namespaces?"""
    if not spaces.isdisjoint(GIVEN | WORLD.holding):
        return True
    return any(is_own(own.code) and is_advancing(own) for own in functions_in(spaces)) or makes_fields(spaces)


def makes_fields(spaces: frozenset[int]) -> bool:
    """Is there a field of a dataclass that is given one that is made for each object?"""
    made = [function_in(make) for cls in classes_in(spaces) for make in default_factories(cls).values()]
    owns = [Own(function.__code__, function.__globals__) for function in made if function is not None]
    return any(returns_iterator(own, inside) for own in owns for inside in (False, True))


def classes_in(spaces: frozenset[int]) -> list[type]:
    """The classes in these namespaces, and in the classes there."""
    found = [value for _, value in values_in(spaces) if issubclass(type(value), type)]
    for cls in found:
        inner = [value for value in list(vars(cls).values()) if issubclass(type(value), type)]
        found += [value for value in inner if value.__qualname__.startswith(f"{cls.__qualname__}.")]
    return found


def is_advancing(own: Own) -> bool:
    if own not in WORLD.advancing:
        is_seen = may_advance(own.code) and (source := source_of(own)) is not None and advances(source)
        WORLD.advancing[own] = names_held(own) or is_seen
    return WORLD.advancing[own]


def names_held(own: Own) -> bool:
    """Does it name a global variable that holds an iterator, or something with one in it?"""
    return any(holds_one(own.space.get(name)) for name in own.code.co_names)


def may_advance(code: types.CodeType) -> bool:
    """Need its text be looked at? It names a step, or it may make an iterator."""
    return is_function(code) and (takes_steps(code) or may_make_iterator(code))


def takes_steps(code: types.CodeType) -> bool:
    """Does this code, or a comprehension in it, use `next` or `__next__`?"""
    inner = [part for part in code.co_consts if getattr(part, "co_name", "") in COMPREHENSIONS]
    return not {"next", "__next__"}.isdisjoint(code.co_names) or any(map(takes_steps, inner))


def advances(source: Source) -> bool:
    """Has this function such a place?"""
    taken = [node for node in stepped(source) if not is_made(source, node)]
    return makes_kept(source) or not all(is_private(source, node) for node in taken)


def stepped(source: Source) -> list[ast.expr]:
    """What this function takes steps of."""
    found = [node.args[0] for node in source.calls if node.args and source.builtin(node) == "next"]
    return found + [node.value for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "__next__"]


def makes_kept(source: Source) -> bool:
    """Does this function make an iterator that something may hold afterwards?"""
    made = [node for node in source.nodes if isinstance(node, STARTS) and gives_iterator(source, node)]
    return any(is_kept(source, node) for node in made)


def note_given(answers: Answers[Any], _: types.FrameType) -> None:
    """Look at what a search is given: if one is among it, the expansions are made again."""
    given = (*answers._args, *answers._kwargs.values()) if answers._kwargs else answers._args
    if not ATOMS.issuperset(map(type, given)) and any(map(holds_one, given)):
        space = id(answers._source.__wrapped__.__globals__)
        WORLD.is_stale |= space not in GIVEN
        GIVEN.add(space)


MADE.insert(0, note_given)
