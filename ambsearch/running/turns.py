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
import operator
from collections.abc import Sequence
from typing import Any

from ambsearch.running.live import REVERSIBLE, UNRESIZABLE, AsBase, Live, Offset, Remembered, Reversed, unresizable
from ambsearch.running.resumed import Resumed, generator_in, resumed
from ambsearch.unchosen import Choices

INDEXED: tuple[Any, ...] = (list, tuple, range, str, bytes, bytearray, array.array, memoryview)
FIXED = frozenset({list, tuple, range, str})
# iterators that reveal their sequence and their position
EMPTY: tuple[Any, ...] = ([], (), "", b"", bytearray(), array.array("i"), range(0))
_sequence: Any = type("Sequence", (), {"__getitem__": lambda self, i: i})()
POSITIONED = (*(type(iter(kind)) for kind in EMPTY), type(iter(_sequence)))


def turns(source: Any) -> Any:
    """What a loop iterates over, as something with items by number.

    Sequences, dictionaries and views stay live, as in Python; any other iterable is read once and remembered.
    """
    if type(source) in FIXED:
        return source
    if type(source) is Choices:
        source = source.items
    if isinstance(source, Live):
        return source
    begin = getattr(type(source), "__iter__", None)
    for kind in INDEXED:
        if isinstance(source, kind) and begin is kind.__iter__:
            return as_base(source, kind)
    if any(isinstance(source, kind) and begin is kind.__iter__ for kind in UNRESIZABLE):
        return unresizable(source)
    if begin is Sequence.__iter__:
        return Offset(source, 0)
    generator = generator_in(source)
    iterator = iter(source) if generator is None else resumed(generator, is_recorded=False)
    if type(iterator) is Resumed:
        return iterator
    if iterator is not source and isinstance(iterator, POSITIONED):
        state: Any = iterator.__reduce__()
        if len(state) == 3 and len(state[1]) == 1:
            return Offset(state[1][0], state[2])
    return Remembered(iterator)


def more(source: Any, i: int) -> bool:
    """Is there an item number i after all? Asked when i has reached the length."""
    return type(source) not in FIXED and isinstance(source, Live) and source.more(i)


def as_base(source: Any, kind: Any) -> Any:
    """A sequence; if its class defines __len__ or __getitem__, without these, because Python's loop ignores them."""
    cls = type(source)
    is_plain = cls.__len__ is kind.__len__ and cls.__getitem__ is kind.__getitem__
    return source if is_plain else AsBase(source, kind)


class SideBySide(Live):
    """Several turns in parallel, as in zip; it has as many items as the shortest."""

    def __init__(self, *sources: Any) -> None:
        self.sources = [turns(source) for source in sources]

    def __len__(self) -> int:
        return min(map(len, self.sources), default=0)

    def more(self, i: int) -> bool:
        return bool(self.sources) and all(i < len(source) or more(source, i) for source in self.sources)

    def __getitem__(self, i: int) -> Any:
        return tuple(source[i] for source in self.sources)


class Strict(SideBySide):
    """zip(..., strict=True), whose arguments must all have the same length."""

    __len__ = Live.__len__

    def more(self, i: int) -> bool:
        has_first = False
        for number, source in enumerate(self.sources):
            has_item = i < len(source) or more(source, i)
            if number == 0:
                has_first = has_item
            elif has_item is not has_first:
                others = "argument 1" if number == 1 else f"arguments 1-{number}"
                raise ValueError(f"zip() argument {number + 1} is {'longer' if has_item else 'shorter'} than {others}")
        return has_first


class Enumerated(SideBySide):
    def __init__(self, source: Any, start: Any = 0) -> None:
        super().__init__(source)
        self.start = operator.index(start)

    def __getitem__(self, i: int) -> Any:
        return self.start + i, self.sources[0][i]


def turns_of_enumerate(iterable: Any, start: Any = 0) -> Any:
    return Enumerated(iterable, start)


def turns_of_zip(*sources: Any, strict: Any = False) -> Any:
    return Strict(*sources) if strict else SideBySide(*sources)


def turns_of_reversed(source: Any) -> Any:
    begin = getattr(type(source), "__reversed__", None)
    if type(source) in (range, tuple):
        return Reversed(source)
    if isinstance(source, list) and begin is list.__reversed__:
        return Reversed(as_base(source, list))
    if any(isinstance(source, kind) and begin is kind.__reversed__ for kind in REVERSIBLE):
        return unresizable(source, reversed)
    return turns(reversed(source))
