"""Refuses a condition that is always true.

require(x > y for y in ys)      a generator expression: all(...) is missing
require((x > 1, x < 9))         a tuple; likewise of checks = [x > y for y in ys] the variable alone
require(x == 1 or 2)            the 2
require({x, y, z})              a set of three: len({x, y, z}) == 3
require(distinct(xs))           one item alone: distinct(*xs)
require(~flag)                  -1 or -2, where True or False was chosen
require(x == y or z)            the number z, unless it is 0; this, and text.find("c"), is warned of

>>> from ambsearch import ambiguous, require
>>> @ambiguous
... def two():
...     x = yield range(3)
...     require(x == 1 or 2)
...     return x
Traceback (most recent call last):
    ...
ambsearch.errors.Refused: 2 is always true, and so is the whole; write the comparison anew: x == 1 or x == 2, or x in (1, 2)
"""

import ast
import itertools
from functools import partial

from ambsearch.diagnostics.misplaced import is_function
from ambsearch.diagnostics.visible import COUNT, NAMES, TEXT, gives, is_dict, is_of
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.binding import has_one_argument, known_call
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.mistakes.uncalled import uncalled

UNTRUE = {TEXT: "empty", COUNT: "0"}
COUNTED = frozenset({"len", "set", "frozenset", "list", "tuple", "sorted"})


def check_truth(source: Source, test: ast.expr, called: frozenset[str] = frozenset()) -> None:
    """Refuse a condition that is always true; called: what the condition itself calls, which may be meant not to be None."""
    if isinstance(test, ast.GeneratorExp):
        raise source.complaint(test, "a generator expression is always true; write all(...) or any(...) around it")
    if isinstance(test, ast.Call) and known_call(source, test) in LAZY:
        name = ast.unparse(test.func)
        raise source.complaint(
            test, f"{name} gives an iterator, which is always true; write all(...) or any(...) around it"
        )
    if isinstance(test, ast.NamedExpr) and isinstance(test.value, ast.Constant):
        name, value = test.target.id, ast.unparse(test.value)
        raise source.complaint(
            test, f"{name} := {value} compares nothing, and gives {name} its value; write {name} == {value}"
        )
    if isinstance(test, ast.Lambda) or isinstance(test, ast.Tuple) and test.elts:
        raise source.complaint(test, f"a {type(test).__name__.lower()} is always true; write the condition alone")
    if isinstance(test, ast.Name) and holds_conditions(source, test.id):
        told = f"{test.id} holds truth values, and is itself true unless it is empty"
        raise source.complaint(test, f"{told}; write all({test.id}) or any({test.id})")
    is_counted = isinstance(test, (ast.Set, ast.Call)) and not any(
        map(partial(is_condition, source), getattr(test, "elts", ()))
    )
    if is_counted and (count := items_in(source, test)):
        text = ast.unparse(test)
        length = text if isinstance(test, ast.Call) and source.builtin(test) == "len" else f"len({text})"
        raise source.complaint(test, f"{length} is never 0, so this is always true; write {length} == {count}")
    if isinstance(test, (ast.List, ast.Set)) and test.elts:
        raise source.complaint(
            test,
            f"a {type(test).__name__.lower()} that is not empty is always true; write all([...]) or any([...])",
        )
    if isinstance(test, ast.ListComp) and isinstance(test.elt, ast.Compare) and not test.generators[-1].ifs:
        raise source.complaint(
            test, "a list of truth values is true unless it is empty; write all(...) or any(...) around it"
        )
    if isinstance(test, ast.BoolOp):
        called |= {ast.unparse(part.func) for part in ir.inside(test) if isinstance(part, ast.Call)}
        for part in test.values:
            if isinstance(test.op, ast.Or) and is_value(part):
                raise source.complaint(part, value_for_comparison(part, test))
            if is_value(part):
                told = f"{ast.unparse(part)} is always true, so it decides nothing"
                instead = membership(part, test) or "the comparison anew: x != 1 and x != 2"
                raise source.complaint(part, f"{told}; write {instead}")
            if not isinstance(part, ast.NamedExpr):  # `if x or (y := 1)` may mean that
                check_truth(source, part, called)
        for before, part in itertools.pairwise(test.values):
            warn_of_item(source, before, part, "or" if isinstance(test.op, ast.Or) else "and")
    match test:
        case ast.UnaryOp(ast.Invert(), flag) if is_of((bool,), source, flag) or isinstance(
            flag, (ast.Compare, ast.BoolOp)
        ):
            text = ast.unparse(flag)
            raise source.complaint(test, f"{ast.unparse(test)} is -1 or -2, and always true; write not {text}")
        case ast.Call(ast.Attribute(owner, "find" | "rfind"), [part]) if is_of(TEXT, source, owner):
            told = f"{ast.unparse(test)} is -1, which is true, where there is none, and 0 at the beginning"
            source.warn(test.lineno, f"{told}; write {ast.unparse(part)} in {ast.unparse(owner)}")
    if is_function(source, test) and (name := ast.unparse(test)) not in called:
        raise source.complaint(test, uncalled(name, "function"))


def holds_conditions(source: Source, name: str) -> bool:
    """Does this variable visibly hold conditions that nothing joins?"""
    match values_of(source).get(name):
        case [ast.Tuple([_, *_] as parts) | ast.List([_, *_] as parts)]:
            return all(map(partial(is_condition, source), parts))
        case [ast.ListComp(part, [*_, ast.comprehension(ifs=[])])]:
            return is_condition(source, part)
    return False


def is_value(part: ast.expr) -> bool:
    """Is this a constant other than True that is always true?"""
    if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):  # -1
        part = part.operand
    return isinstance(part, ast.Constant) and bool(part.value) and part.value is not True


def value_for_comparison(part: ast.expr, whole: ast.BoolOp) -> str:
    told = f"{ast.unparse(part)} is always true, and so is the whole"
    return f"{told}; write {membership(part, whole) or 'the comparison anew: x == 1 or x == 2, or x in (1, 2)'}"


def membership(part: ast.expr, whole: ast.BoolOp) -> str:
    """What to write in the place of `"a" or "e" in word`."""
    for other in whole.values:
        match other:
            case ast.Compare(ast.Constant(), [ast.In() | ast.NotIn() as sign], [items]):
                return ast.unparse(ast.BoolOp(whole.op, [ast.Compare(part, [sign], [items]), other]))
    return ""


def warn_of_item(source: Source, before: ast.expr, part: ast.expr, joined: str) -> None:
    """Warn of `x == y or z`, where z is chosen from numbers or texts; 0 and 1 may be meant as False and True."""
    match before, part:
        case ast.Compare(ast.Name() as left, [ast.Eq() | ast.NotEq() as sign], [ast.Name()]), ast.Name(name):
            given = values_of(source).get(name, [])
            items = [value.value for value in given if isinstance(value, ast.Yield)]
            kind = next((kind for kind in (TEXT, COUNT) if all(gives(kind, source, one) for one in items)), None)
            is_flag = {ast.unparse(part) for one in items for part in getattr(one, "elts", ())} == {"0", "1"}
            if kind is not None and items and len(items) == len(given) and not is_flag:
                told = f"{name} is a {NAMES[kind]}, and true unless it is {UNTRUE[kind]}"
                instead = ast.unparse(ast.Compare(left, [sign], [part]))
                source.warn(part.lineno, f"{told}; write {ast.unparse(before)} {joined} {instead}")


def warn_of_value(source: Source, node: ast.BoolOp) -> None:
    """Warn of `x == 1 or 2`, wherever it stands: `x or 2` may mean that."""
    for before, part in itertools.pairwise(node.values) if isinstance(node.op, ast.Or) else ():
        if isinstance(before, ast.Compare) and is_value(part):
            source.warn(part.lineno, value_for_comparison(part, node))


def is_condition(source: Source, node: ast.expr) -> bool:
    """Is this visibly a condition, and nothing besides?"""
    match node:
        case ast.Compare():
            return True
        case ast.Call():
            return known_call(source, node) == "distinct"
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name()):
            return True
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return is_condition(source, part)
        case ast.BoolOp(values=parts):
            return all(map(partial(is_condition, source), parts))
    return False


def items_in(source: Source, node: ast.expr) -> int:
    """How many items are written there, directly or in `len`, `set` and the like; 0 if that cannot be seen."""
    match node:
        case ast.List(parts) | ast.Set(parts) | ast.Tuple(parts):
            return 0 if any(isinstance(part, ast.Starred) for part in parts) else len(parts)
        case ast.Call(args=[part], keywords=[]) if source.builtin(node) in COUNTED:
            return items_in(source, part)
    return 0


def check_distinct(source: Source, call: ast.Call) -> None:
    """Refuse `distinct(xs)`, which is always true."""
    if has_one_argument(call):
        only, is_display = call.args[0], isinstance(call.args[0], (ast.List, ast.Tuple, ast.Set))
        items = ast.unparse(only)[1:-1] if is_display else f"*{ast.unparse(only)}"
        if isinstance(only, ast.Compare):
            items = ", ".join(map(ast.unparse, (only.left, *only.comparators)))
        if isinstance(only, ast.Name) and is_dict(source, only.id):
            items = f"*{only.id}.values()"
        told = "distinct takes the items one by one, and a single one is distinct"
        raise source.complaint(call, f"{told}; write distinct({items})")
    match call.args:
        case [ast.Starred(ast.Name(name))] if is_dict(source, name):
            told = f"the keys of {name}, a dict, are always distinct"
            raise source.complaint(call, f"{told}; write distinct(*{name}.values())")
