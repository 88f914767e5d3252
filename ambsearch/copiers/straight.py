"""Straight code that copies answers of one shape.

It looks at all that an answer holds, as `snapshot` does, but asks only whether this is what is expected; what is not goes to
`other`, and so does an answer that holds twice what is to be copied. A tuple of another length raises the error of its own.

>>> from ambsearch.copiers.shapes import shape_of
>>> print(text_for(shape_of(([1, 2, 3], "north"))), end="")
def copied(a):
    try:
        if type(a) is not tuple: raise ValueError
        a0, a1, = a
        if type(a0) is not list: raise ValueError
        for a0i in a0:
            if type(a0i) is not int: raise ValueError
        if type(a1) is not str: raise ValueError
        return (a0.copy(), a1, )
    except (ValueError, KeyError, AttributeError):
        pass
    return other(a)
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from ambsearch.copiers import COPIER_OF
from ambsearch.copiers.base import ATOMS
from ambsearch.copiers.shapes import CONSTANT, Of, Parts, Shape, levels_held
from ambsearch.copiers.snapshots import FIXED, TREES, is_constant

FILE = os.path.join(os.path.dirname(__file__), "<copy of an answer>")  # of the engine, for tracebacks
MOST_PAIRS = 28  # of eight rows


def copier_for(shape: Shape, other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    space: dict[str, Any] = {"ATOMS": ATOMS, "FIXED": FIXED, "is_constant": is_constant, "items": tuple.__iter__}
    space |= {"other": other, **{word(cls): cls for cls in records(shape)}}
    space |= {f"new_{word(cls)}": COPIER_OF[cls].base.__new__ for cls in records(shape)}
    exec(code_for(shape), space)
    copied: Callable[[Any], Any] = space["copied"]
    return copied


@lru_cache(maxsize=200)
def code_for(shape: Shape) -> Any:
    return compile(text_for(shape), FILE, "exec")


def text_for(shape: Shape) -> str:
    twice = question([one for one in changeable(shape, "a") if one != "a"])
    lines = [*checks(shape, "a"), *twice, f"return {copy_of(shape, 'a')}"]
    body = ["try:", *indented(lines), "except (ValueError, KeyError, AttributeError):", "    pass", "return other(a)"]
    return "".join(f"{line}\n" for line in ("def copied(a):", *indented(body)))


def records(shape: Shape) -> Iterator[type]:
    """The classes of the program in it."""
    if isinstance(shape, frozenset):
        yield from shape - ATOMS
    if isinstance(shape, (Of, Parts)):
        if shape.cls not in TREES:
            yield shape.cls
        for part in (shape.keys, *(shape.parts if isinstance(shape, Parts) else [shape.items])):
            yield from records(part)


def word(cls: type) -> str:
    return cls.__name__ if cls in TREES or cls in ATOMS else f"class_{id(cls)}"


def checks(shape: Shape, name: str) -> Iterator[str]:
    """The lines that see whether what has this name has this shape."""
    match shape:
        case frozenset():
            words = [f"type({name}) is not {word(cls)}" for cls in shape - {type(None)}]
            words += [f"{name} is not None"] if type(None) in shape else []
            is_short = len(words) < 3 or shape - ATOMS
            yield f"if {' and '.join(sorted(words)) if is_short else f'type({name}) not in ATOMS'}: raise ValueError"
        case Of() if shape == CONSTANT:
            is_other = f"type({name}) not in ATOMS and (type({name}) not in FIXED or not is_constant({name}))"
            yield f"if {is_other}: raise ValueError"
        case Of(cls=cls, items=items, keys=keys):
            yield f"if type({name}) is not {word(cls)}: raise ValueError"
            yield from loop(keys, f"{name}k", name) if cls is dict else ()
            if not holds_objects(items):
                yield from loop(items, f"{name}i", values(shape, name))
                return
            one = f"{name}i"
            yield from (f"{name}c, {name}h = [], []", f"for {one} in {values(shape, name)}:")
            yield from indented(checks(items, one))
            yield f"    {name}c.append({copy_of(items, one)})"
            yield f"    {name}h += {listed(changeable(items, one))}"
        case Parts(cls=cls, parts=parts, keys=keys):
            yield f"if type({name}) is not {word(cls)}: raise ValueError"
            yield from loop(keys, f"{name}k", name) if cls is dict else ()
            yield from reading(shape, name)
            for part, one in zip(parts, part_names(shape, name), strict=True):
                yield from checks(part, one)
            yield from making(shape, name)


def reading(shape: Parts, name: str) -> Iterator[str]:
    """The lines that take it apart, and see whether an object has more attributes."""
    names, has_dict = part_names(shape, name), shape.cls.__dictoffset__ != 0
    if shape.names is None:
        yield f"{listed(names)}= {values(shape, name)}"
        return
    if has_dict:
        yield f"{name}d = {name}.__dict__"
        yield f"if len({name}d) != {len(names)}: raise ValueError"
    for one, key in zip(names, shape.names, strict=True):
        yield f"{one} = {name}d[{key!r}]" if has_dict else f"{one} = {name}.{key}"


def making(shape: Parts, name: str) -> Iterator[str]:
    """The lines that make another object, with copies of what this one holds."""
    if shape.names is None:
        return
    known, has_dict = word(shape.cls), shape.cls.__dictoffset__ != 0
    yield f"{name}c = new_{known}({known})"
    if has_dict:
        yield f"{name}c.__dict__ = {name}d = {name}d.copy()"
    for part, one, key in zip(shape.parts, part_names(shape, name), shape.names, strict=True):
        if levels_held(part) or not has_dict:
            yield f"{name}d[{key!r}] = {copy_of(part, one)}" if has_dict else f"{name}c.{key} = {copy_of(part, one)}"


def loop(shape: Shape, name: str, items: str) -> Sequence[str]:
    return (
        [f"if {items}: raise ValueError"]
        if shape is None
        else [f"for {name} in {items}:", *indented(checks(shape, name))]
    )


def copy_of(shape: Shape, name: str) -> str:
    """The expression that copies it."""
    if not levels_held(shape):
        return name
    if isinstance(shape, Parts):
        if shape.names is not None:
            return f"{name}c"
        return made(shape, name, listed(map(copy_of, shape.parts, part_names(shape, name))))
    assert isinstance(shape, Of)
    if not levels_held(shape.items):
        return f"{name}.copy()"
    if holds_objects(shape.items):
        return made(shape, name, f"*{name}c, ")
    if isinstance(shape.items, Of) and not levels_held(shape.items.items) and shape.items.cls is not tuple:
        return made(shape, name, f"*map({shape.items.cls.__name__}.copy, {values(shape, name)}), ")
    return made(shape, name, f"*[{copy_of(shape.items, f'{name}i')} {over_items(shape, name)}], ")


def made(shape: Of | Parts, name: str, parts: str) -> str:
    """A container like this one, of these parts."""
    return (
        f"dict(zip({name}, [{parts}]))" if shape.cls is dict else f"({parts})" if shape.cls is tuple else f"[{parts}]"
    )


def question(names: Sequence[str]) -> list[str]:
    """The lines that see whether any two of these are the same."""
    pairs = [f"{one} is {other}" for one, other in combinations(names, 2)]
    if len(pairs) <= MOST_PAIRS and not any(name.startswith("*") for name in names):
        return [f"if {' or '.join(pairs)}: raise ValueError"] if pairs else []
    return [f"seen = [{', '.join(names)}]", "if len({*map(id, seen)}) < len(seen): raise ValueError"]


def changeable(shape: Shape, name: str) -> list[str]:
    """The names of all that is copied, and after a star expressions for more than one."""
    if shape is None or isinstance(shape, frozenset) or not levels_held(shape):
        return []
    found = [name] if shape.cls is not tuple else []
    if isinstance(shape, Parts):
        for part, one in zip(shape.parts, part_names(shape, name), strict=True):
            found += changeable(part, one)
        return found
    if holds_objects(shape.items):
        return [*found, f"*{name}h"]
    each, inside = over_items(shape, name), changeable(shape.items, f"{name}i")
    if inside == [f"{name}i"]:
        return [*found, f"*{values(shape, name)}"]
    for one in inside:
        found.append(f"*[same {each} for same in {one[1:]}]" if one.startswith("*") else f"*[{one} {each}]")
    return found


def holds_objects(shape: Shape) -> bool:
    """Is there anything in this whose attributes are copied? A loop takes each apart once."""
    if isinstance(shape, Parts):
        return shape.names is not None or any(map(holds_objects, shape.parts))
    return isinstance(shape, Of) and holds_objects(shape.items)


def over_items(shape: Of, name: str) -> str:
    """What goes over its items in a comprehension, with names for their parts."""
    return f"for {name}i in {values(shape, name)}{in_parts(shape.items, f'{name}i')}"


def in_parts(shape: Shape, name: str) -> str:
    if not isinstance(shape, Parts) or not levels_held(shape):
        return ""
    names = part_names(shape, name)
    return f" for {listed(names)}in [{values(shape, name)}]" + "".join(map(in_parts, shape.parts, names))


def part_names(shape: Parts, name: str) -> list[str]:
    return [f"{name}{number}" for number in range(len(shape.parts))]


def values(shape: Of | Parts, name: str) -> str:
    return f"{name}.values()" if shape.cls is dict else name if shape.cls in TREES else f"items({name})"


def listed(parts: Iterable[str]) -> str:
    return "".join(f"{part}, " for part in parts)


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
