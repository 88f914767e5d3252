"""What was made for a function inside another one, for all functions of the same code.

A def inside a function makes a new function at each call, with the same code and its own variables. What is made from
its source serves all of them, as long as what depends on those variables is the same:

    def make(k):
        @ambiguous
        def search(n):              is expanded once, and bound to the `k` of each call
            x = yield range(n)
            require(x != k)

A variable that holds data may hold any data; one that holds a function must hold one of the same code; anything else
that can be called must be the same.

>>> from ambsearch import ambiguous
>>> def make(k):
...     @ambiguous
...     def search(n):
...         x = yield range(n)
...         return x + k
...
...     return search
>>> one, ten = make(1), make(10)
>>> list(one(2)), list(ten(2))
([1, 2], [10, 11])
"""

import types
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.reading.source import UNKNOWN, value_in

NESTED = 0x10  # the flag of code inside another function
CODES = 256  # how many are kept: a program may make new code all the time, by exec
VARIANTS = 4  # how many of each

Kind = tuple[Any, ...]


def kind_of(value: Any) -> Kind:
    """What the expansion of a function may depend on in the value of an enclosing variable."""
    if value is UNKNOWN or isinstance(value, types.ModuleType):
        return (value,)
    if isinstance(value, Ambiguous):
        return (Ambiguous,)
    if isinstance(value, types.FunctionType):
        return (value.__code__, value.__globals__, value.__closure__ is None)
    if isinstance(value, types.MethodType):
        return (types.MethodType, *kind_of(value.__func__))
    if isinstance(value, types.BuiltinMethodType) and not isinstance(value.__self__, types.ModuleType):
        return (type(value.__self__), value.__name__)
    return (value,) if callable(value) else ()


def is_same(one: Kind, other: Kind) -> bool:
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(a is b or type(a) is type(b) is str and a == b for a, b in pairs)


class Shared:
    """What was made for functions of the same code, in the same namespace."""

    def __init__(self) -> None:
        self.made: OrderedDict[tuple[Any, ...], list[tuple[Any, Mapping[str, Kind], Any]]] = OrderedDict()

    def clear(self) -> None:
        self.made.clear()

    def find(self, function: Callable[..., Any], form: Any, make: Callable[[dict[str, Any]], Any]) -> Any:
        """What `make` gives, or has given for a function like this.

        make: is given a dict, in which it records the values of enclosing variables that it has used.
        """
        if not is_nested(function):
            return make({})
        code, space = function.__code__, function.__globals__
        key = id(code), id(space), len(space), form  # a new name may be that of a helper
        variants = self.made.setdefault(key, [])
        for _, kinds, made in variants:
            if all(is_same(kind, kind_of(value_in(function, name))) for name, kind in kinds.items()):
                return made
        asked: dict[str, Any] = {}
        made = make(asked)
        kinds = {name: kind_of(value) for name, value in asked.items()}
        variants[VARIANTS - 1 :] = []
        variants.insert(0, ((code, space), kinds, made))
        while len(self.made) > CODES:
            self.made.popitem(last=False)
        return made


def is_nested(function: Any) -> bool:
    """Was this plain function made by a def in another one?"""
    if type(function) is not types.FunctionType or hasattr(function, "__wrapped__"):
        return False
    return bool(function.__code__.co_flags & NESTED) and function.__name__ != "<lambda>"
