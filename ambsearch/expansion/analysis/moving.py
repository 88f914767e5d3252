"""Which functions take recorded steps of iterators: each search that may come to one that is held, and what it may run.

A search comes to one if it may run a function that advances iterators, see `advancing`, or that names one, see `places`.
Others take their steps as they are: what they go over, nothing else holds. A helper takes recorded steps if one of the
searches does that may run it. Where it cannot be told what holds them, all functions of related modules do.
"""

import inspect
import types
import weakref
from collections.abc import Iterator
from typing import Any

from ambsearch.answers import MADE, Answers
from ambsearch.expansion.analysis.advancing import GIVEN, is_advancing, only_counts
from ambsearch.expansion.analysis.counters import counters
from ambsearch.expansion.analysis.holding import fields_made, held_names
from ambsearch.expansion.analysis.reached import (
    Key,
    functions_in,
    hidden,
    key_of,
    matches,
    named,
    names_in,
    names_matched,
    possible,
    reach,
    searches,
)
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.reading.source import name_in
from ambsearch.running.twins import CO_GENERATOR

# the functions of searches that only the run has shown, by the namespaces of these and by their keys
SHOWN: "weakref.WeakValueDictionary[tuple[int, Key], types.FunctionType]" = weakref.WeakValueDictionary()


class Moving:
    """In some namespaces: of each search, whether it takes recorded steps; and the helpers that do, None for all."""

    def __init__(self, spaces: frozenset[int]) -> None:
        self.spaces = spaces
        self.names: frozenset[str] | None = frozenset()
        self.searches: dict[Key, bool] = {}
        self.judged: set[Key] = set()  # of these, and of those that functions make
        self.helpers: set[Key] | None = set()
        self.known: set[Key] = set()
        given = {name for key in spaces for held in (GIVEN, WORLD.holding) for name in held.get(key, ())}
        given |= fields_made(spaces)
        owns = functions_in(spaces)
        if (given or any(map(is_advancing, owns))) and not (
            given <= counters(spaces) and not advancing_in(owns, spaces)
        ):
            self.find(owns)

    def find(self, owns: list[Own]) -> None:
        """Find out which they are, where iterators are held."""
        self.names, around = held_names(self.spaces)
        if self.names is None:
            return
        self.owns, self.matched = [*owns, *hidden(self.spaces)], names_matched(self.spaces)
        self.advancing = advancing_in(self.owns, self.spaces)
        self.makers = self.all_makers(around)
        self.known = {key_of(own.code) for own in self.owns}
        for own, is_search in searches_in(self.owns, self.spaces):
            self.judge(own, is_search)

    def judge(self, own: Own, is_search: bool) -> None:
        """Find out whether this search, or those that this function makes, takes recorded steps, and what else does."""
        reached = reach(own, self.spaces, set() if is_search else possible(self.spaces))
        moves = reached is None or any(map(self.touches, reached))
        self.searches |= dict.fromkeys(keys_in(own.code), moves) if is_search else {}
        self.judged |= keys_in(own.code)
        if moves and self.helpers is not None:  # what is held may be a generator, whose steps run what its maker names
            reached = reach(own, self.spaces, self.makers)
            taking = [one for one in reached or () if self.touches(one) or not has_only_itself(one.code)]
            self.helpers = None if reached is None else self.helpers.union(*(keys_in(one.code) for one in taking))

    def all_makers(self, names: set[str]) -> set[Own] | None:
        """What may have made the iterators that are held; None if unknown. names: those in statements that do, around functions."""
        makers = self.advancing | named(names, self.spaces)
        if GIVEN.keys().isdisjoint(self.spaces):
            return makers
        more = possible(self.spaces)
        return None if more is None else makers | more | {own for own in self.owns if own.code.co_flags & CO_GENERATOR}

    def touches(self, own: Own) -> bool:
        """Does this function come to one that is held?"""
        if own.is_generated:  # which only stores or compares it
            return False
        names = names_in(own) | (self.matched if matches(own.code) else set())
        return own in self.advancing or not (self.names or frozenset()).isdisjoint(names)

    def takes_steps(self, code: types.CodeType) -> bool:
        """Does the function with this code?"""
        key = key_of(code)
        if self.names is None or not self.known:
            return self.names is None
        if key in self.searches:
            return self.searches[key]
        return self.helpers is None or key in self.helpers or key not in self.known


def advancing_in(owns: list[Own], spaces: frozenset[int]) -> set[Own]:
    """Those of these functions that advance iterators, other than counters."""
    return {own for own in owns if is_advancing(own) and not only_counts(own, counters(spaces))}


def takes_steps(code: types.CodeType, spaces: frozenset[int]) -> bool:
    """Does this function, in these namespaces?"""
    return WORLD.relations.once(spaces, Moving).takes_steps(code)


def searches_in(owns: list[Own], spaces: frozenset[int]) -> Iterator[tuple[Own, bool]]:
    """The ambiguous functions, and what makes such ones when it runs; is it one itself?"""
    yield from ((own, True) for own in searches(spaces))
    yield from ((Own(f.__code__, f.__globals__), True) for (key, _), f in list(SHOWN.items()) if key in spaces)
    for own in owns:
        if "<locals>" not in own.code.co_qualname and any(makes_search(own, name) for name in names_in(own)):
            yield own, False


def makes_search(own: Own, name: str) -> bool:
    return name == "ambiguous" or bool(name_in("ambsearch.decorator", own.space.get(name)))


def has_only_itself(code: types.CodeType) -> bool:
    """Is this a special method that is given nothing but its object, such as __iter__ or __len__?"""
    is_given_more = code.co_argcount != 1 or code.co_kwonlyargcount or code.co_flags & VARIABLE or code.co_freevars
    return code.co_name.startswith("__") and not is_given_more


VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def keys_in(code: types.CodeType) -> set[Key]:
    """Of this code and of all code in it."""
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    return {key_of(code)}.union(*map(keys_in, inner))


def note_search(answers: Answers[Any], _: types.FrameType) -> None:
    """Look whether a search is known; if not, the expansions are made again."""
    function = answers._source.__wrapped__
    space = id(function.__globals__)
    for moving in [known[Moving,] for known in list(WORLD.relations.known.values()) if (Moving,) in known]:
        if space in moving.spaces and moving.known and (key := key_of(function.__code__)) not in moving.judged:
            SHOWN[space, key] = function
            WORLD.is_stale = True


MADE.insert(0, note_search)
WORLD.takes_steps = takes_steps
