"""What a module holds, told in a way that two modules can be compared by: values, types, order, and what is shared."""

from __future__ import annotations

import functools
from collections import OrderedDict, deque
from contextlib import contextmanager
from io import StringIO
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any

import replay_modules

PLAIN = (type(None), bool, int, float, complex, str, bytes, range, type(...), ModuleType, BuiltinFunctionType)


def told_world(space: dict[str, Any], without: frozenset[str]) -> dict[str, str]:
    """What each global name of the module holds; #3 is the third thing met, here or under an earlier name.

    Functions hold their defaults and the variables that they close over, classes their attributes.
    """
    told = Telling(space["__name__"])
    names = [name for name in sorted(space) if not name.startswith("__") and name not in without]
    return {name: told.of(space[name]) for name in names if is_own(space[name], space["__name__"])}


def is_own(value: Any, module: str) -> bool:
    """Whether it is not something imported."""
    if isinstance(value, type | FunctionType):
        return value.__module__ == module
    return not isinstance(value, ModuleType)


MANAGER: Any = type(contextmanager(iter)(()))
BUILT_IN = (list, dict, set, deque)  # these have no attributes


class Telling:
    def __init__(self, module: str) -> None:
        self.module = module
        self.met: dict[int, tuple[int, Any]] = {}  # with the thing itself, so that its id is not given to another

    def of(self, value: Any) -> str:
        if type(value) in PLAIN or isinstance(value, PLAIN):  # the first tells it of most, and sooner
            return repr(value)
        if isinstance(value, tuple):
            return f"({self.listed(value)})"
        if is_ambiguous(value):
            return "ambiguous"
        if isinstance(value, type) and value.__module__ != self.module:
            return value.__name__
        if id(value) in self.met:
            return f"#{self.met[id(value)][0]}"
        self.met[id(value)] = len(self.met), value
        return f"{type(value).__name__}#{len(self.met) - 1}({self.inside(value)})"

    def inside(self, value: Any) -> str:
        if type(value) in BUILT_IN:  # of which there are most
            return f"{self.items(value)}; "
        match value:
            case FunctionType():
                defaults = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
                closure = value.__closure__ or ()
                return f"{value.__name__}, {self.listed([*defaults, *closure])}, {self.named(vars(value))}"
            case MethodType():
                return f"{value.__func__.__name__} of {self.of(value.__self__)}"
            case CellType():
                return self.of(value.cell_contents) if value != CellType() else "empty"
            case functools.partial():
                return self.listed([value.func, *value.args, *value.keywords.values()])
            case classmethod() | staticmethod():
                return self.of(value.__func__)
            case property():
                return ""
            case type():
                own = {k: v for k, v in vars(value).items() if not (k.startswith("__") and k != "__init__")}
                return f"{value.__name__}, {self.named({k: v for k, v in own.items() if not is_slot(v)})}"
        if type(value) is MANAGER:  # its function is a twin
            return ""
        return f"{self.items(value)}; {self.named(attributes(value))}"

    def items(self, value: Any) -> str:
        if isinstance(value, StringIO):
            return repr(value.closed or (value.getvalue(), value.tell()))
        if isinstance(value, list):
            return self.listed(list.__iter__(value))
        if isinstance(value, OrderedDict):  # its order is its own
            return ", ".join([f"{self.of(k)}: {self.of(v)}" for k, v in OrderedDict.items(value)])
        if isinstance(value, dict):
            return ", ".join([f"{self.of(k)}: {self.of(v)}" for k, v in dict.items(value)])
        if isinstance(value, set):
            return ", ".join(sorted([self.of(v) for v in set.__iter__(value)]))
        return self.listed(value) if isinstance(value, deque) else ""

    def listed(self, values: Any) -> str:
        return ", ".join(map(self.of, values))

    def named(self, values: dict[str, Any]) -> str:
        return ", ".join([f"{name}={self.of(value)}" for name, value in sorted(values.items())])


def is_ambiguous(value: Any) -> bool:
    """An ambiguous function of either engine."""
    return type(value).__module__.startswith("ambsearch") or (
        isinstance(value, FunctionType) and value.__code__.co_filename == replay_modules.__file__
    )


def is_slot(value: Any) -> bool:
    return type(value).__name__ in ("member_descriptor", "getset_descriptor", "_tuplegetter")


def attributes(value: Any) -> dict[str, Any]:
    slots = [name for cls in type(value).__mro__ for name in vars(cls).get("__slots__", ())]
    slotted = {name: object.__getattribute__(value, name) for name in slots if has(value, name)}
    own = slotted | getattr(value, "__dict__", {})
    return {name: part for name, part in own.items() if name != "__module__"}  # which differs between two programs


def has(value: Any, name: str) -> bool:
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True
