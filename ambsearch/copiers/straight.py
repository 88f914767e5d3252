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
    except ValueError:
        pass
    return other(a)
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from ambsearch.copiers.base import ATOMS
from ambsearch.copiers.shapes import CONSTANT, Of, Parts, Shape, levels_held
from ambsearch.copiers.snapshots import FIXED, TREES, is_constant

FILE = os.path.join(os.path.dirname(__file__), "<copy of an answer>")  # of the engine, for tracebacks
MOST_PAIRS = 28  # of eight rows


def copier_for(shape: Shape, other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    space: dict[str, Any] = {"ATOMS": ATOMS, "FIXED": FIXED, "is_constant": is_constant, "items": tuple.__iter__}
    space |= {"other": other, **{word(cls): cls for cls in records(shape)}}
    exec(code_for(shape), space)
    copied: Callable[[Any], Any] = space["copied"]
    return copied


@lru_cache(maxsize=200)
def code_for(shape: Shape) -> Any:
    return compile(text_for(shape), FILE, "exec")


def text_for(shape: Shape) -> str:
    twice = question([one for one in changeable(shape, "a") if one != "a"])
    lines = [*checks(shape, "a"), *twice, f"return {copy_of(shape, 'a')}"]
    body = ["try:", *indented(lines), "except ValueError:", "    pass", "return other(a)"]
    return "".join(f"{line}\n" for line in ("def copied(a):", *indented(body)))


def records(shape: Shape) -> Iterator[type]:
    """The classes of named tuples in it."""
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
            words = [
                f"{name} is not None" if cls is type(None) else f"type({name}) is not {cls.__name__}" for cls in shape
            ]
            yield f"if {' and '.join(sorted(words)) if len(words) < 3 else f'type({name}) not in ATOMS'}: raise ValueError"
        case Of() if shape == CONSTANT:
            is_other = f"type({name}) not in ATOMS and (type({name}) not in FIXED or not is_constant({name}))"
            yield f"if {is_other}: raise ValueError"
        case Of(cls=cls, items=items, keys=keys):
            yield f"if type({name}) is not {word(cls)}: raise ValueError"
            yield from loop(keys, f"{name}k", name) if cls is dict else ()
            yield from loop(items, f"{name}i", values(shape, name))
        case Parts(cls=cls, parts=parts, keys=keys):
            yield f"if type({name}) is not {word(cls)}: raise ValueError"
            yield from loop(keys, f"{name}k", name) if cls is dict else ()
            names = part_names(shape, name)
            yield f"{listed(names)}= {values(shape, name)}"
            for part, one in zip(parts, names, strict=True):
                yield from checks(part, one)


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
        return made(shape, name, listed(map(copy_of, shape.parts, part_names(shape, name))))
    assert isinstance(shape, Of)
    if not levels_held(shape.items):
        return f"{name}.copy()"
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
    each, inside = over_items(shape, name), changeable(shape.items, f"{name}i")
    if inside == [f"{name}i"]:
        return [*found, f"*{values(shape, name)}"]
    for one in inside:
        found.append(f"*[same {each} for same in {one[1:]}]" if one.startswith("*") else f"*[{one} {each}]")
    return found


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
