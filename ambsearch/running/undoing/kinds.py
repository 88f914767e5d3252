"""The kinds of objects that undoing tells apart, and the methods, functions and operators that change them."""

import array
import bisect
import collections
import heapq
import operator
import random
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

from ambsearch.ground.given import HEAP_TYPE as HEAP_TYPE
from ambsearch.running.undoing.trail import GONE

CONTAINERS = (list, dict, set, deque, bytearray, array.array)
# classes of the standard library that keep their items in a container of their own
WRAPPERS: dict[type, str] = {collections.UserDict: "data", collections.UserList: "data", collections.ChainMap: "maps"}
# and those whose items only their own methods should touch
WEAK: tuple[Any, ...] = (weakref.WeakKeyDictionary, weakref.WeakValueDictionary, weakref.WeakSet)
# dictionaries whose items are stored as in a plain one; lists, sets, plain dictionaries; and what reads an item without
# running any code; each with the user's classes that leave alone what changes use of these
DICTS: set[type] = {dict, Counter, defaultdict, OrderedDict}
DERIVED: dict[str, set[type]] = {"list": {list}, "set": {set}, "dict": {dict}}
BUILT_IN: set[type] = {list, dict, tuple, str, Counter, OrderedDict}
WITH_DERIVED = [(kinds, frozenset(kinds)) for kinds in (DICTS, *DERIVED.values(), BUILT_IN)]
ARRAYS = frozenset({bytearray, array.array, deque})  # which have items as a list has
FACTORIES = frozenset({int, float, bool, str, list, set, dict, deque})
SMALL = 500  # up to this length, copying a list costs less than anything smarter
IMMUTABLE = frozenset({int, float, bool, complex, str, bytes, tuple, frozenset, type(None), range})

METHODS = frozenset(
    "append extend insert remove pop clear sort reverse update setdefault popitem move_to_end subtract "
    "add discard intersection_update difference_update symmetric_difference_update "
    "appendleft extendleft popleft rotate shuffle fromlist frombytes fromunicode fromfile byteswap fill add_note".split()
)
# those of a text in memory
WRITING = frozenset({"write", "writelines", "truncate", "seek"})
READING = frozenset({"read", "read1", "readline", "readlines", "readinto"})
# what a special method or a method of a container's base class changes
SPECIAL = frozenset("__setitem__ __delitem__ __init__ __iadd__ __imul__ __ior__ __iand__ __isub__ __ixor__".split())
CHANGE_FIRST_ARGUMENT: frozenset[Any] = frozenset(
    {
        *(vars(heapq)[name] for name in vars(heapq) if name.lstrip("_").startswith("heap")),  # heappush_max, too
        *(bisect.insort_left, bisect.insort_right, random.shuffle),
    }
)
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    **{"Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv},
    **{"FloorDiv": operator.ifloordiv, "Mod": operator.imod, "Pow": operator.ipow, "MatMult": operator.imatmul},
    **{"BitOr": operator.ior, "BitAnd": operator.iand, "BitXor": operator.ixor},
    **{"LShift": operator.ilshift, "RShift": operator.irshift},
}
IMMUTABLE_TYPE = 1 << 8  # a flag of classes, as HEAP_TYPE is: a class without that, or with both, is written in C
BASES: dict[type, Any] = {kind: kind for kind in (OrderedDict, *CONTAINERS)}


def learn_derived(cls: type, base: Any, is_read: bool) -> None:
    """The objects of this class are changed as this container is; is_read: are they read as it is, too?"""
    for kinds, given in WITH_DERIVED:
        if base in given and (is_read or kinds is not BUILT_IN):
            kinds.add(cls)


def forget_derived() -> None:
    for kinds, given in WITH_DERIVED:
        kinds.intersection_update(given)


def starts_new(owner: Any) -> bool:
    """Does this dictionary start a missing item with something new: a Counter, a defaultdict of ints or lists?"""
    if type(owner) is not defaultdict:
        return type(owner) is Counter
    factory = owner.default_factory
    return type(factory) is type and factory in FACTORIES


def base_of(owner: Any) -> Any:
    """The container that this is, a subclass counting as its base; None for everything else."""
    return base_of_class(type(owner))


def base_of_class(kind: type) -> Any:
    found = BASES.get(kind, GONE)
    if found is GONE:
        found = next((base for base in (OrderedDict, *CONTAINERS) if issubclass(kind, base)), None)
        if len(BASES) < 1000:
            BASES[kind] = found
    return found


def container_inside(owner: Any) -> Any:
    """The container in which a wrapper of the standard library keeps what is changed; None for everything else."""
    for kind, name in WRAPPERS.items():
        if isinstance(owner, kind):
            inner = getattr(owner, name)
            return inner[0] if name == "maps" else inner
    return owner if isinstance(owner, WEAK) else None


def is_array(owner: Any) -> bool:
    """Is this an array of numpy's, or of a package that has taken its interface on, with axes?"""
    return hasattr(type(owner), "__array_interface__") and bool(owner.shape)
