"""Changes as expansions make them, each recorded on a trail; a method of a user's class records its own.

set_item, delete_item, set_attribute, delete_attribute    a[k] = v, del a[k], o.x = v, del o.x
change                                                    xs.append(v), seen.add(v), ...
change_argument                                           heapq.heappush(xs, v), random.shuffle(xs), ...
augment                                                   n += v
"""

import operator
import types
from abc import ABCMeta
from collections.abc import Callable
from functools import partial
from typing import Any

from ambsearch.answers import snapshot
from ambsearch.ground.finding import Finding
from ambsearch.running import undoing
from ambsearch.running.calls import OPERANDS, PLAIN, apply, operand
from ambsearch.running.methods import INHERITED, SPECIAL, special, table
from ambsearch.running.reads import OPERATIONS, accessor, attribute, is_data, item, operate
from ambsearch.running.twins import OF_FUNCTIONS, TWINS, changes, is_users, own_method
from ambsearch.running.undoing import GONE, IN_PLACE, Trail, base_of, in_class

Record = Callable[..., None]


def set_item(trail: Trail, value: Any, owner: Any, key: Any) -> None:
    method = SPECIAL["__setitem__"][type(owner)]
    if method is None:
        key = place_of(trail, owner, key)
        value = operand(trail, owner, "[:]", value) if isinstance(key, slice) else value
        attempt(trail, undoing.record_item, operator.setitem, owner, key, value)
    else:
        method(trail, owner, key, value)


def place_of(trail: Trail, owner: Any, key: Any) -> Any:
    """The key; if it is a user's number, its __index__ is called just once."""
    if type(key) in undoing.IMMUTABLE:
        return key
    index = special(key, "__index__")
    is_asked = index is not None and base_of(owner) is not None and not isinstance(owner, dict)
    return index(trail, key) if index is not None and is_asked else key


def attempt(trail: Trail, record: Callable[..., None], change: Any, owner: Any, place: Any, *value: Any) -> None:
    """Record a change of a place, and make it; it may be refused."""
    start = len(trail)
    record(trail, owner, place)
    try:
        change(owner, place, *value)
    except Exception:
        undoing.doubt(trail, start)
        raise


def augment_item(trail: Trail, operation: str, owner: Any, key: Any, operand: Any) -> None:
    """owner[key] op= operand."""
    value = item(trail, owner, key)
    found = augment(trail, operation, value, operand)
    # a user's __iadd__ may have put another there
    is_there = found is value and undoing.base_of(value) is type(value) and type(owner) in (dict, list)
    is_there = is_there and type(key) is not slice
    if not is_there:
        set_item(trail, found, owner, key)


def delete_item(trail: Trail, owner: Any, key: Any) -> None:
    method = special(owner, "__delitem__")
    if method is None:
        attempt(trail, undoing.record_deletion, operator.delitem, owner, place_of(trail, owner, key))
    else:
        method(trail, owner, key)


def set_attribute(trail: Trail, value: Any, owner: Any, name: str) -> None:
    place, find, setter = SETTERS[name][type(owner)]
    if place is not None and find(name) is place:  # then the class has no __setattr__ of its own
        setter(trail, owner, value)
        return
    method = special(owner, "__setattr__")
    if method is not None:
        method(trail, owner, name, value)
    elif undoing.is_generic(type(owner), "__setattr__"):
        store(trail, owner, name, value, plainly=setattr)
    else:
        record = recorder(owner, "__setattr__", "__setitem__", undoing.record_item, undoing.record_attribute)
        attempt(trail, record, setattr, owner, name, value)


def setter_of(name: str, cls: type) -> tuple[Any, Any, Any]:
    """The descriptor, such as a property, that decides what o.name = v means, how to find it, and how to call its function.

    None, if there is none.
    """
    place = in_class(cls, name)
    method, subject = accessor(place, "fset", "__set__")
    call = own_method(method)
    if call is None or type(cls) not in (type, ABCMeta) or not undoing.is_generic(cls, "__setattr__"):
        return None, None, None
    changes(cls)
    find = vars(cls).get if name in vars(cls) else partial(in_class, cls)
    return place, find, (lambda trail, owner, value: call(trail, *subject, owner, value)) if subject else call


SETTERS = Finding(partial(table, setter_of))


def augment_attribute(trail: Trail, operation: str, owner: Any, name: str, operand: Any) -> None:
    """owner.name op= operand."""
    value = attribute(trail, owner, name)
    found = augment(trail, operation, value, operand)
    is_there = found is value and undoing.base_of(value) is type(value) and type(owner) in undoing.keepers(name).plain
    if not is_there:
        set_attribute(trail, found, owner, name)


def delete_attribute(trail: Trail, owner: Any, name: str) -> None:
    method = special(owner, "__delattr__")
    if method is not None:
        method(trail, owner, name)
    elif undoing.is_generic(type(owner), "__delattr__"):
        erase(trail, owner, name, plainly=delattr)
    else:
        changes(type(owner))
        record = recorder(owner, "__delattr__", "__delitem__", undoing.record_deletion, undoing.record_attributes)
        attempt(trail, record, delattr, owner, name)


def erase(trail: Trail, owner: Any, name: str, *, plainly: Any) -> None:
    """del owner.name as every object does it: a property, or another descriptor, decides what that means."""
    changes(type(owner))
    ask_again(trail, owner, name)
    place = in_class(type(owner), name)
    remove, subject = accessor(place, "fdel", "__delete__")
    if not is_data(place) or subject and type(remove) is not types.FunctionType and remove is not GONE:
        attempt(trail, undoing.record_attributes, plainly, owner, name)
    elif remove is None or remove is GONE:
        plainly(owner, name)  # which says what is wrong
    else:
        apply(trail, remove, *subject, owner)


def recorder(owner: Any, name: str, of_items: str, item: Record, own: Record) -> Record:
    """What records a change of an attribute by this method: as one of an item, if it is that of a dictionary for its items,
    as one of its own, or as one that may change anything in it.
    """
    base = base_of(owner)
    if base is not None and in_class(type(owner), name) is in_class(base, of_items):  # __setattr__ = dict.__setitem__
        return item
    is_own = undoing.is_generic(type(owner), name) or issubclass(type(owner), (type, types.ModuleType))
    return own if is_own else undoing.record_foreign_attribute


def ask_again(trail: Trail, owner: Any, name: str, value: Any = GONE) -> None:
    """A class is changed: its objects will have this attribute, or this method, from it, until that is taken back.

    Or a function, or a variable that functions share: its default values are those of its twin, too, and functions that were
    made with it may change something from now on.
    """
    if issubclass(type(owner), type):
        values = value, in_class(owner, name)
        is_method = any(callable(found) or in_class(type(found), "__get__") is not GONE for found in values)
        forget = TWINS.forget_classes if is_method else partial(undoing.keepers(name).forget, owner)
        forget()
        trail.append((undoing.take_back, forget))
    elif name in OF_FUNCTIONS:
        TWINS.known.clear()
        trail.append((undoing.take_back, TWINS.known.clear))


def store(trail: Trail, owner: Any, name: str, value: Any, *, plainly: Any = object.__setattr__) -> None:
    """owner.name = value as every object does it: a property, or another descriptor, decides what that means."""
    kinds = undoing.keepers(name)
    if type(owner) not in kinds.asked:
        changes(type(owner))
        for asked in ("__setattr__", name):  # which the class may be given later
            TWINS.rely(type(owner), asked)
        kinds.learn(type(owner))
    is_plain = type(owner) in kinds.plain
    if is_plain or type(owner) in kinds.kept:
        set_plainly(trail, value, owner, name, plainly, getattr if is_plain else own_value)
        return
    ask_again(trail, owner, name, value)
    place = in_class(type(owner), name)
    method, subject = accessor(place, "fset", "__set__")
    if is_users(method) or not subject and callable(method) and type(method) not in WRITTEN:
        apply(trail, method, *subject, owner, value)
    elif method is None:
        plainly(owner, name, value)  # which says what is wrong
    else:
        record = undoing.record_attribute if subject else undoing.record_foreign_attribute
        attempt(trail, record, plainly, owner, name, value)


WRITTEN = (types.FunctionType, types.BuiltinFunctionType)


def set_plainly(trail: Trail, value: Any, owner: Any, name: str, plainly: Any, read: Any = getattr) -> None:
    """The same for an object that keeps this attribute in itself."""
    old = read(owner, name, GONE)
    gone = undoing.take_back, undoing.forget_attribute, owner, name
    trail.append(gone if old is GONE else (undoing.take_back, object.__setattr__, owner, name, old))
    plainly(owner, name, value)


def own_value(owner: Any, name: str, default: Any) -> Any:
    """What getattr gives where the class has no __getattr__ of its own."""
    try:
        return object.__getattribute__(owner, name)
    except AttributeError:
        return default


def change(trail: Trail, owner: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
    """owner.name(*args), whose inverse goes on the trail."""
    key = type(owner), name
    if key in undoing.RECORD and (not kwargs or [*kwargs] == ["last"]):  # a container of Python's own
        is_known = key not in OPERANDS or PLAIN.issuperset(map(type, args))
        if is_known and type(method := getattr(owner, name)) is types.BuiltinFunctionType:
            undoing.RECORD[key](trail, owner, *args, *kwargs.values())
            return method(*args, **kwargs)
    TWINS.learn(type(owner))
    return apply(trail, attribute(trail, owner, name), *args, **kwargs)


def change_argument(trail: Trail, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """A call of a function of heapq, bisect or random, which changes its first argument."""
    undoing.record_argument(trail, function, args, kwargs)
    return function(*args, **kwargs)


def augment(trail: Trail, operation: str, target: Any, value: Any) -> Any:
    """target op= value, with what it does to target itself on the trail."""
    plain = IN_PLACE[operation]
    if type(target) in undoing.IMMUTABLE and type(value) in undoing.IMMUTABLE:
        return plain(target, value)
    name = OPERATIONS[plain][-1]
    method = SPECIAL[name][type(target)]
    if method is not None:
        found = method(trail, target, value)
        if found is not NotImplemented:
            return found
    elif hasattr(type(target), name):
        value = operand(trail, target, name, value)
        record: Callable[..., None] = undoing.RECORD.get((type(target), name), undoing.record_whole)
        record(trail, target, value)
        return plain(target, value)
    return operate(trail, plain, target, value)


def put_in(trail: Trail, box: list[Any], value: Any) -> Any:
    """name := value of a variable in a box."""
    set_item(trail, value, box, 0)
    return value


def copy_to_keep(value: Any) -> Any:
    """What a permanent change stores: containers as they are now, because the search may change them later."""
    return snapshot(value)


def rename(function: Any, name: str) -> Any:
    """A function under the name that the user gave it."""
    function.__qualname__ = function.__qualname__.removesuffix(function.__name__) + name
    function.__name__ = name
    return function


INHERITED[object.__setattr__] = store
