"""The items of one iterable by number, as Python's own loop would find them at each turn.

Remembered      an iterator, which is read once; Complete when its end has been met
Grouped         the same of groupby
Offset          a sequence from an index on, or back from it
AsBase          an object of a user-defined subclass as the list, tuple, ... that it is
Unresizable     a dict, one of its views, a set or a deque, which must not change its size meanwhile
"""

import gc
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ambsearch.running.undoing import Trail


class Live:
    """Items by number, of which there may be more than the length says: then `more` knows.

    A length of 0 has `more` called at each turn.
    """

    __slots__ = ()

    def __len__(self) -> int:
        return 0

    def more(self, i: int, trail: Trail | None = None) -> bool:
        raise NotImplementedError


class Remembered(list[Any], Live):
    """An iterator that is read once and remembered, so that every branch sees the same items.

    As a list it knows its length and its items without a step of Python's.
    """

    __slots__ = ("error", "source")

    def __init__(self, source: Iterator[Any]) -> None:
        super().__init__()
        self.source = source
        self.error: Exception | None = None

    def more(self, i: int, trail: Trail | None = None) -> bool:
        if self.error is not None:
            raise self.error
        try:
            for item in self.source:
                self.append(item)
                break
            else:
                if type(self) is Remembered:
                    self.__class__ = Complete
        except Exception as error:  # each branch that gets this far meets it
            self.error = error
            raise
        return i < len(self)


class Complete(Remembered):
    """The same, read to its end: it has no more items."""

    __slots__ = ()


class Grouped(Remembered):
    """`groupby`, whose groups are iterators over its own iterator: each branch goes over the items of a group anew."""

    def __init__(self, source: Iterator[tuple[Any, Iterator[Any]]]) -> None:
        super().__init__((key, list(group)) for key, group in source)

    def __getitem__(self, i: Any) -> Any:
        key, group = super().__getitem__(i)
        return key, iter(group)


class Offset(Live):
    """A sequence from an index on, as long as it has items, or back to its start; Python's loop over it is live, too.

    item: the one found last, because a sequence of the user's is asked for each once.
    """

    def __init__(self, source: Any, start: int, step: int = 1) -> None:
        self.source, self.start, self.step, self.item = source, start, step, None

    def more(self, i: int, trail: Trail | None = None) -> bool:
        place = self.start + i * self.step
        try:
            self.item = self.source[place] if place >= 0 else None
        except (IndexError, StopIteration):
            return False
        return place >= 0

    def __getitem__(self, i: int) -> Any:
        """The item number i, right after `more` has found it."""
        return self.item


class AsBase:
    """An object of a user-defined class as the container that it is, which is what Python's loop iterates over."""

    def __init__(self, source: Any, kind: Any) -> None:
        self.source, self.kind = source, kind

    def __len__(self) -> int:
        return self.kind.__len__(self.source)  # type: ignore[no-any-return]

    def __getitem__(self, i: int) -> Any:
        return self.kind.__getitem__(self.source, i)


class Unresizable(list[Any], Live):
    """The keys of a container that must keep its size, or what `give` gives of it for each, as it is at its turn.

    As a list it knows its length without a step of Python's: the size is checked at each turn, and after the last.
    """

    __slots__ = ("first", "give", "held", "owner", "what")

    def __init__(self, keys: Iterable[Any], owner: Any, what: str, give: Any = None) -> None:
        super().__init__(keys)
        kind: Any = next(kind for kind in RESIZABLE if isinstance(owner, kind))
        self.held, self.owner = owner, owner if type(owner).__len__ is kind.__len__ else AsBase(owner, kind)
        self.first, self.what, self.give = len(self), what, give

    def more(self, i: int, trail: Trail | None = None) -> bool:
        if len(self.owner) != self.first:
            raise RuntimeError(f"{self.what} during iteration")
        return False

    def __getitem__(self, i: Any) -> Any:
        if len(self.owner) != self.first:
            self.more(i)
        key = item_of(self, i)
        return key if self.give is None else self.give(self.held, key)


item_of, value_of = list.__getitem__, dict.__getitem__


def pair_of(owner: Any, key: Any) -> Any:
    return key, value_of(owner, key)


# each kind of view of a dict and of an OrderedDict, whose views are also views of a dict
DICTIONARIES: tuple[Any, ...] = ({}, OrderedDict())
KEYS, VALUES, ITEMS = (
    tuple(type(getattr(made, name)()) for made in DICTIONARIES) for name in ("keys", "values", "items")
)
RESIZABLE: tuple[Any, ...] = (dict, set, frozenset, deque)
UNRESIZABLE: tuple[Any, ...] = (*RESIZABLE, *KEYS, *VALUES, *ITEMS)
# iterators over what must keep its size: what is gone over, and in which order
VIEWS = (dict.keys, dict.values, dict.items)
VIEWED: dict[Any, Any] = {type(order(view({}))): (view, order) for view in VIEWS for order in (iter, reversed)}
VIEWED |= {type(iter(kind())): (lambda owner: owner, iter) for kind in (set, deque)}
VIEWED[type(reversed(deque()))] = lambda owner: owner, reversed


def unresizable(source: Any, order: Callable[[Any], Any] = iter) -> Unresizable:
    """order: iter or reversed."""
    if isinstance(source, deque):
        return Unresizable(order(range(deque.__len__(source))), source, "deque mutated", deque.__getitem__)
    if isinstance(source, (set, frozenset)):
        return Unresizable(order(source), source, "Set changed size")
    owner: Any = source if isinstance(source, dict) else gc.get_referents(source)[0]
    give: Any = value_of if isinstance(source, VALUES) else pair_of if isinstance(source, ITEMS) else None
    return Unresizable(order(owner), owner, "dictionary changed size", give)
