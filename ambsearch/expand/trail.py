"""The trail: what an expansion calls to change the world so that the change can be taken back.

A trail is a list of inverses, tuples (function, *arguments), the latest last; `undo` runs them backwards.
An inverse is looked up *before* the change, by the base type that the changed object has: a list, dict,
set, deque or bytearray, a subclass counting as its base. Other objects' methods are not changes.

    undo                            take everything on a trail back
    set_item, delete_item           a[k] = v, del a[k]
    set_attribute, delete_attribute o.x = v, del o.x
    recorded_method                 xs.append, seen.add, ...
    recorded_function               heapq.heappush, random.shuffle, ...: they change their argument
    augmented                       xs += [x]
    Back                            an inverse that stands in the expansion itself
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


class Back(tuple[Any, ...]):
    """An inverse, kept in a variable of the expansion beside old items."""

    __slots__ = ()


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


def recorded_method(trail: Trail, owner: Any, name: str) -> Callable[..., Any]:
    """owner.name, which records its inverse when it is called, if it is a change."""
    method: Callable[..., Any] = getattr(owner, name)
    if isinstance(owner, random.Random):
        return recorded_function(trail, method) if name == "shuffle" else method
    if not isinstance(owner, CONTAINERS):
        return method

    def recorded(*args: Any, **kwargs: Any) -> Any:
        trail.append(before_method(owner, name, args))  # type: ignore[arg-type]
        return method(*args, **kwargs)

    return recorded


def recorded_function(trail: Trail, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of heapq, bisect or random that records its first argument's contents first."""

    def recorded(*args: Any, **kwargs: Any) -> Any:
        for changed in args[:1] or tuple(kwargs.values())[:1]:
            if isinstance(changed, (list, deque, bytearray)):
                trail.append(contents(changed))
        return function(*args, **kwargs)

    return recorded


def augmented(trail: Trail, operation: str, target: Any, operand: Any) -> Any:
    """target op= operand, of which a container records its contents first."""
    trail.append(before_augmented(target) or (_nothing,))
    return IN_PLACE[operation](target, operand)


# What follows finds inverses; each takes the world as it is before the change, and does no harm if the
# change then fails.


def before_method(owner: Any, name: str, args: tuple[Any, ...]) -> Inverse | None:
    """The inverse of owner.name(*args); the common ones in constant time, else by all contents.

    None if owner is no container: its methods are its own affair.
    """
    if not isinstance(owner, CONTAINERS):
        return None
    match owner, name, args:
        case list(), "append" | "extend", _:
            return (_truncate, owner, len(owner))
        case list(), "pop", () if owner:
            return (list.append, owner, owner[-1])
        case set(), "add", (item,):
            return (_nothing,) if item in owner else (set.discard, owner, item)
        case set(), "discard" | "remove", (item,):
            return (set.add, owner, item) if item in owner else (_nothing,)
        case dict(), "setdefault", (key, *_):
            return (_nothing,) if key in owner else before_item(owner, key)
        case deque(maxlen=None), "append", (_,):
            return (deque.pop, owner)
        case deque(maxlen=None), "appendleft", (_,):
            return (deque.popleft, owner)
        case deque(), "pop", () if owner:
            return (deque.append, owner, owner[-1])
        case deque(), "popleft", () if owner:
            return (deque.appendleft, owner, owner[0])
    return contents(owner)


def before_augmented(target: Any) -> Inverse | None:
    """The inverse of what target op= operand does to target itself; None if it is no container."""
    return contents(target) if isinstance(target, CONTAINERS) else None


def before_item(owner: Any, key: Any) -> Back:
    """The inverse of owner[key] = value."""
    if isinstance(owner, dict):
        base = _dict_base(owner)
        old = dict.get(owner, key, GONE)
        return Back((base.pop, owner, key, None) if old is GONE else (base.__setitem__, owner, key, old))
    if isinstance(key, slice) and isinstance(owner, (list, bytearray)):
        return Back(contents(owner))
    try:
        old = owner[key]
    except (LookupError, TypeError):  # new; or the assignment itself will say what is wrong
        return Back((_delete_if_there, owner, key))
    if hasattr(old, "__array_interface__") or isinstance(old, memoryview):  # a view of what will change
        old = old.copy() if hasattr(old, "copy") else bytes(old)
    return Back((operator.setitem, owner, key, old))


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


def _nothing() -> None:
    """The inverse of a change that changed nothing."""
