"""Warns of a whole collection where one of its items is meant: the choice is missing, and Python finds nothing wrong.

b = range(3); require(a != b)               b is no item, and so always different
b = ["x", "y"]; require(a != b)             the same of a list, where a is a text or a number
colour[i] = range(3)
require(colour[i] != colour[j])             likewise, of items and attributes
for b in range(3):
    require(a != b); row.append(b)          asks it of all numbers, and appends all
x = range(n); board.put(x)                  in a function without a single `yield`

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         a = yield range(3)
...         b = range(3)
...         require(a != b)
...         return a, b
>>> print(told[0].message)
b is a whole range here, and equals none of its items; `b = yield ...` chooses one
"""

import ast
import types
from collections.abc import Iterable, Iterator
from typing import Any

from ambsearch.diagnostics.aliases import is_of as is_named
from ambsearch.diagnostics.aliases import nodes_of_file
from ambsearch.diagnostics.unequal import COUNT, NAMES, OF_ITEMS, RANGE, TEXT, Kind, is_of, is_range, variables
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.values import assigned_parts, values_of
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir

LEAVES = (ast.Break, ast.Continue, ast.Return, *ir.YIELDS)
DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict)
IN = (ast.In, ast.NotIn)
COMPREHENSIONS = (ast.ListComp, ast.DictComp)
EMPTY = frozenset({"[]", "{}", "list()", "dict()"})


def warn_of_whole(source: Source) -> None:
    chooses = any(isinstance(node, ir.YIELDS) for node in source.nodes)
    for node in source.nodes:
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as sign], [right]):
                for kind in OF_ITEMS:
                    warn_of_compared(source, kind, left, sign, right)
            case ast.For(ast.Name(id=name), items, orelse=[]) if is_range(source, items):
                warn_of_all(source, node, name)
        if not chooses and isinstance(node, (ast.For, ast.While)):
            warn_of_range(source, node)


def warn_of_compared(source: Source, kind: Kind, left: Any, sign: ast.cmpop, right: Any) -> None:
    """Warn of a comparison with a collection of this kind that stands where one of its items is meant."""
    choices = {part: choice for part in (left, right) if (choice := choice_for(source, kind, part))}
    if len(choices) == 2 and all(is_fixed(source, kind, part) for part in choices):
        told = f"{ast.unparse(left)} and {ast.unparse(right)} are whole {NAMES[kind]}s here, and not one item each"
        source.warn(left.lineno, f"{told}; write {' and '.join(dict.fromkeys(choices.values()))}")
    elif len(choices) == 1:
        ((whole, choice),) = choices.items()
        text, other = ast.unparse(whole), right if whole is left else left
        told = f"{text} is a whole {NAMES[kind]} here, and equals none of its items; {choice} chooses one"
        if kind is RANGE and not any(is_of(others, source, other) for others in OF_ITEMS):
            source.warn(left.lineno, told)
        elif is_of(TEXT, source, other) or is_of(COUNT, source, other):
            asked = f"{ast.unparse(other)} {'in' if isinstance(sign, ast.Eq) else 'not in'} {text}"
            source.warn(left.lineno, f"{told}, and {asked} compares with each")


def choice_for(source: Source, kind: Kind, part: Any) -> str:
    """What to write where this variable visibly gets a collection of this kind, or this place the one range that it may hold."""
    match part:
        case ast.Name(id=name) if name in variables(source)[kind]:
            is_chosen = ir.yields(*(value for value in values_of(source)[name] if value))
            return "" if is_chosen else f"`{name} = yield ...`"
        case ast.Attribute() | ast.Subscript(ast.Name()) if kind is RANGE:
            stored = [found for node in source.nodes for found in stored_by(node) if is_like(source, part, found[0])]
            match stored + made_with(source, part):
                case [(_, value, choice)] if is_range(source, value) and is_only_compared(source, part):
                    return f"`{choice}`"
    return ""


def made_with(source: Source, part: Any) -> list[tuple[Any, ast.expr | None, str]]:
    """What stands in the container of an item from the beginning, if it is made by a comprehension, as `stored_by` tells it."""
    name = ast.unparse(part.value)
    match values_of(source).get(name) if isinstance(part, ast.Subscript) else None:
        case [ast.ListComp(item)]:
            return [(part, item, f"{name}.append((yield ...))")]
        case [ast.DictComp(key, item)]:
            return [(part, item, f"{name}[{ast.unparse(key)}] = yield ...")]
    return []


def is_like(source: Source, part: Any, place: Any) -> bool:
    """Is this a place in the same container, which the function has made, or an attribute of the same name?"""
    if isinstance(part, ast.Attribute):
        return is_named(place, ast.Attribute, part.attr)
    made = values_of(source).get(part.value.id, [None])
    is_made = all(isinstance(value, COMPREHENSIONS) or value and ast.unparse(value) in EMPTY for value in made)
    return is_made and isinstance(place, ast.Subscript) and is_named(place.value, ast.Name, part.value.id)


def stored_by(node: Any) -> Iterator[tuple[Any, ast.expr | None, str]]:
    """The variables, items and attributes that this stores, each with what it is, and the choice of it; what is appended is an item."""
    for place, value in assigned_parts(node):
        yield place, value, f"{ast.unparse(place)} = yield ..."
    match node:
        case ast.AugAssign(target) | ast.For(target):
            yield target, None, ""
        case ast.Call(ast.Attribute(owner, "append"), [value], []):
            yield ast.Subscript(owner, ast.Slice()), value, f"{ast.unparse(owner)}.append((yield ...))"


def is_fixed(source: Source, kind: Kind, part: ast.expr) -> bool:
    """Is this bound once, to what is written there, and only compared or returned?"""
    if not isinstance(part, ast.Name):
        return True
    match values_of(source)[part.id]:
        case [value]:
            inside = [node for node in ast.walk(value) if isinstance(node, ast.expr)]  # type: ignore[arg-type]
            is_written = kind is RANGE or all(isinstance(node, (ast.Constant, *DISPLAYS)) for node in inside)
            return is_written and is_only_compared(source, part)
    return False


def is_only_compared(source: Source, part: Any) -> bool:
    """Is what this variable or place holds read in comparisons alone, and returned?"""
    owner: Any = part.value if isinstance(part, ast.Subscript) else part
    nodes = list(nodes_of_file(source) if isinstance(owner, ast.Attribute) else ir.walk(source.tree))
    asked = {side for node in nodes for side in shown_by(node)}
    if owner is not part:
        asked |= {place for node in nodes for place, *_ in stored_by(node)}
        asked |= {place.value for place in asked if isinstance(place, ast.Subscript)}
    return asked.issuperset(reads_of(owner, nodes))


def reads_of(place: Any, nodes: Iterable[Any]) -> list[Any]:
    """Where these nodes read this variable, or an attribute of this name."""
    name = place.attr if isinstance(place, ast.Attribute) else place.id
    return [node for node in nodes if is_named(node, type(place), name) and isinstance(node.ctx, ast.Load)]


def shown_by(node: Any) -> Iterator[Any]:
    """What this compares, or returns, alone or in a display."""
    match node:
        case ast.Compare(left, _, others):
            yield from (left, *others)
        case ast.Return(value) if value is not None:
            yield value
            yield from (part for part in ir.children(value) if isinstance(value, DISPLAYS))


def warn_of_all(source: Source, loop: ast.For, name: str) -> None:
    """Warn of a loop over a range in which each number must pass, and is then stored as if it had been chosen."""
    if any(isinstance(node, LEAVES) for node in ir.inside(*loop.body)) or values_of(source)[name][1:]:
        return
    asked = [node for node in loop.body if ends_by(source, node, name)]
    stored = [node for node in loop.body if is_stored(node, name, Names(*loop.body).bound, asked)]
    inside = set(ir.inside(loop))
    returned = {side for node in source.nodes if isinstance(node, ast.Return) for side in shown_by(node)} - inside
    if asked and (stored or any(is_named(side, ast.Name, name) for side in returned)):
        told = f"{name} goes through all of {ast.unparse(loop.iter)} here, and each must pass"
        source.warn(
            loop.lineno, f"{told}; to choose one write `{name} = yield {ast.unparse(loop.iter)}` in the place of `for`"
        )


def ends_by(source: Source, node: ast.stmt, name: str) -> bool:
    """Does this end the branch for some values of the variable?"""
    match node:
        case ast.Expr(call) if source.word(call) == "require":
            return name in Names(call).read
        case ast.If(test, [ast.Expr(call)], []) if source.word(call) in ENDS:
            return name in Names(test).read
    return False


def is_stored(node: ast.stmt, name: str, bound: set[str], asked: list[ast.stmt]) -> bool:
    """Does this append the variable, or store it in a place that is the same in each turn, and of which nothing was asked?"""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(_, "append" | "add"), [ast.Name(id=stored)], [])):
            return stored == name
        case ast.AugAssign(_, ast.Add(), ast.List([ast.Name(id=stored)])):
            return stored == name
        case ast.Assign([ast.Subscript() as place], ast.Name(id=stored)):
            is_asked = any(ast.unparse(place) in ast.unparse(part) for part in asked)
            return stored == name and not is_asked and not Names(place).read & (bound | {name})
    return False


def warn_of_range(source: Source, loop: ast.For | ast.While) -> None:
    """Warn of a range that is made in each turn of a loop, and only handed to functions or looked for, where nothing is chosen."""
    calls = [node for node in source.nodes if isinstance(node, ast.Call) and is_of_a_function(source, node)]
    handed = {part for call in calls for part in call.args}
    handed |= {node.left for node in source.nodes if isinstance(node, ast.Compare) and isinstance(node.ops[0], IN)}
    appended = {value for node in source.nodes for _, value, _ in stored_by(node) if isinstance(node, ast.Call)}
    for node in loop.body:
        match node:
            case ast.Assign([ast.Name(id=name) as place], ast.Call() as items) if name in variables(source)[RANGE]:
                read = reads_of(place, source.nodes)
                if (handed - appended).intersection(read) and (handed | appended).issuperset(read):
                    told = f"{name} is a whole range here, and {source.name} chooses nothing"
                    instead = f"write `{name} = yield {ast.unparse(items)}`"
                    source.warn(node.lineno, f"{told}; to choose one of its items {instead}")


def is_of_a_function(source: Source, call: ast.Call) -> bool:
    """Is this the call of a function or method written in Python, as far as the text tells?"""
    return type(source.resolve(call.func)) in (types.FunctionType, type(UNKNOWN)) and not known_call(source, call)
