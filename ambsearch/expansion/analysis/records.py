"""Which calls make a named tuple or a dataclass instance that holds what it is given, and nothing else.

A frozen instance is as constant as a named tuple, unless its class has methods that set or keep something all the same.

>>> from collections import namedtuple
>>> from dataclasses import dataclass
>>> @dataclass
... class Plan:
...     days: list
...     cost: int = 0
>>> fields_of(Plan), fields_of(namedtuple("Move", "x y"))
({'days': False, 'cost': True}, {'x': False, 'y': False})
>>> fields_of(dict)
{}
"""

import ast
import functools
import types
from typing import Any

from ambsearch.copiers.base import ATOMS
from ambsearch.expansion.analysis.functions import function_in
from ambsearch.expansion.analysis.world import WORLD, functions_in, steady_value
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.twins import default_factories

# what a class may run for a new instance, or for a copy of it
OWN = ("__post_init__", "__copy__", "__deepcopy__", "__del__")
USED = (*OWN, "__init__", "__new__", "__setattr__")
# methods of which Python makes a string, a number or a truth value, or which `fields_of` knows
ASKED = {"__str__", "__repr__", "__format__", "__hash__", "__bool__", "__len__", "__contains__", "__replace__", *USED}
ASKED.add("__annotate_func__")  # from Python 3.14 on; the annotations
FILLING = frozenset({*USED, "__dataclass_fields__"})  # what no class above it may have


def parts_of_record(source: Source, call: ast.Call) -> tuple[bool, list[ast.expr]] | None:
    """Of such a call whether what it makes stays as it is, and what it is given; None of any other."""
    cls = steady_value(source, call.func, type)
    fields, names = {} if cls is UNKNOWN else fields_of(cls), {part.arg for part in call.keywords}
    left_out = fields.keys() - names - {*[*fields][: len(call.args)]}
    if not fields or not all(fields[name] for name in left_out) or ir.has_star(call):
        return None
    for name in USED:
        WORLD.rely(cls, name)
    is_filled = left_out.isdisjoint(default_factories(cls))  # or with a list that may be changed later
    is_still = is_filled and not gives_of_its_own(cls) and (issubclass(cls, tuple) or is_frozen(source, cls))
    return is_still, [*call.args, *(part.value for part in call.keywords)]


def gives_of_its_own(cls: type) -> bool:
    """Has it methods that an operator runs, or of the name of a string's or a tuple's, which may give anything?"""
    found = [(name, function_in(value)) for base in cls.__mro__ for name, value in vars(base).items()]
    codes = [(name, function.__code__) for name, function in found if function is not None and name not in ASKED]
    own = [name for name, code in codes if is_own(code) and not code.co_qualname.startswith("__create_fn__")]
    return any(name.startswith("__") or hasattr(str, name) or hasattr(tuple, name) for name in own)


def is_frozen(source: Source, cls: Any) -> bool:
    """Is this a frozen dataclass, which keeps nothing by cached_property, and in which nothing is set all the same?"""
    kinds = {type(value) for base in cls.__mro__[:-1] for value in vars(base).values()}
    is_still = cls.__dataclass_params__.frozen and functools.cached_property not in kinds
    return is_still and not WORLD.relations.once(WORLD.relations.of(source.space), sets_frozen)


def sets_frozen(spaces: frozenset[int]) -> bool:
    return any("__setattr__" in own.code.co_names and not own.is_generated for own in functions_in(spaces))


def is_generated(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and value.__code__.co_filename == "<string>"


def fields_of(cls: Any) -> dict[str, bool]:
    """The fields of such a class, each with whether it may be left out; none of any other class."""
    own = vars(cls)
    if cls.__bases__ == (tuple,) and own.keys().isdisjoint((*OWN, "__init__")) and cls.__dictoffset__ == 0:
        space = getattr(cls.__new__, "__globals__", {})  # of a function that namedtuple has made
        return dict.fromkeys(cls._fields, False) if space.get("__name__") == f"namedtuple_{cls.__name__}" else {}
    above = [name for base in cls.__mro__[1:-1] for name in vars(base)]
    if (
        "__dataclass_fields__" not in own
        or not own.keys().isdisjoint((*OWN, "__new__"))
        or not FILLING.isdisjoint(above)
    ):
        return {}
    is_set = cls.__setattr__ is object.__setattr__ or cls.__dataclass_params__.frozen
    fields = own["__dataclass_fields__"].values()
    if not is_generated(own.get("__init__")) or not is_set or not all(is_plain_field(cls, field) for field in fields):
        return {}
    return {field.name: type(field.default) in ATOMS or field.default_factory in (list, dict, set) for field in fields}


def is_plain_field(cls: type, field: Any) -> bool:
    """Is it given to __init__ by its place, and kept in the object as it is?"""
    import dataclasses  # here, because few programs need it, and it takes as long to import as ten modules of the engine

    held = vars(cls).get(field.name)
    is_kept = isinstance(held, types.MemberDescriptorType) or not hasattr(type(held), "__set__")
    return is_kept and field.init and not field.kw_only and field._field_type is dataclasses._FIELD  # type: ignore[attr-defined]
