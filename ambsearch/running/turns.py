"""The turns of a `for` with a choice in its body: its items by number, so that each branch can resume the loop.

turns       what the loop iterates over, as something with items by number
more        is there an item with this number after all?
turns_of_enumerate, ...     the same for enumerate, zip and reversed, whose arguments stay live

What has items by number is a sequence, or one of the classes here and in `live`.

>>> words = turns({"a": 1, "b": 2}.items())
>>> words[1], more(words, 2)
(('b', 2), False)
"""

import array
import functools
import gc
import itertools
import operator
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ambsearch.running import live, resumed
from ambsearch.running.ahead import ALONE
from ambsearch.running.calls import called
from ambsearch.running.driver import END
from ambsearch.running.live import Live
from ambsearch.running.undoing import Trail
from ambsearch.unchosen import Choices

INDEXED: tuple[Any, ...] = (list, tuple, range, str, bytes, bytearray, array.array, memoryview)
FIXED = frozenset({list, tuple, range, str, live.Complete})
# iterators that reveal their sequence and their position
EMPTY: tuple[Any, ...] = ([], (), "", "\u00e9", b"", bytearray(), array.array("i"), range(0), range(1 << 99))
_sequence: Any = type("Sequence", (), {"__getitem__": lambda self, i: i})()
BACKWARDS: Any = type(reversed([]))
POSITIONED = frozenset({*(type(iter(kind)) for kind in EMPTY), type(iter(_sequence)), BACKWARDS, reversed})


def turns(source: Any, trail: Trail | None = None, leaves: bool = False) -> Any:
    """What a loop iterates over, as something with items by number.

    Sequences, dictionaries and views stay live, as in Python; what nothing else holds is taken apart; any other
    iterable is read once and remembered. trail: where what the iterators in it change can be recorded; leaves: is a
    generator closed where the loop is left?
    """
    if type(source) in FIXED:
        return source
    if type(source) is Choices:
        source = source.items
    if issubclass(type(source), Live):
        return source
    begin = getattr(type(source), "__iter__", None)
    for kind in INDEXED:
        if begin is kind.__iter__ and isinstance(source, kind):
            return as_base(source, kind)
    if any(begin is kind.__iter__ and isinstance(source, kind) for kind in live.UNRESIZABLE):
        return live.unresizable(source)
    iterator = resumed.unshared_iterator(source)
    if iterator is None:
        iterator = iter(source)
        if iterator is source or sys.getrefcount(iterator) > ALONE:
            return remember(iterator)
    found = apart(iterator, trail, source.parts if type(source) is resumed.Unshared else {}, leaves)
    return remembered_by(source, iterator) if found is iterator else found


def remembered_by(source: Any, iterator: Any) -> Any:
    """The items of an iterator, which any other branch that comes from where it was made finds there."""
    found = iterator if issubclass(type(iterator), Live) else remember(iterator)
    if type(source) is resumed.Unshared:
        source.iterator = found
    return found


def remember(iterator: Any) -> live.Remembered:
    return live.Grouped(iterator) if type(iterator) is itertools.groupby else live.Remembered(iterator)


def apart(iterator: Any, trail: Trail | None, parts: resumed.Parts, leaves: bool = False) -> Any:
    """An iterator that nothing else holds, as something with items by number; itself if it cannot be taken apart."""
    kind = type(iterator)
    if kind is types.GeneratorType:
        frame, goes_by_number = iterator.gi_frame, iterator.gi_code is Sequence.__iter__.__code__
        if goes_by_number and frame is not None and not iterator.gi_suspended:
            return live.Offset(frame.f_locals["self"], 0)
        return resumed.resume(iterator, parts, trail is not None, functools.partial(turns, trail=trail), leaves)
    if kind in live.VIEWED:
        owner = next((part for part in gc.get_referents(iterator) if isinstance(part, live.UNRESIZABLE)), ())
        is_new = owner and operator.length_hint(iterator) == len(owner)
        view, order = live.VIEWED[kind]
        return live.unresizable(view(owner), order) if is_new else iterator
    if kind in POSITIONED:
        return from_position(iterator)
    if kind is resumed.CALLING:
        return from_calls(iterator, trail)
    return from_others(iterator, trail, parts) if kind in ONCE else iterator


def from_position(iterator: Any) -> Any:
    """The sequence that an iterator of Python's goes over, from where it stands."""
    _, parts, *place = iterator.__reduce__()
    if not place or len(parts) != 1:
        return iterator
    source, i = base_of(parts[0]), place[0] or 0  # None: of a range, of which only the rest is there
    if type(iterator) in (BACKWARDS, reversed):
        return live.Offset(source, i, -1)
    return source if i == 0 and isinstance(source, (*INDEXED, live.AsBase)) else live.Offset(source, i)


def from_others(iterator: Any, trail: Trail | None, parts: resumed.Parts) -> Any:
    """zip, zip_longest, enumerate, map or filter, over the turns of what each takes its items from."""
    kind = type(iterator)
    _, given, *place = reduced_longest(iterator) if kind is itertools.zip_longest else iterator.__reduce__()
    sources: list[Any] = [
        resumed.part_of(parts, part)
        if (id(part) in parts or count <= ONCE[kind]) and resumed.is_iterator(part)
        else part
        for part, count in reference_counts(given)
    ]
    if kind is itertools.zip_longest:
        return Parallel(functools.partial(kind, fillvalue=place[0]), *sources, trail=trail) if sources else iterator
    if kind is zip:
        return Parallel(functools.partial(zip, strict=bool(place)), *sources, trail=trail)
    if kind is enumerate:
        items, start = sources
        return Parallel(zip, range(start, start + sys.maxsize), items, trail=trail)
    function, *sources = sources
    function = called(function)
    if trail is None and not resumed.changes_nothing(function):
        return iterator
    step = resumed.map_step if kind is map else resumed.filter_step
    return resumed.Resumed(step, (function, Parallel(zip, *sources, trail=trail), 0))


def reduced_longest(iterator: Any) -> tuple[Any, ...]:
    """What zip_longest goes over, as long as none of that has ended, and what it puts in the place of items."""
    kind = type(iterator)
    given, _, fill = (part for part in gc.get_referents(iterator) if part is not kind)
    is_whole = len(gc.get_referents(given)) == len(given)  # where one has ended there is a null
    return kind, given if is_whole else (), fill


def from_calls(iterator: Any, trail: Trail | None) -> Any:
    """iter(f, last), which calls f for each item; itself if it has come to its end, or asks f once for all branches."""
    _, (function, *last) = iterator.__reduce__()
    function = called(function)
    is_recorded = trail is not None or resumed.changes_nothing(function)
    if not last or not is_recorded or not resumed.is_called_again(function):
        return iterator
    return resumed.Resumed(resumed.call_step, (function, *last))


def reference_counts(given: Any) -> list[tuple[Any, int]]:
    """What an iterator was given, each with how many references there are to it."""
    return [(part, sys.getrefcount(part)) for part in given]


# of each kind of iterator over others, how many references there are to one of them if nothing else holds it
ONCE: dict[Any, int] = {
    type(one): reference_counts(one.__reduce__()[1])[-1][1] for one in (zip(""), map(len, ""), filter(None, ""))
}
ONCE |= {enumerate: ONCE[map], itertools.zip_longest: ONCE[zip]}


class Cursor:
    """An iterator that can be copied: where it stands among items by number."""

    __slots__ = ("i", "items")

    def __init__(self, items: Any, i: int = 0) -> None:
        self.items, self.i = items, i

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if not (self.i < len(self.items) or more(self.items, self.i)):
            self.items, self.i = (), 0
            raise StopIteration
        self.i += 1
        return self.items[self.i - 1]


def again(cursor: Any) -> Any:
    """The copy that a branch moves on; what is no cursor yet, as it is."""
    return Cursor(cursor.items, cursor.i) if type(cursor) is Cursor else cursor


def more(source: Any, i: int, trail: Trail | None = None) -> bool:
    """Is there an item number i after all? Asked when i has reached the length; trail: of what this changes."""
    return type(source) not in FIXED and issubclass(type(source), Live) and source.more(i, trail)


def base_of(source: Any) -> Any:
    """What an iterator of Python's goes over, as it sees that."""
    kind = next((kind for kind in INDEXED if isinstance(source, kind)), None)
    return source if kind is None else as_base(source, kind)


def as_base(source: Any, kind: Any) -> Any:
    """A sequence; if its class defines __len__ or __getitem__, without these, because Python's loop ignores them."""
    cls = type(source)
    is_plain = cls.__len__ is kind.__len__ and cls.__getitem__ is kind.__getitem__
    return source if is_plain else live.AsBase(source, kind)


class Parallel(Live):
    """Several turns in parallel, as zip or zip_longest takes them. item: the one found last."""

    def __init__(self, together: Callable[..., Any], *sources: Any, trail: Trail | None) -> None:
        self.together, self.item = together, END
        self.sources = [turns(source, trail) for source in sources]

    def more(self, i: int, trail: Trail | None = None) -> bool:
        self.item = next(self.together(*[one_turn(source, i, trail) for source in self.sources]), END)
        return self.item is not END

    def __getitem__(self, i: int) -> Any:
        """The item number i, right after `more` has found it."""
        return self.item


def one_turn(source: Any, i: int, trail: Trail | None) -> Iterator[Any]:
    """The item number i, if there is one: it is asked for when it is needed."""
    if i < len(source) or more(source, i, trail):
        yield source[i]


def turns_of(kind: Callable[..., Any]) -> Callable[..., Any]:
    """The turns of what this makes, in which nothing else holds what it goes over."""

    def call(*sources: Any, **named: Any) -> Any:
        made = resumed.Unshared(kind(*sources, **named))
        del sources
        return turns(made)

    return call


turns_of_enumerate, turns_of_zip, turns_of_reversed = map(turns_of, (enumerate, zip, reversed))
