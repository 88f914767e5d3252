"""How many levels of an answer are visibly made where it is returned, so that nothing else holds them.

Of [list(row) for row in grid] two are: the list, and the lists in it. They need no copy if all that they hold is constant, which
a look tells, see `ambsearch.straight`.
"""

import ast
import copy
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.flow import names_of_inner
from ambsearch.expansion.analysis.kinds import GIVES_LATER
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.straight import NewLevels

MOST = 2
FIXED = "tuple", "frozenset"
MAKERS = frozenset({"list", "set", "dict", "sorted", *FIXED})


def levels_made(source: Source, answers: Sequence[ast.expr]) -> NewLevels:
    """Those of these answers of a function, or of each of their parts."""
    made = LevelsMade(source)
    plans = {made.of_parts(answer) for answer in answers}
    if len(plans) == 1 and plans != {()}:
        return plans.pop()
    return min(map(made.levels, answers), default=0)


class LevelsMade:
    """For one function. hidden: the variables of functions and comprehensions inside, which have other values than its own."""

    def __init__(self, source: Source) -> None:
        self.source, self.hidden = source, names_of_inner(ir.walk(source.tree)[1:])

    def of_parts(self, answer: ast.expr) -> tuple[int, ...]:
        """The levels of each part of a tuple, list or dict, if they differ."""
        parts = answer.values if isinstance(answer, ast.Dict) else getattr(answer, "elts", [])
        is_fixed = not any(isinstance(part, ast.Starred) for part in parts) and None not in getattr(answer, "keys", ())
        found = tuple(map(self.levels, parts)) if is_fixed and not isinstance(answer, ast.Set) else ()
        return found if len({*found}) > 1 else ()

    def levels(self, value: Any) -> int:
        """From 0 to MOST, which a constant has."""
        match value:
            case None | ast.Constant() | ast.JoinedStr():
                return MOST
            case ast.List() | ast.Set() | ast.Dict() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                return around(self.of_items(value))
            case ast.Tuple():
                return around(self.of_items(value), is_fixed=True)
            case ast.IfExp(body=one, orelse=other):
                return min(self.levels(one), self.levels(other))
            case ast.Subscript(slice=ast.Slice()):
                return int(self.are_of_python("__getitem__"))
            case ast.Call(func=ast.Attribute(attr="copy"), args=[], keywords=[]):
                return int(self.are_of_python("copy", "__getattr__", "__getattribute__"))
            case ast.Call() if not self.is_hidden(value.func):
                return self.of_call(value)
            case ast.Yield(value=ast.Call(func=function)) if not self.is_hidden(function):
                found = self.source.resolve(function)
                return self.of_function(function, found, found.__wrapped__) if type(found) is Ambiguous else 0
        return 0

    def is_hidden(self, function: ast.expr) -> bool:
        return any(isinstance(node, ast.Name) and node.id in self.hidden for node in ast.walk(function))

    def are_of_python(self, *methods: str) -> bool:
        """Do methods of these names belong to Python's own containers, and to no user's class that may be met here?"""
        return WORLD.data.isdisjoint(methods) and not near(self.source, *methods)

    def of_call(self, call: ast.Call) -> int:
        found = self.source.resolve(call.func)
        match call:
            case ast.Call(args=[], keywords=[]) if self.source.builtin(call) in MAKERS:
                return MOST
            case ast.Call(args=[items], keywords=named) if self.source.builtin(call) in MAKERS:
                return around(0 if named else self.of_items(items), self.source.builtin(call) in FIXED)
            case ast.Call(args=[_], keywords=[]) if found is copy.deepcopy and self.are_of_python("__deepcopy__"):
                return MOST
        return self.of_function(call.func, found, found) if type(found) is FunctionType else 0

    def of_function(self, name: Any, found: Any, function: Any) -> int:
        """Those of all that a function returns. found: what the name stands for."""
        if function is self.source.function:
            return MOST
        if not isinstance(name, ast.Name) or name.id not in self.source.space or name.id in WORLD.rebound:
            return 0
        code = function.__code__
        if found is function and (not is_own(code) or code.co_flags & GIVES_LATER):
            return 0
        WORLD.assume(self.source.space, name.id, found)
        if function not in WORLD.levels:
            WORLD.levels[function] = 0  # for one that calls itself by others
            source = Source.of_code(code, function.__globals__)
            WORLD.levels[function] = levels_of_answers(source, function) if source else 0
        return WORLD.levels[function]

    def of_items(self, value: Any) -> int:
        """Those of what an iterable gives; of a dict those of its values."""
        match value:
            case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.GeneratorExp(elt=item) | ast.DictComp(value=item):
                return self.levels(item)
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                is_open = isinstance(value, ast.Dict) and None in value.keys
                return 0 if is_open else min(map(self.levels, parts), default=MOST)
            case ast.Starred(value=items):
                return self.of_items(items)
            case ast.Call(args=[make, _], keywords=[]) if self.source.builtin(value) == "map" and not self.is_hidden(
                value
            ):
                return int(self.source.builtin(ast.Call(make, [], [])) in MAKERS)
        return 0


def around(levels: int, is_fixed: bool = False) -> int:
    """Those of what is made around this; a tuple that may hold something else needs a copy as one that is not new does."""
    return 0 if is_fixed and levels == 0 else min(MOST, 1 + levels)


def levels_of_answers(source: Source, function: Any) -> int:
    """Those of all that a function returns; what it gives itself decides nothing."""
    source.function = function
    made = LevelsMade(source)
    return min((made.levels(node.value) for node in source.nodes if isinstance(node, ast.Return)), default=MOST)
