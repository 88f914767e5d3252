"""Replay of whole modules: every branch of a search runs in a module that is executed anew.

So what helpers, methods, closures and class attributes change needs no copying and no undoing: a branch never sees
what another one did. It is the meaning of `set!` in SICP's evaluator, where every assignment, wherever it stands,
belongs to its branch.

An encapsulated search, ``list(g(y))``, leaves the world as it was, too: for each of its branches the module is
executed anew, the outer branch is gone through up to the call, and the run ends with the inner answer. The way to a
branch is therefore a list of legs, one for each search that is inside another.
"""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import replay
from replay import Dead, OutOfRuns


class Arrived(BaseException):
    """The branch of an encapsulated search has ended; what is around it need not be gone through."""

    def __init__(self, answer: Any = None, error: Exception | None = None) -> None:
        self.answer, self.error = answer, error


class Call(replay.Call):
    """One call of a replayed function; asked for its answers, it is an encapsulated search."""

    def take(self, n: int | None) -> list[Any]:
        return replay.Search.running[-1].encapsulated(self, n)  # type: ignore[attr-defined, no-any-return]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.take(None))

    def first(self, default: Any = None) -> Any:
        return next(iter(self.take(1)), default)

    def one(self) -> Any:
        (answer,) = self.take(2)
        return answer


class KeptObject(SimpleNamespace):
    """An object whose attributes backtracking leaves alone."""

    def __getattribute__(self, name: str) -> Any:
        return replay.once(lambda: object.__getattribute__(self, name))

    def __setattr__(self, name: str, value: Any) -> None:
        replay.once(lambda: object.__setattr__(self, name, value))


def ambiguous(function: Any = None, *, deep: bool = False) -> Any:
    if function is None:
        return ambiguous

    @functools.wraps(function)
    def call(*args: Any) -> Call:
        return Call(function, args)

    return call


WORDS = {
    name: getattr(replay, name) for name in ("require", "fail", "permanent", "an_element_of", "an_integer_between")
}
WORDS |= {"ambiguous": ambiguous, "amb": lambda *alternatives: alternatives}


@dataclass
class Leg:
    """How far one search has come."""

    path: list[int] = field(default_factory=list)  # the number of the item taken at each choice
    log: list[Any] = field(default_factory=list)  # the results of the kept effects and of encapsulated searches
    marks: list[int] = field(default_factory=list)  # the length of the log after each item was taken


class Replay:
    """The search that `start(module)` gives, in a module that `load()` executes anew."""

    def __init__(self, load: Callable[[], dict[str, Any]], start: Callable[[dict[str, Any]], Call], runs: int) -> None:
        self.load, self.start = load, start
        self.left = runs  # how many branches, those of encapsulated searches included, may still be walked through
        self.space: dict[str, Any] = {}  # the module in which the last branch ran

    def answers(self, *legs: Leg) -> Iterator[Any]:
        """The answers of the innermost search, on the way that leads to it."""
        leg = Leg()
        while True:
            try:
                answer = Run(self, [*legs, leg]).result()
            except Dead:
                pass
            else:
                yield answer
            if not leg.path:
                return
            leg.path[-1] += 1
            del leg.log[leg.marks[len(leg.path) - 1] :]


class Run:
    """One branch, in a module of its own."""

    def __init__(self, search: Replay, legs: list[Leg]) -> None:
        self.search, self.legs = search, legs
        self.level = -1  # which leg the run is in
        self.over = False

    def result(self) -> Any:
        self.search.left -= 1
        if self.search.left < 0:
            raise OutOfRuns
        space = self.search.space = self.search.load()
        replay.Search.running.append(self)  # type: ignore[arg-type]
        try:
            return self.go_through(self.search.start(space))
        except Arrived as end:
            if end.error:
                raise end.error from None
            return end.answer
        finally:
            replay.Search.running.pop()
            self.search.space = space  # and not that of an encapsulated search
            assert self.level == len(self.legs) - 1, "the program is not deterministic"

    def go_through(self, call: replay.Call) -> Any:
        """The search that the next leg is about: along its path, then along the first items."""
        self.level += 1
        self.leg = self.legs[self.level]
        self.at = 0  # how much of the log this run has been through
        marks: list[int] = []
        if self.leg is self.legs[-1]:
            self.leg.marks = marks
        stack, sent = [call.begin(call.args)], None
        while stack:
            try:
                wanted = stack[-1].send(sent)
            except StopIteration as stop:
                stack.pop()
                sent = stop.value
                continue
            if isinstance(wanted, replay.Call):
                stack.append(wanted.begin(wanted.args))
                sent = None
            else:
                sent = self.choose(wanted, marks)
        return sent

    def choose(self, items: Iterable[Any], marks: list[int]) -> Any:
        path = self.leg.path
        if len(marks) == len(path):
            path.append(0)
        for item in itertools.islice(items, path[len(marks)], None):
            marks.append(self.at)
            return item
        path.pop()
        raise Dead

    def once(self, effect: Callable[[], Any]) -> Any:
        if self.over:
            return None
        if self.at == len(self.leg.log):
            self.leg.log.append(effect())
        self.at += 1
        return self.leg.log[self.at - 1]

    def encapsulated(self, call: Call, n: int | None) -> list[Any]:
        if self.at == len(self.leg.log) and self.leg is not self.legs[-1]:
            self.arrive(call)
        answers, error = self.once(lambda: self.inner_answers(n))
        if error:
            raise error
        return copy.deepcopy(answers)  # type: ignore[no-any-return]

    def arrive(self, call: Call) -> None:
        try:
            end = Arrived(self.go_through(call))
        except Exception as error:
            end = Arrived(error=error)
        finally:
            self.over = True
        raise end

    def inner_answers(self, n: int | None) -> tuple[list[Any], Exception | None]:
        answers: list[Any] = []
        try:
            answers.extend(itertools.islice(self.search.answers(*self.legs[: self.level + 1]), n))
        except Exception as error:
            return answers, error
        return answers, None
