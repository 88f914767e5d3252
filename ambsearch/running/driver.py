"""Deep searches: a driver that keeps the generators of a search on an explicit stack.

A generator of the second emission never nests another. It yields one of

    a generator     to go on with it; when it has ended, this one is resumed
    (answer,)       an answer of the search that it belongs to
    a Search        to advance that sub-search; it is sent the next answer, or END
    Closing(s)      to close what is left of the sub-search or iterator s

so that the depth of a search is bounded by memory alone, and the cost of an answer does not grow with it.
When a search is closed or an exception ends it, its generators are left from the deepest up.
"""

import types
from collections.abc import Callable, Generator, Iterator
from typing import Any

from ambsearch.answers import Answers
from ambsearch.running.choices import Raised, items, search_of

Frame = Generator[Any, Any, None]
END: Any = object()
ENDED: Any = object()  # a generator


class Search:
    """A search: its generators, the deepest last, and the search that waits for its next answer."""

    __slots__ = ("attempts", "caller", "closing", "frames")

    def __init__(self, frame: Any) -> None:
        self.frames = [frame]
        self.attempts = False  # is what it raises handed to its caller as an item, see `choices.Raised`?
        self.caller: Search | None = None
        self.closing = False


class Closing:
    """The wish to close a sub-search, or an iterator."""

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
            if error is not None:
                raised, error = error, None
                signal = now.frames[-1].throw(raised)
            elif value is None:
                signal = descend(now.frames)
            else:
                signal = now.frames[-1].send(value)
        except BaseException as raised:
            signal, error = ENDED, None if type(raised) is StopIteration else raised
        kind, value = type(signal), None
        if kind is types.GeneratorType:
            now.frames.append(signal)
        elif signal is ENDED:
            now.frames.pop()
            if now.frames:
                continue
            caller = now.caller
            if caller is None:
                if error is None:
                    return
                raise error
            if now.closing and (error is None or isinstance(error, GeneratorExit)):
                error = None  # closed, as was wished
            elif not now.closing and now.attempts and isinstance(error, Exception):
                value, error = Raised(error), None
            elif not now.closing:
                value = END
            now.closing, now = False, caller
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


def descend(frames: list[Frame]) -> Any:
    """Go on with the deepest generator, and with those that it yields, until one of them yields something else."""
    while True:
        signal = next(frames[-1], ENDED)
        if type(signal) is types.GeneratorType:
            frames.append(signal)
        elif signal is ENDED and len(frames) > 1:
            frames.pop()
        else:
            return signal


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
