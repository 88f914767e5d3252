"""The kinds of container that the variables of a function visibly hold, wherever they are bound: list, dict, set, deque."""

import ast
from collections import deque
from collections.abc import Mapping

from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.analysis.values import bindings
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as n

MAKERS = {"list": "list", "dict": "dict", "set": "set", "sorted": "list"}
DISPLAYS = {
    **{ast.List: "list", ast.ListComp: "list"},
    **{ast.Dict: "dict", ast.DictComp: "dict"},
    **{ast.Set: "set", ast.SetComp: "set"},
}


def kinds_in(source: Source, body: list[ast.stmt]) -> dict[str, str | None]:
    """The local variables that visibly are lists, dicts, sets or deques, wherever they are bound."""
    given: dict[str, list[ast.expr | None]] = {name: [None] for name in parameters(source.tree.args) - source.boxes}
    for node in n.inside(*body):
        for name, value in bindings(node):
            given.setdefault(name, []).append(value)
    kinds: dict[str, str | None] = {name: None for name in given if name in source.locals}
    while True:  # a variable may depend on itself: free = free - {x}
        found = {name: _common(*(kind_of(source, value, kinds) for value in given[name])) for name in kinds}
        if found == kinds:
            return kinds
        kinds = found


def kind_of(source: Source, value: ast.expr | None, kinds: Mapping[str, str | None]) -> str | None:
    """list, dict, set or deque; "" if it may be something else; None if that depends on what is not known yet."""
    match value:
        case ast.Name(id=name):
            return kinds.get(name, "")
        case ast.BinOp(op=ast.Mult()):
            return kind_of(source, value.left, kinds)
        case ast.BinOp():  # of two lists, two sets, two dicts: another one
            return _common(kind_of(source, value.left, kinds), kind_of(source, value.right, kinds))
        case ast.Call(args=[] | [_], keywords=[]) if source.resolve(value.func) is deque:
            return "deque"
        case ast.Call():
            return MAKERS.get(source.builtin(value), "")
    return DISPLAYS.get(type(value), "")


def _common(*kinds: str | None) -> str | None:
    """The kind that all of these have, except those that are not known yet."""
    known = set(kinds) - {None}
    return known.pop() if len(known) == 1 else "" if known else None
