"""Warns of a statement that does nothing, and of all that can be told only when the first search begins, which knows what is called.

board.free(row)         nothing asks what it gives: the `require` was forgotten
board.moves(row)        nothing runs a generator: @ambiguous and `yield` were forgotten, or `for`
map(check, rows)        likewise: nothing goes over it; nor over (check(row) for row in rows)
count + 1               alone changes nothing: `=` was forgotten
sorted(xs)              likewise, and text.strip()

>>> import warnings
>>> from ambsearch import ambiguous
>>> def is_free(row):
...     return row > 1
>>> @ambiguous
... def placed():
...     row = yield (1, 2)
...     is_free(row)
...     return row
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     list(placed())
[1, 2]
>>> print(told[0].message)
is_free(row) alone decides nothing; write require(is_free(row))
"""

import ast
import itertools
from collections.abc import Iterable
from typing import Any

from ambsearch.diagnostics.called import asks_only, functions_of, gives_only
from ambsearch.diagnostics.generators import warn_of_chosen, warn_of_letters, warn_of_undecorated
from ambsearch.diagnostics.lost import warn_of_put
from ambsearch.diagnostics.methods import warn_of_compared, warn_of_method, warn_of_methods, warn_of_read
from ambsearch.diagnostics.valueless import warn_of_list, warn_of_nothing, warn_of_unasked
from ambsearch.diagnostics.visible import LIST, SET, TEXT, is_of
from ambsearch.expansion.analysis.asked import COMPARISONS, operation
from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import CO_GENERATOR
from ambsearch.running.undoing import METHODS

SIGNS: dict[type, str] = {ast.Add: "+=", ast.Sub: "-=", ast.Mult: "*="}

# methods that nothing but a text has
TEXTS_ALONE = frozenset("lower upper strip lstrip rstrip capitalize casefold swapcase".split())
UNCHANGING = {"sorted": "sort", "reversed": "reverse"}
LOOKED_AT = frozenset({ast.Assign, ast.Call, ast.Compare, ast.Expr, ast.If, ast.Return, ast.Try, ast.While, *ir.YIELDS})


def advise(source: Source, body: list[Any]) -> None:
    """Warn of what was forgotten in a function with this body, when it is known what it calls."""
    warn_of_put(source)
    nodes: list[Any] = [node for node in ir.inside(*body) if type(node) in LOOKED_AT]
    probed = probes(nodes)
    # of these in other words; `yield from` hands on what a generator chooses, to whoever sends it
    told = {node.value for node in nodes if isinstance(node, (ast.Expr, *ir.YIELDS))}
    for node in nodes:
        if isinstance(node, ast.Call) and node not in told:
            warn_of_undecorated(source, node)
        match node:
            case ast.Yield(value=ast.Call() as call):
                warn_of_chosen(source, call)
                warn_of_letters(source, call)
            case ast.Expr(value=ast.Call() as call):
                warn_of_dropped(source, call, is_probe=node in probed)
                warn_of_idle(source, call)
            case ast.Expr(value=(ast.GeneratorExp() | ast.BinOp()) as value) if node not in probed:
                warn_of_idle(source, value)
            case ast.Assign() | ast.Return() if not isinstance(source.tree, ast.Lambda):  # which has one line only
                warn_of_list(source, node)
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Yield) and is_read(source, node):
                    warn_of_nothing(source, node.value, "None")
            case ast.Expr(value=ast.Attribute() as read) if node not in probed:
                warn_of_read(source, read)
            case ast.If(test=test) | ast.While(test=test):
                warn_of_methods(source, node, [test])
                warn_of_nothing(source, test, "never true")
                warn_of_unasked(source, test)
            case ast.Compare(left=left, comparators=others):
                warn_of_compared(source, node)
                if not any(isinstance(part, ast.Constant) and part.value is None for part in (left, *others)):
                    for part in (left, *others):
                        warn_of_nothing(source, part, "None")
            case ast.Call(args=[condition]) if source.word(node) == "require":
                warn_of_nothing(source, condition, "never true")
                warn_of_unasked(source, condition)
        if source.function is not None and isinstance(node, ast.Return):
            warn_of_method(source, node.value, "the method itself is the answer")
            if isinstance(node.value, ast.Call) and source.builtin(node.value) == "print":
                warn_of_nothing(source, node.value, "None")


def is_read(source: Source, node: ast.Assign) -> bool:
    """Does the function read one of the variables that this assigns?"""
    return not Names(*node.targets).bound.isdisjoint(Names(*source.body).read)


def probes(nodes: Iterable[ast.AST]) -> set[ast.stmt]:
    """The statements of a `try` with an `except`: a name or attribute alone may be there to ask whether it exists."""
    return {part for node in nodes if isinstance(node, ast.Try) and node.handlers for part in node.body}


def warn_of_idle(source: Source, value: ast.expr) -> None:
    """Warn of an expression alone of which nothing comes: what nothing goes over, or a sum that is not assigned."""
    text = ast.unparse(value)
    match value:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as sign, right=right):
            if not WORLD.functions.keys() & operation(sign)[:2]:
                place = isinstance(left, (ast.Name, *ir.PLACES))
                instead = f"{ast.unparse(left)} {SIGNS[type(sign)]} {ast.unparse(right)}" if place else f"x = {text}"
                source.warn(value.lineno, f"{text} alone changes nothing; write {instead}")
        case ast.Call(args=[ast.Name(id=name)]) if (word := source.builtin(value)) in UNCHANGING:
            source.warn(value.lineno, f"{text} alone changes nothing; write {name}.{UNCHANGING[word]}()")
        case ast.Call(func=ast.Attribute(ast.Subscript() | ast.Call() as owner, method)):
            if method in METHODS and (copied := copied_by(source, owner)) is not None:
                told = f"{text} changes a copy that nothing keeps"
                source.warn(value.lineno, f"{told}; write {text.replace(ast.unparse(owner), ast.unparse(copied), 1)}")
        case ast.Call(func=ast.Attribute(ast.Name(id=name) as owner, method)):
            if is_of(TEXT, source, owner) or method in TEXTS_ALONE - WORLD.functions.keys():
                source.warn(value.lineno, f"{text} alone changes nothing; write {name} = {text}")
        case ast.Call() if source.builtin(value) not in ("map", "filter"):
            pass
        case ast.GeneratorExp() | ast.Call():
            source.warn(value.lineno, f"{text} alone does nothing, for nothing goes over it; write a `for` loop")


def copied_by(source: Source, value: ast.expr) -> ast.expr | None:
    """The list or set of which this visibly makes a copy."""
    match value:
        case ast.Subscript(ast.Name() as items, ast.Slice()) | ast.Call(
            ast.Attribute(ast.Name() as items, "copy"), [], []
        ):
            return items if is_of(LIST, source, items) or is_of(SET, source, items) else None
        case ast.Call(args=[ast.Name() as items]) if source.builtin(value) in ("list", "set", "sorted"):
            return items
    return None


def warn_of_compared_alone(source: Source, value: ast.expr) -> None:
    """Warn of `self.turn == 1` alone, unless a class of the user's has such a comparison, which may be made for what it does."""
    match value:
        case ast.Compare(left, [sign], [right]) if COMPARISONS[type(sign)] not in WORLD.functions.keys() - {
            source.name
        }:
            text, place = ast.unparse(value), ast.unparse(left)
            is_place = isinstance(sign, ast.Eq) and isinstance(left, (ast.Name, *ir.PLACES))
            assigned = f", or {place} = {ast.unparse(right)} to assign it" if is_place else ""
            source.warn(value.lineno, f"{text} alone does nothing; write return {text}{assigned}")


def is_all_or_any(source: Source, node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and source.builtin(node) in ("all", "any")


def calls_of_others(source: Source, node: ast.expr) -> list[ast.Call]:
    """What it calls besides builtin functions, itself or by `map`: that may be there for what it does."""
    calls = [part for part in ir.inside(node) if isinstance(part, ast.Call)]
    for call in [part for part in calls if source.builtin(part) in ("map", "filter") and part.args]:
        calls += [ast.Call(part, [], []) for part in call.args[:1] if not isinstance(part, (ast.Lambda, ast.Constant))]
    return [part for part in calls if not source.builtin(part)]


def warn_of_dropped(source: Source, call: ast.Call, is_probe: bool) -> None:
    """Warn of a call alone that does nothing: of a generator, of an iterator, or of what only gives something.

    is_probe: may it be there for what it raises?
    """
    if is_all_or_any(source, call):
        found = [functions_of(source, part) for part in calls_of_others(source, call)]
        if (
            found
            and all(found)
            and all(asks_only(Own(one.__code__, one.__globals__)) for one in itertools.chain(*found))
        ):
            text = ast.unparse(call)
            source.warn(call.lineno, f"{text} alone decides nothing; write require({text})")
        return
    called, inner = functions_of(source, call), single_definition(source, getattr(call.func, "id", ""))
    is_inner = isinstance(inner, ast.FunctionDef) and not inner.decorator_list and ir.yields(*inner.body)
    if not called and not is_inner:
        return
    text = ast.unparse(call)
    if is_inner or all(part.__code__.co_flags & CO_GENERATOR for part in called):
        of = ast.unparse(call.func)
        told = f"{text} alone runs nothing of {of}, which yields; write @ambiguous above {of}"
        source.warn(call.lineno, f"{told} and `yield {text}` here, or a loop over {text}")
    elif all(asks_only(Own(part.__code__, part.__globals__)) for part in called):
        name, instead = called[0].__name__, f"require({text})"
        if name in ENDS:
            instead = f"`from ambsearch import {name}`, this {name} is your own"
        source.warn(call.lineno, f"{text} alone decides nothing; write {instead}")
    elif not is_probe and all(gives_only(Own(part.__code__, part.__globals__)) for part in called):
        source.warn(call.lineno, f"{text} alone changes nothing, and what it gives is lost; write x = {text}")
