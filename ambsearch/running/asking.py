"""Builtin functions that ask their arguments for one thing by a special method, which may be user-defined: bool(x), x + y.

Each function here does what the builtin function does, with the trail as its first argument; BUILTINS says which is
which. A special method that is user-defined is run recorded, and its result is passed to the builtin function, which
checks it as always.
"""

import copy
import functools
import math
import operator
import os
from collections.abc import Callable
from typing import Any

from ambsearch.running.calls import BUILTINS
from ambsearch.running.changes import augment, delete_attribute, delete_item, set_attribute, set_item
from ambsearch.running.driver import END
from ambsearch.running.methods import special
from ambsearch.running.reads import OF_PYTHON, OPERATIONS, attribute, item, operate
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import IN_PLACE, Trail, in_class


class Given:
    """An object whose special method returns this value: it stands for the user's object when the builtin is called."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def giving(name: str, owner: Any) -> type[Given]:
    """The class of such objects for one special method; Python's messages name it like that of the owner."""
    kind = type(owner)
    return _giving(name, kind.__module__, kind.__qualname__)


@functools.cache
def _giving(name: str, module: str, qualname: str) -> type[Given]:
    inside = {"__slots__": (), "__module__": module, "__qualname__": qualname, name: lambda self, *args: self.value}
    return type(qualname.rpartition(".")[2], (Given,), inside)


def of_one(plain: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """A function that calls a special method of its first argument: of these the first that there is."""

    def call(trail: Trail, *args: Any, **kwargs: Any) -> Any:
        if args and type(args[0]) in OF_PYTHON:  # as mostly
            return plain(*args, **kwargs)
        name = next((name for name in names if args and hasattr(type(args[0]), name)), None)
        method = special(args[0], name) if name else None
        if name and method is not None:
            args = giving(name, args[0])(method(trail, *args, **kwargs)), *args[1:]
        return plain(*args, **kwargs)

    return call


def text(trail: Trail, *args: Any, **kwargs: Any) -> str:
    for name in ("__str__", "__repr__") if len(args) == 1 and not kwargs else ():
        method = special(args[0], name)
        if method is not None:
            return str(giving(name, args[0])(method(trail, args[0])))
        if in_class(type(args[0]), name) is not object.__str__:
            break
    return str(*args, **kwargs)


def format_value(trail: Trail, value: Any, spec: str = "") -> str:
    method = special(value, "__format__")
    if method is not None:
        return format(giving("__format__", value)(method(trail, value, spec)), spec)
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


def of_two(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is an operator: operator.add, divmod."""
    return exactly(2, plain, lambda trail, a, b: operate(trail, plain, a, b))


def augmenting(operation: str) -> Callable[..., Any]:
    """operator.iadd and the like."""
    return lambda trail, target, operand: augment(trail, operation, target, operand)


def power(trail: Trail, *args: Any, **kwargs: Any) -> Any:
    """pow(a, b) or pow(a, b, m)."""
    return (POWER_OF_THREE if len(args) == 3 else POWER_OF_TWO)(trail, *args, **kwargs)


POWER_OF_TWO, POWER_OF_THREE = of_two(pow), of_one(pow, "__pow__")


def of_kind(plain: Callable[..., bool], name: str) -> Callable[..., Any]:
    """isinstance or issubclass, whose second argument may be a tuple of classes."""

    def call(trail: Trail, one: Any, kind: Any) -> bool:
        if isinstance(kind, tuple):
            return any(call(trail, one, part) for part in kind)
        method = None if plain is isinstance and type(one) is kind else special(kind, name)
        return plain(one, kind) if method is None else truth(trail, method(trail, kind, one))

    return exactly(2, plain, call)


def copied_deeply(trail: Trail, *args: Any, **kwargs: Any) -> Any:
    """copy.deepcopy(value) or copy.deepcopy(value, memo); what is inside other things is copied by Python alone."""
    method = special(args[0], "__deepcopy__") if len(args) in (1, 2) and not kwargs else None
    if method is None:
        return copy.deepcopy(*args, **kwargs)
    value, memo = args[0], {} if args[1:] in ((), (None,)) else args[1]
    if id(value) not in memo:
        made = method(trail, value, memo)
        if made is value:
            return made
        memo[id(value)] = made
        memo.setdefault(id(memo), []).append(value)  # which keeps it, and with it its id
    return memo[id(value)]


COPIES: dict[Any, str] = {copy.copy: "__copy__", copy.deepcopy: "__deepcopy__"}
TWINS.given.update({id(copy.copy.__code__): of_one(copy.copy, "__copy__"), id(copy.deepcopy.__code__): copied_deeply})
# of a function the special methods that it looks for
ONE: dict[Any, tuple[str, ...]] = {
    **{plain: (f"__{plain.__name__}__",) for plain in (len, repr, abs, hash, round, dir, bytes)},
    **{plain: (f"__{plain.__name__}__",) for plain in (operator.neg, operator.pos, operator.invert, operator.abs)},
    **{plain: (f"__{plain.__name__}__",) for plain in (operator.index, math.trunc, math.floor, math.ceil, os.fspath)},
    **dict.fromkeys((bool, operator.truth, operator.not_), ("__bool__", "__len__")),
    **dict.fromkeys((bin, hex, oct, chr), ("__index__",)),
    **{int: ("__int__", "__index__"), float: ("__float__", "__index__"), ascii: ("__repr__",)},
    complex: ("__complex__", "__float__", "__index__"),
}
KINDS = {isinstance: ("__instancecheck__",), issubclass: ("__subclasscheck__",)}
truth: Callable[..., bool] = of_one(bool, *ONE[bool])
BUILTINS.update(
    {
        **{plain: of_one(plain, *names) for plain, names in ONE.items()},
        **{plain: of_two(plain) for plain in OPERATIONS},
        **{plain: of_kind(plain, *names) for plain, names in KINDS.items()},
        **{plain: augmenting(operation) for operation, plain in IN_PLACE.items()},
        **{pow: power, str: text, format: format_value, operator.iconcat: augmenting("Add")},
        operator.getitem: exactly(2, operator.getitem, item),
        operator.setitem: exactly(
            3, operator.setitem, lambda trail, owner, key, value: set_item(trail, value, owner, key)
        ),
        operator.delitem: exactly(2, operator.delitem, delete_item),
        **{getattr: get_attribute, hasattr: exactly(2, hasattr, has_attribute)},
        setattr: exactly(3, setattr, lambda trail, owner, name, value: set_attribute(trail, value, owner, name)),
        delattr: exactly(2, delattr, delete_attribute),
    }
)
