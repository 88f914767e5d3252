"""What an expansion calls to iterate: the items of a choice, and the turns of a loop.

    items       what `yield E` chooses from
    choosing    the callee of `yield g(y)`: an ambiguous function's bare search, or any other callable
    turns, has  a `for` with a choice in its body: what it goes over, read again by each branch
"""

import types
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotAChoice

# what a branch may change while the choice goes on: the choice is over what it held when it was made
CHANGEABLE = (list, dict, set, deque, bytearray, type({}.keys()), type({}.values()), type({}.items()))


def items(source: Any) -> Any:
    """What `yield source` chooses from."""
    if isinstance(source, CHANGEABLE):
        return tuple(source)
    if type(source) is Answers:
        return source.search()
    if not hasattr(source, "__iter__") and not hasattr(source, "__getitem__"):
        raise NotAChoice(source)
    return source


def choosing(function: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for `yield function(...)`; an ambiguous function is searched bare."""
    found = search_of(function, "search")
    return found or (lambda *args, **kwargs: items(function(*args, **kwargs)))


def search_of(function: Any, form: str) -> Callable[..., Any] | None:
    """The search of an ambiguous function or method in the form wanted; None if it is none."""
    if type(function) is Ambiguous:
        return getattr(function, form)  # type: ignore[no-any-return]
    if type(function) is types.MethodType and type(function.__func__) is Ambiguous:
        return types.MethodType(getattr(function.__func__, form), function.__self__)
    return None


class _Remembered:
    """An iterator that is read once, and remembered: every branch sees the same items."""

    def __init__(self, source: Iterator[Any]) -> None:
        self.source = source
        self.seen: list[Any] = []

    def has(self, i: int) -> bool:
        if i == len(self.seen):
            for item in self.source:
                self.seen.append(item)
                break
        return i < len(self.seen)

    def __getitem__(self, i: int) -> Any:
        return self.seen[i]


class _Enumerated:
    def __init__(self, source: Any, start: int = 0) -> None:
        self.source, self.start = turns(source), start

    def has(self, i: int) -> bool:
        return has(self.source, i)

    def __getitem__(self, i: int) -> Any:
        return self.start + i, self.source[i]


class _Zipped:
    def __init__(self, *sources: Any) -> None:
        self.sources = [turns(source) for source in sources]

    def has(self, i: int) -> bool:
        return bool(self.sources) and all(has(source, i) for source in self.sources)

    def __getitem__(self, i: int) -> Any:
        return tuple(source[i] for source in self.sources)


class _Reversed:
    """reversed(xs) of a list, which goes on from the end that the list had when it was made."""

    def __init__(self, source: Any) -> None:
        self.source, self.last = source, len(source) - 1

    def has(self, i: int) -> bool:
        return 0 <= self.last - i < len(self.source)

    def __getitem__(self, i: int) -> Any:
        return self.source[self.last - i]


def turns(source: Any) -> Any:
    """What a loop goes over, as something with items by number.

    Lists and other sequences stay live, as in Python; what else a branch may change is copied;
    any other iterable is read once and remembered.
    """
    if type(source) in (list, tuple, range, str, bytes, bytearray):
        return source
    if isinstance(source, (list, tuple, str)):
        return source
    if isinstance(source, CHANGEABLE):
        return tuple(source)
    if isinstance(source, (_Remembered, _Enumerated, _Zipped, _Reversed)):
        return source
    return _Remembered(iter(source))


def turns_of_enumerate(source: Any, start: int = 0) -> Any:
    return _Enumerated(source, start)


def turns_of_zip(*sources: Any) -> Any:
    return _Zipped(*sources)


def turns_of_reversed(source: Any) -> Any:
    return _Reversed(source) if isinstance(source, (list, tuple, range)) else turns(reversed(source))


def has(source: Any, i: int) -> bool:
    """Is there an item number i? Asked for i = 0, 1, 2, ... in this order."""
    return source.has(i) if hasattr(source, "has") else i < len(source)
