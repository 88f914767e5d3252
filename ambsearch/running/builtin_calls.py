"""Calls of code written in C: a method of a container under another name, `setattr`, `len` of a user's object."""

import gc
import operator
import types
from array import array
from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from functools import cmp_to_key, partial, reduce
from typing import Any

from ambsearch.running import undoing
from ambsearch.running.calls import BUILTINS, HOW, OPERANDS, apply, instance_maker, operand, recording
from ambsearch.running.changes import erase, store
from ambsearch.running.positions import reading_of
from ambsearch.running.reads import attribute, described, item, make_item, missing_item
from ambsearch.running.undoing import CHANGE_FIRST_ARGUMENT, GONE, METHODS, OF_TEXT, Trail, base_of, is_text
from ambsearch.running.variables import reset, set_variable


def apply_builtin(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A builtin function, or a bound method of a container, which may change it."""
    if function in CHANGE_FIRST_ARGUMENT or function is print and "file" in kwargs:
        undoing.record_argument(trail, function, args, kwargs)
    return apply_bound(trail, function.__self__, function.__name__, function, args, kwargs)


def apply_bound(
    trail: Trail, owner: Any, name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """A method of this owner that is written in C."""
    if name == "__setattr__" and len(args) == 2:
        return store(trail, owner, *args, plainly=lambda owner, name, value: function(name, value))
    if name == "__delattr__" and len(args) == 1:
        return erase(trail, owner, *args, plainly=lambda owner, name: function(name))
    if name == "__getattribute__" and len(args) == 1:
        found = described(trail, owner, args[0])
        return function(*args) if found is GONE else found
    if type(owner) is ContextVar and name in ("set", "reset") and len(args) == 1:
        return (set_variable if name == "set" else reset)(trail, owner, *args)
    if name == "__next__" and not args:
        return BUILTINS[next](trail, owner)
    if type(owner) is types.GeneratorType and (name, len(args)) in (("send", 1), ("close", 0)):
        return getattr(reading_of(owner), name)(trail, *args)
    if name == "__call__" and isinstance(owner, type):  # of a metaclass: super().__call__(...)
        return instance_maker(owner)(trail, owner, *args, **kwargs)
    if name == "__call__" and isinstance(owner, (types.FunctionType, types.MethodType)):
        return apply(trail, owner, *args, **kwargs)
    if name == "__call__" and isinstance(owner, partial):  # super().__call__(...) in a class derived from it
        return apply(trail, owner.func, *owner.args, *args, **{**owner.keywords, **kwargs})
    if name == "__missing__" and len(args) == 1 and isinstance(owner, defaultdict):
        return make_item(trail, owner, args[0])
    if name == "__getitem__" and len(args) == 1 and isinstance(owner, dict) and not dict.__contains__(owner, args[0]):
        return missing_item(trail, owner, args[0])
    if type(owner) is types.MemberDescriptorType and name in ("__set__", "__delete__") and args:
        undoing.record_attributes(trail, args[0], owner.__name__)
    elif base_of(owner) is not None and (name in METHODS or name in undoing.SPECIAL):
        args = tuple([operand(trail, owner, name, part) for part in args])
        kwargs = {k: recording(trail, v) if name == "sort" and k == "key" else v for k, v in kwargs.items()}
        undoing.record_method(trail, owner, name, args, kwargs)
    elif args and name == "__setitem__":
        undoing.record_item(trail, owner, args[0])
    elif args and name == "__delitem__":
        undoing.record_deletion(trail, owner, args[0])
    elif name in OF_TEXT and is_text(owner):
        OF_TEXT[name](trail, owner)
    elif name in METHODS or name in undoing.SPECIAL:  # of an array of numpy's, perhaps
        undoing.record_whole(trail, owner)
    elif (read := OPERANDS.get((base_of(owner) or type(owner), name))) is not None:
        args = tuple([read(trail, part) for part in args])
    return function(*args, **kwargs)


def apply_unbound(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """list.append(xs, v), object.__setattr__(o, "x", v)."""
    if not args:
        return function(*args, **kwargs)
    bound = partial(function, args[0])
    return apply_bound(trail, args[0], function.__name__, bound, args[1:], kwargs)


def apply_key(trail: Trail, key: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What functools.cmp_to_key has made of a function, which it shows to the garbage collector only."""
    compare = next(part for part in gc.get_referents(key) if part is not COMPARING_KEY)
    return cmp_to_key(recording(trail, compare))(*args, **kwargs)


def getting(read: Callable[..., Any]) -> Callable[..., Any]:
    """How operator.attrgetter("place.row") or operator.itemgetter(0, 1) is called, which reads these."""

    def call(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if len(args) != 1 or kwargs:
            return function(*args, **kwargs)
        found = [read(trail, args[0], place) for place in function.__reduce__()[1]]
        return tuple(found) if len(found) > 1 else found[0]

    return call


COMPARING_KEY: Any = type(cmp_to_key(lambda a, b: 0))
HOW[COMPARING_KEY] = apply_key
HOW[operator.attrgetter] = getting(lambda trail, owner, path: reduce(partial(attribute, trail), path.split("."), owner))
HOW[operator.itemgetter] = getting(item)
HOW[types.BuiltinFunctionType] = HOW[types.MethodWrapperType] = apply_builtin
HOW[type(array("i").extend)] = apply_builtin  # a method that is given its class has another type
HOW[types.MethodDescriptorType] = HOW[types.WrapperDescriptorType] = apply_unbound
