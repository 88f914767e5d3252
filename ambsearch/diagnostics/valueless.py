"""Warns of a condition that is never true, or always, by what is called there; and of a list that is lost for None.

require(check(row))     check gives None, or False and None: its `return` was forgotten; or so do the answers of a search
require(free(row))      free gives (x != row for x in rows), which is always true: its `all` was forgotten
xs = xs.append(x)       is None from now on

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> def is_free(row):
...     row > 1
>>> @ambiguous
... def placed():
...     row = yield (1, 2)
...     require(is_free(row))
...     return row
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     list(placed())
[]
>>> print(told[-1].message)
is_free returns no value, so is_free(row) is never true; write `return ...` in is_free
"""

import ast
import types
from collections import deque
from collections.abc import Iterable, Set
from typing import Any

from ambsearch.diagnostics.called import functions_of, is_condition, returned, searches_of
from ambsearch.diagnostics.held import nodes_of_file
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.facts import is_fatal
from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.values import CONTAINER, is_one
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.unchosen import constants_returned

CHANGING = frozenset({"append", "clear", "extend", "insert", "reverse", "sort"})

ALSO_CHANGING = CHANGING | {
    "add",
    "discard",
    "remove",
    "update",
}  # of what visibly is a container: numpy.add(a, b) gives a value


def warn_of_nothing(source: Source, test: ast.expr, told: str) -> None:
    """Warn of a condition that is never true, because what is called there gives None, or False and None."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=[*_, last]):  # the others may be there for what they do: print(x) or x > 1
            warn_of_nothing(source, last, told)
        case ast.BoolOp(values=parts):
            for part in parts:
                warn_of_nothing(source, part, told)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            if not gives_nothing(part):  # x not in seen and not seen.append(x)
                warn_of_nothing(source, part, told)
        case ast.Name(id=name) if name not in parameters(source.tree.args):
            match values_of(source).get(name):
                case [ast.Call() | ast.Yield() as value]:  # the only one
                    warn_of_nothing(source, value, told)
        case ast.Compare(ast.Call() as call, [ast.Eq() | ast.Is()], [ast.Constant(value=True | False as value)]):
            given = set().union(*map(constants_of, functions_of(source, call)))
            if given == {None, not value}:
                of, name = ast.unparse(call.func), ast.unparse(call)
                told_given = f"{of} returns {not value} or None, so {ast.unparse(test)} is {told}"
                source.warn(test.lineno, f"{told_given}; write `return {value}` at the end of {of}")
        case ast.Call() if gives_nothing(test):
            warn_of_change(source, test)
        case ast.Call() if source.builtin(test) == "print":
            name = ast.unparse(test)
            source.warn(test.lineno, f"print returns no value, so {name} is {told}; print on a line of its own")
        case ast.Call() if called := functions_of(source, test):
            of, name = ast.unparse(test.func), ast.unparse(test)
            plain = [part for part in called if not part.__code__.co_flags & GIVES_LATER]
            given = set().union(*map(constants_of, plain)) if plain == called else set()
            if given == {None}:
                ends = all(is_fatal(Own(part.__code__, part.__globals__)) for part in plain)
                alone = f"`{name}` alone, or " if ends else ""
                no_value = f"{of} returns no value, so {name} is {told}"
                source.warn(test.lineno, f"{no_value}; write {alone}`return ...` in {of}")
            elif given == {None, False} and told == "never true":
                given_nothing = f"{of} returns False or None, so {name} is {told}"
                source.warn(test.lineno, f"{given_nothing}; write `return True` in {of}")
        case ast.Yield(value=ast.Call() as call) if searches := searches_of(source, call):
            if all(constants_returned(own.code) == {None} for own in searches):
                of, text = ast.unparse(call.func), ast.unparse(call)
                no_value = f"the answers of {of} are None, so (yield {text}) is {told}"
                source.warn(test.lineno, f"{no_value}; write `yield {text}` alone, or `return ...` in {of}")


def constants_of(function: types.FunctionType) -> set[object]:
    """The constants that this returns, and ... for anything else; `return require(p)` returns None."""
    given = returned(function.__code__, function.__globals__)
    source = Source.of_code(function.__code__, function.__globals__)
    is_none = source is not None and given and all(value and source.word(value) in ENDS for value in given)
    return constants_returned(function.__code__) - ({...} if is_none else set()) | ({None} if is_none else set())


UNASKED = {ast.GeneratorExp: "a generator expression", ast.ListComp: "a list of truth values"}


def warn_of_unasked(source: Source, test: ast.expr) -> None:
    """Warn of a condition that is true whatever there is, because what is called there gives conditions, and joins them by nothing."""
    match test:
        case ast.BoolOp(values=parts):
            for part in parts:
                warn_of_unasked(source, part)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            warn_of_unasked(source, part)
        case ast.Call():
            given = [returned(part.__code__, part.__globals__) for part in functions_of(source, test)]
            for kind, how in UNASKED.items():
                if given and all(len(values) == 1 and isinstance(values[0], kind) for values in given):
                    if kind is ast.GeneratorExp or is_condition(given[0][0].elt):  # type: ignore[union-attr]
                        of = ast.unparse(test.func)
                        told = f"{of} returns {how}, so {ast.unparse(test)} is always true"
                        source.warn(test.lineno, f"{told}; write all(...) or any(...) around it in {of}")


def warn_of_list(source: Source, node: ast.Assign | ast.Return) -> None:
    """Warn of `xs = xs.append(x)` and `return xs.sort()`, where xs is visibly a list."""
    if gives_nothing(node.value, ALSO_CHANGING):
        owner = node.value.func.value  # type: ignore[union-attr]
        if type(source.resolve(owner)) in (list, dict, set, deque) or any(
            is_one(CONTAINER, source, value, set()) for value in bound_to(source, owner)
        ):
            warn_of_change(source, node.value)


def warn_of_change(source: Source, call: Any) -> None:
    changes = f"{ast.unparse(call)} changes {ast.unparse(call.func.value)} and gives None"
    source.warn(call.lineno, f"{changes}; write it on a line of its own")


def bound_to(source: Source, place: ast.expr) -> Iterable[Any]:
    """What a variable is bound to, and what the file assigns to an attribute of this name; anything else itself."""
    match place:
        case ast.Name(id=name):
            return values_of(source).get(name, ())
        case ast.Attribute(attr=name):
            nodes = nodes_of_file(source)
            assigned = [node for node in nodes if isinstance(node, (ast.Assign, ast.AnnAssign))]
            in_classes = {node for cls in nodes if isinstance(cls, ast.ClassDef) for node in cls.body}
            return [
                node.value
                for node in assigned
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                if getattr(target, "id" if node in in_classes else "attr", "") == name and node.value is not None
            ]
    return [place]


def gives_nothing(node: ast.expr | None, names: Set[str] = CHANGING) -> bool:
    """Is this a method of a list, that only changes it, and that no class of the user's has?"""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in names - WORLD.functions.keys()
