"""A choice from an iterator: as long as that goes over a set or the like, its items are found ahead.

A choice is among what there was when it was made. A branch that takes an item out of a set puts it back when it is
undone, but elsewhere, so that Python's own iterator over the set would meet it again, or miss another.

ahead       the items of an iterator that may go over such a container
may_move    may an iterator do so?
left_with   the items of a choice, with which a search is left that they come from
"""

import gc
import itertools
import types
from collections import OrderedDict
from collections.abc import Generator, Iterator, Sized
from typing import Any

from ambsearch.answers import Answers
from ambsearch.running.alarms import is_alarm
from ambsearch.running.live import VIEWED
from ambsearch.running.twins import TWINS

MOST = 1000  # items that are found ahead: what holds an iterator over a set may be endless itself
MOVING = frozenset({*VIEWED, type(iter(OrderedDict()))})
POOLS = (itertools.product, itertools.permutations, itertools.combinations, itertools.combinations_with_replacement)
ENDLESS = (itertools.count, itertools.repeat)
# what takes its items from other iterators, perhaps from one that it has not begun
CHAINS = frozenset(kind for kind in vars(itertools).values() if isinstance(kind, type)) - {*POOLS, *ENDLESS}
HOLDING = CHAINS | MOVING | {types.GeneratorType, zip, map, filter, enumerate}


def ahead(iterator: Any, begun: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The items of an iterator, which is closed when the choice is left; one by one while it changes something.

    begun: what it has given already.
    """
    is_generator = type(iterator) is types.GeneratorType
    trail = trail_of(iterator) if is_generator else ()
    changes = len(trail)
    try:
        for item in itertools.chain(begun, iterator) if begun else iterator:
            if not moves(iterator) or len(trail) != changes:
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
        close(iterator)


def trail_of(generator: Any) -> Sized:
    """What a generator has changed, if it is a twin's."""
    code, frame = generator.gi_code, generator.gi_frame
    found: Sized = () if frame is None or id(code) not in TWINS.written else frame.f_locals[code.co_varnames[0]]
    return found


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
    if type(iterator) in MOVING:
        return True
    waiting = [iterator]
    for holder in waiting:
        inside = iterators_inside(holder)
        if inside:
            if not MOVING.isdisjoint(map(type, inside)):
                return True
            waiting += inside
    return False


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


def may_move(iterator: Any) -> int:
    """May it do so now or later? 1: what it gives first tells."""
    if type(iterator) is types.GeneratorType:
        return 0 if iterator.gi_frame is None else TWINS.may_move(iterator.gi_code, iterator.gi_frame.f_globals)
    return 2 * (type(iterator) in MOVING or type(iterator) in CHAINS or bool(iterators_inside(iterator)))


def takes_from_search(iterator: Any) -> bool:
    """Does it take its items from a search, which may have something of its own to take back?"""
    waiting = [iterator]
    for holder in waiting:
        if type(holder) is types.GeneratorType and holder.gi_code is Answers._hand_out.__code__:
            return True
        waiting += iterators_inside(holder)
    return False


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
            if hasattr(inner, "__next__"):
                close(inner)
