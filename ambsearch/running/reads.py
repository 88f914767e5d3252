"""Reads and operators that may run a user's method: o.x, a[k], a + b, a < b."""

import operator
import types
from collections import defaultdict, deque
from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn

from ambsearch.running import undoing
from ambsearch.running.calls import apply
from ambsearch.running.methods import special
from ambsearch.running.twins import TWINS
from ambsearch.running.undoing import GONE, IMMUTABLE, IN_PLACE, UNBOUND, Trail, in_class

# the method of the other operand, of each comparison
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
ARITHMETIC = [plain.__name__.removeprefix("i") for plain in IN_PLACE.values()]
# of each operator the special methods of the left operand, of the right one and, if it works in place, of the target
OPERATIONS: dict[Any, tuple[str, ...]] = {
    **{getattr(operator, name): (f"__{name}__", f"__{other}__") for name, other in MIRRORED.items()},
    **{getattr(operator, f"__{name}__"): (f"__{name}__", f"__r{name}__") for name in ARITHMETIC},
    **{getattr(operator, f"i{name}"): (f"__{name}__", f"__r{name}__", f"__i{name}__") for name in ARITHMETIC},
    **{plain: (f"__{plain.__name__}__", f"__r{plain.__name__}__") for plain in (pow, divmod)},
}


def attribute(trail: Trail, owner: Any, name: str) -> Any:
    """owner.name, which may be a property."""
    if (type(owner), name) in TWINS.plain_reads:
        return getattr(owner, name)
    if type(owner) is super:
        return of_super(trail, owner, name)
    if type(owner) is types.ModuleType:
        missing = GONE if name in vars(owner) else vars(owner).get("__getattr__", GONE)
        is_own = in_class(types.ModuleType, name) is GONE and type(missing) is types.FunctionType
        return apply(trail, missing, name) if is_own else getattr(owner, name)
    own = special(owner, "__getattr__")
    missing = in_class(type(owner), "__getattr__") if own is None else GONE
    if own is not None or type(missing) is types.FunctionType:
        read: Any = type(owner).__getattribute__
        try:
            if (type(owner), name) in TWINS.own_reads:
                return read(owner, name)
            if is_plainly_read(owner, name):
                TWINS.own_reads.add((type(owner), name))
            return found_attribute(trail, owner, name, read)
        except AttributeError:  # perhaps of a property
            pass
        return apply(trail, missing, owner, name) if own is None else own(trail, owner, name)
    if missing is GONE and is_plainly_read(owner, name):
        TWINS.plain_reads.add((type(owner), name))
    return found_attribute(trail, owner, name, getattr)


def is_plainly_read(owner: Any, name: str) -> bool:
    """Does reading this attribute of such an object run nothing of the user's that changes something?"""
    place = in_class(type(owner), name)
    is_own = special(place, "__get__") is not None
    is_run = is_own or issubclass(type(place), (property, cached_property))
    if is_own or type(place) is property:
        getter, _ = accessor(place, "fget", "__get__")
        is_run = type(getter) is not types.FunctionType or TWINS.known[getter] is not None  # which changes something
    return not is_run and special(owner, "__getattribute__") is None and not issubclass(type(owner), type)


def found_attribute(trail: Trail, owner: Any, name: str, read: Callable[..., Any]) -> Any:
    """The same, unless a __getattr__ gives it; read: how, if no function of the user's is run."""
    every = special(owner, "__getattribute__")
    if every is not None:
        return every(trail, owner, name)
    found = described(trail, owner, name)
    return read(owner, name) if found is GONE else found


def described(trail: Trail, owner: Any, name: str) -> Any:
    """What the class of this object makes of owner.name by a user's function; GONE if by none."""
    place, found = in_class(type(owner), name), GONE
    if type(place) is property and place.fget is not None:  # nearly always
        return apply(trail, place.fget, owner)
    # asked before the __dict__, because on Python 3.11 and 3.12 an object is slow as soon as that has been asked for
    runs = hasattr(type(place), "__get__") and type(place) is not types.FunctionType
    if runs and (is_data(place) or name not in undoing.own_attributes(owner)):
        found = given_by(trail, place, owner, type(owner))
    if found is GONE and issubclass(type(owner), type):
        return given_by(trail, in_class(owner, name), None, owner)
    return cache(trail, owner, name, place) if issubclass(type(place), cached_property) else found


def given_by(trail: Trail, place: Any, owner: Any, cls: type) -> Any:
    """What a property, or a descriptor of the user's, gives; owner: None where it is read from the class."""
    call, subject = accessor(place, "fget", "__get__")
    if not subject:
        return GONE if call is None or owner is None else apply(trail, call, owner)
    getter = special(place, "__get__")
    return GONE if getter is None else getter(trail, place, owner, cls)


def accessor(place: Any, of_property: str, of_descriptor: str) -> tuple[Any, tuple[Any, ...]]:
    """What a property, or another descriptor, calls, and what it is given first: the descriptor itself."""
    if type(place) is property or isinstance(place, property) and special(place, of_descriptor) is None:
        return getattr(place, of_property), ()
    return in_class(type(place), of_descriptor), (place,)


def of_super(trail: Trail, owner: Any, name: str) -> Any:
    """super().name"""
    classes = owner.__self_class__.__mro__
    behind = classes[classes.index(owner.__thisclass__) + 1 :]
    one, cls = owner.__self__, owner.__self_class__
    found = given_by(trail, undoing.in_classes(behind, name), None if one is cls else one, cls)
    return getattr(owner, name) if found is GONE else found


def unbound(name: str) -> NoReturn:
    """Read a variable of this function that has no value."""
    raise UnboundLocalError(f"cannot access local variable '{name}' where it is not associated with a value")


def unbound_around(name: str) -> NoReturn:
    """Read a variable of the function around this one."""
    told = f"cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
    raise NameError(told, name=name)


def variables(held: dict[str, Any], names: tuple[str, ...], boxes: tuple[str, ...]) -> dict[str, Any]:
    """What locals() shows: the user's variables, those in boxes too, that have a value."""
    found = {name: held[name][0] if name in boxes else held[name] for name in names if name in held}
    return {name: value for name, value in found.items() if value is not UNBOUND}


def is_data(place: Any) -> bool:
    """Does this descriptor take precedence over an attribute of the object itself?"""
    return hasattr(type(place), "__set__") or hasattr(type(place), "__delete__")


def cache(trail: Trail, owner: Any, name: str, place: Any) -> Any:
    """What @cached_property gives, and stores in the object."""
    kept = undoing.own_attributes(owner)
    if name not in kept:
        undoing.record_attribute(trail, owner, name)
        kept[name] = apply(trail, place.func, owner)
    return kept[name]


VIEWS = frozenset(map(type, ({}.keys(), {}.values(), {}.items())))
OF_PYTHON = IMMUTABLE | VIEWS | {list, dict, set, deque}  # whose operators, length and truth run no code but Python's


def item(trail: Trail, owner: Any, key: Any) -> Any:
    """owner[key], which may make the key."""
    kind = type(owner)
    if kind in undoing.BUILT_IN or kind in undoing.DICTS and key in owner:
        return owner[key]
    method = special(owner, "__getitem__")
    if method is not None:
        return method(trail, owner, key)
    if isinstance(owner, dict):
        return owner[key] if dict.__contains__(owner, key) else missing_item(trail, owner, key)
    cls: Any = owner
    if isinstance(cls, type) and in_class(cls, "__class_getitem__") is not GONE:
        return apply(trail, attribute(trail, cls, "__class_getitem__"), key)
    return owner[key]


def missing_item(trail: Trail, owner: Any, key: Any) -> Any:
    """owner[key] of a dictionary that has no such key."""
    missing = special(owner, "__missing__")
    if missing is not None:
        return missing(trail, owner, key)
    return make_item(trail, owner, key) if isinstance(owner, defaultdict) else dict.__getitem__(owner, key)


def _makes_by_setitem() -> bool:
    """Does defaultdict call the __setitem__ of a class derived from it? It does no longer from some 3.14 on."""
    told: list[int] = []

    class Told(defaultdict[int, int]):
        def __setitem__(self, key: int, value: int) -> None:
            told.append(key)

    Told(int)[1]
    return bool(told)


MAKES_BY_SETITEM = _makes_by_setitem()


def make_item(trail: Trail, owner: Any, key: Any) -> Any:
    """What defaultdict's own __missing__ makes."""
    if owner.default_factory is None:
        return defaultdict.__missing__(owner, key)  # which says that there is none
    value, put = apply(trail, owner.default_factory), special(owner, "__setitem__") if MAKES_BY_SETITEM else None
    if put is None:
        undoing.record_item(trail, owner, key)
        dict.__setitem__(owner, key, value)
    else:
        put(trail, owner, key, value)
    return value


def operate(trail: Trail, plain: Callable[..., Any], *operands: Any) -> Any:
    """An operator, whose special methods may be the user's."""
    if OF_PYTHON.issuperset(map(type, operands)):  # as mostly
        return plain(*operands)
    first, names = operands[0], OPERATIONS[plain]
    is_text = plain in (operator.mod, operator.imod) and isinstance(first, (str, bytes))
    if is_text and not any(special(first, name) for name in names):  # it is formatting
        return plain(*operands)
    is_asked = len(names) > 2 and special(first, names[2]) is not None  # which did not change it in place
    for name, order in orders(names, operands):
        method = special(order[0], name)
        if method is not None:
            is_asked, result = True, method(trail, *order)
            if result is not NotImplemented:
                return result
    if is_asked and not any(may_answer(operand, names) for operand in operands):  # then Python says that none does
        silent = {id(one): one if is_of_python(one) else type(type(one).__name__, (), {})() for one in operands}
        operands = tuple([silent[id(one)] for one in operands])
    return plain(*operands)


def may_answer(operand: Any, names: tuple[str, ...]) -> bool:
    """May this operand of an operator do what neither the user's methods nor Python's own types do?"""
    kind = type(operand)
    others = [name for name in names if special(operand, name) is None]
    has_more = any(getattr(kind, name, None) is not getattr(object, name, None) for name in others)
    return not is_of_python(operand) and (has_more or solid(kind) is not object or hasattr(kind, "__index__"))


def is_of_python(operand: Any) -> bool:
    """Is this of one of Python's own types, or of a class made from one?"""
    kind = solid(type(operand))
    return kind is not object and kind.__module__ in ("builtins", "collections")


def solid(kind: type) -> type:
    """The first of its classes that is written in C."""
    flags = undoing.HEAP_TYPE | undoing.IMMUTABLE_TYPE
    return next(base for base in kind.__mro__ if base.__flags__ & flags != undoing.HEAP_TYPE)


def orders(names: tuple[str, ...], operands: tuple[Any, ...]) -> list[tuple[str, tuple[Any, ...]]]:
    """The special methods that Python tries where nothing is changed in place, in its order, each with its operands."""
    forward, backward = names[:2]
    found = [(forward, operands), (backward, operands[::-1])]
    left, right = map(type, operands)
    compares = backward != f"__r{forward[2:]}"
    if right is left and not compares:
        del found[1:]
    elif right is not left and issubclass(right, left):  # the subclass is asked first
        if compares or in_class(right, backward) is not in_class(left, backward):
            found.reverse()
    return found


TWINS.read = attribute
