"""Deep searches: a driver that keeps the generators of a search on an explicit stack.

A generator of the second emission never nests another. It yields one of

    a generator     to go on with it; when it has ended, this one is resumed
    (answer,)       an answer of the search that it belongs to
    a Search        to advance that sub-search; it is sent the next answer, or END
    Closing(s)      to close what is left of the sub-search or iterator s

so that the depth of a search is bounded by memory alone, and the cost of an answer does not grow with it.
When a search is closed, or an exception ends it, its generators are closed from the deepest up.
"""

import types
from collections.abc import Callable, Generator, Iterator
from typing import Any

from ambsearch.answers import Answers
from ambsearch.running.choices import Raised, items, search_of

Frame = Generator[Any, Any, None]
END: Any = object()


class Search:
    """A search: its generators, the deepest last, and the search that waits for its next answer."""

    __slots__ = ("attempts", "caller", "closing", "frames")

    def __init__(self, frame: Any) -> None:
        self.frames = [frame]
        self.attempts = False  # are its exceptions handed to the caller as items, see `choices.Raised`?
        self.caller: Search | None = None
        self.closing = False


class Closing:
    """The request to close a sub-search, or an iterator."""

    __slots__ = ("search",)

    def __init__(self, search: Any) -> None:
        self.search = search


def drive(frame: Frame) -> Iterator[Any]:
    """Yield the answers of the search that starts with this generator."""
    now = Search(frame)
    value: Any = None
    error: BaseException | None = None
    while True:
        try:
            if error is None:
                signal = now.frames[-1].send(value)
            else:
                raised, error = error, None
                signal = now.frames[-1].throw(raised)
        except BaseException as raised:
            now.frames.pop()
            value, error = None, None if type(raised) is StopIteration else raised
            caller = now.caller
            if now.frames:
                continue
            if caller is None:
                if error is None:
                    return
                raise
            if now.closing and isinstance(raised, GeneratorExit):
                error = None  # closed, as was wished
            elif not now.closing and now.attempts and isinstance(error, Exception):
                value, error = Raised(error), None
            elif not now.closing:
                value = END
            now.closing, now = False, caller
            continue
        kind, value = type(signal), None
        if kind is types.GeneratorType:
            now.frames.append(signal)
        elif kind is tuple:
            if now.caller is not None:
                now, value = now.caller, signal[0]
                continue
            try:
                yield signal[0]
            except BaseException as raised:
                error = raised
        elif kind is Search:
            if signal.frames:
                signal.caller, now = now, signal
            else:
                value = END
        elif type(signal.search) is not Search:
            getattr(signal.search, "close", int)()
        elif signal.search.frames:
            signal.search.caller, signal.search.closing = now, True
            now, error = signal.search, GeneratorExit()


def deep_items(source: Any) -> Any:
    """What `yield source` chooses from: a Search or an iterator."""
    if type(source) is Answers:
        frame = source.deep_search()
        if frame is not None:
            return Search(frame)
    return iter(items(source))


def deep_choosing(function: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for `yield function(...)`."""
    deep = search_of(function, "deep")
    if deep is None:
        return lambda *args, **kwargs: deep_items(function(*args, **kwargs))
    return lambda *args, **kwargs: Search(deep(*args, **kwargs))


def passed_on(source: Any) -> Frame:
    """The generator to go on with for `return (yield source)`."""
    return source.frames[0] if type(source) is Search else _each(source)


def _each(source: Any) -> Frame:
    try:
        for item in source:
            yield (item,)
    finally:
        getattr(source, "close", int)()
