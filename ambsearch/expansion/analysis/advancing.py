"""Where Python's own iterators are advanced that something else may hold: then their positions go back with the branch.

    next(self.it)           what is in an attribute, an item, a variable of another function, or a parameter
    self.it = iter(xs)      what is kept where it is made, or handed to what keeps it, see `handing_on`; in an ambiguous
                            function also what it reads after a choice
    for x in IT             a global variable, a class or a default value holds one, or something with one in it
    search(iter(xs))        what a search is given from outside
    next(iter(xs))          none of these: it is used up where it is made; nor what a function makes, and only its own
                            loops, `next` and the like read

A counter, which nothing but `next` reads, is none either, see `counters`: there the step itself is the change.

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
from collections.abc import Set
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.expansion.analysis.bytecode import COMPREHENSIONS, is_function
from ambsearch.expansion.analysis.counters import counters
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.giving import gives_several, iterators_made, may_make_iterator, returns_iterator
from ambsearch.expansion.analysis.handing_on import followed, is_made, is_private, parents
from ambsearch.expansion.analysis.world import WORLD, functions_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.ground.registry import MADE
from ambsearch.running.positions import ATOMS, names_holding
from ambsearch.running.twins import CO_GENERATOR

# the names that hold one in what functions were given from outside of all searches, by the namespaces of these functions
GIVEN: dict[int, set[str]] = {}
STEPS = {"__next__", "send"}


def holds_iterators(spaces: frozenset[int]) -> bool:
    """May one be held in these namespaces, other than a counter?"""
    given = {name for key in spaces for held in (GIVEN, WORLD.holding) for name in held.get(key, ())}
    given |= {name for key in spaces for name in WORLD.relations.once(frozenset({key}), fields_made)}
    advancing = [own for own in functions_in(spaces) if is_own(own.code) and is_advancing(own)]
    if not given and not advancing:  # nearly always
        return False
    counted = counters(spaces)
    return not given <= counted or any(moves_on(own, counted) for own in advancing)


def fields_made(spaces: frozenset[int]) -> set[str]:
    """The fields of dataclasses that are given one that is made for each object."""
    return {name for key in spaces for name, own in WORLD.factories.get(key, ()) if returns_iterator(own)}


def is_advancing(own: Own) -> bool:
    if own not in WORLD.advancing:
        WORLD.advancing[own] = moves_on(own)
    return WORLD.advancing[own]


def moves_on(own: Own, counted: Set[str] = frozenset()) -> bool:
    """Does it advance an iterator that something else may hold? counted: the names of counters, which are none."""
    source = own.source(is_called=False) if may_advance(own.code) else None
    return names_held(own, counted) or source is not None and advances(source, counted)


def names_held(own: Own, counted: Set[str] = frozenset()) -> bool:
    """Does it name a global variable that holds an iterator, or something with one in it?"""
    values = [own.space.get(name) for name in own.code.co_names if name not in counted]
    return any(set(names_holding(value)) - counted for value in values if value is not None)


def may_advance(code: types.CodeType) -> bool:
    """Need its text be looked at? It names a step, or it may make an iterator."""
    return is_function(code) and (takes_steps(code) or may_make_iterator(code))


def takes_steps(code: types.CodeType) -> bool:
    """Does this code, or a comprehension in it, use `next`, `__next__` or `send`?"""
    inner = [part for part in code.co_consts if getattr(part, "co_name", "") in COMPREHENSIONS]
    return not {"next", *STEPS}.isdisjoint(code.co_names) or any(map(takes_steps, inner))


def advances(source: Source, counted: Set[str] = frozenset()) -> bool:
    """Has this function such a place? counted: the names of counters."""
    if makes_kept(source, counted):
        return True
    taken = [node for node in stepped(source) if ir.name_of(node) not in counted and not is_made(source, node)]
    return not all(is_private(source, node) for node in taken)


def stepped(source: Source) -> list[ast.expr]:
    """What this function takes steps of."""
    found = [node.args[0] for node in source.calls if node.args and source.builtin(node) == "next"]
    steps = STEPS if WORLD.relations.once(WORLD.relations.of(source.space), may_send) else STEPS - {"send"}
    return found + [node.value for node in source.nodes if isinstance(node, ast.Attribute) and node.attr in steps]


def may_send(spaces: frozenset[int]) -> bool:
    """May `send` be that of a generator? Not where a class of the user's has such a method, and no function is a generator."""
    return not WORLD.of_name("send") or any(map(is_plain_generator, functions_in(spaces)))


def is_plain_generator(own: Own) -> bool:
    code = own.code
    if not code.co_flags & CO_GENERATOR or not is_function(code):
        return False
    return type(own.space.get(code.co_name)) is not Ambiguous and not WORLD.may_search(code.co_name)


def makes_kept(source: Source, counted: Set[str] = frozenset()) -> bool:
    """Does this function make an iterator that something may hold afterwards?"""
    made = iterators_made(source)
    kept = [node for node in made if followed(source, node, is_each=gives_several(source, node)).is_kept]
    return not all(names_assigned(source, node) <= counted for node in kept)


def names_assigned(source: Source, node: ast.AST) -> set[str]:
    """The names that this value is assigned to; "" where it goes elsewhere."""
    return {ir.name_of(place) for place, value in assigned_parts(parents(source).get(node)) if value is node} or {""}


def note_given(answers: Answers[Any], _: types.FrameType) -> None:
    """Look at what a search is given: if one is among it, the expansions are made again."""
    given = (*answers._args, *answers._kwargs.values()) if answers._kwargs else answers._args
    if not ATOMS.issuperset(map(type, given)) and (names := {name for value in given for name in names_holding(value)}):
        function = answers._source.__wrapped__
        names = {name or f"{function.__name__}()" for name in names}
        known = GIVEN.setdefault(id(function.__globals__), set())
        WORLD.is_stale |= not names <= known
        known |= names


MADE.insert(0, note_given)
