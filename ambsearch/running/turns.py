"""The turns of a `for` with a choice in its body: items by number, so that each branch can resume the loop.

turns       what the loop goes over, as something with items by number
more        is there an item with this number after all?
turns_of_enumerate, ...     enumerate, zip and reversed, taken apart

>>> words = turns({"a": 1, "b": 2}.items())
>>> words[1], more(words, 2)
(('b', 2), False)
"""

import array
import functools
import gc
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ambsearch.unchosen import Choices


class _Remembered:
    """An iterator that is read once and remembered, so that every branch sees the same items."""

    def __init__(self, source: Iterator[Any]) -> None:
        self.source = source
        self.seen: list[Any] = []
        self.error: Exception | None = None

    def __len__(self) -> int:
        return len(self.seen)

    def more(self, i: int) -> bool:
        if self.error is not None:
            raise self.error
        try:
            for item in self.source:
                self.seen.append(item)
                break
        except Exception as error:  # each branch that gets this far meets it
            self.error = error
            raise
        return i < len(self.seen)

    def __getitem__(self, i: int) -> Any:
        return self.seen[i]


class _Turns:
    """Other turns side by side; it has as many items as the shortest."""

    def __init__(self, *sources: Any) -> None:
        self.sources = [turns(source) for source in sources]

    def __len__(self) -> int:
        return min(map(len, self.sources), default=0)

    def more(self, i: int) -> bool:
        return bool(self.sources) and all(i < len(source) or more(source, i) for source in self.sources)

    def __getitem__(self, i: int) -> Any:
        return tuple(source[i] for source in self.sources)


class _Enumerated(_Turns):
    def __init__(self, source: Any, start: int = 0) -> None:
        super().__init__(source)
        self.start = start

    def __getitem__(self, i: int) -> Any:
        return self.start + i, self.sources[0][i]


class _Reversed:
    """reversed(xs) of a list, which starts from the end that the list had when it was made."""

    def __init__(self, source: Any) -> None:
        self.source, self.last = source, len(source) - 1

    def __len__(self) -> int:
        return 0  # so that `more` is asked, which knows the position of the turn

    def more(self, i: int) -> bool:
        return 0 <= self.last - i < len(self.source)

    def __getitem__(self, i: int) -> Any:
        return self.source[self.last - i]


class _Live:
    """What is read again at each turn; `more` knows the position of the turn."""

    def __len__(self) -> int:
        return 0

    def more(self, i: int) -> bool:
        raise NotImplementedError


class _Offset(_Live):
    """A sequence from an index on, as long as it has items; Python's loop over it is live, too."""

    def __init__(self, source: Any, start: int) -> None:
        self.source, self.start = source, start

    def more(self, i: int) -> bool:
        try:
            self.source[self.start + i]
        except (IndexError, StopIteration):
            return False
        return True

    def __getitem__(self, i: int) -> Any:
        return self.source[self.start + i]


class _Unresizable(tuple[Any, ...]):
    """The keys of a dict, one of its views, a set or a deque, which must keep its size."""

    owner: Any
    what: str

    def __len__(self) -> int:
        """0 if the size has changed, so that `more` is asked, which reports it."""
        size = tuple.__len__(self)
        return size if len(self.owner) == size else 0

    def more(self, i: int) -> bool:
        if len(self.owner) != tuple.__len__(self):
            raise RuntimeError(f"{self.what} during iteration")
        return False

    def of(self, owner: Any, what: str) -> "_Unresizable":
        self.owner, self.what = owner, what
        return self


class _Values(_Unresizable):
    """The same with the values that these keys have at each turn."""

    value: Callable[[Any], Any]

    def __getitem__(self, i: Any) -> Any:
        return self.value(tuple.__getitem__(self, i))


def _values(keys: Iterable[Any], value: Callable[[Any], Any]) -> _Unresizable:
    made = _Values(keys)
    made.value = value
    return made


def _unresizable(source: Any) -> _Unresizable:
    if isinstance(source, deque):
        return _values(range(len(source)), source.__getitem__).of(source, "deque mutated")
    if isinstance(source, (set, frozenset)):
        return _Unresizable(source).of(source, "Set changed size")
    owner: Any = source if isinstance(source, dict) else gc.get_referents(source)[0]
    made = _Unresizable(owner)
    if isinstance(source, VALUES):
        made = _values(owner, functools.partial(dict.__getitem__, owner))
    elif isinstance(source, ITEMS):
        made = _values(owner, lambda key: (key, dict.__getitem__(owner, key)))
    return made.of(owner, "dictionary changed size")


VALUES: tuple[Any, ...]
ITEMS: tuple[Any, ...]
VALUES, ITEMS = (type({}.values()), type(OrderedDict().values())), (type({}.items()), type(OrderedDict().items()))
KEYS: tuple[Any, ...] = (type({}.keys()), type(OrderedDict().keys()))
INDEXED: tuple[Any, ...] = (
    list,
    tuple,
    range,
    str,
    bytes,
    bytearray,
    array.array,
    memoryview,
    _Remembered,
    _Turns,
    _Reversed,
    _Live,
)
FIXED = frozenset({list, tuple, range, str})
LIVE = (_Remembered, _Turns, _Reversed, _Live, _Unresizable)
UNRESIZABLE: tuple[Any, ...] = (dict, set, frozenset, deque, *KEYS, *VALUES, *ITEMS)
# iterators that reveal their sequence and their position
EMPTY: tuple[Any, ...] = ([], (), "", b"", bytearray(), array.array("i"), range(0))
POSITIONED = tuple(type(iter(kind)) for kind in EMPTY)
_sequence: Any = type("Sequence", (), {"__getitem__": lambda self, i: i})()
SEQUENCE = type(iter(_sequence))


def turns(source: Any) -> Any:
    """What a loop iterates over, as something with items by number.

    Sequences, dictionaries and views stay live, as in Python; any other iterable is read once and remembered.
    """
    if type(source) is Choices:
        source = source.items
    begin = type(source).__iter__ if hasattr(type(source), "__iter__") else None
    for kind in INDEXED:
        if isinstance(source, kind) and begin is getattr(kind, "__iter__", None):
            return source
    for kind in UNRESIZABLE:
        if isinstance(source, kind) and begin is kind.__iter__:
            return _unresizable(source)
    if begin is Sequence.__iter__:
        return _Offset(source, 0)
    iterator = iter(source)
    if iterator is not source and isinstance(iterator, (*POSITIONED, SEQUENCE)):
        state: Any = iterator.__reduce__()
        if len(state) == 3 and len(state[1]) == 1:
            return _Offset(state[1][0], state[2])
    return _Remembered(iterator)


def more(source: Any, i: int) -> bool:
    """Is there an item number i after all? Asked when i has reached the length."""
    return type(source) not in FIXED and isinstance(source, LIVE) and source.more(i)


def turns_of_enumerate(source: Any, start: int = 0) -> Any:
    return _Enumerated(source, start)


def turns_of_zip(*sources: Any) -> Any:
    return _Turns(*sources)


def turns_of_reversed(source: Any) -> Any:
    return _Reversed(source) if isinstance(source, (list, tuple, range)) else turns(reversed(source))
