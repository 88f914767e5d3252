"""How a value of each class is copied, without running the class's own code where that is possible.

For a value, a copier gives its parts and a shell: a new value of the same class that holds the same parts. When the
walk in `snapshots` knows the copy of each part, the copier puts the copies into the shell.
What cannot be changed later, such as a tuple, has no shell: it is built from the copies of its parts.
"""

import sys
import types
import weakref
from array import array
from collections import ChainMap, OrderedDict, UserDict, UserList, defaultdict, deque
from collections.abc import Iterator
from enum import Enum
from itertools import count
from typing import Any

from ambsearch.copiers.base import Copier, dict_of, is_set
from ambsearch.copiers.containers import (
    ATOMS,
    ArrayCopier,
    BytearrayCopier,
    DequeCopier,
    DictCopier,
    FrozensetCopier,
    ListCopier,
    NumpyCopier,
    OrderedDictCopier,
    SetCopier,
    TupleCopier,
)
from ambsearch.copiers.views import (
    PYTHON_VIEWS,
    VIEWS,
    IteratorCopier,
    LiveCopier,
    MemoryviewCopier,
    UnchosenCopier,
    ViewCopier,
    iterators,
)
from ambsearch.ownership import is_own_file
from ambsearch.unchosen import Choices


class FrozenCopier(Copier):
    """For frozen dataclasses."""

    lazy = True


COPIERS: dict[type, type[Copier]] = {
    list: ListCopier,
    dict: DictCopier,
    defaultdict: DictCopier,
    OrderedDict: OrderedDictCopier,
    set: SetCopier,
    deque: DequeCopier,
    bytearray: BytearrayCopier,
    array: ArrayCopier,
    tuple: TupleCopier,
    frozenset: FrozensetCopier,
    memoryview: MemoryviewCopier,
    **dict.fromkeys((UserDict, UserList, ChainMap, types.SimpleNamespace), Copier),
    **dict.fromkeys((*VIEWS, *PYTHON_VIEWS, types.MappingProxyType), ViewCopier),
    **dict.fromkeys(iterators(), IteratorCopier),
    **dict.fromkeys((types.GeneratorType, types.AsyncGeneratorType), LiveCopier),
    Choices: UnchosenCopier,
}
PLAIN = {cls: copier(cls, cls) for cls, copier in COPIERS.items()}
STATEFUL: "weakref.WeakSet[type]" = weakref.WeakSet()
CHANGED_INSIDE: set[str] = set()  # the attributes inside which searches change something, see `expansion.holders`
HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE
SLOT = types.MemberDescriptorType
_KNOWN: "weakref.WeakKeyDictionary[type, Copier | None]" = weakref.WeakKeyDictionary()


def copier_of(cls: type) -> Copier | None:
    """The copier for values of exactly this class; None if they are not copied."""
    if cls in PLAIN:
        return PLAIN[cls]
    try:
        return _KNOWN[cls]
    except KeyError:
        copier = _KNOWN[cls] = _copier_of(cls)
        return copier


def _copier_of(cls: type) -> Copier | None:
    if issubclass(cls, (Enum, type, BaseException)) or cls is count:  # an endless count holds nothing that changes
        return None
    numpy = sys.modules.get("numpy")
    for base in cls.__mro__:
        if base in COPIERS:
            return COPIERS[base](cls, base)
        if base is getattr(numpy, "ndarray", None):
            return NumpyCopier(cls, base)
        if base.__module__ == "itertools":
            return LiveCopier(cls, base)
    if not STATEFUL.isdisjoint(cls.__mro__):
        return Copier(cls, object)
    if hasattr(cls, "__dataclass_params__"):
        return (FrozenCopier if cls.__dataclass_params__.frozen else Copier)(cls, object)
    return None


def copier_for(value: Any) -> Copier | None:
    """The same for this value: an instance that holds more than atoms in CHANGED_INSIDE shows that its class changes."""
    cls = type(value)
    copier = copier_of(cls)
    if (
        copier is None
        and CHANGED_INSIDE
        and is_users(cls)
        and not ATOMS.issuperset(map(type, attributes_inside(value)))
    ):
        stateful(cls)
        copier = copier_of(cls)
    return copier


def is_users(cls: type) -> bool:
    """Is this a class of the user's, which is written in Python?"""
    if not cls.__flags__ & HEAP:
        return False
    module = sys.modules.get(cls.__module__)
    return is_own_file(getattr(module, "__file__", None) or "<typed>")


def attributes_inside(value: Any) -> Iterator[Any]:
    """What this object holds in attributes in CHANGED_INSIDE, some of them perhaps in slots."""
    for cls in type(value).__mro__:
        for name, member in vars(cls).items():
            if type(member) is SLOT and name in CHANGED_INSIDE and is_set(member, value):
                yield member.__get__(value)
    if type(value).__dictoffset__:
        yield from (held for name, held in dict_of(value).items() if name in CHANGED_INSIDE)


def stateful(cls: type) -> None:
    """Copy instances of this class and its subclasses in answers.

    >>> class Board:
    ...     pass
    >>> copier_of(Board)
    >>> stateful(Board)
    >>> type(copier_of(Board)).__name__
    'Copier'
    """
    if cls is not object and cls not in STATEFUL:  # every class is a subclass of `object`, which holds nothing
        STATEFUL.add(cls)
        _KNOWN.clear()  # they say how its subclasses were copied
