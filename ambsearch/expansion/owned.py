"""What a function made itself, so that a change of it needs no inverse.

made_names      the variables that hold nothing else; and "xs[]" for the items of such a variable, "o.x" for an attribute of
                the object that is just being made, where these are new, too

    rows = [[]]                 rows and rows[] are new
    rows[0].append(x)           no inverse
    stack = [out]               stack is new, what is in it is not
    stack[0].append(x)          an inverse

>>> from ambsearch.expansion.source import Source
>>> def f(out):
...     rows, stack = [[]], [out]
...     rows[0].append(1)
...     stack[0].append(1)
>>> sorted(made_names(Source.of(f), makes=False))
['rows', 'rows[]', 'stack']
"""

import ast
import copy
from collections import defaultdict, deque
from collections.abc import Iterator, Set
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.callees import callees
from ambsearch.expansion.flow import Names, captured
from ambsearch.expansion.source import Source
from ambsearch.expansion.values import atoms, fresh_names, is_made, is_repeated, once, values_of
from ambsearch.expansion.walking import DISPLAYS

EMPTY = (list, dict, set, deque)  # without arguments, they hold nothing
PLAIN_CALLS = frozenset("len int str float bool ord chr repr abs list tuple set dict sorted frozenset range".split())
READING = frozenset("len sum any all min max sorted list tuple set frozenset dict enumerate zip str repr print".split())
TAKING = frozenset(
    "pop popleft remove discard clear get items keys values sort reverse rotate count index copy".split()
)
PUTTING = frozenset("append appendleft add insert setdefault".split())


def made_names(source: Source, makes: bool) -> Set[str]:
    """makes: the first argument of the function is an object just made."""
    arguments = source.tree.args
    first = [node.arg for node in (*arguments.posonlyargs, *arguments.args)][:1] if makes else []
    attributes = (f"{name}.{attribute}" for name in first for attribute in new_attributes(source, name))
    return {*fresh_names(source), *new_items(source), *first, *attributes}


@once
def new_items(source: Source) -> frozenset[str]:
    """The variables with nothing in them but what the function made: whatever it puts there is new."""
    values = values_of(source)
    found = set(fresh_names(source) - captured(*source.body))
    while found:
        harmless = {id(part) for node in source.nodes for part in harmless_uses(source, node, found)}
        uses = (node for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        wrong = {node.id for node in uses if id(node) not in harmless} & found
        wrong |= {name for name in found if not all(holds_new(source, value, found) for value in values[name])}
        wrong |= {name for name, value in extended(source) if not holds_new(source, value, found)} & found
        if not wrong:
            break
        found -= wrong
    return frozenset(f"{name}[]" for name in found)


def extended(source: Source) -> Iterator[tuple[str, ast.expr]]:
    """The variables with `+=` and the like, and what is added to each."""
    for node in source.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.value


def holds_new(source: Source, made: Any, found: Set[str]) -> bool:
    """Are the items of this new value new themselves?"""
    match made:
        case ast.List(elts=items) | ast.Set(elts=items) | ast.Dict(values=items):
            keys = made.keys if isinstance(made, ast.Dict) else []
            return None not in keys and all(is_new(source, item, found) for item in items)
        case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.DictComp(value=item):
            own = Names(*(part.target for part in made.generators)).bound
            return not Names(item).read & own and is_new(source, item, found) or isinstance(item, DISPLAYS)
        case ast.BinOp(left=left) if is_repeated(made):
            return holds_new(source, left, found)
        case ast.Call():
            return makes_empty(source, made)
    return isinstance(made, (ast.Constant, ast.JoinedStr))


def makes_empty(source: Source, node: ast.Call) -> bool:
    """set(), deque(), defaultdict(list)"""
    kind = source.resolve(node.func)
    if kind is defaultdict:
        return not node.keywords and all(source.resolve(part) in (*EMPTY, int, str) for part in node.args)
    return kind is copy.deepcopy or kind in EMPTY and not node.args and not node.keywords


def is_new(source: Source, value: Any, found: Set[str]) -> bool:
    """Is this visibly something that nobody else holds, or that nobody can change?"""
    match value:
        case ast.Name(id=name):
            return name in fresh_names(source) | atoms(source)
        case ast.Subscript(value=ast.Name(id=name)):
            return name in found
        case ast.IfExp(body=one, orelse=other):
            return is_new(source, one, found) and is_new(source, other, found)
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return callees(source, value) == []
        case ast.Call():
            return is_made(source, value, set()) or source.builtin(value) in PLAIN_CALLS
    return isinstance(value, (ast.Constant, ast.JoinedStr, *DISPLAYS))


def harmless_uses(source: Source, node: Any, found: Set[str]) -> Iterator[ast.expr]:
    """What this node uses without putting anything into it that is not new."""
    match node:
        case ast.Subscript(value=value, ctx=ast.Load() | ast.Del()) | ast.Starred(value=value):
            yield value
        case ast.Assign(targets=targets, value=value):
            for place, given in (pair for target in targets for pair in places(target, value)):
                is_slice = isinstance(place, ast.Subscript) and isinstance(place.slice, ast.Slice)
                if isinstance(place, ast.Subscript) and (holds_new if is_slice else is_new)(source, given, found):
                    yield place.value
        case ast.AugAssign(target=ast.Subscript(value=value, slice=key)) if (
            not isinstance(key, ast.Slice) and callees(source, node) == []
        ):
            yield value
        case ast.Call(func=ast.Attribute(value=value, attr=name)):
            if name in TAKING or name in PUTTING and all(is_new(source, part, found) for part in node.args):
                yield value
        case ast.Call() if source.builtin(node) in READING:
            yield from node.args
        case ast.For(iter=value) | ast.comprehension(iter=value) | ast.FormattedValue(value=value):
            yield value
        case ast.If(test=value) | ast.While(test=value) | ast.IfExp(test=value) | ast.Assert(test=value):
            yield value
        case ast.Return(value=value):
            yield from value.elts if isinstance(value, ast.Tuple) else [value] if value else []
        case ast.UnaryOp(operand=value):
            yield value
        case ast.Compare() | ast.BinOp() if callees(source, node) == []:
            yield from (part for part in n.children(node) if isinstance(part, ast.expr))


def places(target: ast.expr, value: ast.expr | None) -> list[tuple[ast.expr, ast.expr | None]]:
    """What is assigned to which place: of `a[i], b.x = y, z` both pairs; None for what cannot be seen."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return [(target, value)]
    values: list[Any] = [None] * len(target.elts)
    if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
        values = list(value.elts)
    if any(isinstance(part, ast.Starred) for part in (*target.elts, *values)):
        values = [None] * len(target.elts)
    return [pair for t, v in zip(target.elts, values, strict=True) for pair in places(t, v)]


def new_attributes(source: Source, first: str) -> list[str]:
    """The attributes of the object just made that hold what the function made, from their first mention on.

    The object itself is handed to nobody, who might store something else there.
    """
    own = [node for node in source.nodes if isinstance(node, ast.Attribute) and is_name(node.value, first)]
    called = {id(node.func) for node in source.nodes if isinstance(node, ast.Call)}
    uses = sum(is_name(node, first) for node in source.nodes)
    if uses > len(own) or first in captured(*source.body) or any(id(node) in called for node in own):
        return []
    stored = stored_values(source)
    start = after_super(source)
    return [
        name
        for name in dict.fromkeys(node.attr for node in own)
        if is_kept_new(source, [node for node in own if node.attr == name], stored, start)
    ]


def is_kept_new(
    source: Source, mentions: list[ast.Attribute], stored: dict[int, ast.expr | None], start: tuple[int, int]
) -> bool:
    """Does an attribute hold nothing but what is new? stored: what is assigned to a place; start: from where on."""
    mentions = sorted(mentions, key=place_of)
    at_top = {
        id(target)
        for node in source.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in n.children(node)
    }
    augmented = {id(node.target) for node in source.nodes if isinstance(node, ast.AugAssign)}
    return (
        id(mentions[0]) in at_top
        and place_of(mentions[0]) > start
        and all(callees(source, node) == [] for node in mentions)
        and all(
            id(node) in augmented or is_new(source, stored.get(id(node)), frozenset())
            for node in mentions
            if not isinstance(node.ctx, ast.Load)
        )
    )


def stored_values(source: Source) -> dict[int, ast.expr | None]:
    """What is assigned, by the place."""
    assigned = (node for node in source.nodes if isinstance(node, (ast.Assign, ast.AnnAssign)))
    targets = ((node.targets if isinstance(node, ast.Assign) else [node.target], node.value) for node in assigned)
    return {id(place): value for parts, given in targets for part in parts for place, value in places(part, given)}


def after_super(source: Source) -> tuple[int, int]:
    """Where the methods of the classes above have done what they do with the object."""
    return max((place_of(node) for node in source.nodes if is_name(node, "super")), default=(0, 0))


def place_of(node: Any) -> tuple[int, int]:
    return node.lineno, node.col_offset


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
