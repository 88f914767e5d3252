"""What a choice is made from: refuses what is none, and warns of what is probably another than was meant.

x, y = yield range(3), range(3)     one choice, of a range, which is unpacked; likewise x, y = yield [1, 2], [3, 4]
x = yield range(3) + [7]            + does not join what is chosen from
x = yield [range(3)]                one item, the range; likewise x = yield range(3),
x = yield [1, 2] or [3, 4]          always [1, 2]
x = yield range(9, 1)               is empty, and so is range(9, 9)
x = yield amb(xs)                   one alternative, the list
x = yield "red green"               a letter, or the space

>>> from ambsearch import ambiguous
>>> @ambiguous
... def two():
...     x, y = yield range(3), range(3)
...     return x, y
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: one choice, of a collection that is then unpacked, not 2; write x = yield range(3); y = yield range(3)
"""

import ast
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.diagnostics.endings import COLLECTIONS
from ambsearch.expansion.binding import LITERALS, has_one_argument, known_call
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir

CHOICES = frozenset({"range", "amb", "ramb", "an_element_of", "an_integer_between", "an_integer_from"})


def check_several(source: Source, target: ast.expr, value: ast.expr) -> None:
    """a, b = yield E, F is one choice, of E or F, whose items are unpacked."""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Yield):
        return
    choices = value.value.elts if isinstance(value.value, ast.Tuple) else []
    is_written = any(isinstance(part, (*LITERALS, ast.Constant)) for part in choices)
    is_same = len({ast.dump(part) for part in choices}) == 1 and not is_written
    if not 1 < len(choices) == len(target.elts):
        return
    pairs = zip(target.elts, choices, strict=True)
    lines = "; ".join(f"{ast.unparse(name)} = yield {ast.unparse(part)}" for name, part in pairs)
    told = f"one choice, of a collection that is then unpacked, not {len(choices)}; write {lines}"
    if is_same or all(map(partial(is_choice, source), choices)):
        raise source.complaint(value, told)
    if is_bare(value.value) and all(isinstance(part, (ast.List, ast.ListComp)) for part in choices):
        source.warn(value.lineno, f"{told}; or if it is meant, yield [{', '.join(map(ast.unparse, choices))}]")


def is_bare(node: Any) -> bool:
    """Is this a tuple that is written without parentheses?"""
    return isinstance(node, ast.Tuple) and node.col_offset == node.elts[0].col_offset


def is_choice(source: Source, node: ast.expr) -> bool:
    """Is this visibly something to choose from: a range, a word's choices, or a search?"""
    if not isinstance(node, ast.Call):
        return False
    found = source.resolve(node.func)
    if isinstance(found, Ambiguous) or isinstance(node.func, ast.Name) and node.func.id == source.name:
        return True
    return known_call(source, node) in CHOICES


def is_collection(source: Source, node: ast.expr) -> bool:
    return isinstance(node, COLLECTIONS) or is_choice(source, node)


def check_chosen(source: Source, node: ast.Yield) -> None:
    if node.value is None:
        raise source.complaint(node, "yield without anything to choose from; write `x = yield choices`")
    warn_of_descent(source, node)
    warn_of_words(source, node)
    first = node.value
    while isinstance(first, (ast.BinOp, ast.Compare)):
        first = first.left
    match node.value:
        case ast.List([item]) | ast.Tuple([item]) | ast.Set([item]) if is_choice(source, item):
            only, whole = ast.unparse(item), ast.unparse(node.value)
            told = f"{whole} has one item, {only} itself"
            source.warn(node.lineno, f"{told}; write `yield {only}` to choose one of its items")
        case ast.Tuple([item]) if is_bare(node.value):
            only = ast.unparse(item)
            told = f"the comma behind {only} makes it the only item of a tuple"
            source.warn(node.lineno, f"{told}; leave it out to choose one of the items of {only}")
        case ast.BinOp(left, ast.Add(), right) if is_choice(source, left) and is_collection(source, right):
            joined = f"[*{ast.unparse(left)}, *{ast.unparse(right)}]"
            raise source.complaint(node, f"+ does not join what is chosen from; write yield {joined}")
    if first is not node.value and is_choice(source, first):
        choice, whole = ast.unparse(first), ast.unparse(node.value)
        raise source.complaint(
            node, f"yield takes in all of {whole}; write (yield {choice}){whole.removeprefix(choice)}"
        )


def warn_of_descent(source: Source, node: ast.Yield) -> None:
    """Warn of a choice from range(9, 1) or an_integer_between(9, 1), which count up, and from range(9, 9): they have no item."""
    match node.value:
        case ast.Call(args=[low, high], keywords=[]) as call:
            text, first, last = map(ast.unparse, (call, low, high))
            down = {
                "range": f"range({first}, {last}, -1)",
                "an_integer_between": f"an_integer_between({last}, {first})",
            }
            instead = down.get(known_call(source, call))
            if instead and is_integer(first) and is_integer(last) and int(first) > int(last):
                told = f"{text} counts up, so it is empty, and the branch ends here"
                source.warn(node.lineno, f"{told}; write {instead}")
            elif instead and first == last and instead[0] == "r":
                told = f"{text} ends before {last}, so it is empty, and the branch ends here"
                end = int(last) + 1 if is_integer(last) else ast.unparse(ast.BinOp(high, ast.Add(), ast.Constant(1)))
                source.warn(node.lineno, f"{told}; write range({first}, {end})")
        case ast.Call(args=[_, _, _] as bounds, keywords=[]) as call if known_call(source, call) == "range":
            text, (first, last, step) = ast.unparse(call), map(ast.unparse, bounds)
            if all(map(is_integer, (first, last, step))) and int(step) and not range(int(first), int(last), int(step)):
                way, turned = ("up" if int(step) > 0 else "down"), -int(step)
                told = f"{text} counts {way}, so it is empty, and the branch ends here"
                source.warn(node.lineno, f"{told}; write range({first}, {last}, {turned})")


def warn_of_words(source: Source, node: ast.Yield) -> None:
    """Warn of a choice from "red green blue", which is one of its letters."""
    text = node.value.value if isinstance(node.value, ast.Constant) else source.resolve(node.value)  # type: ignore[arg-type]
    for mark in (None, ", ", ","):
        words = text.split(mark) if type(text) is str else []  # not isinstance, which may run what is the user's
        if len(words) > 1 and all(len(word) > 1 and word.isalpha() for word in words):
            given = ast.unparse(node.value)  # type: ignore[arg-type]
            instead = f"{given}.split({'' if mark is None else repr(mark)})"
            source.warn(node.lineno, f"{given} is a text, so one of its letters is chosen; write yield {instead}")
            return


def warn_of_first(source: Source, node: ast.BoolOp, *, is_chosen: bool) -> None:
    """Warn of `1 or 2`, which is 1, and of `yield [1, 2] or xs`, which is `yield [1, 2]`."""
    values = [part.value for part in node.values if isinstance(part, ast.Constant)]
    if len(values) == len(node.values) and not any(isinstance(value, bool) for value in values):
        given = next((value for value in values if bool(value) is isinstance(node.op, ast.Or)), values[-1])
        each = ", ".join(map(repr, values))
        instead = f"choose one of them, write yield amb({each})"
        if not is_chosen:
            instead = f"compare with each of them, write x in ({each})"
        source.warn(node.lineno, f"{ast.unparse(node)} is always {given!r}; to {instead}")
    first = node.values[0]
    match node:
        case ast.BoolOp(ast.Or(), [ast.Yield(ast.List(items) | ast.Tuple(items)), ast.Yield(), *_]) if items:
            if all(isinstance(part, ast.Constant) and part.value for part in items):
                told = f"each of {ast.unparse(first.value)} is true, so nothing else is chosen here"  # type: ignore[attr-defined]
                each = ", ".join(
                    spread(part.value) for part in node.values if isinstance(part, ast.Yield) and part.value
                )
                source.warn(node.lineno, f"{told}; write yield [{each}]")
    if is_chosen and isinstance(node.op, ast.Or) and getattr(first, "elts", None):
        told = f"{ast.unparse(node)} is always {ast.unparse(first)}"
        joined = ", ".join(map(spread, node.values))
        source.warn(node.lineno, f"{told}; to choose from each of them, write yield [{joined}]")


def check_element(source: Source, call: ast.Call) -> None:
    if len(call.args) > 1 and not ir.has_star(call):
        items = ", ".join(map(ast.unparse, call.args))
        told = "an_element_of takes one collection"
        raise source.complaint(call, f"{told}; write an_element_of([{items}]), or amb({items})")


def check_amb(source: Source, call: ast.Call, word: str, *, is_chosen: bool) -> None:
    """Refuse `amb` without `yield`, and of one list; word: `amb` or `ramb`; is_chosen: does it follow a `yield`?"""
    if not is_chosen:
        raise source.complaint(call, f"{word} without yield; write `x = yield {word}(...)`")
    if has_one_argument(call):
        text = ast.unparse(call.args[0])
        if isinstance(call.args[0], COLLECTIONS):
            told = f"{word} chooses among its arguments, and this is a single one"
            raise source.complaint(call, f"{told}; write `yield {text if word == 'amb' else f'ramb(*{text})'}`")
        if word == "amb" and may_be_collection(source, call.args[0]):
            told = f"amb chooses among its arguments, and {text} is a single one"
            source.warn(call.lineno, f"{told}; write `yield {text}` to choose one of its items")
    stars = [part for part in call.args if isinstance(part, ast.Starred)]
    if stars and len(call.args) > 1:
        raise source.complaint(stars[0], "amb(*xs) beside other alternatives; write `yield [*xs, y]`")


def may_be_collection(source: Source, node: ast.expr) -> bool:
    """May this be what the items of a choice are in, for all that can be seen before it is run?"""
    if isinstance(node, (ast.Name, ast.Attribute)):
        found = source.resolve(node)
        return found is UNKNOWN or isinstance(found, Iterable)
    return is_text(node) or isinstance(node, (ast.Call, ast.GeneratorExp, ast.Subscript))


def is_integer(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+", text) is not None


def spread(items: ast.expr) -> str:
    """These items as they are written in a display of more."""
    return ", ".join(map(ast.unparse, getattr(items, "elts", ()))) or f"*{ast.unparse(items)}"


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)
