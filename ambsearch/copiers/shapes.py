"""The shape that the answers of a function have, such as lists of pairs of numbers.

What holds more than numbers, strings and the like in lists, tuples, dicts and sets has no shape, except named tuples of these,
and objects of one's own that are always copied, attribute by attribute.

>>> shape_of(([1, 2, 3], "north")).parts[0].cls
<class 'list'>
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, NamedTuple, Union

from ambsearch.copiers import COPIER_OF, KeptCopier
from ambsearch.copiers.base import ATOMS, in_slots
from ambsearch.copiers.containers import TupleCopier
from ambsearch.copiers.snapshots import FIXED, TREES, is_constant

ROWS = 8  # lists in a list that are taken apart without a loop
LARGE = 12  # parts of what is taken apart without a loop
DEEPEST = 5  # levels

Atoms = frozenset[type]
Shape = Union[Atoms, "Of", "Parts", None]  # None of the items of what is empty


class Of(NamedTuple):
    """Of a container of any length; keys: of a dict."""

    cls: type
    items: Shape
    keys: Shape = None


class Parts(NamedTuple):
    """Of a container of so many parts, which differ, or are those of a tuple; names: those of the attributes of an object."""

    cls: type
    parts: tuple[Shape, ...]
    keys: Shape = None
    names: tuple[str, ...] | None = None


class Various(Exception):
    """There is no such shape."""


CONSTANT = Of(object, None)  # any, see `copying`


def shape_of(value: Any, depth: int = 0) -> Shape:
    cls = type(value)
    if is_atom(cls):
        return frozenset([cls])
    if depth == DEEPEST and cls in FIXED and is_constant(value):
        return CONSTANT
    if is_record(cls) and depth < DEEPEST:
        found = Parts(cls, tuple([shape_of(part, depth + 1) for part in tuple.__iter__(value)]))
        if levels_held(found) or size(found.parts) > LARGE:
            raise Various
        return found
    if depth < DEEPEST and COPIER_OF[cls].is_plain:
        names = attribute_names(cls, value)
        return Parts(cls, tuple([loosened(shape_of(getattr(value, name), depth + 1)) for name in names]), names=names)
    if cls not in TREES or depth == DEEPEST:
        raise Various
    keys = common(shape_of(key, depth + 1) for key in value) if cls is dict else None
    parts = tuple([shape_of(part, depth + 1) for part in (value.values() if cls is dict else value)])
    if levels_held(keys) or cls in (set, frozenset) and levels_held(common(parts)):
        raise Various
    is_even = len({*parts}) < 2
    if not parts or cls in (set, frozenset) or len(parts) > most_parts(cls, common(parts[:1]) if is_even else None):
        return Of(cls, common(parts), keys)
    if size(parts) > LARGE and not is_even:
        parts = tuple(map(loosened, parts))
    shape: Shape = Parts(cls, parts, keys)
    return loosened(shape) if size(parts) > LARGE else shape


def most_parts(cls: type, part: Shape) -> int:
    """Of how many parts a container is at most to be taken apart without a loop; part: each of them, if they are alike."""
    return LARGE if part is None or cls is tuple else ROWS if levels_held(part) else 0


def is_atom(cls: type) -> bool:
    """Is this never copied, as a number or a member of an enumeration?"""
    return cls in ATOMS or (type(copier := COPIER_OF[cls]) is KeptCopier and copier.is_always)


def attribute_names(cls: type, value: Any) -> tuple[str, ...]:
    """Those of the attributes of an object; all slots are to have a value."""
    copier = COPIER_OF[cls]
    if copier.has_dict:
        return tuple(value.__dict__)
    if len(in_slots(copier.slots, value)) < len(copier.slots):
        raise Various
    return tuple([setter.__self__.__name__ for setter in copier.slots])


def is_record(cls: type) -> bool:
    """Is this a class of named tuples, which have nothing else to copy than their items?"""
    copier = COPIER_OF[cls] if issubclass(cls, tuple) and cls is not tuple else None
    return isinstance(copier, TupleCopier) and copier.bare and copier.own is None


def size(parts: Iterable[Shape]) -> int:
    return sum(size(part.parts) if isinstance(part, Parts) else 1 for part in parts)


def loosened(shape: Shape) -> Shape:
    """The same of any length."""
    if not isinstance(shape, Parts) or shape.names is not None:
        return shape
    return Of(shape.cls, common(shape.parts), shape.keys)


def common(shapes: Iterable[Shape]) -> Shape:
    return reduce(merged, shapes, None)


def merged(one: Shape, other: Shape) -> Shape:
    """What has one or the other of these shapes."""
    if one == other or one is None or other is None:
        return one or other
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one | other
    if isinstance(one, Parts) and isinstance(other, Parts) and one.cls is other.cls:
        if len(one.parts) == len(other.parts) and one.names == other.names:
            return one._replace(parts=tuple(map(merged, one.parts, other.parts)), keys=merged(one.keys, other.keys))
    one, other = loosened(one), loosened(other)
    if isinstance(one, Of) and isinstance(other, Of) and one.cls is other.cls:
        return Of(one.cls, merged(one.items, other.items), merged(one.keys, other.keys))
    if levels_held(one) or levels_held(other):
        raise Various
    return CONSTANT


def levels_held(shape: Shape) -> int:
    """How many levels of this are to be copied: 0 of a constant, 2 of a tuple with a list in it."""
    if shape is None or isinstance(shape, frozenset):
        return 0
    inside = max(map(levels_held, shape.parts if isinstance(shape, Parts) else [shape.items]), default=0)
    is_fixed = shape.cls is object or issubclass(shape.cls, (tuple, frozenset))
    return 0 if is_fixed and not inside else 1 + inside
