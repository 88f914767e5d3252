"""How a value of each class is copied, without running the class's own code where that is possible.

For a value, a copier gives its parts and a shell: a new value of the same class that holds the same parts. When the
walk in `snapshots` knows the copy of each part, the copier puts the copies into the shell.
What cannot be changed later, such as a tuple, has no shell: it is built from the copies of its parts.
"""

import gc
import io
import sys
import types
import weakref
from array import array
from collections import ChainMap, OrderedDict, UserDict, UserList, defaultdict, deque
from enum import Enum
from functools import cached_property
from itertools import count
from typing import Any

from ambsearch.copiers.base import ATOMS, UNFINISHED, AtomCopier, Copied, Copier, Copies, Unusual, in_slots
from ambsearch.copiers.containers import (
    ArrayCopier,
    BytearrayCopier,
    DequeCopier,
    DictCopier,
    FrozensetCopier,
    ListCopier,
    NumpyCopier,
    OrderedDictCopier,
    SetCopier,
    TextCopier,
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
from ambsearch.ground.ownership import is_own_file
from ambsearch.unchosen import Choices


class FrozenCopier(Copier):
    """For frozen dataclasses."""

    lazy = True

    def __init__(self, cls: type, base: type) -> None:
        super().__init__(cls, base)
        held = [value for kind in cls.__mro__ for value in vars(kind).values()]
        self.is_remembered = not any(isinstance(value, cached_property) for value in held)
        self.looks = self.is_remembered and self.own is None

    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        if CONSTANT.get(id(value)) is value:
            return value
        if self.own is not None:
            raise Unusual
        if self.looks and not copies:
            self.looks = self.is_constant(value)  # of a class whose objects hold something else it is not asked again
            if self.looks:
                return value
        attributes = self.attributes(value) if self.slots else self.dict_of(value)
        changed, is_constant = {}, self.is_remembered and bool(copies)  # the whole answer is another one each time
        for name, part in attributes.items():
            if type(part) not in ATOMS and CONSTANT.get(id(part)) is not part:
                copies[id(value)] = UNFINISHED
                twin = copied(part, copies)
                if twin is not part:
                    changed[name] = twin
                is_constant = is_constant and is_known(part)
        if changed:
            twin = copies[id(value)] = self.new(value)
            self.set_attributes(twin, {**attributes, **changed})
            return twin
        copies.pop(id(value), None)
        if is_constant:
            if len(CONSTANT) >= MOST_CONSTANT:
                CONSTANT.clear()
            CONSTANT[id(value)] = value
        return value

    def is_constant(self, value: Any) -> bool:
        """Does it hold only numbers, strings and others that are so? Its __dict__, which would have to be made, is not asked for."""
        cls = type(value)
        for part in gc.get_referents(value):
            kind = type(part)
            if kind in ATOMS or part is cls or CONSTANT.get(id(part)) is part:
                continue
            copier = COPIER_OF[kind]
            if type(copier) is KeptCopier and copier.is_always:
                continue
            is_fixed = kind is tuple or type(copier) is FrozenCopier and copier.looks
            if not is_fixed or not self.is_constant(part):
                return False
            if kind is not tuple and len(CONSTANT) < MOST_CONSTANT:
                CONSTANT[id(part)] = part
        return True

    def build(self, value: Any, parts: list[Any]) -> Any:
        twin = self.new(value)
        self.set_attributes(twin, dict(zip(self.attributes(value), parts, strict=True)))
        return twin


def is_known(part: Any) -> bool:
    """Is this one of CONSTANT, or a tuple of these, numbers and strings?"""
    return type(part) in ATOMS or CONSTANT.get(id(part)) is part or type(part) is tuple and all(map(is_known, part))


class KeptCopier(Copier):
    """For what is handed out as it is, unless it shows that searches change what its class holds."""

    def __init__(self, cls: type, base: type) -> None:
        super().__init__(cls, base)
        held = [(name, value) for base in cls.__mro__[:-1] for name, value in vars(base).items()]
        # a special method is looked for in the class alone: it is nothing that an object has
        methods = {name for name, value in held if name.startswith("__") and type(value) is types.FunctionType}
        self.in_class = {name for name, _ in held} - methods
        self.is_always = not cls.__flags__ & HEAP or issubclass(cls, (Enum, type, BaseException))

    def is_changed(self, value: Any) -> bool:
        """Has this an attribute that searches set, or more than atoms in one inside which they change something?"""
        if self.is_always or not (CHANGED_INSIDE or CHANGED):
            return False
        own: dict[str, Any] = self.dict_of(value) if self.has_dict else {}
        if self.slots:
            own = own | {slot.__self__.__name__: part for slot, part in in_slots(self.slots, value).items()}
        is_changed = not CHANGED.isdisjoint(own) or not CHANGED.isdisjoint(self.in_class)
        if not is_changed and not CHANGED_INSIDE.isdisjoint(own):
            is_changed = not ATOMS.issuperset([type(own[name]) for name in CHANGED_INSIDE & own.keys()])
        return is_changed and is_users(type(value))

    def at_once(self, value: Any, copies: Copies, copied: Copied) -> Any:
        if self.is_changed(value):
            raise Unusual
        return value


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
    **dict.fromkeys((io.StringIO, io.BytesIO), TextCopier),
    **dict.fromkeys((UserDict, UserList, ChainMap, types.SimpleNamespace), Copier),
    **dict.fromkeys((*VIEWS, *PYTHON_VIEWS, types.MappingProxyType), ViewCopier),
    **dict.fromkeys(iterators(), IteratorCopier),
    **dict.fromkeys((types.GeneratorType, types.AsyncGeneratorType), LiveCopier),
    Choices: UnchosenCopier,
}
PLAIN = {cls: copier(cls, cls) for cls, copier in COPIERS.items()}
STATEFUL: "weakref.WeakSet[type]" = weakref.WeakSet()
# the attributes inside which searches change something, and those that they set, see `expansion.analysis.holders`
CHANGED_INSIDE: set[str] = set()
CHANGED: set[str] = set()
HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE


class _Copiers(dict[type, Copier]):
    """The copier for values of exactly this class. A few classes are kept alive, which is quicker than to ask whether they live."""

    def __missing__(self, cls: type) -> Copier:
        if len(self) == MOST_CLASSES:
            self.clear()
        found = self[cls] = PLAIN.get(cls) or _copier_of(cls)
        return found


COPIER_OF = _Copiers()
MOST_CLASSES = 200
# instances of frozen dataclasses that hold nothing that is copied, by id, until a search ends: trees have the same ones from
# answer to answer
CONSTANT: dict[int, Any] = {}
MOST_CONSTANT = 5000


def _copier_of(cls: type) -> Copier:
    if issubclass(cls, (Enum, type, BaseException)) or cls is count:  # an endless count holds nothing that changes
        return KeptCopier(cls, object)
    numpy = sys.modules.get("numpy")
    is_stateful = not STATEFUL.isdisjoint(cls.__mro__)
    for base in cls.__mro__:
        if base in COPIERS:
            copier = COPIERS[base](cls, base)
            if is_stateful and not copier.bare:
                copier.lazy = False  # its attributes may change though its items do not
            return copier
        if base in ATOMS and is_stateful:
            return AtomCopier(cls, base)
        if base is getattr(numpy, "ndarray", None):
            return NumpyCopier(cls, base)
        if base.__module__ == "itertools":
            return LiveCopier(cls, base)
    if is_stateful:
        return Copier(cls, object)
    if hasattr(cls, "__dataclass_params__"):
        return (FrozenCopier if cls.__dataclass_params__.frozen else Copier)(cls, object)
    return KeptCopier(cls, object)


def copier_for(value: Any) -> Copier | None:
    """The same for this value; None if it is not copied. One that holds what is changed shows that its class changes."""
    copier = COPIER_OF[type(value)]
    if type(copier) is KeptCopier and copier.is_changed(value):
        stateful(type(value))
        copier = COPIER_OF[type(value)]
    return None if type(copier) is KeptCopier else copier


def is_users(cls: type) -> bool:
    """Is this a class of the user's?"""
    module = sys.modules.get(cls.__module__)
    return is_own_file(getattr(module, "__file__", None) or "<typed>")


def stateful(cls: type) -> None:
    """Copy instances of this class and its subclasses in answers.

    >>> class Board:
    ...     pass
    >>> type(COPIER_OF[Board]).__name__
    'KeptCopier'
    >>> stateful(Board)
    >>> type(COPIER_OF[Board]).__name__
    'Copier'
    """
    if cls is not object and cls not in STATEFUL:  # every class is a subclass of `object`, which holds nothing
        STATEFUL.add(cls)
        COPIER_OF.clear()  # they say how its subclasses were copied
        CONSTANT.clear()
