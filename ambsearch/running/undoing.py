"""The trail: what an expansion calls to change the world so that the change can be taken back.

A trail is a list of inverses, tuples (function, *arguments), the latest last; `undo` runs them backwards.
An inverse is looked up *before* the change, by the base type that the changed object has: a list, dict,
set, deque or bytearray, a subclass counting as its base. Other objects' methods are not changes.

    undo                            take everything on a trail back
    set_item, delete_item           a[k] = v, del a[k]
    set_attribute, delete_attribute o.x = v, del o.x
    changed                         xs.append(v), seen.add(v), ...
    changed_argument                heapq.heappush(xs, v), random.shuffle(xs), ...
    augmented                       xs += [x]
    Place, Saved                    for items that the expansion itself saves and restores
"""

import bisect
import heapq
import operator
import random
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from ambsearch.answers import CONTAINERS

Inverse = tuple[Any, ...]
Trail = list[Inverse]

GONE: Any = object()
NOTHING: Inverse = (int,)  # the inverse of what changed nothing

METHODS = frozenset(
    "append extend insert remove pop clear sort reverse update setdefault popitem move_to_end subtract "
    "add discard intersection_update difference_update symmetric_difference_update "
    "appendleft extendleft popleft rotate shuffle".split()
)
CHANGE_FIRST_ARGUMENT: frozenset[Any] = frozenset(
    {
        *(heapq.heappush, heapq.heappop, heapq.heapify, heapq.heapreplace, heapq.heappushpop),
        *(bisect.insort_left, bisect.insort_right, random.shuffle),
    }
)
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "BitOr": operator.ior,
    "BitAnd": operator.iand,
    "BitXor": operator.ixor,
}


def undo(trail: Trail) -> None:
    """Take back what is on the trail, the latest change first."""
    while trail:
        function, *arguments = trail.pop()
        function(*arguments)


class Saved(Inverse):
    """An inverse that an expansion keeps where it would else keep the old item; no user's item is of this type."""

    __slots__ = ()


class Place:
    """Stands for a container whose item an expansion saves and restores: place[key] is an inverse."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __getitem__(self, key: Any) -> Inverse:
        return before_item(self.owner, key)

    def __setitem__(self, key: Any, inverse: Inverse) -> None:
        take_back(inverse)


def take_back(inverse: Inverse | None) -> None:
    """Run one inverse, if there is one."""
    if inverse:
        function, *arguments = inverse
        function(*arguments)


def set_item(trail: Trail, value: Any, owner: Any, key: Any) -> None:
    trail.append(before_item(owner, key))
    owner[key] = value


def delete_item(trail: Trail, owner: Any, key: Any) -> None:
    trail.append(before_deletion(owner, key))
    del owner[key]


def set_attribute(trail: Trail, value: Any, owner: Any, name: str) -> None:
    trail.append(before_attribute(owner, name))
    setattr(owner, name, value)


def delete_attribute(trail: Trail, owner: Any, name: str) -> None:
    own = getattr(owner, "__dict__", None)
    trail.append(contents(own) if type(own) is dict and name in own else before_attribute(owner, name))
    delattr(owner, name)


def changed(trail: Trail, owner: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
    """owner.name(*args), whose inverse goes on the trail if it is a change."""
    if isinstance(owner, CONTAINERS):
        trail.append(before_method(owner, name, args) or NOTHING)
    elif name == "shuffle" and isinstance(owner, random.Random):
        return changed_argument(trail, owner.shuffle, *args, **kwargs)
    return getattr(owner, name)(*args, **kwargs)


def changed_argument(trail: Trail, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """A call of a function of heapq, bisect or random, which changes its first argument."""
    for first in args[:1] or tuple(kwargs.values())[:1]:
        if isinstance(first, CONTAINERS):
            trail.append(contents(first))
    return function(*args, **kwargs)


def augmented(trail: Trail, operation: str, target: Any, operand: Any) -> Any:
    """target op= operand, of which a container records its contents first."""
    trail.append(before_augmented(target) or NOTHING)
    return IN_PLACE[operation](target, operand)


# What follows finds inverses; each takes the world as it is before the change, and does no harm if the
# change then fails.


def before_method(owner: Any, name: str, args: tuple[Any, ...]) -> Inverse | None:
    """The inverse of owner.name(*args); the common ones in constant time, else by all contents.

    None if owner is no container: its methods are its own affair.
    """
    if not isinstance(owner, CONTAINERS):
        return None
    kind = next(kind for kind in CONTAINERS if isinstance(owner, kind))
    find = IN_CONSTANT_TIME.get((kind, name))
    return (find and find(owner, *args[:1])) or contents(owner)


def _before_pop(owner: Any, *_: Any) -> Inverse | None:
    return None if _ or not owner else (type(owner).append, owner, owner[-1])


def _before_popleft(owner: Any, *_: Any) -> Inverse | None:
    return (deque.appendleft, owner, owner[0]) if owner else None


def _before_add(owner: Any, *item: Any) -> Inverse | None:
    return item and (NOTHING if item[0] in owner else (set.discard, owner, *item))


def _before_discard(owner: Any, *item: Any) -> Inverse | None:
    if not item or item[0] not in owner:
        return item and NOTHING
    unhashable = type(item[0]).__hash__ is None  # a set, by which Python finds the equal frozenset
    return (set.add, owner, frozenset(item[0]) if unhashable else item[0])


def _before_setdefault(owner: Any, *key: Any) -> Inverse | None:
    return key and (NOTHING if key[0] in owner else before_item(owner, *key))


def _before_push(owner: Any, *item: Any) -> Inverse | None:
    return (deque.pop, owner) if item and owner.maxlen is None else None


IN_CONSTANT_TIME: dict[tuple[type, str], Callable[..., Inverse | None]] = {
    (list, "append"): lambda owner, *_: (_truncate, owner, len(owner)),
    (list, "extend"): lambda owner, *_: (_truncate, owner, len(owner)),
    (list, "pop"): _before_pop,
    (deque, "append"): _before_push,
    (deque, "pop"): _before_pop,
    (deque, "popleft"): _before_popleft,
    (set, "add"): _before_add,
    (set, "discard"): _before_discard,
    (set, "remove"): _before_discard,
    (dict, "setdefault"): _before_setdefault,
}


def before_augmented(target: Any) -> Inverse | None:
    """The inverse of what target op= operand does to target itself; None if it is no container or array."""
    if isinstance(target, CONTAINERS):
        return contents(target)
    if getattr(target, "shape", ()) and hasattr(target, "__array_interface__"):
        return (operator.setitem, target, ..., target.copy())
    return None


def before_item(owner: Any, key: Any) -> Inverse:
    """The inverse of owner[key] = value."""
    old: Any
    if isinstance(owner, dict):
        base = _dict_base(owner)
        old = dict.get(owner, key, GONE)
        return (base.pop, owner, key, None) if old is GONE else (base.__setitem__, owner, key, old)
    if isinstance(key, slice) and isinstance(owner, (list, bytearray)):
        return contents(owner)
    try:
        old = owner[key]
    except (LookupError, TypeError):  # new; or the assignment itself will say what is wrong
        return (_delete_if_there, owner, key)
    if isinstance(old, memoryview):  # a view of what will change
        old = bytes(old)
    elif hasattr(old, "__array_interface__"):
        old = old.copy()
    return (operator.setitem, owner, key, old)


def before_deletion(owner: Any, key: Any) -> Inverse:
    """The inverse of del owner[key]; a dictionary gets its order back too."""
    if isinstance(owner, dict) and owner and key in owner and next(reversed(owner)) == key:
        return before_item(owner, key)
    if isinstance(owner, (list, dict, deque, bytearray)):
        return contents(owner)
    return before_item(owner, key)


def before_attribute(owner: Any, name: str) -> Inverse:
    """The inverse of owner.name = value; a default of the class is not taken for the object's own."""
    on_type = next((vars(base)[name] for base in type(owner).__mro__ if name in vars(base)), None)
    if hasattr(type(on_type), "__set__"):  # a slot or a property
        old = getattr(owner, name, GONE)
    else:
        old = getattr(owner, "__dict__", {}).get(name, GONE)
    return (_delete_attribute_if_there, owner, name) if old is GONE else (setattr, owner, name, old)


def contents(owner: Any) -> Inverse:
    """The inverse that puts all contents back, whatever the change."""
    if isinstance(owner, (list, bytearray)):
        base = list if isinstance(owner, list) else bytearray
        return (base.__setitem__, owner, slice(None), base(owner))
    if isinstance(owner, dict):
        return (_refill, _dict_base(owner), owner, list(dict.items(owner)))
    return (_refill, set if isinstance(owner, set) else deque, owner, list(owner))


def _refill(base: Any, owner: Any, items: list[Any]) -> None:
    base.clear(owner)
    (deque.extend if base is deque else base.update)(owner, items)


def _truncate(owner: list[Any], length: int) -> None:
    list.__delitem__(owner, slice(length, None))


def _dict_base(owner: Any) -> Any:
    return OrderedDict if isinstance(owner, OrderedDict) else dict


def _delete_if_there(owner: Any, key: Any) -> None:
    try:
        del owner[key]
    except (LookupError, TypeError, AttributeError):
        pass


def _delete_attribute_if_there(owner: Any, name: str) -> None:
    try:
        delattr(owner, name)
    except AttributeError:
        pass
