"""Deep searches: a driver that keeps the generators of a search on an explicit stack.

A search is a list of its generators, the deepest last. A generator of the deep emission iterates over another search only
if that is none for the driver, see `expansion.nesting`; else it yields one of these to the driver:

    a generator     run this one next, and resume me when it has ended
    (answer,)       an answer of the search that I belong to
    a search        advance this search to its next answer, and append that, or END, to the list
    Closing(s)      close what is left of the search s

So Python's stack does not bound the depth of a search, and the cost of an answer does not grow with the depth. A search
that goes on to LEVELS times as many levels as Python allows ends there, unless its function says that it is deep: one that
never ends would else end with all of the memory.
When a search is closed, or an exception ends it, its generators are closed from the deepest up.
"""

import sys
import types
from collections.abc import Callable, Generator, Iterator
from itertools import repeat
from math import inf
from typing import Any

from ambsearch.errors import TooManyLevels
from ambsearch.ground.levels import Level
from ambsearch.running.ahead import close
from ambsearch.running.choices import Raised, attempts, items, search_of

Frame = Generator[Any, Any, None]
GENERATOR = types.GeneratorType
END: Any = object()
ASK: Any = object()  # the item of a search that is not there yet: the driver is to be asked for it
ASKING = repeat(ASK)
LEVELS = 10  # for each that Python's stack may have: 0.4 GB, if each holds a copy of the path to it
ENDED: Any = object()  # what `next` returns for a generator that has ended


class Search(list[Any]):
    """A search that decides itself what becomes of an exception."""

    def handle(self, error: BaseException) -> tuple[BaseException | None, Any]:
        """The exception to raise in the caller, None if it stops here; and the last answer."""
        return error, END


class Attempt(Search):
    """A search inside a `try`: an exception that it raises becomes its last answer, see `choices.Raised`."""

    def handle(self, error: BaseException) -> tuple[BaseException | None, Any]:
        return (None, Raised(error)) if isinstance(error, Exception) else (error, END)


class Closing(Search):
    """A search that is to be closed."""

    def handle(self, error: BaseException) -> tuple[BaseException | None, Any]:
        return (None if isinstance(error, GeneratorExit) else error), END


def drive(is_deep: bool, search: Callable[..., Frame], after: Level, /, *args: Any, **kwargs: Any) -> Iterator[Any]:
    """The answers of a search. is_deep: may it have any number of levels? after: the next level, which it need not be told."""
    most = inf if is_deep else LEVELS * sys.getrecursionlimit()
    return steps([search(*args, **kwargs)], [], None, most)


def steps(frames: list[Any], callers: list[list[Any]], error: BaseException | None, most: float) -> Iterator[Any]:
    """The same from where it stands. frames: its generators, the deepest last; callers: the searches that wait for an
    answer of another one, the last of them for this one.

    Each step resumes the deepest generator, and does what it asks for; `error` is raised in it instead of resuming it.
    """
    try:
        while True:
            try:
                settle(frames, callers)
                # the jump back of this loop is inside of this `try`, where that of the loop around it is not: an interrupt
                # may come at either
                while True:
                    if not frames:
                        if not callers:
                            break
                        ended, answer = frames, END
                        if error is not None and isinstance(ended, Search):
                            error, answer = ended.handle(error)
                        frames = callers[-1]
                        del callers[-1]
                        if error is None:
                            ended.append(answer)
                    if error is None:
                        for signal in frames[-1]:  # noqa: B007  it is used below; a `for` needs no call, as `next` does
                            break
                        else:
                            signal = ENDED
                    else:
                        raised, error = error, None
                        signal = frames[-1].throw(raised)
                    kind = type(signal)
                    if kind is GENERATOR:
                        frames.append(signal)
                        if len(frames) > most:
                            raise TooManyLevels(most)
                    elif kind is tuple:
                        if callers:
                            found = frames
                            frames = callers[-1]
                            del callers[-1]
                            found.append(signal[0])
                        else:
                            yield signal[0]
                    elif signal is ENDED:
                        frames.pop()
                    elif signal:
                        callers += [frames]  # without a call, after which an interrupt may come
                        frames = signal
                        error = GeneratorExit() if kind is Closing else None
                        if len(callers) > most and error is None:
                            raise TooManyLevels(most)
                    else:
                        signal.append(END)
                break
            except BaseException as raised:
                error = None if type(raised) is StopIteration else raised
    except BaseException as interrupt:  # at the jump back of this loop: what goes on with it is another one
        yield from steps(frames, callers, interrupt, most)
        return
    if error is not None:
        raise error


def settle(frames: list[Any], callers: list[list[Any]]) -> None:
    """Leave out the generators that have ended, by what they raised; and a caller that an interrupt came upon as it changed."""
    if callers and callers[-1] is frames:
        del callers[-1]
    while frames and (type(frames[-1]) is not GENERATOR or frames[-1].gi_frame is None):
        frames.pop()


def closing(source: Any) -> Closing:
    """What to yield in order to close a search; an iterator is closed at once."""
    if isinstance(source, list):
        # after an interrupt its last answer may not have been taken
        return Closing(part for part in source if type(part) is GENERATOR)
    close(source)
    return Closing()


def deep_items(source: Any, level: Level | None = None) -> Any:
    """What `yield source` chooses from, as a search for the driver or as an iterator; level: of the searches in it."""
    found = items(source, level)
    return found if type(found) is list else iter(found)


def deep_choosing(function: Callable[..., Any], level: Level) -> Callable[..., Any]:
    """What to call for `yield function(...)`."""
    search = search_of(function, level)
    return search or (lambda after, /, *args, **kwargs: deep_items(function(*args, **kwargs), level))


def deep_attempts(source: Any) -> Any:
    """The items of a choice inside a `try`; an exception raised instead of an item becomes the last one."""
    return Attempt(source) if isinstance(source, list) else attempts(source)


def pass_on(source: Any) -> Frame:
    """The generator to run next for `return (yield source)`."""
    return source[0] if isinstance(source, list) else each(source)


def each(source: Any) -> Frame:
    try:
        for item in source:
            yield (item,)
    finally:
        close(source)
