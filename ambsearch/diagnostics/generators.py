"""Warns of what is chosen from a call: of a generator with choices that is not ambiguous, of the letters of an answer, of nothing.

row = pick(board)       nothing runs a generator that chooses: @ambiguous and `yield` were forgotten
yield board.put(xs)     likewise, where it seems to choose
yield f(x).first()      is chosen from the letters of a text: `.first()` is too much
yield check(x)          requires something, and gives nothing to choose from

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> def check(row):
...     require(row > 1)
>>> @ambiguous
... def placed():
...     row = yield (1, 2)
...     yield check(row)
...     return row
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     placed().exists()
Traceback (most recent call last):
    ...
ambsearch.errors.NotAChoice: a choice is made from an iterable, but this is None (NoneType); a function without `return` gives None, and so does what changes a list, such as xs.sort()
>>> print(told[0].message)
check requires something and returns no value, so there is nothing to choose; write `check(row)` without `yield`
"""

import ast
import types
from typing import Any

from ambsearch.diagnostics.called import functions_of, searches_of
from ambsearch.diagnostics.visible import TEXT, is_of
from ambsearch.errors import UNDECORATED
from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.facts import is_fatal
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.world import WORLD, functions_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.texts import NoSource, definition
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import CO_GENERATOR
from ambsearch.unchosen import chooses, constants_returned, may_be_forgotten


def warn_of_undecorated(source: Source, call: ast.Call) -> None:
    """Warn of a call of a generator that has choices of its own, unless a function here tells generators what they get."""
    called = [(part.__code__, part.__globals__) for part in functions_of(source, call)] or inner_called(source, call)
    if called and all(is_choosing(*part) for part in called) and not sends(source):
        told = f"{ast.unparse(call.func)} has choices of its own, and is not ambiguous; write @ambiguous above it"
        source.warn(call.lineno, f"{told} and `x = yield {ast.unparse(call)}` here")


def sends(source: Source) -> bool:
    codes = [source.code, *(own.code for own in functions_in(WORLD.relations.of(source.space)))]
    return any("send" in getattr(code, "co_names", ()) for code in codes)


def is_choosing(code: types.CodeType, space: dict[str, Any]) -> bool:
    return bool(code.co_flags & CO_GENERATOR) and may_be_forgotten(code, space)


def inner_called(source: Source, call: ast.Call) -> list[tuple[types.CodeType, dict[str, Any]]]:
    """The function inside this one that a call runs: its code, and the globals."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    made = single_definition(source, name)
    codes = [part for part in getattr(source.code, "co_consts", ()) if getattr(part, "co_name", None) == name]
    return [(code, source.space) for code in codes if made and not getattr(made, "decorator_list", ())]


def warn_of_chosen(source: Source, call: ast.Call) -> None:
    """Warn of a choice from a generator that seems to choose, and only changes something: what `x = yield xs` gives there is None."""
    called = functions_of(source, call)
    if not called:
        return
    of, text = ast.unparse(call.func), ast.unparse(call)
    if all(map(seems_to_choose, called)):
        source.warn(call.lineno, UNDECORATED.format(of))
    elif all(map(is_step, called)):
        no_value = f"{of} requires something and returns no value, so there is nothing to choose"
        source.warn(call.lineno, f"{no_value}; write `{text}` without `yield`")


ONE_ANSWER = frozenset({("first", 0), ("one", 0), ("nth", 1)})  # what gives one, with how many arguments


def warn_of_letters(source: Source, call: ast.Call) -> None:
    """Warn of a choice from one answer that visibly is a text, and not from the answers."""
    match call:
        case ast.Call(ast.Attribute(ast.Call() as search, name), args, []) if (name, len(args)) in ONE_ANSWER:
            asked = [Source.of_code(own.code, own.space) for own in searches_of(source, search)]
            if asked and all(found and gives_texts(found) for found in asked):
                told = f"{ast.unparse(call)} is a text, so one of its letters is chosen"
                source.warn(call.lineno, f"{told}; write `yield {ast.unparse(search)}` to choose an answer")


def gives_texts(search: Source) -> bool:
    given = [node.value for node in search.nodes if isinstance(node, ast.Return)]
    return bool(given) and all(is_of(TEXT, search, value) for value in given)


def is_step(function: types.FunctionType) -> bool:
    """Does this plain function end branches, and give nothing?"""
    code = function.__code__
    is_plain = not code.co_flags & GIVES_LATER and constants_returned(code) == {None}
    return is_plain and is_fatal(Own(code, function.__globals__))


def seems_to_choose(function: types.FunctionType) -> bool:
    """Does it use what `yield` gives, and yield nothing but ranges, lists and the like? Not if that is an error where it runs."""
    code = function.__code__
    if not (code.co_flags & CO_GENERATOR and chooses(code)) or may_be_forgotten(code, function.__globals__):
        return False
    try:
        node: Any = definition(code, function.__globals__)[0]
    except NoSource:
        return False
    given = [part.value for part in ir.inside(*node.body) if isinstance(part, ir.YIELDS)]
    return all(
        isinstance(part, (ast.Tuple, ast.List, ast.Set)) or part and ast.unparse(part).startswith("range(")
        for part in given
    )
