"""What an expansion calls to iterate: the items of a choice, and the turns of a loop.

items       what `yield E` chooses from
chosen      what `yield g(y)` chooses from: the bare search of an ambiguous function, or what any other function gives
choosing    the same, to be called with the arguments
turns, more a `for` with a choice in its body: what it goes over, read again by each branch
"""

import functools
import types
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotAChoice

# what a branch may change while the choice goes on: the choice is over what it held when it was made
CHANGEABLE: tuple[Any, ...] = (list, dict, set, deque, bytearray, type({}.keys()), type({}.values()), type({}.items()))


def items(source: Any) -> Any:
    """What `yield source` chooses from."""
    kind = type(source)
    if kind is Answers:
        return source.search()
    if isinstance(source, CHANGEABLE):
        return tuple(source)
    if not hasattr(source, "__iter__") and not hasattr(source, "__getitem__"):
        raise NotAChoice(source)
    return source


def chosen(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What `yield function(...)` chooses from; an ambiguous function is searched bare."""
    kind = type(function)
    if kind is Ambiguous or kind is types.MethodType:
        found = search_of(function, "search")
        if found:
            return found(*args, **kwargs)
    return items(function(*args, **kwargs))


def choosing(function: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for `yield function(...)`."""
    return functools.partial(chosen, function)


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

    def __len__(self) -> int:
        return len(self.seen)

    def more(self, i: int) -> bool:
        for item in self.source:
            self.seen.append(item)
            break
        return i < len(self.seen)

    def __getitem__(self, i: int) -> Any:
        return self.seen[i]


class _Turns:
    """What goes over other turns side by side; it has as many items as the shortest."""

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
    """reversed(xs) of a list, which goes on from the end that the list had when it was made."""

    def __init__(self, source: Any) -> None:
        self.source, self.last = source, len(source) - 1

    def __len__(self) -> int:
        return 0  # so that `more` is asked, which knows where the turn stands

    def more(self, i: int) -> bool:
        return 0 <= self.last - i < len(self.source)

    def __getitem__(self, i: int) -> Any:
        return self.source[self.last - i]


def turns(source: Any) -> Any:
    """What a loop goes over, as something with items by number.

    Lists and other sequences stay live, as in Python; what else a branch may change is copied;
    any other iterable is read once and remembered.
    """
    if isinstance(source, (list, tuple, range, str, bytes, bytearray, _Remembered, _Turns, _Reversed)):
        return source
    return tuple(source) if isinstance(source, CHANGEABLE) else _Remembered(iter(source))


def more(source: Any, i: int) -> bool:
    """Is there an item number i after all? Asked when i has reached the length."""
    return isinstance(source, (_Remembered, _Turns, _Reversed)) and source.more(i)


def turns_of_enumerate(source: Any, start: int = 0) -> Any:
    return _Enumerated(source, start)


def turns_of_zip(*sources: Any) -> Any:
    return _Turns(*sources)


def turns_of_reversed(source: Any) -> Any:
    return _Reversed(source) if isinstance(source, (list, tuple, range)) else turns(reversed(source))
