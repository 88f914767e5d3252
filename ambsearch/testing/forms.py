"""The normal form of an answer: hashable, and equal for answers that are the same."""

import dataclasses
import math
import sys
from collections import deque
from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from enum import Enum
from typing import Any

PLAIN = frozenset({int, str, bool, bytes, type(None)})


class Kind(Enum):
    """Marks the kind of a container before its items, so that no answer looks like the form of another."""

    LIST = 1
    DEQUE = 2
    DICT = 3
    SET = 4
    FRAME = 5
    ARRAY = 6
    NAN = 7


class ByEquality:
    """A value without a hash and without a form: it is compared by its `==`."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return hash(type(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByEquality) and bool(self.value == other.value)


def normal(value: Any, strict: bool = False) -> Hashable:
    """The normal form of a value: two answers are the same if their normal forms are equal.

    value: anything; the contents of lists, tuples, dicts, sets, NumPy arrays, pandas frames and dataclasses are
    normalised too.
    strict: are 1, True and 1.0 different, and a list and an array with the same items?
    Gives something hashable, so that n answers are compared in n steps. As with `==`, a list differs from a tuple,
    and the order of a dict does not matter. Unlike `==`, an array equals the list of its items, and all NaNs are
    equal. What has neither a form here nor a hash is compared by its `==`.

    >>> normal([1, {2}]) == normal([True, {2.0}]), normal([1], strict=True) == normal([True], strict=True)
    (True, False)
    >>> normal([1]) == normal((1,)), len({normal(float("nan")), normal(-float("nan"))})
    (False, 1)
    """
    kind = type(value)
    if not strict and (kind in PLAIN or (kind is tuple and PLAIN.issuperset(map(type, value)))):
        return value  # type: ignore[no-any-return]
    if is_array(value):
        listed = value.tolist()
        if not isinstance(listed, list):
            return normal(listed, strict)
        return (Kind.ARRAY, str(value.dtype), items(listed, strict)) if strict else (Kind.LIST, items(listed, strict))
    if is_frame(value):
        return (Kind.FRAME, *(items(part, strict) for part in (value.columns, value.index, value.values.tolist())))
    if isinstance(value, tuple):
        return (kind, items(value, strict)) if strict else items(value, strict)
    if isinstance(value, float) and math.isnan(value):
        return Kind.NAN
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and kind.__hash__ is None:
        return (kind, *(normal(getattr(value, field.name), strict) for field in dataclasses.fields(value)))
    form = of_container(value, strict)
    if form is None:
        form = value if is_hashable(value) else ByEquality(value)
    return (kind, form) if strict else form


def of_container(value: Any, strict: bool) -> Hashable:
    """The form of a list, a deque, a dict, a set, or of what holds bytes; None for anything else."""
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, memoryview):
        with suppress(ValueError):  # it was released
            return value.tobytes() if value.format == "B" else normal(value.tolist(), strict)
    if isinstance(value, (list, deque)):
        return (Kind.LIST if isinstance(value, list) else Kind.DEQUE, items(value, strict))
    if isinstance(value, Mapping):
        return (Kind.DICT, frozenset((normal(key, strict), normal(item, strict)) for key, item in value.items()))
    if isinstance(value, AbstractSet):
        return (Kind.SET, frozenset(normal(item, strict) for item in value))
    return None


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except (TypeError, ValueError):  # the latter of a memoryview
        return False
    return True


def items(values: Any, strict: bool) -> tuple[Hashable, ...]:
    return tuple(normal(item, strict) for item in values)


def is_array(value: Any) -> bool:
    """Is it an array or a number of NumPy, or a pandas Series or Index? This imports neither library."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return True
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, (pandas.Series, pandas.Index))


def is_frame(value: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)
