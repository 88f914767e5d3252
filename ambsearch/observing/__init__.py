"""Observed searches: they report each choice, item, guard, answer and exhausted choice to an observer.

Observer    receives the events; a subclass has a text for each event that it wants to see
observed    the same answers, of a search that reports to an observer

The observer travels with the search. Each iteration of observed answers is a Run, which has functions of its own,
expanded from the same source by the same rules, see `ambsearch.expansion.emitting.observed`; nobody else calls these. They
look up the searches that they choose from in the run, whether these come by name, from a dict, as a method or in
`once`. A search that ordinary code begins meanwhile, such as `divisors(n).exists()` in a condition, is observed as a
separate search.
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from types import CellType, FunctionType
from typing import Any, ClassVar, TypeVar

from ambsearch.answers import Ambiguous, Answers, expected_answers
from ambsearch.errors import AmbError
from ambsearch.expansion.binding import OF_THE_RUN
from ambsearch.expansion.emitting.observed import HELPERS, OF_WATCH, WATCH, Observed
from ambsearch.ground.levels import Level, Levels
from ambsearch.ground.registry import RUNNING, RUNS
from ambsearch.language import Composed
from ambsearch.running.choices import close_after, items, search_of
from ambsearch.running.driver import END, Search

Answer = TypeVar("Answer")


class Observer:
    """Receives the events of a search; a subclass has a text for each event that it wants to see.

    The texts have the names of `ambsearch.expansion.emitting.observed`; an observer that needs more has `rules` of its
    own. In each text `watch` is the observer, `site` the place, `where` its parts as a tuple, and the names of `bound` those
    attributes of the observer, looked up once; those of `held` are variables, which the observer has as cells, in a dict
    of that name. A choice also has the variables `place`, `here` and `first`, which are free; `index`, the number of the
    item, and `target`, the item; `still`, and if it is, `over`, what it iterates over; `items` may set `here`. An answer
    has `value`, and `here`, which is free; a guard `test`.
    passes_still: is `items` skipped if a choice is still?
    numbers_attempts: does `items` number the items of a choice inside a `try`? Then an exception raised instead of an
    item has a number, too; a search there is numbered by its answers, and its choices are not reported.
    now: where the search is, whatever that is for this observer; the texts `before`, `item` and `back` move it. A
    search that ordinary code begins starts where `begin` says.

    >>> from ambsearch import ambiguous
    >>> class Items(Observer):
    ...     item = "watch.seen.append(target)"
    ...     def __init__(self):
    ...         self.seen = []
    >>> @ambiguous
    ... def pairs():
    ...     a = yield (1, 2)
    ...     b = yield "xy"
    ...     return a, b
    >>> watch = Items()
    >>> observed(pairs(), watch).take(3), watch.seen
    ([(1, 'x'), (1, 'y'), (2, 'x')], [1, 'x', 'y', 2, 'x'])
    """

    before: ClassVar[str] = ""
    ready: ClassVar[str] = ""
    item: ClassVar[str] = ""
    back: ClassVar[str] = ""
    exhausted: ClassVar[str] = ""
    guard: ClassVar[str] = ""
    dead: ClassVar[str] = ""
    answer: ClassVar[str] = ""
    resumed: ClassVar[str] = ""
    items: ClassVar[str] = ""
    passes_still: ClassVar[bool] = False
    numbers_attempts: ClassVar[bool] = False
    bound: ClassVar[tuple[str, ...]] = ()
    held: ClassVar[tuple[str, ...]] = ()
    cells: dict[str, CellType]
    rules: ClassVar[type[Observed]] = Observed
    now: Any = None

    def begin(self, answers: Answers[Any]) -> Any:
        """A search begins; gives the point where it starts, by default that of the search that begins it, if any."""
        return self.now

    def back_to(self, point: Any) -> None:
        """A search inside it has paused or ended, and the search continues at this point: `now` as it was before."""
        self.now = point

    def branch(self, number: int) -> Any:
        """The search with this number in `if_fail` or `interleave` begins; gives the point where it starts."""
        return self.now

    def found(self, start: Any, answer: Any, point: Any) -> None:
        """The search that started there hands out an answer, which it may change later; point: where it was found."""

    def end(self, start: Any, error: BaseException | None) -> None:
        """That search has ended: normally, by an exception, or by GeneratorExit if it was closed early."""


def observed(answers: Answers[Answer], observer: Observer) -> Answers[Answer]:
    """The answers of a search that reports to an observer.

    answers: what a call of an ambiguous function gives, e.g. queens(8).
    Gives the same Answers, in the same order; each iteration reports to the observer again. The original search, and
    other searches meanwhile, are not observed.
    Raises TypeError if `answers` is not Answers: the choices of an ordinary generator cannot be seen. Nor can those of a
    search in another order, of a part of one, and of one that workers share.
    """
    if not isinstance(answers, Answers):
        raise expected_answers(answers)
    if not is_seen(answers):
        raise TypeError(
            f"expected a depth-first search, found {answers!r}, which goes another way, so its choices are not seen; "
            "look at the search in it"
        )
    return Answers(_Observed(answers, observer), answers._args, answers._kwargs)


def is_seen(answers: Answers[Any]) -> bool:
    """Can an observer see the choices of this search?"""
    return type(answers._source) in (Ambiguous, Composed) or getattr(answers._source, "is_seen", False)


class _Observed:
    """The source of observed answers."""

    def __init__(self, answers: Answers[Any], observer: Observer) -> None:
        self.answers, self.observer = answers, observer
        self.__name__ = answers._source.__name__

    def search(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return Run(self.observer).begin(self.answers)


def _raise(error: BaseException) -> None:
    raise error


@functools.cache
def shared_kind(observer: type) -> type[Observer]:
    """The topmost base class with the same texts; these classes share their expansions, which take time to make."""

    def texts(kind: type) -> list[Any]:
        return [getattr(kind, name) for name in Observer.__annotations__ if name not in ("cells", "now")]

    return [kind for kind in observer.__mro__ if issubclass(kind, Observer) and texts(kind) == texts(observer)][-1]


class Known(dict[Ambiguous, Levels]):
    """The functions that an observed search has met, as observed searches at each level."""

    def __init__(self, run: "Run") -> None:
        self.run = run

    def __missing__(self, function: Ambiguous) -> Levels:
        bind = function.observable(shared_kind(type(self.run.observer)))  # type: ignore[arg-type]
        self[function] = found = bind(self.run.cells)
        return found


class Run:
    """One observed search, with all searches inside it."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.known = Known(self)
        self.as_they_are: set[type] = set()  # the kinds of what a choice goes over as it is
        RUNS.add(self)
        self.cells = {WATCH: CellType(observer)}
        for name in HELPERS:
            self.cells[name] = CellType(getattr(self, name.removesuffix(OF_THE_RUN)))
        for name in observer.bound:
            self.cells[f"{name}{OF_WATCH}"] = CellType(getattr(observer, name))
        for name in observer.held:
            self.cells[f"{name}{OF_WATCH}"] = observer.cells[name]

    def begin(self, answers: Answers[Any]) -> Iterator[Any]:
        """Run a search that ordinary code begins, from outside or from inside a search."""
        watch = self.observer
        start = watch.begin(answers)
        search = self.search(answers)
        ended: BaseException | None = None
        try:
            while True:
                answer, point = self.inside(start, next, search, END)
                if answer is END:
                    return
                watch.found(start, answer, point)
                try:
                    yield answer
                except AmbError as error:  # reported where the answer is given
                    self.inside(start, getattr(search, "throw", _raise), error)
                    raise
        except BaseException as error:
            ended = error
            raise
        finally:
            try:
                self.inside(start, getattr(search, "close", int))
            finally:
                watch.end(start, ended)

    def inside(self, start: Any, call: Callable[..., Any], *args: Any) -> tuple[Any, Any]:
        """Continue the search, and the observer with it; gives the result, and the point where the observer is then."""
        watch, outer = self.observer, self.observer.now
        watch.now = start
        token = RUNNING.set(self)
        try:
            return call(*args), watch.now
        finally:
            RUNNING.reset(token)
            watch.back_to(outer)

    # the searches that a search chooses from

    def search(self, answers: Iterable[Any], level: Level | None = None) -> Iterator[Any]:
        """The answers of a search without copies, observed, perhaps at a level; anything else as it is."""
        if not isinstance(answers, Answers):
            return iter(answers)
        answers.ask()
        source = answers._source
        if type(source) is Ambiguous:
            level = source.first_level() if level is None else level
            search: Iterator[Any] = self.known[source][level.place](level.after, *answers._args, **answers._kwargs)
            return search
        if type(source) is Composed:
            numbers = itertools.count()
            begin = lambda part: self.branch(part, next(numbers))  # noqa: E731
            found: Iterator[Any] = source.function(begin, *answers._args, **answers._kwargs)
            return found
        return answers.search()

    def branch(self, answers: Iterable[Any], number: int) -> Iterator[Any]:
        """Run one of the searches that a search is composed of."""
        watch = self.observer
        place = watch.now
        watch.now = watch.branch(number)
        try:
            yield from close_after(self.search(answers))
        finally:
            watch.back_to(place)

    def of(self, function: Any, level: Level) -> Callable[..., Any] | None:
        """The search of an ambiguous function or method at a level, observed; None for any other."""
        return search_of(function, level, self.known.__getitem__)

    def items(self, source: Any, level: Level | None = None) -> Any:
        kind = type(source)
        if kind in self.as_they_are:
            return source
        if kind is Answers:
            return self.search(source, level)
        found = items(source)
        gives_iterator = type(getattr(kind, "__iter__", None)) is FunctionType
        if found is source and not hasattr(kind, "__next__") and not gives_iterator:
            self.as_they_are.add(kind)
        return found

    def inner_items(self, source: Any) -> Any:
        """The same for what a lazy iterator goes over: it is chosen from, and not the search inside it."""
        return self.begin(source) if type(source) is Answers else self.items(source)

    def choosing(self, function: Callable[..., Any], level: Level) -> Callable[..., Any]:
        search = self.of(function, level)
        return search or (lambda after, /, *args, **kwargs: self.items(function(*args, **kwargs), level))

    def deep_items(self, source: Any, level: Level) -> Any:
        found = self.items(source, level)
        return found if type(found) is Search else iter(found)

    def deep_choosing(self, function: Callable[..., Any], level: Level) -> Callable[..., Any]:
        search = self.of(function, level)
        return search or (lambda after, /, *args, **kwargs: self.deep_items(function(*args, **kwargs), level))
