"""What an expansion calls to choose: the items of a choice.

items       what `yield E` chooses from
choosing    what is called for `yield g(y)`, the next level first: the search of an ambiguous function, without copies, or any other
attempts    the items of a choice inside a `try`
an_integer_between, ...     what `yield an_integer_between(...)` chooses from, as a plain range or iterator
"""

import itertools
import operator
import sys
import types
from collections import deque
from collections.abc import Callable, Iterator
from enum import EnumType
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotAChoice
from ambsearch.ground.levels import Level
from ambsearch.ground.registry import RUNNING
from ambsearch.running.ahead import ALONE, COUNTS_VARIABLES, MOVING, POOLS, ahead, close, is_changing, may_move, settled
from ambsearch.running.twins import TWINS
from ambsearch.unchosen import Choices, can_be_iterated, is_forgotten

if TYPE_CHECKING:
    import random

# what a branch may change during the choice: the choice is among what it held when it was made
CHANGEABLE: tuple[Any, ...] = (list, dict, set, deque, bytearray, type({}.keys()), type({}.values()), type({}.items()))

COPIED = frozenset({list, dict, set})  # of these those that are met most
# what can be iterated without running any code of the program
STILL = frozenset({tuple, range, str, bytes, frozenset, EnumType})
READ_AS_IT_IS = STILL | {*POOLS}  # the iterators among them hold nothing that must be closed


def items(source: Any, level: Level | None = None) -> Any:
    """What `yield source` chooses from, perhaps at a level."""
    kind = type(source)
    if kind in COPIED:
        return tuple(source)
    if kind is types.GeneratorType:
        number, is_alone = id(source.gi_code), COUNTS_VARIABLES and sys.getrefcount(source) <= ALONE
        if number in TWINS.settled or number not in TWINS.resting and is_to_be_read_ahead(source):
            return (is_alone or is_changing(source)) and settled(source) or ahead(source)
        return source if is_alone else close_after(source)
    if kind in READ_AS_IT_IS or issubclass(kind, tuple):
        return source
    if kind is Answers:
        return source.search(level)
    if kind is Begun:
        return source.search
    if kind is Choices:
        return items(source.items, level)
    if issubclass(kind, CHANGEABLE) or kind in MOVING:
        return tuple(source)
    if not can_be_iterated(source):
        raise NotAChoice(source)
    if not hasattr(kind, "__next__"):
        return Yours(source) if type(getattr(kind, "__iter__", None)) is types.FunctionType else source
    if may_move(source):
        return ahead(source)
    return close_after(source)


def is_to_be_read_ahead(generator: Any) -> bool:
    """May it go over a set or the like? Of one that cannot, this is not asked again."""
    if is_forgotten(generator):
        raise NotAChoice(generator)
    if may_move(generator):
        return True
    if generator.gi_frame is not None:
        TWINS.resting[id(generator.gi_code)] = generator.gi_code
    return False


class Begun:
    """The search of an ambiguous function that was called for a choice; it is closed when that is left."""

    __slots__ = ("_search",)

    def __init__(self, search: Any) -> None:
        self._search = search

    @property
    def search(self) -> Any:
        """It is nobody else's."""
        search, self._search = self._search, None
        return search


class Yours:
    """An object of a user's class, as what it iterates over when it is asked; it keeps its attributes, such as `looks`."""

    __slots__ = ("source",)

    def __init__(self, source: Any) -> None:
        self.source = source

    def __iter__(self) -> Any:
        return iterator_of(iter(self.source))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)


def iterator_of(iterator: Any) -> Any:
    """The items of what the __iter__ of a user's class gives."""
    is_new = hasattr(type(iterator), "__next__") and sys.getrefcount(iterator) <= ALONE
    return iter(items(iterator)) if is_new and may_move(iterator) else iterator


class Raised:
    """An exception, instead of the next item of a choice inside a `try`: the branch raises it."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __repr__(self) -> str:
        return f"raised {self.error!r}"


def open_items(source: Any) -> Any:
    """The items of a choice inside a `try`: what its __iter__ raises is raised here."""
    is_own = type(source).__module__ != "builtins" and not isinstance(source, (*CHANGEABLE, Answers, Choices))
    return iterator_of(iter(source)) if is_own and can_be_iterated(source) else source


def attempts(source: Any) -> Any:
    """The items of a choice inside a `try`; an exception raised instead of an item becomes the last one."""
    return source if type(source) in STILL else _attempts_from([source])


def whole_attempts(source: Any) -> Any:
    """The same for a steered search, which takes items by their numbers: a search is chosen from by its answers.

    The choices of that search cannot be part of a path, because an exception in one of them ends all later ones.
    """
    run = RUNNING.get()
    return attempts(items(source) if run is None or type(source) is not Answers else run.begin(source))


def _attempts_from(alone: list[Any]) -> Iterator[Any]:
    """alone: the source; no variable holds it, so that an interrupt drops a search, and closes it, before anything around it."""
    try:
        yield from alone.pop()
    except Exception as error:
        yield Raised(error)


def an_integer_between(low: int, high: int) -> range:
    try:
        return range(low, high + 1)
    except TypeError:
        raise TypeError(f"an_integer_between takes two integers, found {low!r} and {high!r}") from None


def an_integer_from(low: int) -> "itertools.count[int]":
    try:
        return itertools.count(operator.index(low))
    except TypeError:
        raise TypeError(f"an_integer_from takes an integer, found {low!r}") from None


def ramb(*alternatives: Any, rng: "random.Random | None" = None) -> tuple[Any, ...]:
    import random

    sample = random.sample if rng is None else rng.sample
    return tuple(sample(alternatives, len(alternatives)))


def close_after(iterator: Iterator[Any]) -> Iterator[Any]:
    """The items of an iterator that somebody else may hold, too: it is closed when the choice is left.

    Its changes are undone then, before those of the branch around it.
    """
    try:
        if type(iterator) is types.GeneratorType:
            yield from iterator
        else:
            for item in iterator:  # noqa: UP028  # `yield from` would close a file
                yield item
    finally:
        close(iterator)


def exists_in(search: Any) -> bool:
    """Has this search, which has not begun, an answer?"""
    try:
        return any(True for _ in search)
    finally:
        search.close()


def choosing(function: Callable[..., Any], level: Level) -> Callable[..., Any]:
    """What to call for `yield function(...)`; an ambiguous function is searched without copies."""
    return search_of(function, level) or (lambda after, /, *args, **kwargs: items(function(*args, **kwargs), level))


def search_of(function: Any, level: Level, levels: Any = attrgetter("levels")) -> Callable[..., Any] | None:
    """The search of an ambiguous function or method at a level, which takes the next level first; None if it is none."""
    if type(function) is Ambiguous:
        return levels(function)[level.place]  # type: ignore[no-any-return]
    if type(function) is types.MethodType and type(function.__func__) is Ambiguous:
        search, owner = levels(function.__func__)[level.place], function.__self__
        return lambda after, /, *args, **kwargs: search(after, owner, *args, **kwargs)
    return None
