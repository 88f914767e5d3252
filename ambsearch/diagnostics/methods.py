"""Warns of a method whose call was forgotten.

if board.free: ...      is always true; likewise if word.isupper: ...
board.free              alone does nothing
return board.free       gives the method itself
word.lower == other     compares it; likewise sum == 3
if f(x).exists: ...     of the answers, also outside of functions

>>> import warnings
>>> from ambsearch import ambiguous, fail
>>> @ambiguous
... def divisor(n):
...     return (yield [m for m in range(2, n) if n % m == 0])
>>> @ambiguous
... def prime():
...     n = yield range(2, 9)
...     if divisor(n).exists:
...         fail()
...     return n
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     list(prime())
[]
>>> print(told[0].message)
divisor(n).exists is not called, and a method is always true; write divisor(n).exists(...)
"""

import ast
import itertools
import re
from typing import Any

from ambsearch.answers import Answers
from ambsearch.diagnostics.called import asks_only, searches_of
from ambsearch.diagnostics.held import module_of
from ambsearch.diagnostics.visible import NUMBER, OF_ITEMS, TEXT, is_of
from ambsearch.expansion.analysis.values import FUNCTIONS
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.mistakes.uncalled import uncalled
from ambsearch.running.undoing import METHODS


def warn_of_methods(source: Source, node: Any, tests: list[Any]) -> None:
    """Warn of a method in the condition of an `if` or `while` whose call was forgotten. tests: the parts of the condition."""
    # what is called there is no slip: it may ask whether there is one
    called = {getattr(part.func, "attr", "") for part in ir.inside(node) if isinstance(part, ast.Call)}
    for test in tests:
        if isinstance(test, ast.BoolOp):
            warn_of_methods(source, node, test.values)
        elif isinstance(test, ast.UnaryOp):
            warn_of_methods(source, node, [test.operand])
        elif isinstance(test, ast.Attribute) and test.attr not in called and is_only_method(source, test):
            is_of_text = hasattr(str, test.attr) and is_of(TEXT, source, test.value)
            if is_of_text or WORLD.methods(test.attr) or is_of_answers(source, test):
                source.warn(test.lineno, uncalled(ast.unparse(test), "method"))


def is_only_method(source: Source, read: ast.Attribute) -> bool:
    """Is this a method wherever it is read? Another class may have an attribute of this name."""
    return read.attr not in WORLD.stored and source.is_method(read)


ASKS = ("exists", "count", "first", "one")


def warn_of_asked_outside(source: Source) -> None:
    """Warn of `if f(x).exists:` and `print(f(x).first)` outside of functions, where f is this one: no search begins there."""
    written = re.compile(rf"\b{source.name}\(.*\)\.({'|'.join(ASKS)})\b(?!\s*\()")
    module = module_of(source) if source.class_name is None and any(map(written.search, source.lines)) else None
    for node in ir.inside(*module.body) if module else ():
        truths = truths_in(node)
        for read in [*truths, *shown_in(node)]:
            if read.attr in ASKS and (text := ast.unparse(read)).startswith(f"{source.name}("):
                told = f"{text} is not called, so the method itself is shown; write {text}(...)"
                source.warn(read.lineno, uncalled(text, "method") if read in truths else told)


def shown_in(node: Any) -> list[ast.Attribute]:
    """The attributes that this node prints, or puts into a text."""
    shown: list[Any] = []
    match node:
        case ast.Call(ast.Name("print" | "str" | "repr"), shown):
            pass
        case ast.FormattedValue(value):
            shown = [value]
    return [part for part in shown if isinstance(part, ast.Attribute)]


def truths_in(node: Any) -> list[ast.Attribute]:
    """The attributes that this node takes for a truth value."""
    tests: list[Any] = []
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.Assert(test) | ast.UnaryOp(ast.Not(), test):
            tests = [test]
        case ast.BoolOp(values=tests) | ast.comprehension(ifs=tests):
            pass
    return [test for test in tests if isinstance(test, ast.Attribute)]


def is_of_answers(source: Source, read: ast.Attribute) -> bool:
    """Is this a method of the search that is called there, as `f(x).exists` is?"""
    is_search = isinstance(read.value, ast.Call) and bool(searches_of(source, read.value))
    return is_search and callable(getattr(Answers, read.attr, None))


def warn_of_read(source: Source, read: ast.Attribute) -> None:
    """Warn of an attribute alone: a method whose call was forgotten, or a property that only gives a condition."""
    text, getters = ast.unparse(read), WORLD.got(read.attr)
    warn_of_method(source, read, "this does nothing")
    if read.attr in METHODS - WORLD.functions.keys() and is_only_method(source, read):
        source.warn(read.lineno, f"{text} is not called, so this does nothing; write {text}(...)")
    if getters and all(map(asks_only, getters)):
        source.warn(read.lineno, f"{text} alone decides nothing; write require({text})")


def warn_of_compared(source: Source, node: ast.Compare) -> None:
    """Warn of `word.lower == other` and `sum == 3`, which compare the method, or the function, itself."""
    for read, other in itertools.permutations((node.left, *node.comparators), 2):
        is_method = isinstance(read, ast.Attribute) and hasattr(str, read.attr) and is_of(TEXT, source, read.value)
        is_data = any(is_of(kind, source, other) for kind in (NUMBER, TEXT, *OF_ITEMS))
        if is_data and not is_method and isinstance(read, ast.Attribute) and is_only_method(source, read):
            is_method = bool(WORLD.methods(read.attr))
        found = source.resolve(read)
        if type(found) is type and isinstance(read, ast.Name) and (is_data or isinstance(other, ast.BinOp)):
            text = ast.unparse(other)
            told = f"{read.id} is a class, so {ast.unparse(node)} compares the class itself with {text}"
            source.warn(node.lineno, f"{told}; write isinstance({text}, {read.id})")
        if is_method or is_data and type(found) in FUNCTIONS:
            text = ast.unparse(read)
            told = f"{text} is not called, so {ast.unparse(node)} compares the {'method' if is_method else 'function'} itself"
            source.warn(node.lineno, f"{told}; write {text}(...)")


def warn_of_method(source: Source, read: Any, told: str) -> None:
    """Warn of a method whose call was forgotten; told: what comes of that."""
    if isinstance(read, ast.Attribute) and is_only_method(source, read):
        if WORLD.methods(read.attr) or WORLD.may_search(read.attr):
            text = ast.unparse(read)
            source.warn(read.lineno, f"{text} is not called, so {told}; write {text}(...)")
