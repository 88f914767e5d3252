"""Iterators that take their items from others, which something else may hold: zip(it, it), islice(it, 2), a generator expression.

Of what it goes over nothing is remembered here: a step takes its items there, recorded, so that in each branch both go on
from where that branch stands.

zip_step, map_step, filter_step    a step of these
Slice, Chain                       islice and chain over what has to go back

>>> from ambsearch.running.undoing import undo
>>> letters = iter("abcd")
>>> pairs, trail = zip(letters, letters), []
>>> next_item(trail, pairs), next(letters)
(('a', 'b'), 'c')
>>> undo(trail)
>>> next_item(trail, pairs)
('a', 'b')
"""

import itertools
import operator
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import Any

from ambsearch.answers import Answers
from ambsearch.running import resumed
from ambsearch.running.ahead import FIRST as FIRST_ITEMS
from ambsearch.running.ahead import takes_from_search
from ambsearch.running.asking import truth
from ambsearch.running.calls import BUILTINS, apply, called
from ambsearch.running.driver import END
from ambsearch.running.positions import CLOSED, ENDED, READING, STEPS, Read, end, read_on
from ambsearch.running.protocols import ALL, FIRST, REST, SECOND, of_items
from ambsearch.running.resumed import Resumed, Unshared, resume
from ambsearch.running.stepped import Held, Stepped, is_stepping, iterator_of, next_item, own_iterator, stepper
from ambsearch.running.twins import TWINS, Cut
from ambsearch.running.undoing import Trail, take_back


def zip_step(trail: Trail, iterator: Any) -> Any:
    _, parts, *strict = iterator.__reduce__()
    return next(zip(*[one_item(trail, part) for part in parts], strict=bool(strict)))


def one_item(trail: Trail, iterator: Any) -> Iterator[Any]:
    """The next item, if there is one: it is asked for when it is needed."""
    item = next_item(trail, iterator, END)
    if item is not END:
        yield item


def map_step(trail: Trail, iterator: Any) -> Any:
    _, (function, *parts) = iterator.__reduce__()
    return apply(trail, called(function), *[next_item(trail, part) for part in parts])


def filter_step(trail: Trail, iterator: Any) -> Any:
    _, (function, part) = iterator.__reduce__()
    while True:
        item = next_item(trail, part)
        if truth(trail, item if called(function) in (None, bool) else apply(trail, called(function), item)):
            return item


def call_step(trail: Trail, iterator: Any) -> Any:
    """A step of iter(function, last)."""
    _, (function, *last) = iterator.__reduce__()
    if not last or not resumed.is_called_again(called(function)):
        return read_on(trail, iterator)
    if id(iterator) in ENDED:
        raise StopIteration
    found = resumed.call_step(trail, called(function), *last)
    return found[0] if found else end(trail, iterator)


class Slice(Stepped):
    """islice(iterable, ...)"""

    __slots__ = ("count", "iterator", "next", "step", "stop")

    def __init__(self, trail: Trail, iterator: Any, *bounds: Any) -> None:
        super().__init__(trail)
        itertools.islice((), *bounds)  # which checks these
        bound = slice(*bounds)
        self.iterator, self.count = iterator, 0
        self.next, self.stop, self.step = bound.start or 0, bound.stop, bound.step or 1

    def after(self, trail: Trail) -> Any:
        while self.stop is None or self.count < self.stop:
            item = next_item(trail, self.iterator)
            trail.append((take_back, setattr, self, "count", self.count))
            self.count += 1
            if self.count > self.next:
                trail.append((take_back, setattr, self, "next", self.next))
                self.next += self.step
                return item
        raise StopIteration


class Chain(Stepped):
    """chain(*iterables), chain.from_iterable(iterables)"""

    __slots__ = ("now", "sources")

    def __init__(self, trail: Trail, *sources: Any) -> None:
        super().__init__(trail)
        self.sources, self.now = iter(sources), None

    def after(self, trail: Trail) -> Any:
        while True:
            if self.now is None:
                self.go_to(trail, iterator_of(trail, next_item(trail, self.sources)))
            item = next_item(trail, self.now, END)
            if item is not END:
                return item
            self.go_to(trail, None)

    def go_to(self, trail: Trail, iterator: Any) -> None:
        trail.append((take_back, setattr, self, "now", self.now))
        self.now = iterator


def over(trail: Trail, iterable: Any) -> Any:
    """What such an iterator is given to go over."""
    is_alone = type(iterable) is Unshared
    items = iterable.iterator if is_alone else own_iterator(trail, iterable)
    return iterable if stepper(items, is_alone) is None else Held(trail, items)


def with_its_own(plain: Callable[..., Any], made: type[Stepped], where: slice) -> Callable[..., Any]:
    """islice or chain, which know where they are: another class if what they go over has to go back."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        given = list(args)
        given[where] = [over(trail, part) for part in given[where]]
        is_over_held = any(isinstance(part, Stepped) for part in given[where])
        return made(trail, *given) if is_over_held and not kwargs else plain(*given, **kwargs)

    return call


def numbered(trail: Trail, iterable: Any, start: Any = 0) -> Any:
    """enumerate"""
    items = over(trail, iterable)
    return zip(itertools.count(operator.index(start)), items) if isinstance(items, Stepped) else enumerate(items, start)


class Expressed(Read):
    """A generator that goes over what has to go back, changes something itself, or is sent values, by its steps."""

    __slots__ = ("resumed", "sent")

    def __init__(self, generator: Any, resumed: Resumed, sent: int) -> None:
        super().__init__(generator)
        self.resumed, self.sent = resumed, sent

    def after(self, trail: Trail) -> Any:
        if self.iterator.gi_frame is None:  # closed by the user
            raise StopIteration
        return self.resumed.after(trail)

    def send(self, trail: Trail, value: Any) -> Any:
        states, i = self.resumed.states, self.resumed.i
        state = states[i]
        if state is None or value is None or not self.sent:
            return self.after(trail)
        if not state[0]:
            raise TypeError("can't send non-None value to a just-started generator")
        states[i] = *state[: self.sent], value, *state[self.sent + 1 :]
        try:
            return self.after(trail)
        finally:
            states[i] = state  # another branch sends another value from here, or none

    def close(self, trail: Trail) -> None:
        self.resumed.end(trail)


class Quiet(Read):
    """A generator that does nothing when it is closed, so that only the branch that closes it need find it so."""

    __slots__ = ()

    def close(self, trail: Trail) -> None:
        trail.append((take_back, setattr, self, "i", self.i))
        self.i = CLOSED


def reading(generator: Any) -> Read:
    """How a generator is read that is met for the first time."""
    frame = generator.gi_frame
    cut = frame and TWINS.cut_of(generator.gi_code, frame.f_globals)
    if cut is None or cut.left:  # which is ended, and its `finally` run, with the search
        return Read(generator)
    if is_stepping(frame.f_locals.get(FIRST_ITEMS)) or goes_back(generator, cut):
        resumed = resume(generator, {})
        if resumed is not generator:
            return Expressed(generator, resumed, cut.sent)
    return Quiet(generator)


def goes_back(generator: Any, cut: Cut) -> bool:
    """Does it change something, or use what it is sent, and ask no search? That would wait at an answer."""
    asks = cut.asks or takes_from_search(generator) or Answers in map(type, generator.gi_frame.f_locals.values())
    return (cut.sent > 0 or not cut.is_free) and not asks


READING[GeneratorType] = reading
STEPS.update({zip: zip_step, map: map_step, filter: filter_step, resumed.CALLING: call_step})
BUILTINS.update(
    {
        **{zip: of_items(zip, ALL, over), map: of_items(map, REST, over), filter: of_items(filter, SECOND, over)},
        enumerate: numbered,
        itertools.islice: with_its_own(itertools.islice, Slice, FIRST),
        itertools.chain: with_its_own(itertools.chain, Chain, ALL),
    }
)
