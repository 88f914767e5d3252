"""What was forgotten, probably: a call, a `require`, a `yield` or a `return`. It is legal, and warned of when the first search begins.

if board.free: ...      a method is always true: its call was forgotten
board.free              alone, the same
board.free(row)         nothing asks what it gives: the `require` was forgotten
board.moves(row)        nothing runs a generator: @ambiguous and `yield` were forgotten, or `for`
map(check, rows)        likewise: nothing goes over it; nor over (check(row) for row in rows)
count + 1               alone changes nothing: `=` was forgotten
sorted(xs)              likewise, and text.strip()
yield f(x).first()      is chosen from the letters of a text: `.first()` is too much
yield board.put(xs)     the same of a generator that seems to choose, and gives no answer
row = pick(board)       the same of a generator that chooses, wherever its call stands
require(check(row))     check gives None, or False and None: its `return` was forgotten; or so do the answers of a search
require(free(row))      free gives (x != row for x in rows), which is always true: its `all` was forgotten
xs = xs.append(x)       is None from now on

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
import contextlib
import inspect
import re
import types
from collections import deque
from collections.abc import Iterable, Set
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.diagnostics.held import nodes_of_file
from ambsearch.diagnostics.lost import warn_of_put
from ambsearch.diagnostics.unequal import TEXT, is_of
from ambsearch.errors import UNDECORATED
from ambsearch.expansion.analysis.asked import operation
from ambsearch.expansion.analysis.facts import is_fatal, is_harmless
from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.analysis.giving import methods_of
from ambsearch.expansion.analysis.values import CONTAINER, is_visibly, values_of
from ambsearch.expansion.analysis.world import WORLD, Own
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.texts import NoSource, definition
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.unchosen import chooses, constants_returned, may_be_forgotten

SIGNS: dict[type, str] = {ast.Add: "+=", ast.Sub: "-=", ast.Mult: "*="}
CHANGING = frozenset({"append", "clear", "extend", "insert", "reverse", "sort"})
ALSO_CHANGING = CHANGING | {
    "add",
    "discard",
    "remove",
    "update",
}  # of what visibly is a container: numpy.add(a, b) gives a value
UNCHANGING = {"sorted": "sort", "reversed": "reverse"}
GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def advise(source: Source, body: list[Any]) -> None:
    """Warn of what was forgotten in a function with this body, when it is known what it calls."""
    warn_of_put(source)
    nodes: list[Any] = list(ir.inside(*body))
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
                warn_of_dropped(source, call)
            case ast.Expr(value=(ast.GeneratorExp() | ast.BinOp()) as value) if node not in probed:
                warn_of_idle(source, value)
            case ast.Assign() | ast.Return():
                warn_of_list(source, node)
            case ast.Expr(value=ast.Attribute() as read) if node not in probed:
                warn_of_read(source, read)
            case ast.If(test=test) | ast.While(test=test):
                warn_of_methods(source, node, [test])
                warn_of_nothing(source, test, "never true")
                warn_of_unasked(source, test)
            case ast.Compare(left=left, comparators=others):
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


def probes(nodes: Iterable[ast.AST]) -> set[ast.stmt]:
    """The statements of a `try` with an `except`: a name or attribute alone may be there to ask whether it exists."""
    return {part for node in nodes if isinstance(node, ast.Try) and node.handlers for part in node.body}


def warn_of_methods(source: Source, node: Any, tests: list[Any]) -> None:
    """Warn of a method in the condition of an `if` or `while` whose call was forgotten. tests: the parts of the condition."""
    # what is called there is no slip: it may ask whether there is one
    called = {getattr(part.func, "attr", "") for part in ir.inside(node) if isinstance(part, ast.Call)}
    for test in tests:
        if isinstance(test, ast.BoolOp):
            warn_of_methods(source, node, test.values)
        elif isinstance(test, ast.UnaryOp):
            warn_of_methods(source, node, [test.operand])
        elif isinstance(test, ast.Attribute) and test.attr not in called and source.is_method(test):
            if WORLD.methods(test.attr) or is_of_answers(source, test):
                text = ast.unparse(test)
                source.warn(test.lineno, f"{text} is not called, and a method is always true; write {text}(...)")


def warn_of_asked_outside(source: Source) -> None:
    """Warn of `if f(x).exists:` outside of functions, where f is this one: no search begins there, which could tell of it."""
    written = re.compile(rf"\b{source.name}\(.*\)\.({'|'.join(ASKS)})\b(?!\s*\()")
    if source.class_name is None and any(map(written.search, source.lines)):
        with contextlib.suppress(SyntaxError):  # it may be a part of a file, as in a notebook
            for node in ir.inside(*ast.parse("\n".join(source.lines)).body):
                for read in truths_in(node):
                    if read.attr in ASKS and ast.unparse(read.value).startswith(f"{source.name}("):
                        text = ast.unparse(read)
                        source.warn(
                            read.lineno, f"{text} is not called, and a method is always true; write {text}(...)"
                        )


ASKS = ("exists", "count", "first", "one")


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
    if getters and all(map(asks_only, getters)):
        source.warn(read.lineno, f"{text} alone decides nothing; write require({text})")


def warn_of_method(source: Source, read: Any, told: str) -> None:
    """Warn of a method whose call was forgotten; told: what comes of that."""
    if isinstance(read, ast.Attribute) and source.is_method(read):
        if WORLD.methods(read.attr) or WORLD.may_search(read.attr):
            text = ast.unparse(read)
            source.warn(read.lineno, f"{text} is not called, so {told}; write {text}(...)")


def functions_of(source: Source, call: ast.Call) -> list[types.FunctionType]:
    """The user's functions that this call may run; none if others may be among them."""
    function = call.func
    if isinstance(function, ast.Attribute) and source.is_method(function):
        found = WORLD.methods(function.attr)
    else:
        found = [source.resolve(function)]
    return found if all(type(part) is types.FunctionType and is_own(part.__code__) for part in found) else []


def searches_of(source: Source, call: ast.Call) -> list[Own]:
    """The user's ambiguous functions that this call may run; none if others may be among them."""
    function, found = call.func, source.resolve(call.func)
    if isinstance(found, Ambiguous):
        return [Own(found.__wrapped__.__code__, found.__wrapped__.__globals__)]
    methods = methods_of(source, function.attr) if found is UNKNOWN and isinstance(function, ast.Attribute) else []
    return [own for own, _ in methods] if all(is_search for _, is_search in methods) else []


def warn_of_idle(source: Source, value: ast.expr) -> None:
    """Warn of an expression alone of which nothing comes: what nothing goes over, or a sum that is not assigned."""
    text = ast.unparse(value)
    match value:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as sign, right=right):
            if not WORLD.functions.keys() & operation(sign)[:2]:
                place = isinstance(left, (ast.Name, *ir.PLACES))
                instead = f"{ast.unparse(left)} {SIGNS[type(sign)]} {ast.unparse(right)}" if place else f"x = {text}"
                source.warn(value.lineno, f"{text} alone changes nothing; write {instead}")
        case ast.GeneratorExp() | ast.Call():
            source.warn(value.lineno, f"{text} alone does nothing, for nothing goes over it; write a `for` loop")


def warn_of_dropped(source: Source, call: ast.Call) -> None:
    """Warn of a call alone that does nothing: of a generator, of an iterator, or of what only gives a condition."""
    if source.builtin(call) in ("map", "filter"):
        warn_of_idle(source, call)
    match call:
        case ast.Call(args=[ast.Name(id=name)]) if (word := source.builtin(call)) in UNCHANGING:
            source.warn(call.lineno, f"{ast.unparse(call)} alone changes nothing; write {name}.{UNCHANGING[word]}()")
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as owner)) if is_of(TEXT, source, owner):
            text = ast.unparse(call)
            source.warn(call.lineno, f"{text} alone changes nothing; write {name} = {text}")
    if not (called := functions_of(source, call)):
        return
    text = ast.unparse(call)
    if all(part.__code__.co_flags & inspect.CO_GENERATOR for part in called):
        of = ast.unparse(call.func)
        told = f"{text} alone runs nothing of {of}, which yields; write @ambiguous above {of}"
        source.warn(call.lineno, f"{told} and `yield {text}` here, or a loop over {text}")
    elif all(asks_only(Own(part.__code__, part.__globals__)) for part in called):
        name, instead = called[0].__name__, f"require({text})"
        if name in ENDS:
            instead = f"`from ambsearch import {name}`, this {name} is your own"
        source.warn(call.lineno, f"{text} alone decides nothing; write {instead}")


def warn_of_undecorated(source: Source, call: ast.Call) -> None:
    """Warn of a call of a generator that has choices of its own, unless the function tells generators what they get."""
    called = functions_of(source, call)
    if called and "send" not in getattr(source.code, "co_names", ()) and all(map(is_choosing, called)):
        told = f"{ast.unparse(call.func)} has choices of its own, and is not ambiguous; write @ambiguous above it"
        source.warn(call.lineno, f"{told} and `x = yield {ast.unparse(call)}` here")


def is_choosing(function: types.FunctionType) -> bool:
    code = function.__code__
    return bool(code.co_flags & inspect.CO_GENERATOR) and may_be_forgotten(code, function.__globals__)


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


def warn_of_letters(source: Source, call: ast.Call) -> None:
    """Warn of a choice from one answer that visibly is a text, and not from the answers."""
    match call:
        case ast.Call(ast.Attribute(ast.Call() as search, name), args, []) if (name, len(args)) in ONE_ANSWER:
            asked = [Source.of_code(own.code, own.space) for own in searches_of(source, search)]
            if asked and all(found and gives_texts(found) for found in asked):
                told = f"{ast.unparse(call)} is a text, so one of its letters is chosen"
                source.warn(call.lineno, f"{told}; write `yield {ast.unparse(search)}` to choose an answer")


ONE_ANSWER = frozenset({("first", 0), ("one", 0), ("nth", 1)})  # what gives one, with how many arguments


def gives_texts(search: Source) -> bool:
    given = [node.value for node in search.nodes if isinstance(node, ast.Return)]
    return bool(given) and all(is_of(TEXT, search, value) for value in given)


def is_step(function: types.FunctionType) -> bool:
    """Does this plain function end branches, and give nothing?"""
    code = function.__code__
    is_plain = not code.co_flags & GENERATORS and constants_returned(code) == {None}
    return is_plain and is_fatal(Own(code, function.__globals__))


def seems_to_choose(function: types.FunctionType) -> bool:
    """Does it use what `yield` gives, and yield nothing but ranges, lists and the like? Not if that is an error where it runs."""
    code = function.__code__
    if not (code.co_flags & inspect.CO_GENERATOR and chooses(code)) or may_be_forgotten(code, function.__globals__):
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
        case ast.Call() if gives_nothing(test):
            warn_of_change(source, test)
        case ast.Call() if source.builtin(test) == "print":
            name = ast.unparse(test)
            source.warn(test.lineno, f"print returns no value, so {name} is {told}; print on a line of its own")
        case ast.Call() if called := functions_of(source, test):
            of, name = ast.unparse(test.func), ast.unparse(test)
            plain = [part for part in called if not part.__code__.co_flags & GENERATORS]
            given = set().union(*(constants_returned(part.__code__) for part in plain)) if plain == called else set()
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


UNASKED = {ast.GeneratorExp: "a generator expression", ast.ListComp: "a list of truth values"}


def warn_of_list(source: Source, node: ast.Assign | ast.Return) -> None:
    """Warn of `xs = xs.append(x)` and `return xs.sort()`, where xs is visibly a list."""
    if gives_nothing(node.value, ALSO_CHANGING):
        owner = node.value.func.value  # type: ignore[union-attr]
        if type(source.resolve(owner)) in (list, dict, set, deque) or any(
            is_visibly(CONTAINER, source, value, set()) for value in bound_to(source, owner)
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
            assigned = [node for node in nodes_of_file(source) if isinstance(node, (ast.Assign, ast.AnnAssign))]
            return [
                node.value
                for node in assigned
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                if isinstance(target, ast.Attribute) and target.attr == name and node.value is not None
            ]
    return [place]


def gives_nothing(node: ast.expr | None, names: Set[str] = CHANGING) -> bool:
    """Is this a method of a list, that only changes it, and that no class of the user's has?"""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in names - WORLD.functions.keys()


def asks_only(own: Own) -> bool:
    """Does this function give True or False, or is it named `require`, and changes, prints, requires and raises nothing?"""
    try:
        node: Any = definition(own.code, own.space)[0]
    except NoSource:
        return False
    is_plain = isinstance(node, ast.FunctionDef) and [*map(ast.unparse, node.decorator_list)] in ([], ["property"])
    parts = list(ir.inside(*node.body)) if is_plain else []
    acts = [part for part in parts if isinstance(part, (ast.Raise, ast.Assert, *ir.YIELDS))]
    if acts or any(isinstance(part, ast.Expr) and isinstance(part.value, ast.Call) for part in parts):
        return False
    given = [part.value for part in parts if isinstance(part, ast.Return)]
    is_test = own.code.co_name in ENDS or all(map(is_condition, given))
    return bool(given) and is_test and is_harmless(own) and not is_fatal(own)


def returned(code: types.CodeType, space: dict[str, Any]) -> list[ast.expr | None]:
    """What the `return` statements of this function give, if it is no generator, and its text can be read."""
    try:
        node: Any = definition(code, space)[0]
    except NoSource:
        return []
    is_plain = isinstance(node, ast.FunctionDef) and not code.co_flags & GENERATORS
    return [part.value for part in ir.inside(*node.body) if isinstance(part, ast.Return)] if is_plain else []


def is_condition(value: ast.expr | None) -> bool:
    match value:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=True | False):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ("all", "any", "distinct", "isinstance")
    return False
