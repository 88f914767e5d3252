"""All of undoing: which changes there are, and what takes each of them back.

A trail is a list of inverses, tuples (function, ...), the latest last; `undo` runs them backwards. An inverse is
recorded *before* its change, does no harm if the change then does not happen, and says what it takes back, so that
what was changed permanently in between stays:

    the change                               its inverse
    a[k] = v of a list, bytearray, ...       put the old item back
    d[k] = v of a dictionary                 put the old value back; take the new key out, if it is there
    o.x = v                                  put the old value back; take the attribute out, if it was not there
    xs.append(v), xs.insert(i, v)            take that item out, if it is there
    xs.extend(vs), xs += vs                  take those places out
    xs.pop(i), xs.remove(v), del xs[i]       put that item back
    s.add(v), s.update(t), s |= t            take out what was not in
    s.remove(v), s.discard(v), s -= t        put back what was in
    anything else that changes a container   put all its contents back, in their order

A change of an object of one's own class runs its own method, recorded; see `calls`.
"""

import array
import bisect
import collections
import contextlib
import functools
import heapq
import operator
import random
import types
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

Inverse = tuple[Any, ...]
Trail = list[Inverse]

GONE: Any = object()
UNBOUND: Any = object()  # what a variable holds that has no value
CONTAINERS = (list, dict, set, deque, bytearray, array.array)
# classes of the standard library that keep their items in a container of their own
WRAPPERS: dict[type, str] = {collections.UserDict: "data", collections.UserList: "data", collections.ChainMap: "maps"}

METHODS = frozenset(
    "append extend insert remove pop clear sort reverse update setdefault popitem move_to_end subtract "
    "add discard intersection_update difference_update symmetric_difference_update "
    "appendleft extendleft popleft rotate shuffle fromlist frombytes".split()
)
# what a special method or a method of a container's base class changes
SPECIAL = frozenset("__init__ __iadd__ __imul__ __ior__ __iand__ __isub__ __ixor__".split())
CHANGE_FIRST_ARGUMENT: frozenset[Any] = frozenset(
    {
        *(heapq.heappush, heapq.heappop, heapq.heapify, heapq.heapreplace, heapq.heappushpop),
        *(bisect.insort_left, bisect.insort_right, random.shuffle),
    }
)
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    **{"Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv},
    **{"FloorDiv": operator.ifloordiv, "Mod": operator.imod, "Pow": operator.ipow, "MatMult": operator.imatmul},
    **{"BitOr": operator.ior, "BitAnd": operator.iand, "BitXor": operator.ixor},
    **{"LShift": operator.ilshift, "RShift": operator.irshift},
}
# the dictionaries whose items are stored as in a plain one
DICTS = frozenset({dict, collections.Counter, collections.defaultdict, OrderedDict})
SMALL = 500  # of a list of so many items, a copy is cheaper than a thought
IMMUTABLE = frozenset({int, float, bool, complex, str, bytes, tuple, frozenset, type(None), range})


def undo(trail: Trail) -> None:
    """Take back what is on the trail, the latest change first."""
    while trail:
        inverse = trail[-1]
        try:
            inverse[0](inverse)
        except BaseException as error:
            if not isinstance(error, Exception):  # an interrupt, which may have come before the inverse has run
                with contextlib.suppress(BaseException):
                    inverse[0](inverse)
            trail.pop()
            undo(trail)
            raise
        trail.pop()


def room() -> None:
    """See to it that the stack has room to take back what is changed next: a search that is too deep ends here."""
    _more_room()


def _more_room() -> None:
    _most_room()


def _most_room() -> None:
    pass


class Saved(Trail):
    """A trail that an expansion keeps where it would else keep an old item; no user's item is of this type."""

    __slots__ = ()


NOTHING = Saved()  # has been changed yet


class Place:
    """Stands for a list whose item, under a key that is no int, an expansion saves and restores."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __getitem__(self, key: Any) -> Saved:
        saved = Saved()
        record_item(saved, self.owner, key)
        return saved

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(value) is Saved:
            undo(value)
        else:
            self.owner[key] = value


# Items


def record_item(trail: Trail, owner: Any, key: Any) -> None:
    """Record the inverse of owner[key] = value, of a container or of any other object with items."""
    base = base_of(owner)
    if base is dict or base is OrderedDict:
        old = dict.get(owner, key, GONE)
        trail.append((_unset_item, base, owner, key) if old is GONE else (_set_item, base, owner, key, old))
    elif base is not None and isinstance(key, slice):
        record_contents(trail, owner)
    elif base is not None:
        i = operator.index(key)
        if -len(owner) <= i < len(owner):
            trail.append((_set_item, base, owner, i % len(owner), base.__getitem__(owner, i)))
    else:
        record_foreign_item(trail, owner, key)


def record_foreign_item(trail: Trail, owner: Any, key: Any) -> None:
    for kind, inner in WRAPPERS.items():
        if isinstance(owner, kind):
            first = getattr(owner, inner)[0] if inner == "maps" else getattr(owner, inner)
            return record_item(trail, first, key)
    try:
        old = owner[key]
    except Exception:  # new; or the assignment itself will say what is wrong
        trail.append((_delete_item_if_there, owner, key))
        return
    if isinstance(old, memoryview):  # a view of what will change
        old = bytes(old)
    elif hasattr(old, "__array_interface__"):
        old = old.copy()
    trail.append((_set_any_item, owner, key, old))


def record_deletion(trail: Trail, owner: Any, key: Any) -> None:
    """Record the inverse of del owner[key]; a dictionary gets its order back too."""
    base = base_of(owner)
    if base in (list, deque) and not isinstance(key, slice):
        _record_pop(trail, base, owner, key)
    elif base in (dict, OrderedDict) and key in owner and next(reversed(owner)) is not key or base is not None:
        record_contents(trail, owner)
    elif isinstance(owner, tuple(WRAPPERS)):
        inner = getattr(owner, next(name for kind, name in WRAPPERS.items() if isinstance(owner, kind)))
        record_deletion(trail, inner[0] if isinstance(owner, collections.ChainMap) else inner, key)
    else:
        record_foreign_item(trail, owner, key)


def _set_item(inverse: Inverse) -> None:
    _, base, owner, key, old = inverse
    if base is dict or base is OrderedDict or key < len(owner):
        base.__setitem__(owner, key, old)


def _unset_item(inverse: Inverse) -> None:
    _, base, owner, key = inverse
    base.pop(owner, key, None)


def _set_any_item(inverse: Inverse) -> None:
    _, owner, key, old = inverse
    owner[key] = old


def _delete_item_if_there(inverse: Inverse) -> None:
    try:
        del inverse[1][inverse[2]]
    except (LookupError, TypeError, AttributeError, ValueError):
        pass


# Attributes


def record_attribute(trail: Trail, owner: Any, name: str) -> None:
    """Record the inverse of owner.name = value; a default of the class is not taken for the object's own."""
    on_class = in_class(type(owner), name)
    if hasattr(type(on_class), "__set__"):  # a slot, or a property of a package
        try:
            old = getattr(owner, name)
        except Exception:  # it has no value yet
            old = GONE
    else:
        old = own_attributes(owner).get(name, GONE)
    trail.append((_delete_attribute_if_there, owner, name) if old is GONE else (_set_attribute, owner, name, old))


def is_generic(cls: type, name: str) -> bool:
    """Does this class set, or delete, attributes as every object does?"""
    method = in_class(cls, name)
    return type(method) is types.WrapperDescriptorType and method.__name__ == name


class Plain(set[type]):
    """The classes whose objects keep an attribute in themselves, and for which the class has no value of its own.

    Each class is asked once, when an object of it is changed for the first time.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: set[type] = set()

    def learn(self, cls: type) -> None:
        if cls not in self.asked:
            self.asked.add(cls)
            if self.is_plain(cls):
                self.add(cls)

    def is_plain(self, cls: type) -> bool:
        place = in_class(cls, self.name)
        own = (
            is_generic(cls, "__setattr__")
            and in_class(cls, "__getattribute__") is object.__dict__["__getattribute__"]
            and in_class(cls, "__getattr__") is GONE
        )
        if not own or issubclass(cls, (type, types.ModuleType)):
            return False
        if type(place) is types.MemberDescriptorType or is_set_by_init(cls, self.name):
            return True
        return place is GONE and in_class(cls, "__dict__") is not GONE


def is_set_by_init(cls: type, name: str) -> bool:
    """Does the __init__ that @dataclass wrote set this attribute of each object, whatever default the class has?"""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    init = in_class(cls, "__init__")
    is_written = type(init) is types.FunctionType and init.__code__.co_filename == "<string>"
    return field is not None and field.init and is_written and not hasattr(type(in_class(cls, name)), "__set__")


def forget_attribute(owner: Any, name: str) -> None:
    """Take out an attribute that was not there, if it is there now."""
    try:
        object.__delattr__(owner, name)
    except AttributeError:
        pass


@functools.cache
def plain(name: str) -> Plain:
    return Plain(name)


def record_foreign_attribute(trail: Trail, owner: Any, name: str) -> None:
    """The same where a package's own __setattr__ decides what an attribute is."""
    try:
        trail.append((_set_any_attribute, owner, name, getattr(owner, name)))
    except Exception:
        trail.append((_delete_any_attribute_if_there, owner, name))


def in_class(cls: type, name: str) -> Any:
    """What the class says of an attribute, as it stands in the class; GONE if it says nothing."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return GONE


def own_attributes(owner: Any) -> Any:
    try:
        return object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return {}


def _setter(owner: Any) -> Any:
    return type.__setattr__ if isinstance(owner, type) else object.__setattr__


def _set_attribute(inverse: Inverse) -> None:
    _, owner, name, old = inverse
    _setter(owner)(owner, name, old)


def _delete_attribute_if_there(inverse: Inverse) -> None:
    _, owner, name = inverse
    try:
        (type.__delattr__ if isinstance(owner, type) else object.__delattr__)(owner, name)
    except AttributeError:
        pass


def _set_any_attribute(inverse: Inverse) -> None:
    _, owner, name, old = inverse
    setattr(owner, name, old)


def _delete_any_attribute_if_there(inverse: Inverse) -> None:
    try:
        delattr(inverse[1], inverse[2])
    except (AttributeError, KeyError):
        pass


def record_attributes(trail: Trail, owner: Any, name: str) -> None:
    """Record the inverse of del owner.name: the object gets the order of its attributes back, too."""
    own = own_attributes(owner)
    if type(own) is dict and name in own:
        record_contents(trail, own)
    else:
        record_attribute(trail, owner, name)


# Methods


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


BASES: dict[type, Any] = {kind: kind for kind in (OrderedDict, *CONTAINERS)}


def record_method(trail: Trail, owner: Any, name: str, args: tuple[Any, ...]) -> None:
    """Record the inverse of owner.name(*args) for a container; the common ones do not look at all its contents."""
    base = base_of(owner)
    record = RECORD.get((base, name))
    if record is None or not record(trail, owner, *args):
        record_contents(trail, owner)


def record_contents(trail: Trail, owner: Any) -> None:
    """Record all contents, whatever the change."""
    base = base_of(owner)
    if base in (list, bytearray, array.array):
        trail.append((_set_contents, base, owner, base.__getitem__(owner, slice(None))))
    elif base is OrderedDict:
        trail.append((_refill, base, owner, list(OrderedDict.items(owner))))
    elif base is dict:
        trail.append((_refill, base, owner, dict.copy(owner)))
    else:
        trail.append((_refill, base, owner, list(base.__iter__(owner))))


def _set_contents(inverse: Inverse) -> None:
    _, base, owner, items = inverse
    base.__setitem__(owner, slice(None), items)


def _refill(inverse: Inverse) -> None:
    _, base, owner, items = inverse
    if base is deque and len(owner) == len(items) and all(map(operator.is_, owner, items)):
        return
    base.clear(owner)
    if base is OrderedDict:  # whose update calls the __setitem__ of a subclass
        for key, value in items:
            OrderedDict.__setitem__(owner, key, value)
    else:
        fill: Any = getattr(base, "extend" if base is deque else "update")
        fill(owner, items)


def _record_append(trail: Trail, owner: Any, *args: Any) -> bool:
    if len(args) == 1:
        trail.append((_take_out, owner, len(owner), args[0]))
    return len(args) == 1


def _record_insert(trail: Trail, owner: Any, *args: Any) -> bool:
    if len(args) != 2:
        return False
    i, length = operator.index(args[0]), len(owner)
    trail.append((_take_out, owner, min(max(i + length if i < 0 else i, 0), length), args[1]))
    return True


def _take_out(inverse: Inverse) -> None:
    """Take one item out of a list: where it was put, or where permanent changes have moved it."""
    _, owner, i, item = inverse
    if i < len(owner) and list.__getitem__(owner, i) is item:
        list.__delitem__(owner, i)


def _record_extend(trail: Trail, owner: Any, *args: Any) -> bool:
    trail.append((_cut, owner, len(owner)))
    return True


def _cut(inverse: Inverse) -> None:
    list.__delitem__(inverse[1], slice(inverse[2], None))


def _record_list_pop(trail: Trail, owner: Any, *args: Any) -> bool:
    _record_pop(trail, list, owner, operator.index(args[0]) if args else -1)
    return True


def _record_pop(trail: Trail, base: Any, owner: Any, i: int) -> None:
    length = len(owner)
    if -length <= i < length:
        i %= length
        trail.append((_put_in, base, owner, i, base.__getitem__(owner, i), length))


def _record_remove(trail: Trail, owner: Any, *args: Any) -> bool:
    for item in args[:1]:
        for i, other in enumerate(list.__iter__(owner)):
            if other is item or other == item:
                _record_pop(trail, list, owner, i)
                break
    return True


def _put_in(inverse: Inverse) -> None:
    """Put an item back into a list or deque, unless it was not taken out after all."""
    _, base, owner, i, item, length = inverse
    if len(owner) < length or i >= len(owner) or base.__getitem__(owner, i) is not item:
        base.insert(owner, i, item)


def _record_add(trail: Trail, owner: Any, *args: Any) -> bool:
    if len(args) == 1 and args[0] not in owner:
        trail.append((_discard, owner, args[0]))
    return len(args) == 1


def _discard(inverse: Inverse) -> None:
    set.discard(inverse[1], inverse[2])


def _record_discard(trail: Trail, owner: Any, *args: Any) -> bool:
    held = held_item(owner, args[0]) if len(args) == 1 else GONE
    if held is not GONE:
        trail.append((_add, owner, held))
    return len(args) == 1


def _add(inverse: Inverse) -> None:
    set.add(inverse[1], inverse[2])


def held_item(owner: Any, item: Any) -> Any:
    """The item of a set that is equal to this one, GONE if there is none; of SIMPLE items it is taken to be the same."""
    if item not in owner:
        return GONE
    if is_simple(item):
        return item
    finder = _Finder(item)
    try:
        if finder in owner and finder.found is not GONE:
            return finder.found
    except Exception:  # an __eq__ that does not bear a stranger
        pass
    return next((other for other in owner if other is item or other == item), item)


def is_simple(item: Any) -> bool:
    """Is this an int, a str, or a tuple of such items?"""
    kind = type(item)
    if kind is not tuple:
        return kind in SIMPLE
    for part in item:
        if type(part) not in SIMPLE and (type(part) is not tuple or not is_simple(part)):
            return False
    return True


SIMPLE = frozenset({int, str})


class _Finder:
    """Equal to an item, and remembers what it was compared with last."""

    def __init__(self, item: Any) -> None:
        self.item, self.found = frozenset(item) if isinstance(item, set) else item, GONE

    def __hash__(self) -> int:
        return hash(self.item)

    def __eq__(self, other: object) -> bool:
        equal = self.item is other or bool(self.item == other)
        if equal:
            self.found = other
        return equal


def _operands(args: tuple[Any, ...]) -> set[Any] | None:
    """All items of the operands of an update of a set; None if they could be read only once."""
    if all(isinstance(part, (set, frozenset, list, tuple, range, str, dict)) for part in args):
        return set().union(*args)
    return None


def _record_update(trail: Trail, owner: Any, *args: Any) -> bool:
    operands = _operands(args)
    if operands is not None:
        trail.append((_discard_all, owner, operands - owner))
    return operands is not None


def _discard_all(inverse: Inverse) -> None:
    set.difference_update(inverse[1], inverse[2])


def _record_difference(trail: Trail, owner: Any, *args: Any) -> bool:
    operands = _operands(args)
    if operands is not None:
        trail.append((_add_all, owner, [held_item(owner, item) for item in operands if item in owner]))
    return operands is not None


def _add_all(inverse: Inverse) -> None:
    set.update(inverse[1], inverse[2])


def _record_dict_pop(trail: Trail, owner: Any, *args: Any) -> bool:
    """All of it, in its order; little where there is no such key, or where it is the last."""
    if not args or args[0] not in owner:
        return True
    is_last = next(reversed(owner)) is args[0]
    if is_last:
        record_item(trail, owner, args[0])
    return is_last


def _record_setdefault(trail: Trail, owner: Any, *args: Any) -> bool:
    if args and args[0] not in owner:
        record_item(trail, owner, args[0])
    return bool(args)


def _record_dict_update(trail: Trail, owner: Any, *args: Any) -> bool:
    if len(args) != 1 or not isinstance(args[0], dict):
        return False
    for key in args[0]:
        record_item(trail, owner, key)
    return True


def _record_push(trail: Trail, owner: Any, *args: Any) -> bool:
    if owner.maxlen is None:
        trail.append((_unpush, owner, -1, args[0] if args else None))
    return owner.maxlen is None


def _record_push_left(trail: Trail, owner: Any, *args: Any) -> bool:
    if owner.maxlen is None:
        trail.append((_unpush, owner, 0, args[0] if args else None))
    return owner.maxlen is None


def _unpush(inverse: Inverse) -> None:
    _, owner, i, item = inverse
    if owner and deque.__getitem__(owner, i) is item:
        (deque.pop if i else deque.popleft)(owner)


def _record_deque_pop(trail: Trail, owner: Any, *args: Any) -> bool:
    _record_pop(trail, deque, owner, -1)
    return True


def _record_popleft(trail: Trail, owner: Any, *args: Any) -> bool:
    _record_pop(trail, deque, owner, 0)
    return True


Record = Callable[..., bool]
RECORD: dict[tuple[Any, str], Record] = {
    (list, "append"): _record_append,
    (list, "insert"): _record_insert,
    (list, "extend"): _record_extend,
    (list, "__iadd__"): _record_extend,
    (list, "pop"): _record_list_pop,
    (list, "remove"): _record_remove,
    (deque, "append"): _record_push,
    (deque, "appendleft"): _record_push_left,
    (deque, "pop"): _record_deque_pop,
    (deque, "popleft"): _record_popleft,
    (set, "add"): _record_add,
    (set, "discard"): _record_discard,
    (set, "remove"): _record_discard,
    (set, "update"): _record_update,
    (set, "__ior__"): _record_update,
    (set, "difference_update"): _record_difference,
    (set, "__isub__"): _record_difference,
    (dict, "pop"): _record_dict_pop,
    (dict, "setdefault"): _record_setdefault,
    (OrderedDict, "setdefault"): _record_setdefault,
    (dict, "update"): _record_dict_update,
    (dict, "__ior__"): _record_dict_update,
}


def record_augmented(trail: Trail, operation: str, target: Any, operand: Any) -> None:
    """Record the inverse of what target op= operand does to target itself."""
    if base_of(target) is not None:
        method = INPLACE_METHODS.get(operation)
        if method and type(target).__dict__.get(method) is not None or base_of(target) is type(target):
            record_method(trail, target, method or "", (operand,))
        else:
            record_contents(trail, target)
    elif getattr(target, "shape", ()) and hasattr(target, "__array_interface__"):
        trail.append((_set_any_item, target, ..., target.copy()))


INPLACE_METHODS = {"Add": "__iadd__", "BitOr": "__ior__", "Sub": "__isub__"}


def record_heap(trail: Trail, heap: list[Any], is_push: bool) -> None:
    """Record the inverse of heappush(heap, v) or heappop(heap): only the items on one path to the root move."""
    path, last = [], len(heap) - 1
    i = len(heap) if is_push else 0
    while is_push and i > 0:
        i = (i - 1) >> 1
        path.append((i, heap[i]))
    while not is_push and i <= last:  # as the last item sinks: the smaller child rises
        path.append((i, heap[i]))
        i = 2 * i + 1
        if i + 1 < last and not heap[i] < heap[i + 1]:
            i += 1
    trail.append((_set_path, heap, path, len(heap), heap[-1]))


def _set_path(inverse: Inverse) -> None:
    _, heap, path, length, last = inverse
    heap[length:] = []
    if len(heap) < length:
        heap.append(last)
    for i, item in path:
        heap[i] = item


def record_first_argument(trail: Trail, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Record the first argument of a function of heapq, bisect or random, which it changes."""
    for first in args[:1] or tuple(kwargs.values())[:1]:
        if base_of(first) is not None:
            record_contents(trail, first)
        elif isinstance(first, tuple(WRAPPERS)):
            record_contents(trail, first.data)  # type: ignore[attr-defined]
        elif getattr(first, "shape", ()) and hasattr(first, "__array_interface__"):
            trail.append((_set_any_item, first, ..., first.copy()))
