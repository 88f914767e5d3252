"""Marks what is required without a call: a name or an attribute, which may hold a function whose call was forgotten.

The expansion asks at run time whether it does, see `ambsearch.mistakes.uncalled`.

>>> from ambsearch import ambiguous, require
>>> @ambiguous
... def f(n, is_even):
...     x = yield range(n)
...     require(is_even)
...     return x
>>> list(f(3, lambda n: n % 2 == 0))
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: is_even is not called, and a function is always true; write is_even(...), or `is_even is not None` if that is the question
"""

import ast
from typing import Any

from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def mark_conditions(source: Source, body: list[Any]) -> None:
    """Mark each required name or attribute in the body."""
    calls: list[Any] = [node for node in ir.inside(*body) if isinstance(node, ast.Call)]
    required = [call for call in calls if source.word(call) == "require"]
    for node in required:
        called = {ast.unparse(part.func) for part in ir.inside(*node.args) if isinstance(part, ast.Call)}
        node.args = [with_condition(test, called) for test in node.args]


def with_condition(test: Any, called: set[str], *, is_whole: bool = True) -> Any:
    """The condition with these marks; called: what it calls itself, so that it may ask whether there is one.

    is_whole: is this all of it? A name beside other conditions is not marked: that is nearly always True or False.
    """
    match test:
        case ast.BoolOp():
            test.values = [with_condition(part, called, is_whole=False) for part in test.values]
        case ast.UnaryOp(op=ast.Not()):
            test.operand = with_condition(test.operand, called, is_whole=False)
        case ast.Attribute() | ast.Name() if is_whole or isinstance(test, ast.Attribute):
            text = ast.unparse(test)
            return test if text in called else ir.at(ir.Condition(test, text), test)
    return test
