"""What an expansion calls to iterate: the items of a choice, and the turns of a loop.

items       what `yield E` chooses from
chosen      what `yield g(y)` chooses from: the bare search of an ambiguous function, or what any other function gives
choosing    the same, to be called with the arguments
an_integer_between, ...     what `yield an_integer_between(...)` chooses from, bare
turns, more a `for` with a choice in its body: what it goes over, read again by each branch
"""

import array
import functools
import gc
import itertools
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import NotAChoice
from ambsearch.unchosen import Choices, is_forgotten

if TYPE_CHECKING:
    import random

# what a branch may change while the choice goes on: the choice is over what it held when it was made
CHANGEABLE: tuple[Any, ...] = (list, dict, set, deque, bytearray, type({}.keys()), type({}.values()), type({}.items()))


UNCHANGING = frozenset({tuple, range, str, bytes, frozenset, enumerate, zip})


def items(source: Any) -> Any:
    """What `yield source` chooses from."""
    kind = type(source)
    if kind in UNCHANGING:
        return source
    if kind is types.GeneratorType:
        if is_forgotten(source):
            raise NotAChoice(source)
        return source if sys.getrefcount(source) <= ALONE else _closed_after(source)
    if kind is Answers:
        return source.search()
    if kind is Choices:
        return items(source.items)
    if isinstance(source, CHANGEABLE):
        return tuple(source)
    if not hasattr(source, "__iter__") and not hasattr(source, "__getitem__"):
        raise NotAChoice(source)
    return _closed_after(source) if hasattr(source, "__next__") else source


def _references(source: Any) -> int:
    return sys.getrefcount(source)


# to a generator that `items` is handed and that nobody else holds: the loop closes it by dropping it
ALONE = _references(character for character in "")


class Raised:
    """An exception, instead of the next item of a choice inside a `try`: the branch raises it."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __repr__(self) -> str:
        return f"raised {self.error!r}"


def opened(source: Any) -> Any:
    """What a choice inside a `try` goes over: what its __iter__ raises is raised here."""
    is_own = type(source).__module__ != "builtins" and not isinstance(source, (*CHANGEABLE, Answers, Choices))
    return iter(source) if is_own and hasattr(source, "__iter__") else source


def attempted(source: Any) -> Any:
    """The items of a choice inside a `try`; what is raised instead of an item is the last one."""
    if type(source) in UNCHANGING:
        return source
    if hasattr(source, "attempts"):  # a search for the driver
        source.attempts = True
        return source
    return _attempted(source)


def _attempted(source: Any) -> Iterator[Any]:
    try:
        yield from source
    except Exception as error:
        yield Raised(error)


def an_integer_between(low: int, high: int) -> range:
    try:
        return range(low, high + 1)
    except TypeError:
        raise TypeError(f"an_integer_between takes two integers, found {low!r} and {high!r}") from None


def an_integer_from(low: int) -> "itertools.count[int]":
    return itertools.count(low)


def ramb(*alternatives: Any, rng: "random.Random | None" = None) -> tuple[Any, ...]:
    import random

    sample = random.sample if rng is None else rng.sample
    return tuple(sample(alternatives, len(alternatives)))


def _closed_after(iterator: Iterator[Any]) -> Iterator[Any]:
    """The items of an iterator that somebody else may hold, too: it is closed where the choice is left.

    What it has changed is taken back then, before what the branch around it has changed.
    """
    try:
        yield from iterator
    finally:
        close(iterator)


def close(iterator: Any) -> None:
    """Close a generator or search, or those that an iterator such as islice or map takes its items from."""
    if hasattr(iterator, "close"):
        iterator.close()
    elif type(iterator).__module__ in ("itertools", "builtins"):
        for inner in gc.get_referents(iterator):
            if hasattr(inner, "__next__"):
                close(inner)


def chosen(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """What `yield function(...)` chooses from; an ambiguous function is searched bare."""
    if type(function) is Ambiguous:
        return function.search(*args, **kwargs)
    if type(function) is types.MethodType:
        inner: Any = function.__func__
        if type(inner) is Ambiguous:
            return inner.search(function.__self__, *args, **kwargs)
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
        self.error: Exception | None = None

    def __len__(self) -> int:
        return len(self.seen)

    def more(self, i: int) -> bool:
        if self.error is not None:
            raise self.error
        try:
            for item in self.source:
                self.seen.append(item)
                break
        except Exception as error:  # each branch that comes so far meets it
            self.error = error
            raise
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


class _Live:
    """What is read anew at each turn; `more` knows where the turn stands."""

    def __len__(self) -> int:
        return 0

    def more(self, i: int) -> bool:
        raise NotImplementedError


class _Offset(_Live):
    """A sequence from an index on, as long as it has items; Python's loop over it is live, too."""

    def __init__(self, source: Any, start: int) -> None:
        self.source, self.start = source, start

    def more(self, i: int) -> bool:
        try:
            self.source[self.start + i]
        except (IndexError, StopIteration):
            return False
        return True

    def __getitem__(self, i: int) -> Any:
        return self.source[self.start + i]


class _Unresizable(_Live):
    """A dict, one of its views, a set or a deque: its values are live, but it must keep its size."""

    def __init__(self, source: Any, owner: Any, value: Callable[[Any], Any], what: str) -> None:
        self.owner, self.value, self.what = owner, value, what
        self.keys = tuple(range(len(owner)) if isinstance(owner, deque) else owner)

    def __len__(self) -> int:
        """Of one whose size has changed 0, so that `more` is asked, which tells so."""
        return len(self.keys) if len(self.owner) == len(self.keys) else 0

    def more(self, i: int) -> bool:
        if len(self.owner) != len(self.keys):
            raise RuntimeError(f"{self.what} during iteration")
        return i < len(self.keys)

    def __getitem__(self, i: int) -> Any:
        return self.value(self.keys[i])


def _same(key: Any) -> Any:
    return key


def _unresizable(source: Any) -> _Unresizable:
    if isinstance(source, deque):
        return _Unresizable(source, source, source.__getitem__, "deque mutated")
    if isinstance(source, (set, frozenset)):
        return _Unresizable(source, source, _same, "Set changed size")
    owner: Any = source if isinstance(source, dict) else gc.get_referents(source)[0]
    value: Callable[[Any], Any] = _same
    if isinstance(source, VALUES):
        value = functools.partial(dict.__getitem__, owner)
    elif isinstance(source, ITEMS):
        value = lambda key: (key, dict.__getitem__(owner, key))  # noqa: E731
    return _Unresizable(source, owner, value, "dictionary changed size")


VALUES: tuple[Any, ...]
ITEMS: tuple[Any, ...]
VALUES, ITEMS = (type({}.values()), type(OrderedDict().values())), (type({}.items()), type(OrderedDict().items()))
KEYS: tuple[Any, ...] = (type({}.keys()), type(OrderedDict().keys()))
INDEXED: tuple[Any, ...] = (
    list,
    tuple,
    range,
    str,
    bytes,
    bytearray,
    array.array,
    memoryview,
    _Remembered,
    _Turns,
    _Reversed,
    _Live,
)
UNRESIZABLE: tuple[Any, ...] = (dict, set, frozenset, deque, *KEYS, *VALUES, *ITEMS)
# iterators that say where they stand in which sequence
EMPTY: tuple[Any, ...] = ([], (), "", b"", bytearray(), array.array("i"), range(0))
POSITIONED = tuple(type(iter(kind)) for kind in EMPTY)
_sequence: Any = type("Sequence", (), {"__getitem__": lambda self, i: i})()
SEQUENCE = type(iter(_sequence))


def turns(source: Any) -> Any:
    """What a loop goes over, as something with items by number.

    Sequences, dictionaries and views stay live, as in Python; any other iterable is read once and remembered.
    """
    if type(source) is Choices:
        source = source.items
    begin = type(source).__iter__ if hasattr(type(source), "__iter__") else None
    for kind in INDEXED:
        if isinstance(source, kind) and begin is getattr(kind, "__iter__", None):
            return source
    for kind in UNRESIZABLE:
        if isinstance(source, kind) and begin is kind.__iter__:
            return _unresizable(source)
    if begin is Sequence.__iter__:
        return _Offset(source, 0)
    iterator = iter(source)
    if iterator is not source and isinstance(iterator, (*POSITIONED, SEQUENCE)):
        state: Any = iterator.__reduce__()
        if len(state) == 3 and len(state[1]) == 1:
            return _Offset(state[1][0], state[2])
    return _Remembered(iterator)


def more(source: Any, i: int) -> bool:
    """Is there an item number i after all? Asked when i has reached the length."""
    return isinstance(source, (_Remembered, _Turns, _Reversed, _Live)) and source.more(i)


def turns_of_enumerate(source: Any, start: int = 0) -> Any:
    return _Enumerated(source, start)


def turns_of_zip(*sources: Any) -> Any:
    return _Turns(*sources)


def turns_of_reversed(source: Any) -> Any:
    return _Reversed(source) if isinstance(source, (list, tuple, range)) else turns(reversed(source))
