"""A choice from an iterator: as long as that goes over a set or the like, its items are found ahead.

A choice is among what there was when it was made. A branch that takes an item out of a set puts it back when it is
undone, but elsewhere, so that Python's own iterator over the set would meet it again, or miss another.

settled     a generator with loops over what is there when they begin
fixed       what such a loop goes over
ahead       the items of any other iterator that may go over such a container
may_move    may an iterator do so?
left_with   the items of a choice, with which a search is left that they come from
"""

import gc
import itertools
import sys
import types
from collections import OrderedDict
from collections.abc import Generator, Iterator, Sized
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ground.alarms import is_alarm
from ambsearch.running.live import VIEWED
from ambsearch.running.twins import TWINS

MOST = 1000  # items that are found ahead: what holds an iterator over a set may be endless itself
MOVING = frozenset({*VIEWED, type(iter(OrderedDict()))})
POOLS = (itertools.product, itertools.permutations, itertools.combinations, itertools.combinations_with_replacement)
ENDLESS = (itertools.count, itertools.repeat)
# what takes its items from other iterators, perhaps from one that it has not begun
CHAINS = frozenset(kind for kind in vars(itertools).values() if isinstance(kind, type)) - {*POOLS, *ENDLESS}
HOLDING = CHAINS | MOVING | {types.GeneratorType, zip, map, filter, enumerate}


FIRST = ".0"  # what a generator expression iterates over
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08
STEADY = frozenset({list, tuple, range, str})


def settled(generator: Any) -> Any:
    """A generator of the user's that has not begun, and that nobody else holds, with loops over what is there when they begin.

    None if its text is not at hand, or takes an iterator in another way.
    """
    code, frame = generator.gi_code, generator.gi_frame
    if frame is None or generator.gi_suspended or generator.gi_running:
        return None
    known = TWINS.settled.get(id(code))
    if known is None or known[1] is not None and known[1].__globals__ is not frame.f_globals:
        known = code, TWINS.settled_twin(function_of(generator)), parameters_of(code)
        if not code.co_freevars:
            TWINS.settled[id(code)] = known
    _, function, names = known
    given = frame.f_locals
    if names and names[0] == FIRST:
        given = {**given, FIRST: iter(fixed(given[FIRST]))}
    return function and function(*[given[name] for name in names])


def parameters_of(code: types.CodeType) -> tuple[str, ...]:
    """The names of all parameters, those of *args and **kwargs last."""
    more = sum(bool(code.co_flags & flag) for flag in (CO_VARARGS, CO_VARKEYWORDS))
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + more]


def function_of(generator: Any) -> Any:
    """The function that made it."""
    functions = [part for part in gc.get_referents(generator) if type(part) is types.FunctionType]
    return next(function for function in functions if function.__code__ is generator.gi_code)


def fixed(iterable: Any) -> Any:
    """What a loop of such a generator goes over."""
    if type(iterable) in STEADY or not hasattr(type(iterable), "__iter__"):
        return iterable
    is_alone = COUNTS_VARIABLES and sys.getrefcount(iterable) <= ALONE
    iterator = iter(iterable)
    if type(iterator) in MOVING:
        return tuple(iterator)
    if not may_move(iterator):
        return iterator
    is_alone = is_alone or iterator is not iterable
    return is_alone and type(iterator) is types.GeneratorType and settled(iterator) or ahead(iterator, is_alone)


def references(source: Any) -> int:
    return sys.getrefcount(source)


# how many references there are to an iterator that only a function and its caller hold: the loop closes it by dropping it
ALONE = references(character for character in "")


def counts_variables() -> bool:
    """Does what is in a variable have a reference more than what is just made? From Python 3.14 on it does not."""
    held = iter("")
    return references(held) > ALONE


COUNTS_VARIABLES = counts_variables()


def ahead(iterator: Any, is_alone: bool = True) -> Iterator[Any]:
    """The items of an iterator, which is closed when the choice is left; one by one while it changes something.

    is_alone: if not, it is not closed, because a loop does not close what somebody else holds.
    """
    is_generator = type(iterator) is types.GeneratorType
    is_seen = not is_generator or not is_changing(iterator)
    trail = trail_of(iterator) if is_generator else ()
    changes = len(trail)
    try:
        for item in iterator:
            if not is_seen or not moves(iterator) or len(trail) != changes:
                yield item
                changes = len(trail)
                continue
            found, ended = found_ahead(iterator, trail)
            yield item
            yield from found
            if isinstance(ended, Exception):
                raise ended
            if ended:  # an iterator over a deque is not to be asked again
                return
    finally:
        if is_alone:
            close(iterator)


def trail_of(generator: Any) -> Sized:
    """What a generator has changed, if it is a twin's."""
    code, frame = generator.gi_code, generator.gi_frame
    found: Sized = () if frame is None or id(code) not in TWINS.written else frame.f_locals[code.co_varnames[0]]
    return found


def is_changing(generator: Any) -> bool:
    """Is this a generator expression that changes something, and does so on a trail that is not its own?"""
    code = generator.gi_code
    if code.co_name != "<genexpr>" or generator.gi_frame is None:
        return False
    made = TWINS.settled_twin(function_of(generator))
    return made is not None and made.__code__ is code


def found_ahead(iterator: Any, trail: Sized) -> tuple[list[Any], bool | Exception]:
    """The next items, as long as it goes over a set or the like; and whether it has ended, or what it raised instead of one."""
    found: list[Any] = []
    changes = len(trail)
    try:
        while len(found) < MOST and moves(iterator) and len(trail) == changes:
            found.append(next(iterator))
    except StopIteration:
        return found, True
    except Exception as raised:
        if is_alarm(raised):
            raise
        return found, raised
    return found, False


def moves(iterator: Any) -> bool:
    """Does it go over a set or the like at the moment, itself or by what it takes its items from?"""
    return not MOVING.isdisjoint(map(type, with_iterators_inside(iterator)))


def with_iterators_inside(iterator: Any) -> Iterator[Any]:
    """It, what it takes its items from, and what that does in turn."""
    waiting = [iterator]
    for holder in waiting:
        yield holder
        waiting += iterators_inside(holder)


def iterators_inside(iterator: Any) -> list[Any]:
    """The iterators that this one takes its items from."""
    kind = type(iterator)
    parts = gc.get_referents(iterator) if kind in HOLDING else []
    if kind is not types.GeneratorType and kind is not enumerate:  # zip and others have theirs in a tuple
        # not by a loop: zip_longest puts a null where one has ended
        parts += [inner for part in parts if type(part) is tuple for inner in gc.get_referents(part)]
    if HOLDING.isdisjoint(map(type, parts)):  # as nearly always
        return []
    return [part for part in parts if type(part) in HOLDING]


def may_move(iterator: Any) -> bool:
    """May it do so now or later?"""
    if type(iterator) is types.GeneratorType:
        return iterator.gi_frame is not None and TWINS.may_move(iterator.gi_code, iterator.gi_frame.f_globals)
    return type(iterator) in MOVING or type(iterator) in CHAINS or bool(iterators_inside(iterator))


def takes_from_search(iterator: Any) -> bool:
    """Does it take its items from a search, which may have something of its own to take back?"""
    generators = [one for one in with_iterators_inside(iterator) if type(one) is types.GeneratorType]
    return any(one.gi_code is Answers._hand_out.__code__ for one in generators)


# what holds its iterators in a tuple, before any other
TYING = frozenset({map, zip, itertools.zip_longest})


def left_with(iterator: Any, items: Any) -> Iterator[Any]:
    """The items of a choice from an iterator, of which a search is left before what is around it is taken back."""
    try:
        yield from items
    finally:
        if takes_from_search(iterator):
            close(iterator)


def close(iterator: Any) -> None:
    """Close a generator or search, or those that an iterator such as islice or map takes its items from; no file."""
    if type(iterator) is types.GeneratorType or isinstance(iterator, Generator):
        iterator.close()
    elif type(iterator).__module__ in ("itertools", "builtins"):
        held = gc.get_referents(iterator)
        if type(iterator) in TYING:
            held = gc.get_referents(next(part for part in held if type(part) is tuple))
        for inner in held:
            if hasattr(type(inner), "__next__"):
                close(inner)
