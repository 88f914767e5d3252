"""What a call of an ambiguous function gives: its answers.

Ambiguous   the decorated function; calling it gives
Answers     a lazy collection; each iteration is a new search
snapshot    the copy of an answer that leaves the search, from `copiers.snapshots`
"""

import functools
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from ambsearch.copiers import CONSTANT, COPIERS
from ambsearch.copiers.copying import AS_EVER, Copying, Learning
from ambsearch.copiers.snapshots import snapshot
from ambsearch.copiers.views import UnchosenCopier
from ambsearch.errors import AmbError, NoSuchAttribute, NotChosen, SearchTooDeep, TooManyLevels
from ambsearch.ground.above import above
from ambsearch.ground.frames import is_engine, users_frames
from ambsearch.ground.given import note_given
from ambsearch.ground.levels import Found, Level, Levels, first_level
from ambsearch.ground.making import MAKING
from ambsearch.ground.registry import EXPANDED, LEFT, MADE, REFRESH, RUNNING, RUNS
from ambsearch.series import Answer, Series
from ambsearch.unchosen import USED, check_asked, names_unpacked, refuses

if TYPE_CHECKING:
    from ambsearch.steering.limits import Within

__all__ = ["Ambiguous", "Answers", "snapshot"]

LEFT.append(CONSTANT.clear)


class Ambiguous:
    """A decorated function; a call gives its Answers.

    levels: the searches at each level, see `levels`; ambiguous functions call them directly. copying: how answers are copied; learning: what has been learnt of that.
    They are made when the first search begins, since the functions that it calls are known by then, and made again if
    those are replaced. begin: takes what a call takes, and gives nothing yet.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_expansion",
        "_is_deep",
        "_observable",
        "copying",
        "learning",
        "levels",
        "met",
    )

    def __init__(self, function: Callable[..., Any], expansion: Callable[..., Any], is_deep: bool = False) -> None:
        """expansion: makes the levels; for a class of observers, what makes those of an observed search."""
        functools.update_wrapper(self, function)
        self.__wrapped__ = function
        self.__name__, self.__qualname__ = function.__name__, function.__qualname__
        self._expansion, self._is_deep = functools.partial(expansion, function), is_deep
        # a generator function takes them itself: a search that is observed or steered needs no other expansion than its own
        is_generator = isinstance(function, types.FunctionType) and function.__code__.co_flags & 0x20  # CO_GENERATOR
        self.begin = function if is_generator else self.search
        self.met: WeakSet[type] = WeakSet()  # the user's classes of what it was given
        self.forget()

    def forget(self) -> None:
        """Drop the expansions; they are made again when they are needed."""
        self._observable: dict[type, Callable[..., Levels]] = {}
        for run in list(RUNS):
            run.known.pop(self, None)
        self._copy_as(AS_EVER)
        self.levels: Any = Found(lambda place: functools.partial(self._begin, place))

    def _copy_as(self, copying: Copying) -> None:
        self.copying, self.learning = copying, Learning(snapshot, learns=True)

    @MAKING.timing
    def make(self) -> Levels:
        """The expansion itself, made if it is not yet."""
        if type(self.levels) is Found:
            for refresh in REFRESH:  # else what has changed since the last search would make it anew right after
                refresh()
            levels, copying = self._expansion()
            self._copy_as(copying)
            self.levels = levels
            EXPANDED.add(self)
        made: Levels = self.levels
        return made

    def _begin(self, place: int, /, *args: Any, **kwargs: Any) -> Any:
        return self.make()[place](*args, **kwargs)

    @MAKING.timing
    def observable(self, observer: type) -> Callable[..., Levels]:
        """What makes the expansion for an observed search, by the class of its observer."""
        found = self._observable.get(observer)
        if found is None:
            found = self._observable[observer] = self._expansion(observer)
            EXPANDED.add(self)
        return found

    def search(self, /, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """The answers, without copies, of a search that no other searches."""
        level = self.first_level()
        answers: Iterator[Any] = self.levels[level.place](level.after, *args, **kwargs)
        return answers

    def first_level(self) -> Level:
        return first_level(self._is_deep)

    def __call__(self, *args: Any, **kwargs: Any) -> "Answers[Any]":
        self.begin(*args, **kwargs)  # not started: a call with wrong arguments fails here and now
        note_given(self.__module__, self.met, (*args, *kwargs.values()))
        answers: Answers[Any] = Answers(self, args, kwargs)
        frame = sys._getframe(1)
        for note in MADE:
            note(answers, frame)
        if USED.get((id(frame.f_code), frame.f_lasti)) is frame.f_code:  # as nearly always
            return answers
        return check_asked(answers, self, frame)

    def __getitem__(self, place: Any) -> Any:
        """A `for` asks this too; there is no __iter__, because this is not an Iterable."""
        raise TypeError(f"{self.__name__} is not called, so it gives no answers; write {self.__name__}(...)")

    def __getattr__(self, name: str) -> Any:
        if name == "__annotations__":  # from Python 3.14 on they are evaluated when they are asked for
            return self.__wrapped__.__annotations__
        told = f"the ambiguous function {self.__name__} has no attribute {name!r}"
        if not name.startswith("_") and hasattr(Answers, name):
            told = f"{self.__name__} is not called, so it has no {name}; write {self.__name__}(...).{name}"
        raise AttributeError(told)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<ambiguous function {self.__qualname__}>"


@refuses("len", "getitem")
class Answers(Series[Answer]):
    """The answers of one search: lazy, and iterable any number of times; each iteration is a new search.

    An answer is a snapshot: the containers and dataclass instances in it are copied, so the search does not change
    them later.

    >>> from ambsearch import ambiguous, an_integer_between, require
    >>> @ambiguous
    ... def divisors(n):
    ...     d = yield an_integer_between(1, n)
    ...     require(n % d == 0)
    ...     return d
    >>> answers = divisors(12)
    >>> answers
    divisors(12)
    >>> list(answers)
    [1, 2, 3, 4, 6, 12]
    """

    __slots__ = ("_args", "_kwargs", "_source", "note")

    def __init__(
        self,
        source: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        self._source = source
        self._args = args
        self._kwargs = kwargs or {}
        self.note: Any = None  # of whoever records which searches are asked

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(f"a search has no attribute {name}")
            raise NoSuchAttribute(self, f".{name}")

    def search(self, level: Level | None = None) -> Iterator[Answer]:
        """Run the search without copying answers, for one search inside another, perhaps at a level."""
        self.ask()
        search = self._source.search
        if level is not None and hasattr(self._source, "levels"):
            search = functools.partial(self._source.levels[level.place], level.after)
        result: Iterator[Answer] = search(*self._args, **self._kwargs)
        return result

    def ask(self) -> None:
        """Record that this search is asked for its answers."""
        if self.note is not None:
            self.note.asked = True

    def __iter__(self) -> Iterator[Answer]:
        names = names_unpacked(sys._getframe().f_back, self._source)
        return self._hand_out() if names is None else self._parts(names)

    def _parts(self, names: int) -> Iterator[Answer]:
        """The answers for `a, b = f()`, if there are so many; else the parts of one answer were meant."""
        found = self.take(names + 1)
        if len(found) != names:
            how_many = len(found) if len(found) < names else f"more than {names}"
            raise ValueError(
                f"expected {names} answers of {self!r} to unpack, found {how_many}; for the parts of one answer write "
                "`x, y = yield f(...)` in an ambiguous function, and elsewhere `x, y = f(...).one()` or .first()"
            )
        return iter(found)

    def _hand_out(self, copies: bool = True) -> Iterator[Answer]:
        for refresh in REFRESH:
            refresh()
        run = RUNNING.get()
        search: Any = self.search() if run is None else run.begin(self)
        learning = self._copying(run) if copies else None
        look = not copies  # a missing `yield` shows in the first answer
        try:
            if learning is None:
                for answer in search:  # `yield from` would throw into the search what is thrown in here
                    if look and (whole := unchosen(answer)):
                        error = NotChosen(whole[0], "the answer" if whole[0] is answer else "an answer")
                        search.throw(error)  # it is told where the answer is given
                        raise error
                    look = False
                    yield answer
                return
            for answer in search:
                try:
                    copy = learning.copy  # which may be another one after each answer
                    copied = copy(answer)
                except AmbError as error:  # it is told where the answer is given
                    if isinstance(error, NotChosen) and error.found is answer:
                        error.use = "the answer"
                    search.throw(error)
                    raise
                yield copied
        except RecursionError as error:
            if isinstance(error, TooManyLevels):
                raise SearchTooDeep(repr(self), error.levels) from None
            if _ran_out_of_stack(error):
                raise SearchTooDeep(repr(self)) from None
            raise
        except Exception as error:
            told = above("mistakes.miscounted.in_plain_numbers")(error)
            raise told.with_traceback(users_frames(error.__traceback__))  # noqa: B904
        finally:
            search.close()
            for let_go in LEFT or ():  # it is None where Python itself has ended
                let_go()

    def originals(self) -> Iterator[Any]:
        """The answers themselves, for those who only count them; NotChosen if the first is a search, or holds one."""
        return self._hand_out(copies=False)

    def _copying(self, run: Any) -> Learning | None:
        """What copies the answers of a search that has begun; None if they need no copy.

        A source that goes through the same search in its own way names that, its `original`.
        """
        source = getattr(self._source, "original", self)._source
        if run is not None or type(source) is not Ambiguous:
            return Learning(getattr(source, "copy", snapshot))
        copy = source.copying.of(self._args, self._kwargs)
        return source.learning if copy is snapshot else copy and Learning(copy)

    def within(
        self,
        *,
        seconds: float | None = None,
        answers: int | None = None,
        choices: int | None = None,
        depth: int | None = None,
        start: Sequence[int] | None = (),
    ) -> "Within[Answer]":
        """The answers up to a limit; afterwards you can see how the search ended, and continue it.

        seconds: since the iteration began; checked between two items, also of searches inside a condition, a `try`,
        `once` and the like. answers: how many. choices: how many items are tried; those of such searches do not count.
        depth: how many choices are on the path to an answer; deeper branches are left out. start: a path to begin at,
        e.g. the `position` of an earlier search; None is the end of the search.
        Gives a Within: iterate it, or ask it as Answers are asked; then see its `outcome`, `position` and `rest()`.
        Raises ValueError if a limit is not greater than 0.

        >>> from ambsearch import ambiguous, an_integer_from, require
        >>> @ambiguous
        ... def squares():
        ...     k = yield an_integer_from(1)
        ...     require(k % 10 == 5)
        ...     return k * k
        >>> found = squares().within(choices=20)
        >>> list(found), found.outcome, found.position
        ([25, 225], 'choices', (20,))
        >>> list(found.rest())
        [625, 1225]
        """
        limited: Within[Answer] = above("steering.limits.Within")(self, seconds, answers, choices, depth, start)
        return limited

    def _remark(self) -> str:
        """Without a choice there is one branch only; perhaps a `yield` was forgotten."""
        from inspect import isgeneratorfunction  # imported here, because searches do without it

        function = getattr(self._source, "__wrapped__", None)
        is_choosing = function is None or isgeneratorfunction(function)
        return "" if is_choosing else "; there is no `yield` in it, so nothing is chosen"

    def __repr__(self) -> str:
        name, arguments = self._source.__name__, [shown(value) for value in self._args]
        for held in [vars(base).get(name) for base in type(self._args[0]).__mro__] if self._args else ():
            if self._source in (held, getattr(held, "fget", None), getattr(held, "func", None)):
                name = f"{arguments.pop(0)}.{name}"
                if held is not self._source:  # a property is not called
                    return name
                break
        arguments += [f"{key}={shown(value)}" for key, value in self._kwargs.items()]
        return f"{name}({', '.join(arguments)})"

    def __str__(self) -> str:
        """Where a search is printed, or put into a text, one of its answers was probably meant."""
        return f"{self!r}, a search that is not asked; list(...), .one() or .first() asks it"

    def _repr_html_(self) -> str:
        return str(above("showing.notebook.answers_as_html")(self))


COPIERS[Answers] = UnchosenCopier


def unchosen(answer: Any) -> list[Any]:
    """What nothing was chosen from, if this answer or one of its items is such a thing: the first of it."""
    parts = answer.values() if type(answer) is dict else answer if type(answer) in (tuple, list) else ()
    return [part for part in (answer, *parts) if COPIERS.get(type(part)) is UnchosenCopier][:1]


def shown(value: object) -> str:
    """An argument as in a message: <Board> of an object that has no text of its own, for its address says nothing."""
    return f"<{type(value).__name__}>" if type(value).__repr__ is object.__repr__ else repr(value)


def expected_answers(found: Any) -> TypeError:
    """The error where something else was found than what the call of an ambiguous function gives."""
    if isinstance(found, Ambiguous):
        return TypeError(f"{found.__name__} is not called, so there is no search; write {found.__name__}(...)")
    return TypeError(f"expected the answers of an ambiguous function, found {type(found).__name__}")


def _ran_out_of_stack(error: RecursionError) -> bool:
    """Was the search too deep, and not an ordinary function that it called, or a generator of the user's?"""
    if isinstance(error, SearchTooDeep):
        return False
    searches = {_place(function.__wrapped__.__code__) for function in list(EXPANDED)}
    levels = others = 0
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        is_generator = code.co_flags & 0x20  # CO_GENERATOR
        is_search = is_generator and (is_engine(code) or _place(code) in searches)
        levels, others = (levels + 1, others) if is_search else (levels, others + 1)
        trace = trace.tb_next
    return levels > others


def _place(code: types.CodeType) -> tuple[str, str]:
    """What the code of an expansion shares with that of its function."""
    return code.co_filename, code.co_qualname
