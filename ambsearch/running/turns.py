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
import operator
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


class _Strict(_Turns):
    """zip(..., strict=True), which must find all of the same length at its end."""

    def __len__(self) -> int:
        return 0  # so that `more` is asked

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


class _Enumerated(_Turns):
    def __init__(self, source: Any, start: Any = 0) -> None:
        super().__init__(source)
        self.start = operator.index(start)

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


class _Base:
    """An object of a class of one's own as the container that it is, which is what Python goes over."""

    def __init__(self, source: Any, kind: Any) -> None:
        self.source, self.kind = source, kind

    def __len__(self) -> int:
        return self.kind.__len__(self.source)  # type: ignore[no-any-return]

    def __getitem__(self, i: int) -> Any:
        return self.kind.__getitem__(self.source, i)


def has_own(cls: type, kind: Any) -> bool:
    """Has this class a __len__ or __getitem__ of its own, which Python's loop does not ask?"""
    return any(getattr(cls, name) is not getattr(kind, name) for name in ("__len__", "__getitem__"))


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

    what: str
    first: int  # size of the owner
    size: Callable[[], int]  # its size now

    def __len__(self) -> int:
        """0 if the size has changed, so that `more` is asked, which reports it."""
        first = self.first
        return first if self.size() == first else 0

    def more(self, i: int) -> bool:
        if self.size() != self.first:
            raise RuntimeError(f"{self.what} during iteration")
        return False

    def of(self, owner: Any, what: str) -> "_Unresizable":
        kind: Any = next(kind for kind in RESIZABLE if isinstance(owner, kind))
        self.first, self.size, self.what = tuple.__len__(self), kind.__len__.__get__(owner), what
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


def _unresizable(source: Any, order: Callable[[Any], Any] = iter) -> _Unresizable:
    """order: iter or reversed."""
    if isinstance(source, deque):
        keys = order(range(deque.__len__(source)))
        return _values(keys, functools.partial(deque.__getitem__, source)).of(source, "deque mutated")
    if isinstance(source, (set, frozenset)):
        return _Unresizable(order(source)).of(source, "Set changed size")
    owner: Any = source if isinstance(source, dict) else gc.get_referents(source)[0]
    made = _Unresizable(order(owner))
    if isinstance(source, VALUES):
        made = _values(order(owner), functools.partial(dict.__getitem__, owner))
    elif isinstance(source, ITEMS):
        made = _values(order(owner), lambda key: (key, dict.__getitem__(owner, key)))
    return made.of(owner, "dictionary changed size")


VALUES: tuple[Any, ...]
ITEMS: tuple[Any, ...]
VALUES, ITEMS = (type({}.values()), type(OrderedDict().values())), (type({}.items()), type(OrderedDict().items()))
KEYS: tuple[Any, ...] = (type({}.keys()), type(OrderedDict().keys()))
INDEXED: tuple[Any, ...] = (list, tuple, range, str, bytes, bytearray, array.array, memoryview)
FIXED = frozenset({list, tuple, range, str})
LIVE: tuple[Any, ...] = (_Remembered, _Turns, _Strict, _Enumerated, _Reversed, _Offset, _Unresizable, _Values)
MORE: dict[type, Callable[[Any, int], bool]] = {kind: kind.more for kind in LIVE}
RESIZABLE: tuple[Any, ...] = (dict, set, frozenset, deque)
UNRESIZABLE: tuple[Any, ...] = (dict, set, frozenset, deque, *KEYS, *VALUES, *ITEMS)
REVERSIBLE: tuple[Any, ...] = (dict, deque, *KEYS, *VALUES, *ITEMS)
# iterators that reveal their sequence and their position
EMPTY: tuple[Any, ...] = ([], (), "", b"", bytearray(), array.array("i"), range(0))
POSITIONED = tuple(type(iter(kind)) for kind in EMPTY)
_sequence: Any = type("Sequence", (), {"__getitem__": lambda self, i: i})()
SEQUENCE = type(iter(_sequence))


def turns(source: Any) -> Any:
    """What a loop iterates over, as something with items by number.

    Sequences, dictionaries and views stay live, as in Python; any other iterable is read once and remembered.
    """
    if type(source) in FIXED:
        return source
    if type(source) is Choices:
        source = source.items
    begin = type(source).__iter__ if hasattr(type(source), "__iter__") else None
    if type(source) in MORE:
        return source
    for kind in INDEXED:
        if isinstance(source, kind) and begin is kind.__iter__:
            return _Base(source, kind) if has_own(type(source), kind) else source
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
    kind = type(source)
    return kind not in FIXED and kind in MORE and MORE[kind](source, i)


def turns_of_enumerate(iterable: Any, start: Any = 0) -> Any:
    return _Enumerated(iterable, start)


def turns_of_zip(*sources: Any, strict: Any = False) -> Any:
    return _Strict(*sources) if strict else _Turns(*sources)


def turns_of_reversed(source: Any) -> Any:
    begin = getattr(type(source), "__reversed__", None)
    if type(source) in (range, tuple):
        return _Reversed(source)
    if isinstance(source, list) and begin is list.__reversed__:
        return _Reversed(_Base(source, list) if has_own(type(source), list) else source)
    if any(isinstance(source, kind) and begin is kind.__reversed__ for kind in REVERSIBLE):
        return _unresizable(source, reversed)
    return turns(reversed(source))
