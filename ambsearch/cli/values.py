"""Reading a parameter's value from text, by its annotation; nothing is ever evaluated.

text   what follows the `=` in `key=value`, e.g. "8", "1,2,3", "[[1, 2], [3]]", "3:2,5:3"
kind   the parameter's annotation, e.g. int, tuple[int, ...], Mapping[int, int]; without one, Any

A number, a truth value and text are written as they are; a list as JSON, as Python writes it, or as items separated by
commas; a dict as JSON, as Python writes it, or as `key:value` separated by commas. Errors are ValueErrors that say what
was expected.
"""

import ast
import json
import types
from collections import abc
from collections.abc import Callable
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

SEQUENCES: dict[Any, Callable[..., Any]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    abc.Iterable: tuple,
    abc.Collection: tuple,
    abc.Sequence: tuple,
    abc.MutableSequence: list,
    abc.Set: frozenset,
    abc.MutableSet: set,
}
MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
EXPECTED = {
    int: "a whole number such as 8",
    float: "a number such as 0.5",
    bool: "true or false",
    str: "text",
    types.NoneType: "null",
}


def read(text: str, kind: Any) -> Any:
    """Read `text` as a value of `kind`.

    >>> read("8", int), read("0.5", float), read("yes", bool), read("8", str), read("8", Any), read("eight", Any)
    (8, 0.5, True, '8', 8, 'eight')
    >>> read("1,2,3", tuple[int, ...]), read("[[1, 2], []]", list[list[int]]), read("3:2,5:3", dict[int, int])
    ((1, 2, 3), [[1, 2], []], {3: 2, 5: 3})
    >>> read("[('a', 1), ('b', 2)]", Any), read("{1: None}", Any), read("(0, 1), (1, 2)", list[tuple[int, int]])
    ([('a', 1), ('b', 2)], {1: None}, [(0, 1), (1, 2)])
    >>> read("eight", int)
    Traceback (most recent call last):
    ...
    ValueError: expected a whole number such as 8, found 'eight'
    """
    kind = plain(kind)
    if is_union(kind):
        return first_that_fits(text, sorted(get_args(kind), key=lambda member: member is str), read, kind)
    if kind is str:
        return text
    if get_origin(kind) is Literal:
        text = {str(choice): choice for choice in get_args(kind)}.get(text, text)
        return fit(text, kind)
    if kind is bool and text.lower() in TRUTH:
        return TRUTH[text.lower()]
    value = literal(text)
    if is_container(kind) and not (text.lstrip().startswith(("[", "{")) or isinstance(value, tuple)):
        return from_pieces(text, kind)
    return fit(value, kind)


def literal(text: str) -> Any:
    """A whole number if it looks like one, else its value as JSON or as Python writes it, else the text itself."""
    for reader in (int, json.loads, display):
        try:
            return reader(text)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            continue
    return text


def display(text: str) -> Any:
    """A container as Python writes it, of numbers, texts and containers; or True, False, None."""
    if text.lstrip().startswith(("[", "{", "(")) or text in ("True", "False", "None"):
        return ast.literal_eval(text.strip())
    raise ValueError


def from_pieces(text: str, kind: Any) -> Any:
    """Read `1,2,3` as a sequence, `3:2,5:3` as a mapping."""
    pieces = [piece.strip() for piece in text.split(",")] if text.strip() else []
    kinds = item_kinds(kind, len(pieces))
    if any(is_container(item) for item in kinds) or (is_mapping(kind) and not all(":" in piece for piece in pieces)):
        raise wrong(text, kind)
    if not is_mapping(kind):
        return make(kind, [read(piece, item) for piece, item in zip(pieces, kinds, strict=True)])
    key, item = key_and_item(kind)
    pairs = (piece.partition(":") for piece in pieces)
    return {read(left.strip(), key): read(right.strip(), item) for left, _, right in pairs}


def fit(value: Any, kind: Any) -> Any:
    """Check that a value read from JSON or a display is of `kind`, and convert its lists to what `kind` asks for."""
    kind = plain(kind)
    if kind is Any:
        return value
    if is_union(kind):
        return first_that_fits(value, get_args(kind), fit, kind)
    if get_origin(kind) is Literal and value in get_args(kind):
        return value
    if is_mapping(kind) and isinstance(value, dict):
        key, item = key_and_item(kind)
        return {read(k, key) if type(k) is str else fit(k, key): fit(v, item) for k, v in value.items()}
    if is_container(kind) and not is_mapping(kind) and isinstance(value, (list, tuple, set)):
        kinds = item_kinds(kind, len(value))
        return make(kind, [fit(part, item) for part, item in zip(value, kinds, strict=True)])
    if kind is float and type(value) in (int, float):
        return float(value)
    if type(value) is kind:
        return value
    raise wrong(value, kind)


def first_that_fits(value: Any, kinds: Any, reader: Callable[[Any, Any], Any], union: Any) -> Any:
    """Read the value as the first of `kinds` that accepts it."""
    for kind in kinds:
        try:
            return reader(value, kind)
        except ValueError:
            continue
    raise wrong(value, union)


def make(kind: Any, items: list[Any]) -> Any:
    """The items as the container that `kind` asks for."""
    try:
        return SEQUENCES[get_origin(kind) or kind](items)
    except TypeError:  # a list in a set
        raise wrong(items, kind) from None


def item_kinds(kind: Any, count: int) -> list[Any]:
    """The kind of each of `count` items; ValueError if `kind` is a tuple of another length."""
    arguments = get_args(kind)
    is_tuple = (get_origin(kind) or kind) is tuple
    if not is_tuple or not arguments or arguments[-1] is Ellipsis:
        return [arguments[0] if arguments and not is_mapping(kind) else Any] * count
    if len(arguments) != count:
        raise ValueError(f"expected {len(arguments)} items, found {count}")
    return list(arguments)


def key_and_item(kind: Any) -> tuple[Any, Any]:
    """The kinds of a mapping's keys and items."""
    key, item = get_args(kind) or (Any, Any)
    return key, item


def plain(kind: Any) -> Any:
    """The kind behind an alias; Any if nothing is known."""
    while hasattr(kind, "__supertype__") or type(kind).__name__ == "TypeAliasType":  # NewType; `type` of Python 3.12
        kind = kind.__supertype__ if hasattr(kind, "__supertype__") else kind.__value__
    if kind is None:
        return types.NoneType
    return Any if kind is object or isinstance(kind, TypeVar) else kind


def is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def is_mapping(kind: Any) -> bool:
    return (get_origin(kind) or kind) in MAPPINGS


def is_container(kind: Any) -> bool:
    return is_mapping(kind) or (get_origin(kind) or kind) in SEQUENCES


def wrong(value: Any, kind: Any) -> ValueError:
    return ValueError(f"expected {description(kind)}, found {value!r}")


def description(kind: Any) -> str:
    """What to write for a value of this kind."""
    kind = plain(kind)
    if is_union(kind):
        return " or ".join(description(member) for member in get_args(kind))
    if get_origin(kind) is Literal:
        return " or ".join(str(choice) for choice in get_args(kind))
    if is_mapping(kind):
        return 'a dict such as 3:2,5:3 or, as JSON, {"3": 2}'
    if is_container(kind):
        nested = any(is_container(item) for item in get_args(kind))
        return "a list of lists, as JSON, such as [[1, 2], [3]]" if nested else "a list such as 1,2,3"
    return EXPECTED.get(kind, f"{getattr(kind, '__name__', kind)}, which has no form on the command line")
