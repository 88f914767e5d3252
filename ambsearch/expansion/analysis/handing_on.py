"""Where an iterator goes that a function has made or was given: is it used up there, or may something hold it afterwards?

It is followed by name, also into the functions that it is given to.

followed        where what this node gives goes: may it be held when the function has ended, or by several branches?
is_private      is this a variable of only what the function has made itself, and hands on to nothing?

>>> class Words:
...     def __init__(self, text):
...         it = iter(text.split())
...         self.now, self.rest = next(it), it
...     def longest(self):
...         lengths = map(len, self.rest)
...         return max(lengths)
>>> sources = [Source.of_code(one.__code__, {}) for one in (Words.__init__, Words.longest)]
>>> [any(followed(source, node).is_kept for node in source.nodes if isinstance(node, ast.Call)) for source in sources]
[True, False]
"""

import ast
import types
from abc import ABCMeta
from collections import OrderedDict, deque
from collections.abc import Iterator, Set
from typing import Any

from ambsearch.expansion.analysis import bindings, flow, uses, values
from ambsearch.expansion.analysis.functions import Own, function_in
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.world import WORLD, methods_of
from ambsearch.expansion.reading.source import HARMLESS, LAZY, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.undoing import in_class

# functions that keep what they are given, and methods that put it in their container
KEEPING = uses.KEEPING | set("put set repeat partial copy setattr setitem __setattr__ __setitem__".split())
# builtins that take its items, or hand them on one by one: what they make is looked at, too
TAKING_ITEMS = HARMLESS | LAZY | {"next"}
CONTAINERS = frozenset(map(id, (list, tuple, set, frozenset, dict, deque, sorted)))
# what gives something new, or may do so
MADE = (ast.Call, ast.GeneratorExp, ast.IfExp, ast.BoolOp)
# the modules of which most classes go over it
READING = frozenset("builtins itertools collections array csv _csv fractions decimal _decimal random".split())


class Held(Exception):
    """Something else may hold it, or it cannot be told."""


class Following:
    """Follows one that this function has, as long as only its variables hold it; else raises Held.

    seen: the variables that are followed. uses: what becomes of it on the way, see `uses`. The function may return it, but
    none may that it is given to. is_kept: may it be held when the function has ended, or by several branches?
    """

    def __init__(self, source: Source) -> None:
        self.tree = source.tree
        self.seen: set[tuple[Any, str]] = set()
        self.uses: set[str] = set()
        self.is_kept = False

    def follow_name(self, source: Source, name: str) -> None:
        """Follow what a variable holds."""
        if (source.tree, name) in self.seen:
            return
        self.seen.add((source.tree, name))
        if name not in local_names(source) - captured_names(source) - shared_names(source):
            raise Held
        for node in source.nodes:
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                self.follow(source, node)

    def follow(self, source: Source, node: Any) -> None:
        """Follow what this node gives."""
        use = uses.use_of(node, parents(source))
        self.uses.add(use.how)
        match use:
            case "stored", ast.Assign() | ast.AnnAssign() as assignment:
                self.store(source, *(place for place, value in bindings.assigned_parts(assignment) if value is node))
            case "given", call:
                self.follow_argument(source, call, node)
            case "stored" | "over" | "item", (
                ast.AugAssign() | ast.For() | ast.comprehension() | ast.Starred() | ast.Subscript()
            ):
                return  # its items are taken
            case "yielded", _ if source.is_ambiguous(source.tree):
                return
            case "returned" | "yielded" | "over" as how, by:
                is_given_back = how == "returned" and source.tree is not self.tree
                if is_given_back or isinstance(by, ast.Yield) or source.is_ambiguous(source.tree):
                    raise Held
            case "same", ast.BoolOp() | ast.IfExp() as by:
                self.follow(source, by)
            case "attribute", ast.Attribute(attr="__next__"):
                raise Held
            case "called" | "stored" | "held" | "same" | "elsewhere", _:
                raise Held

    def follow_each(self, source: Source, node: Any) -> None:
        """Follow those that this gives for its items, to a loop, or to the variables that it is unpacked to."""
        match uses.use_of(node, parents(source)):
            case "over", ast.For(target=target) | ast.comprehension(target=target):
                self.store(source, *(place for place, _ in bindings.pairs_of(target)))
            case "stored", ast.Assign(targets=[ast.Tuple(elts=places)]):
                self.store(source, *places)
            case _:
                raise Held

    def store(self, source: Source, *places: ast.expr) -> None:
        """It is assigned to these places."""
        for place in places:
            if not isinstance(place, ast.Name):
                raise Held
            self.follow_name(source, place.id)

    def follow_argument(self, source: Source, call: ast.Call, part: Any) -> None:
        """What a call is given."""
        parts = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(map(ir.has_yield, parts[parts.index(part) + 1 :])):
            raise Held  # it waits for a choice
        name, found = ir.name_of(call.func), source.resolve(call.func)
        is_named = any(keyword.value is part for keyword in call.keywords)
        if source.builtin(call) in TAKING_ITEMS or id(found) in CONTAINERS:
            if is_named and found is dict:
                raise Held
            return None
        called = list(called_by(source, call.func, name))
        if not called:
            return self.follow_unknown(source, call, is_named)
        for own, given in called:
            inner = own.source(is_called=False) if own is not None else None
            if inner is None:
                raise Held
            self.follow_parameter(inner, call, part, given)

    def follow_parameter(self, source: Source, call: ast.Call, part: Any, given: int) -> None:
        """What a function has by the parameter that gets this argument; what a generator is given, its maker keeps."""
        if any(map(ir.has_yield, source.body)) and not source.is_ambiguous(source.tree):
            return None
        name = flow.parameter_of(source.tree.args, call, part, given)
        if name not in flow.parameters(source.tree.args) or isinstance(part, ast.Starred):
            raise Held
        return self.follow_name(source, name)

    def follow_unknown(self, source: Source, call: ast.Call, is_named: bool) -> None:
        """What is given to a method of a container, or to something that is not the user's; is_named: by a keyword."""
        name, found = ir.name_of(call.func), source.resolve(call.func)
        is_hidden = found is UNKNOWN and (not name or name in source.unseen | source.locals)  # TABLE[k], a parameter
        is_kept = name in KEEPING or name in uses.FILLING and is_named
        if is_hidden or is_kept or keeps_what_it_is_given(found):
            raise Held


def keeps_what_it_is_given(kind: Any) -> bool:
    """Is this an object that may, or a class whose objects do? Most of Python's own go over it, or are iterators in turn."""
    if not issubclass(type(kind), type):
        return kind is not UNKNOWN and type(kind) not in (*values.FUNCTIONS, types.MethodType)
    made_by = next(base for base in kind.__mro__ if not vars(base).keys().isdisjoint(("__init__", "__new__")))
    is_in_c = type(vars(made_by).get("__init__")) is not types.FunctionType  # else it calls other methods
    is_usual = type(kind) in (type, ABCMeta) and made_by.__module__ in READING and (kind is made_by or is_in_c)
    return not is_usual or issubclass(kind, (OrderedDict, BaseException))


def called_by(source: Source, function: ast.expr, name: str) -> Iterator[tuple[Own | None, int]]:
    """The functions of the user's that a call may run, each with how many parameters it is given besides; None for one without text."""
    found = source.resolve(function)
    if issubclass(type(found), type):
        for maker in filter(None, (function_in(in_class(found, name)) for name in ("__init__", "__new__"))):
            if maker.__code__.co_filename == "<string>":  # of a dataclass or named tuple
                yield None, 1
            elif is_own(maker.__code__):
                yield Own(maker.__code__, maker.__globals__), 1
    elif found is not UNKNOWN:
        plain = function_in(found)
        yield from [(Own(plain.__code__, plain.__globals__), 0)] if plain is not None and is_own(plain.__code__) else []
    elif isinstance(function, ast.Attribute) and not is_plain(source, function.value):
        yield from ((own, 1) for own, _ in methods_of(source, name))


@bindings.once
def parents(source: Source) -> dict[ast.AST, Any]:
    return ir.parents_in(source.tree)


def local_names(source: Source) -> frozenset[str]:
    """The variables of a function, with those of the comprehensions in it."""
    targets = [node.target for node in source.nodes if isinstance(node, ast.comprehension)]
    return source.locals | flow.Names(*targets).bound


def captured_names(source: Source) -> set[str]:
    """Those that functions in it use, too."""
    functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
    return flow.captures(*functions) | source.nonlocals | source.seen_at_once


def followed(source: Source, node: Any, is_each: bool = False) -> Following:
    """Where what this node gives goes, or this variable holds. is_each: instead, where its items go, which are iterators."""
    following = Following(source)
    try:
        if isinstance(node, ast.Name):
            following.follow_name(source, node.id)
        elif is_each:
            following.follow_each(source, node)
        else:
            following.follow(source, node)
    except Held:
        following.is_kept = True
    return following


def is_private(source: Source, node: ast.expr) -> bool:
    """Is this a variable of only what the function has made itself, and hands on to nothing?"""
    name = getattr(node, "id", "")
    given = bindings.values_of(source).get(name, [None])
    return name in source.locals and all(is_made(source, one) for one in given) and not followed(source, node).is_kept


def shared_names(source: Source) -> Set[str]:
    """The variables of an ambiguous function that branches share: each reads what was made before its choice."""
    if not source.is_ambiguous(source.tree):
        return set()
    once_read = names_read_once(source)
    reads = [node for node in source.nodes if isinstance(node, ast.Name) and node.id in once_read]
    ends = {node.id: end_of_binding(source, node) for node in reads if isinstance(node.ctx, ast.Store)}
    choices = [node for node in source.nodes if isinstance(node, ast.Yield)]
    # else it is chosen from
    waits = [(node, choice) for node in reads for choice in choices if choice.value is not node]
    shared = {node.id for node, choice in waits if ends.get(node.id, (0, 0)) < ir.begin_of(choice) <= ir.begin_of(node)}
    return (source.locals - once_read | shared) - variables_handed_on(source)


def end_of_binding(source: Source, node: ast.AST) -> tuple[int, int]:
    """Where a variable is bound from: behind the statement, or behind its name in the head of one with a body."""
    statement = node
    while not isinstance(statement, ast.stmt):
        statement = parents(source)[statement]
    by: Any = node if hasattr(statement, "body") else statement
    return by.end_lineno, by.end_col_offset


def is_made(source: Source, node: Any) -> bool:
    """Is this made here? A container may give what it holds, and so may a function in the same module."""
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.GeneratorExp, ast.Tuple))
    name = ir.name_of(node.func)
    functions = [own for own in list(WORLD.functions.get(name, {}).values()) if own.space is source.space]
    return name not in uses.TAKING and not any(map(returns_held, functions))


def returns_held(own: Own) -> bool:
    """May what this function returns be something that is held elsewhere?"""
    source = own.source(is_called=False)
    nodes = ir.walk(source.tree) if source is not None else []
    return any(isinstance(node, ast.Return) and isinstance(node.value, ir.PLACES) for node in nodes)


@bindings.once
def variables_handed_on(source: Source) -> frozenset[str]:
    """The variables that a call is assigned to, once, and that are read once, by a loop with a choice that runs as often."""
    assigned = [node for node in source.nodes if isinstance(node, ast.Assign) and isinstance(node.value, MADE)]
    names = {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    return names_read_once(source) & names & variables_of_turns(source)


def variables_of_turns(source: Source) -> set[str]:
    """The variables that loops with a choice go over."""
    loops = [node.iter for node in source.nodes if isinstance(node, ast.For) and any(map(ir.has_yield, node.body))]
    parts = [part for over in loops for part in (over, *getattr(over, "args", ()))]
    return {part.id for part in parts if isinstance(part, ast.Name)}


@bindings.once
def names_read_once(source: Source) -> frozenset[str]:
    """The variables and parameters that are bound once, and read once, and that as often as they are bound."""
    places: dict[str, list[ast.AST]] = {}
    waiting: list[tuple[ast.AST, ast.AST]] = [(source.tree, source.tree)]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, (ast.Name, ast.arg)):
            places.setdefault(node.id if isinstance(node, ast.Name) else node.arg, []).append(around)
        inner = node if isinstance(node, (*ir.LOOPS, *ir.SCOPES)) else around
        outside = [node.iter] if isinstance(node, ast.For) else []
        waiting += [(child, around if child in outside else inner) for child in ir.children(node)]
    found = {name for name, [one, *more] in places.items() if len(more) == 1 and more[0] is one}
    return frozenset(found - source.nonlocals - source.seen_at_once) & source.locals
