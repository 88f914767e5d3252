"""Builtin functions that call special methods, which may be user-defined: bool(x), next(x), list(x), ...

Each function here does what the builtin function does, with the trail as its first argument; BUILTINS says which is
which. A special method that is user-defined is run recorded, and its result is passed to the builtin function, which
checks it as always.
"""

import functools
import operator
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ambsearch.running.calls import BUILTINS, OPERANDS, called
from ambsearch.running.changes import augmented, delete_attribute, delete_item, set_attribute, set_item
from ambsearch.running.choices import CHANGEABLE
from ambsearch.running.driver import END
from ambsearch.running.methods import special
from ambsearch.running.reads import attribute, item, operated
from ambsearch.running.turns import more, turns
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import GONE, IN_PLACE, Trail, in_class, take_back


class Given:
    """An object whose special method returns this value: it stands for the user's object when the builtin is called."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


CONTAINS = frozenset({list, dict, set, tuple, str, frozenset, range, deque})


@functools.cache
def giving(name: str) -> type[Given]:
    """The class of such objects for one special method."""
    return type("Given", (Given,), {"__slots__": (), name: lambda self, *args: self.value})


def truth(trail: Trail, value: Any = False) -> bool:
    has_bool = hasattr(type(value), "__bool__")
    found: bool = of_one("__bool__" if has_bool else "__len__", bool)(trail, value)
    return found


class ByNumber:
    """An iterator over an object of a user-defined class that has no __iter__, only __getitem__."""

    __slots__ = ("i", "owner", "trail")

    def __init__(self, trail: Trail, owner: Any) -> None:
        self.trail, self.owner, self.i = trail, owner, 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.after(self.trail)

    def after(self, trail: Trail) -> Any:
        i = self.i
        trail.append((take_back, setattr, self, "i", i))
        self.i = i + 1
        try:
            return special(self.owner, "__getitem__")(trail, self.owner, i)  # type: ignore[misc]
        except IndexError:
            raise StopIteration from None


def stepper(iterator: Any) -> Callable[..., Any] | None:
    """How to take the next item of a user-defined iterator, recorded; None for any other iterator."""
    if type(iterator) is ByNumber:
        return lambda trail, iterator: iterator.after(trail)
    return special(iterator, "__next__")


def next_item(trail: Trail, iterator: Any, *default: Any) -> Any:
    method = stepper(iterator)
    if method is None:
        return next(iterator, *default)
    try:
        return method(trail, iterator)
    except StopIteration:
        if not default:
            raise
        return default[0]


def iterator_of(trail: Trail, iterable: Any, *end: Any) -> Any:
    method = special(iterable, "__iter__")
    return iter(iterable, *end) if method is None or end else iter(giving("__iter__")(method(trail, iterable)))  # type: ignore[call-overload]


def own_iterator(trail: Trail, iterable: Any) -> Any:
    """A user-defined iterator over this, or what a user-defined __iter__ with changes has returned; else the iterable."""
    method = in_class(type(iterable), "__iter__")
    if method is GONE or method is Sequence.__iter__:
        return iterable if special(iterable, "__getitem__") is None else ByNumber(trail, iterable)
    if special(iterable, "__iter__") is None:
        return iterable
    iterator = iterator_of(trail, iterable)
    changes = TWINS.of(method) is not None
    return iterator if changes or special(iterator, "__next__") is not None else iterable


def iterated(trail: Trail, iterable: Any) -> Any:
    """What a `for` iterates over: the iterable itself, unless its steps must be recorded."""
    return stepped(trail, own_iterator(trail, iterable))


def stepped(trail: Trail, iterator: Any) -> Any:
    return iterator if special(iterator, "__next__") is None else steps(trail, iterator)


def chosen_from(trail: Trail, source: Any) -> Any:
    """What a choice iterates over: the same, but of a container what it holds now."""
    items = iterated(trail, source)
    return tuple(items) if items is not source and isinstance(source, CHANGEABLE) else items


def contained(trail: Trail, item: Any, owner: Any) -> bool:
    """item in owner."""
    if type(owner) in CONTAINS:
        return item in owner
    method = special(owner, "__contains__")
    if method is not None:
        return truth(trail, method(trail, owner, item))
    if in_class(type(owner), "__contains__") is not GONE:
        return item in owner
    equals = functools.partial(operated, trail, "__eq__ __eq__", operator.eq)
    return any(item is other or truth(trail, equals(other, item)) for other in iterated(trail, owner))


def steps(trail: Trail, iterator: Any) -> Iterator[Any]:
    end = object()
    while (item := next_item(trail, iterator, end)) is not end:
        yield item


class Steps:
    """What a loop around choices iterates over: a user-defined iterator, or the turns of anything else."""

    __slots__ = ("i", "is_own", "items")

    def __init__(self, trail: Trail, iterable: Any) -> None:
        iterator = own_iterator(trail, iterable)
        self.is_own = stepper(iterator) is not None
        self.items, self.i = iterator if self.is_own else turns(iterator), 0


stepping = Steps


def next_step(trail: Trail, steps: Steps) -> Any:
    """The next item, or END."""
    if steps.is_own:
        return next_item(trail, steps.items, END)
    i, items = steps.i, steps.items
    if not (i < len(items) or more(items, i)):
        return END
    trail.append((take_back, setattr, steps, "i", i))
    steps.i = i + 1
    return items[i]


def text(trail: Trail, *args: Any, **kwargs: Any) -> str:
    for name in ("__str__", "__repr__") if len(args) == 1 and not kwargs else ():
        method = special(args[0], name)
        if method is not None:
            return str(giving(name)(method(trail, args[0])))
        if in_class(type(args[0]), name) is not object.__str__:
            break
    return str(*args, **kwargs)


def format_value(trail: Trail, value: Any, spec: str = "") -> str:
    method = special(value, "__format__")
    if method is not None:
        return format(giving("__format__")(method(trail, value, spec)), spec)
    is_text = not spec and in_class(type(value), "__format__") is object.__dict__["__format__"]
    return text(trail, value) if is_text else format(value, spec)


def get_attribute(trail: Trail, owner: Any, name: str, *default: Any) -> Any:
    try:
        return attribute(trail, owner, name)
    except AttributeError:
        if not default:
            raise
        return default[0]


def has_attribute(trail: Trail, owner: Any, name: str) -> bool:
    return get_attribute(trail, owner, name, END) is not END


def exactly(count: int, plain: Callable[..., Any], record: Callable[..., Any]) -> Callable[..., Any]:
    """A builtin function that takes exactly `count` arguments; called with any others, it raises its own error."""
    is_named = plain in (hasattr, setattr, delattr)

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count or is_named and not isinstance(args[1], str):
            return plain(*args, **kwargs)
        return record(trail, *args)

    return call


def of_two(names: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """divmod(a, b) and pow(a, b), which are operators."""
    return exactly(2, plain, lambda trail, a, b: operated(trail, names, plain, a, b))


def augmenting(operation: str) -> Callable[..., Any]:
    """operator.iadd and the like."""
    return lambda trail, target, operand: augmented(trail, operation, target, operand)


def of_one(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls one special method of its first argument."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        method = special(args[0], name) if args else None
        if method is not None:
            args = giving(name)(method(trail, *args, **kwargs)), *args[1:]
        return plain(*args, **kwargs)

    return call


def of_items(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function that iterates over its first argument; zip over all, min(a, b) over none."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        last = len(args) if plain is zip else 0 if plain in (min, max) and len(args) > 1 else 1
        return plain(*(iterated(trail, part) for part in args[:last]), *args[last:], **kwargs)

    return call


def of_sized(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function that also asks its argument for its length before it iterates over it."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        return plain(spread(trail, args[0]), *args[1:], **kwargs) if args else plain(**kwargs)

    return call


def spread(trail: Trail, iterable: Any) -> Any:
    """What f(*iterable) and [*iterable] iterate over: the iterable itself, unless there is something to record."""
    if type(iterable) in EXACT:
        return iterable
    items = own_iterator(trail, iterable)
    if special(iterable, "__len__") is not None:
        with suppress(TypeError):
            BUILTINS[len](trail, iterable)
    return stepped(trail, items)


def mapped(trail: Trail, source: Any) -> Any:
    """What f(**source) unpacks: a new dictionary, if user-defined methods return its keys and values."""
    asks = any(special(source, name) is not None for name in ("keys", "__iter__", "__getitem__"))
    return dictionary(trail, source) if asks and has_attribute(trail, source, "keys") else source


def entries(trail: Trail, source: Any) -> Any:
    """What d.update(source) reads: a mapping, or pairs."""
    return iterated(trail, mapped(trail, source))


def members(trail: Trail, source: Any) -> Any:
    """What a set is made from: all that another set holds, whatever a user-defined __iter__ of it says."""
    return source if isinstance(source, (set, frozenset)) else iterated(trail, source)


def of_set(plain: Callable[..., Any]) -> Callable[..., Any]:
    return lambda trail, *args: plain(*(members(trail, part) for part in args))


def dictionary(trail: Trail, *args: Any, **kwargs: Any) -> dict[Any, Any]:
    """dict(...), which asks a mapping for its keys, and then for the value of each."""
    if len(args) != 1 or type(args[0]) is dict:
        return dict(*args, **kwargs)
    (source,) = args
    is_plain = isinstance(source, dict) and in_class(type(source), "__iter__") is dict.__dict__["__iter__"]
    if is_plain or not has_attribute(trail, source, "keys"):
        return dict(source if is_plain else iterated(trail, source), **kwargs)
    keys = called(trail, attribute(trail, source, "keys"))
    found = {key: item(trail, source, key) for key in iterated(trail, keys)}
    return {**found, **kwargs}


ONE: tuple[Any, ...] = (len, repr, abs, hash, int, float, round, reversed)
SIGNS: tuple[Any, ...] = (operator.neg, operator.pos, operator.invert)
ITEMS: tuple[Any, ...] = (sum, min, max, any, all, enumerate, zip)
EXACT = frozenset({list, tuple, dict, set, str, range})
BUILTINS.update(
    {
        **{plain: of_one(f"__{plain.__name__}__", plain) for plain in ONE + SIGNS},
        **{plain: of_items(plain) for plain in ITEMS},
        **{plain: of_sized(plain) for plain in (list, tuple, sorted)},
        **{set: of_set(set), frozenset: of_set(frozenset), dict: dictionary},
        **{bool: truth, next: next_item, iter: iterator_of, str: text, format: format_value},
        **{plain: of_two(f"__{name}__ __r{name}__", plain) for name, plain in (("divmod", divmod), ("pow", pow))},
        **{plain: augmenting(operation) for operation, plain in IN_PLACE.items()},
        operator.iconcat: augmenting("Add"),
        operator.setitem: exactly(
            3, operator.setitem, lambda trail, owner, key, value: set_item(trail, value, owner, key)
        ),
        operator.delitem: exactly(2, operator.delitem, delete_item),
        **{getattr: get_attribute, hasattr: exactly(2, hasattr, has_attribute)},
        setattr: exactly(3, setattr, lambda trail, owner, name, value: set_attribute(trail, value, owner, name)),
        delattr: exactly(2, delattr, delete_attribute),
    }
)
OPERANDS.update(
    {
        **{(kind, name): spread for kind in (list, bytearray) for name in ("extend", "__iadd__", "[:]")},
        **{(deque, name): iterated for name in ("extend", "extendleft", "__iadd__")},
        **{(kind, name): entries for kind in (dict, OrderedDict) for name in ("update", "__ior__")},
        **{(set, f"{kind}update"): members for kind in ("", "difference_", "intersection_", "symmetric_difference_")},
    }
)
