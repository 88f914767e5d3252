"""Replay: a second engine for the same language, so small that it can be read as the language's meaning.

A branch of the search is the list of the numbers of the items taken, its path. For every branch the *plain*
generator function is run again from its start, on fresh copies of its arguments and globals, and is sent the items
of the path. So nothing is ever undone, and what is local, shared or global is right by construction.

A sub-search, ``x = yield g(y)``, is run in line: its choices are part of the one path of the whole program.
Elsewhere, ``list(g(y))``, it is a search of its own.

Effects that are kept, such as a print, go through `once`: in the part of a run that an earlier run has already been
through they are not done again, their result is recalled.
"""

from __future__ import annotations

import copy
import functools
import inspect
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any


class Dead(BaseException):
    """This branch was ended by `require`, by `fail`, or by a choice that has no further item."""


class OutOfRuns(BaseException):
    """The search has walked through as many branches as it may."""


class Call:
    """One call of a replayed function: an iterable of its answers."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.function, self.args = function, args

    def __iter__(self) -> Iterator[Any]:
        return Search(self).answers()

    def begin(self, args: tuple[Any, ...]) -> Generator[Any, Any, Any]:
        if inspect.isgeneratorfunction(self.function):
            return (yield from self.function(*args))
        return self.function(*args)

    def take(self, n: int) -> list[Any]:
        return list(itertools.islice(self, n))

    def first(self, default: Any = None) -> Any:
        return next(iter(self), default)

    def exists(self) -> bool:
        return bool(self.take(1))

    def count(self) -> int:
        return len(list(self))


class Search:
    """A depth-first walk over the branches of one call."""

    running: list[Search] = []

    def __init__(self, call: Call, runs: int = 10**9) -> None:
        """runs: at most so many branches, those of searches inside this one included."""
        self.call = call
        self.outer = Search.running[-1] if Search.running else None
        self.runs: Iterator[int] = self.outer.runs if self.outer else iter(range(runs))
        self.path: list[int] = []  # the number of the item taken at each choice
        self.marks: list[int] = []  # the length of the log after each of them was taken
        self.log: list[Any] = []  # the results of the kept effects, in order
        self.at = 0  # how much of the log this run has been through

    def answers(self) -> Iterator[Any]:
        space = getattr(self.call.function, "__globals__", {})
        world = {name: space[name] for name in space.get("WORLD", ())}
        try:
            while True:
                self.args, copies = copy.deepcopy((self.call.args, world))
                space.update(copies)
                try:
                    answer = self.run()
                except Dead:
                    pass
                else:
                    yield answer
                if not self.path:
                    return
                self.path[-1] += 1
                del self.log[self.marks[len(self.path) - 1] :]
        finally:
            space.update(world)

    def run(self) -> Any:
        """Run the program along the path, then along the first items, to its answer or its death."""
        if next(self.runs, None) is None:
            raise OutOfRuns
        self.at, self.marks, sent = 0, [], None
        Search.running.append(self)
        stack = [self.call.begin(self.args)]
        try:
            while stack:
                try:
                    wanted = stack[-1].send(sent)
                except StopIteration as stop:
                    stack.pop()
                    sent = stop.value
                    continue
                if isinstance(wanted, Call):
                    stack.append(wanted.begin(wanted.args))
                    sent = None
                else:
                    sent = self.choose(wanted)
            return sent
        finally:
            Search.running.pop()

    def choose(self, items: Iterable[Any]) -> Any:
        depth = len(self.marks)
        if depth == len(self.path):
            self.path.append(0)
        for item in itertools.islice(items, self.path[depth], None):
            self.marks.append(self.at)
            return item
        self.path.pop()
        raise Dead

    def once(self, effect: Callable[[], Any]) -> Any:
        if self.at == len(self.log):
            self.log.append(self.outer.once(effect) if self.outer else effect())
        self.at += 1
        return self.log[self.at - 1]


def once(effect: Callable[[], Any]) -> Any:
    return Search.running[-1].once(effect) if Search.running else effect()


def ambiguous(function: Any = None, *, deep: bool = False) -> Any:
    if function is None:
        return ambiguous

    @functools.wraps(function)
    def call(*args: Any) -> Call:
        return Call(function, args)

    return call


def require(condition: object) -> None:
    if not condition:
        raise Dead


def fail() -> None:
    raise Dead


def permanent(value: Any) -> Any:
    return value


def an_element_of(items: Iterable[Any]) -> Iterable[Any]:
    return items


def an_integer_between(low: int, high: int) -> Iterable[int]:
    return range(low, high + 1)


def an_integer_from(low: int) -> Iterable[int]:
    return itertools.count(low)


class Kept:
    """A variable that backtracking leaves alone: it is read and written through `once`."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def get(self) -> Any:
        return once(lambda: self.value)

    def set(self, value: Any) -> None:
        once(lambda: setattr(self, "value", value))


class KeptDict(dict[Any, Any]):
    """A dictionary that backtracking leaves alone."""

    def __getitem__(self, key: Any) -> Any:
        return once(lambda: dict.__getitem__(self, key))

    def __setitem__(self, key: Any, value: Any) -> None:
        once(lambda: dict.__setitem__(self, key, value))


class KeptList(list[Any]):
    """A list that backtracking leaves alone."""

    def append(self, value: Any) -> None:
        once(lambda: list.append(self, value))

    def __len__(self) -> int:
        return int(once(lambda: list.__len__(self)))
