"""Of which kind what stands in a text visibly is: a text, a number, a list ...

>>> from ambsearch.expansion.reading.source import Source
>>> def solve(n):
...     name = str(n)
...     return name[0], len(name)
>>> source = Source.of(solve, loads=False)
>>> [first, length] = source.body[-1].value.elts
>>> is_of(TEXT, source, first), is_of(TEXT, source, length), is_of(NUMBER, source, length)
(True, False, True)
"""

import ast
from collections.abc import Set
from functools import partial
from typing import Any

from ambsearch.expansion.analysis.bindings import once, values_of
from ambsearch.expansion.analysis.values import holding
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.reading.source import Source

Kind = tuple[type, ...]
TEXT: Kind = (str,)
NUMBER: Kind = int, float, bool
COUNT: Kind = int, float  # neither True nor False, of which there is one each
LIST: Kind = (list,)
TUPLE: Kind = (tuple,)
SET: Kind = set, frozenset
RANGE: Kind = (range,)
COLLECTION: Kind = ()  # one that is written there: a variable may hold one by another mistake, which is told
CALLS = {
    TEXT: {"str", "chr", "repr", "input"},
    NUMBER: {"int", "len", "ord", "float", "sum"},
    LIST: {"list", "sorted"},
    TUPLE: {"tuple"},
    SET: {"set", "frozenset"},
    RANGE: {"range"},
    COUNT: {"int", "len", "ord", "float", "sum"},
}
# methods of texts, and what they give
OF_TEXTS: dict[Kind, set[str]] = {
    TEXT: set("upper lower capitalize title swapcase strip lstrip rstrip replace join zfill".split()),
    NUMBER: {"count", "find", "index"},
}
OF_ITEMS = LIST, TUPLE, SET, RANGE
NAMES = {
    TEXT: "text",
    NUMBER: "number",
    COLLECTION: "collection",
    LIST: "list",
    TUPLE: "tuple",
    SET: "set",
    RANGE: "range",
    COUNT: "number",
}
CHOICES: dict[Kind, set[str]] = dict.fromkeys((NUMBER, COUNT), {"range", "an_integer_between", "an_integer_from"})
DISPLAYS: dict[Kind, Kind] = {LIST: (ast.List, ast.ListComp), TUPLE: (ast.Tuple,), SET: (ast.Set, ast.SetComp)}
COLLECTIONS = str, range, tuple, list, set, frozenset, dict
MANY = 1000  # items that are looked at


@once
def variables(source: Source, kind: Kind) -> Set[str]:
    """Those that visibly hold this: texts, numbers, lists or tuples."""
    values, items = dict(values_of(source)), dict[str, list[ast.expr]]()
    for node in source.nodes:
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            items.setdefault(node.target.id, []).append(ast.Yield(node.iter))  # one of them at a time
    for name, given in items.items():
        if values.get(name) == [None] * len(given):
            values[name] = [*given]
    held = holding(source, values, partial(is_of, kind))
    inner = items.keys() - source.locals  # of comprehensions
    return held | {name for name in inner if all(is_of(kind, source, given, held) for given in items[name])}


def is_of(kind: Kind, source: Source, node: Any, names: Set[str] | None = None) -> bool:
    """Is this visibly of the kind? names: the variables that are; None if they are to be found."""
    if kind is COLLECTION:
        return isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict))
    if names is None:
        names = variables(source, kind)
    match node:
        case ast.Constant(value):
            return type(value) in kind
        case ast.JoinedStr():
            return kind is TEXT
        case ast.List() | ast.ListComp() | ast.Tuple() | ast.Set() | ast.SetComp():
            return isinstance(node, DISPLAYS.get(kind, ()))
        case ast.Name(id=name):
            return name in names or type(source.resolve(node)) in kind
        case ast.BinOp(one, ast.Mult(), other) if kind is TEXT:
            return any(is_of(TEXT, source, text, names) for text in (one, other))
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return is_of(kind, source, one, names) and is_of(kind, source, other, names)
        case ast.Yield(value=items):
            return gives(kind, source, items, names)
        case ast.Subscript(value=text):
            return kind is TEXT and is_of(TEXT, source, text, names)
        case ast.Call(func=ast.Attribute(value=text, attr=method)) if method in OF_TEXTS.get(kind, ()):
            return is_of(TEXT, source, text, names if kind is TEXT else None)
        case ast.Call():
            word = source.builtin(node)
            return word in CALLS[kind] and (word != "sum" or len(node.args) == 1)  # sum(lists, []) is a list
    return False


def gives(kind: Kind, source: Source, node: Any, names: Set[str] | None = None) -> bool:
    """Are all items of this visibly of the kind?"""
    match node:
        case (
            ast.Tuple(elts=[_, *_] as parts)
            | ast.List(elts=[_, *_] as parts)
            | ast.Set(elts=parts)
            | ast.Dict([_, *_] as parts)
        ):
            return all(is_of(kind, source, part, names) for part in parts)
        case ast.Call(func=ast.Attribute(value=owner, attr="split" | "splitlines")):
            return kind is TEXT and is_of(TEXT, source, owner, names)
        case ast.Call(args=parts) if not is_of(TEXT, source, node, names if kind is TEXT else None):
            word = known_call(source, node)
            if word == "an_element_of":
                return all(gives(kind, source, part, names) for part in parts)
            return (
                word in CHOICES.get(kind, ())
                or word == "amb"
                and all(is_of(kind, source, part, names) for part in parts)
            )
    found = source.resolve(node)
    if type(found) in COLLECTIONS and 0 < len(found) <= MANY:
        return all(type(item) in kind for item in found)
    return kind is TEXT and is_of(TEXT, source, node, names)


def is_dict(source: Source, name: str) -> bool:
    """Is each value of this variable a dict that is written there?"""
    given = values_of(source).get(name, [])
    return bool(given) and all(isinstance(value, (ast.Dict, ast.DictComp)) for value in given)


def is_range(source: Source, value: Any) -> bool:
    return isinstance(value, ast.Call) and source.builtin(value) == "range"
