"""Warns of a whole collection where one of its items is meant: the choice is missing, and Python finds nothing wrong.

b = range(3); require(a != b)               b is no item, and so always different
b = ["x", "y"]; require(a != b)             the same of a list, where a is a text or a number
colour[i] = range(3)
require(colour[i] != colour[j])             likewise, of items and attributes, in whichever method they are stored
for b in range(3):
    require(a != b); row.append(b)          asks it of all numbers, and appends all
for x in search(n): require(x > 1); return x    asks it of the first answer
x = range(n); board.put(x)                  in a function without a single `yield`
x = random.choice(xs); require(x > 1)       likewise: it tries no other

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
import random
import types
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.diagnostics.aliases import has_name
from ambsearch.diagnostics.held import DISPLAYS, held, is_only_compared, owner_of, reads_of, shown_by, stored_by
from ambsearch.diagnostics.visible import COUNT, NAMES, OF_ITEMS, RANGE, TEXT, Kind, is_of, is_range, variables
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir

BY_CHANCE = {"choice": "{}", "randint": "an_integer_between({})", "randrange": "range({})"}
LEAVES = (ast.Break, ast.Continue, ast.Return, *ir.YIELDS)
IN = (ast.In, ast.NotIn)
ALL = frozenset(
    {"list", "tuple", "sorted", "range", "an_integer_between", "an_element_of"}
)  # these have all items of what they are given


def warn_of_whole(source: Source) -> None:
    chooses = any(isinstance(node, ir.YIELDS) for node in source.nodes)
    for node in source.nodes:
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as sign], [right]):
                for kind in OF_ITEMS:
                    warn_of_compared(source, kind, left, sign, right)
            case ast.Call() if known_call(source, node) == "distinct":
                warn_of_distinct(source, node)
            case ast.For(ast.Name(id=name), items, orelse=[]) if is_range(source, items):
                warn_of_all(source, node, name)
            case ast.For(ast.Name(id=name), ast.Call() as call, orelse=[]) if isinstance(
                source.resolve(call.func), Ambiguous
            ):
                warn_of_first_answer(source, node, name)
            case ast.Assign([ast.Name(id=name)], ast.Call() as call) if not chooses:
                warn_of_chance(source, name, call)
        if not chooses and isinstance(node, (ast.For, ast.While)):
            warn_of_range(source, node)


def warn_of_compared(source: Source, kind: Kind, left: Any, sign: ast.cmpop, right: Any) -> None:
    """Warn of a comparison with a collection of this kind that stands where one of its items is meant."""
    choices = {part: choice for part in (left, right) if (choice := choice_for(source, kind, part))}
    if len(choices) == 2:
        warn_of_both(source, kind, choices)
    elif choices:
        ((whole, choice),) = choices.items()
        text, other = ast.unparse(whole), right if whole is left else left
        told = f"{text} is a whole {NAMES[kind]} here, and equals none of its items; {choice} chooses one"
        if kind is RANGE and not any(is_of(others, source, other) for others in OF_ITEMS):
            source.warn(left.lineno, told)
        elif is_of(TEXT, source, other) or is_of(COUNT, source, other):
            asked = f"{ast.unparse(other)} {'in' if isinstance(sign, ast.Eq) else 'not in'} {text}"
            source.warn(left.lineno, f"{told}, and {asked} compares with each")


def warn_of_both(source: Source, kind: Kind, choices: dict[Any, str]) -> None:
    """Warn of collections that are compared with each other, and nothing else is done with them. choices: what to write for each."""
    if all(is_fixed(source, kind, part) for part in choices):
        names = [*dict.fromkeys(map(ast.unparse, choices))]
        told = f"{' and '.join(names)} are whole {NAMES[kind]}s here, and not one item each"
        source.warn(next(iter(choices)).lineno, f"{told}; write {' and '.join(dict.fromkeys(choices.values()))}")


def warn_of_distinct(source: Source, call: ast.Call) -> None:
    """Warn of `distinct` of whole collections, given one by one, or in another."""
    for kind in OF_ITEMS:
        choices = {part: choice for part in call.args if (choice := choice_for(source, kind, item_of(part)))}
        if choices and len(choices) == len(call.args):
            warn_of_both(source, kind, choices)


def item_of(part: ast.expr) -> ast.expr:
    """Any item of `*xs`; anything else itself."""
    return ast.Subscript(part.value, ast.Name("i")) if isinstance(part, ast.Starred) else part


def choice_for(source: Source, kind: Kind, part: Any) -> str:
    """What to write where this variable visibly gets a collection of this kind, or this place ranges alone."""
    match part:
        case ast.Name(id=name) if name in variables(source, kind):
            is_chosen = ir.yields(*(value for value in values_of(source)[name] if value))
            return "" if is_chosen else f"`{name} = yield ...`"
        case ast.Attribute() | ast.Subscript() if kind is RANGE and may_hold_ranges(source, part):
            found = held(source, part)
            is_one = len({value and ast.unparse(value) for value, _ in found}) == 1
            if is_one and is_domain(source, found[0][0]) and is_only_compared(source, part):
                return f"`{found[0][1]}`"
    return ""


def may_hold_ranges(source: Source, part: Any) -> bool:
    """Does the file say `range`, and has the function made this variable?"""
    owner, _ = owner_of(part)
    is_made = isinstance(owner, ast.Attribute) or isinstance(owner, ast.Name) and owner.id in source.locals
    return is_made and any("range(" in line for line in source.lines)


def is_domain(source: Source, value: Any) -> bool:
    """Is this a range from a constant on? Another, or one up to what has been chosen, may be meant as an interval."""
    if not is_range(source, value):
        return False
    chosen = {name for name, bound in values_of(source).items() if ir.yields(*filter(None, bound))}
    return (len(value.args) == 1 or isinstance(value.args[0], ast.Constant)) and not Names(value).read & chosen


def is_fixed(source: Source, kind: Kind, part: ast.expr) -> bool:
    """Is this bound once, to what is written there, and only compared or returned?"""
    if not isinstance(part, ast.Name):
        return True
    match values_of(source)[part.id]:
        case [value]:
            is_meant = is_domain(source, value) if kind is RANGE else is_written(source, value)
            return is_meant and is_only_compared(source, part)
    return False


def is_written(source: Source, value: Any) -> bool:
    """Does this hold constants alone, or all of a range or search, of constants?"""
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
    called = {call.func for call in calls if is_of_items(source, call)}
    parts = [node for node in ast.walk(value) if isinstance(node, ast.expr) and node not in called]
    return all(isinstance(node, (ast.Constant, ast.Call, *DISPLAYS)) for node in parts)


def is_of_items(source: Source, call: ast.Call) -> bool:
    return known_call(source, call) in ALL or isinstance(source.resolve(call.func), Ambiguous)


def warn_of_all(source: Source, loop: ast.For, name: str) -> None:
    """Warn of a loop over a range in which each number must pass, and is then stored as if it had been chosen."""
    if any(isinstance(node, LEAVES) for node in ir.inside(*loop.body)) or values_of(source)[name][1:]:
        return
    asked = [node for node in loop.body if ends_by(source, node, name)]
    stored = [node for node in loop.body if is_stored(node, name, Names(*loop.body).bound, asked)]
    inside = set(ir.inside(loop))
    returned = {
        side for node in source.nodes if isinstance(node, ast.Return) for side in shown_by(source, node)
    } - inside
    if asked and (stored or any(has_name(side, ast.Name, name) for side in returned)):
        told = f"{name} goes through all of {ast.unparse(loop.iter)} here, and each must pass"
        source.warn(
            loop.lineno, f"{told}; to choose one write `{name} = yield {ast.unparse(loop.iter)}` in the place of `for`"
        )


def warn_of_first_answer(source: Source, loop: ast.For, name: str) -> None:
    """Warn of a loop over a search that requires something of the first answer and returns it, as if it had been chosen."""
    match loop.body:
        case [*asked, ast.Return(value)] if value is not None and name in Names(value).read:
            if any(ends_by(source, node, name) for node in asked):
                text = ast.unparse(loop.iter)
                told = f"{name} is the first answer of {text} here, and no other is tried"
                source.warn(loop.lineno, f"{told}; to choose one write `{name} = yield {text}` in the place of `for`")


def warn_of_chance(source: Source, name: str, call: ast.Call) -> None:
    """Warn of a random number of which something is required, where nothing is chosen."""
    found: Any = source.resolve(call.func)
    if isinstance(getattr(found, "__self__", None), random.Random) and found.__name__ in BY_CHANCE:
        if any(ends_by(source, node, name) for node in source.nodes if isinstance(node, ast.stmt)):
            instead = BY_CHANCE[found.__name__].format(", ".join(map(ast.unparse, call.args)))
            told = f"{ast.unparse(call)} is drawn at random, and {source.name} tries no other"
            source.warn(call.lineno, f"{told}; to choose write `{name} = yield {instead}`")


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
            case ast.Assign([ast.Name(id=name) as place], ast.Call() as items) if name in variables(source, RANGE):
                read = reads_of(place, source.nodes)
                if (handed - appended).intersection(read) and (handed | appended).issuperset(read):
                    told = f"{name} is a whole range here, and {source.name} chooses nothing"
                    instead = f"write `{name} = yield {ast.unparse(items)}`"
                    source.warn(node.lineno, f"{told}; to choose one of its items {instead}")


def is_of_a_function(source: Source, call: ast.Call) -> bool:
    """Is this the call of a function or method written in Python, as far as the text tells?"""
    return type(source.resolve(call.func)) in (types.FunctionType, type(UNKNOWN)) and not known_call(source, call)
