"""Where an iterator goes that a function has made or was given: into which places, which are told by their names.

A function comes to one only by such a name: of an attribute, a global variable, or a function that gives it or holds it.

>>> class Words:
...     def __init__(self, text, its):
...         it = map(str.lower, text.split())
...         self.rest = it
...         its.all.append(it)
>>> source, places = Source.of_code(Words.__init__.__code__, {}), Places()
>>> for node in source.nodes:
...     if gives_iterator(source, node):
...         places.follow(source, node, 0)
>>> sorted(places.found)
[('all', 1), ('rest', 0)]
"""

import ast
import copy
from collections import OrderedDict
from collections.abc import Iterator, Sequence, Set
from contextlib import closing, nullcontext
from typing import Any

from ambsearch.expansion.analysis import uses
from ambsearch.expansion.analysis.counters import name_of
from ambsearch.expansion.analysis.flow import Names, captures, parameters
from ambsearch.expansion.analysis.giving import CONTAINERS, gives_iterator, methods_of, source_of
from ambsearch.expansion.analysis.uses import FILLING, LETTING_GO, TAKING, VIEWS, use_of
from ambsearch.expansion.analysis.values import assigned_parts, fresh_names, is_plain, once, pairs_of, single_definition
from ambsearch.expansion.analysis.world import WORLD, Own, function_in
from ambsearch.expansion.reading.source import HARMLESS, LAZY, UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import is_own
from ambsearch.running.undoing import GONE, in_class

Place = tuple[str, int]
DEEP = 3  # so many containers around an iterator are followed
STARTS = (ast.Call, ast.Attribute, ast.GeneratorExp)
PLACES = (ast.Name, ast.Attribute)
# methods of containers that give nothing of what these hold, and those that give as much
GIVING_NOTHING = LETTING_GO | FILLING | uses.KEEPING - TAKING
# functions, too, that keep what they are given, and methods that put it in their container
KEEPING = uses.KEEPING | {"put", "partial", "setattr", "__setattr__", "__setitem__"}
ADDING = GIVING_NOTHING | KEEPING - {"__setattr__"}
WHOLE = VIEWS - {"keys"} | {"copy", "__iter__"}


# what gives what it is given
PASSING = (nullcontext, closing, copy.copy)
# the modules of which most classes go over it
READING = frozenset("builtins itertools collections array csv _csv fractions decimal _decimal random".split())


class Lost(Exception):
    """An iterator goes where no name tells."""


class Places:
    """found: the places so far, each a name and how many containers are around an iterator there; of these waiting: those
    to go on from. A function that has one as an argument is a place with "()" after its name.
    """

    def __init__(self, matched: Set[str] = frozenset()) -> None:
        """matched: the attributes that patterns may stand for by their position."""
        self.matched = matched
        self.found: set[Place] = set()
        self.waiting: list[Place] = []
        self.seen: set[tuple[Any, str, int]] = set()

    def add(self, *places: Place) -> None:
        if any(depth > DEEP for _, depth in places):
            raise Lost
        self.waiting += [place for place in places if place not in self.found]
        self.found.update(places)

    def start(self, source: Source) -> None:
        """Follow the iterators that this function makes."""
        for node in source.nodes:
            if isinstance(node, STARTS) and gives_iterator(source, node):
                self.follow(source, node, int(gives_iterator(source, node, inside=True)))

    def follow_all(self, source: Source, name: str, depth: int) -> None:
        """Follow what this function has by this name."""
        if name == f"{source.name}()":
            for parameter in parameters(source.tree.args):
                self.follow_name(source, parameter, depth)
        for node in source.nodes:
            if isinstance(node, ast.MatchClass) and name in (*node.kwd_attrs, *(self.matched if node.patterns else ())):
                for bound in Names(node).bound:
                    self.follow_name(source, bound, depth)
            if isinstance(node, PLACES) and name_of(node) == name and is_outside(source, node) and is_read(node):
                how, by = use_of(node, parents(source))
                if how == "called" or how == "given" and source.builtin(by) == "property":
                    self.follow(source, by, depth)
                elif how == "given" and name in WORLD.functions and name not in WORLD.getters:
                    raise Lost  # a function that gives it
                else:
                    self.follow(source, node, depth)

    def follow_name(self, source: Source, name: str, depth: int) -> None:
        """Follow what a variable holds; what it is packed into again and again, as in path = (path, x), is not known."""
        if not name or depth > DEEP:
            raise Lost
        if (source.tree, name, depth) in self.seen:
            return
        self.seen.add((source.tree, name, depth))
        if name not in local_names(source) or name in captured_names(source):
            self.add((name, depth))
        for node in source.nodes:
            if isinstance(node, ast.Name) and node.id == name and is_read(node):
                self.follow(source, node, depth)

    def follow(self, source: Source, node: Any, depth: int) -> None:
        """Follow what this node gives: an iterator, in so many containers."""
        match use_of(node, parents(source)):
            case "stored", ast.NamedExpr() as by:
                self.store(source, by.target, depth)
                self.follow(source, by, depth)
            case "stored", ast.AugAssign() as by:
                if depth:
                    self.store(source, by.target, depth)
            case "stored", assignment:
                for place, value in assigned_parts(assignment):
                    if value is node or value is None and depth:
                        self.store(source, place, depth - (value is None))
            case "over", ast.For(target=target) | ast.comprehension(target=target):
                for place, _ in pairs_of(target) if depth else ():
                    self.store(source, place, depth - 1)
            case "over" | "item", ast.Starred() | ast.Subscript() as by:
                if depth:
                    self.follow(source, by, depth - 1)
            case "asked" | "attribute", _:
                self.follow_method(source, parents(source)[node], depth)
            case "given", call:
                self.follow_argument(source, call, node, depth)
            case "yielded", by if source.is_ambiguous(source.tree):
                if depth:
                    self.follow(source, by, depth - 1)
            case "returned" | "yielded" | "over", by:
                self.follow_result(source, by, depth)
            case "held", by:
                for place, value in assigned_parts(around_unpacked(source, by)):  # a, b = x, y
                    if value is node:
                        self.store(source, place, depth)
                self.follow(source, by, depth + 1)
            case "same", by:
                self.follow(source, by, depth)
            case "elsewhere", ast.withitem(optional_vars=target):
                self.store(source, target, depth)
            case "called" | "elsewhere", by:
                if not isinstance(by, ast.arguments) or source.code is not None:
                    raise Lost  # else it is a default value, which the function has

    def follow_result(self, source: Source, by: Any, depth: int) -> None:
        """What a function gives."""
        is_one = isinstance(by, ast.Return) and not source.is_ambiguous(source.tree)
        around = depth + (not is_one) - isinstance(by, ast.YieldFrom)
        is_special = source.name.startswith("__") and (source.name != "__iter__" or around)
        if is_special or isinstance(by, ast.Lambda):  # which no name calls
            raise Lost
        self.add((source.name, around))

    def store(self, source: Source, place: Any, depth: int) -> None:
        """What is assigned to this place."""
        match place:
            case ast.Name(id=name):
                self.follow_name(source, name, depth)
            case ast.Attribute(attr=name):
                self.add((name, depth))
            case ast.Subscript(value=value):
                self.store_in(source, value, depth + 1)
            case _:
                raise Lost

    def store_in(self, source: Source, container: Any, depth: int) -> None:
        """What is put into a container, which may have other names where the function has not made it."""
        if isinstance(container, ast.Name) and container.id in source.locals - fresh_names(source):
            raise Lost
        self.store(source, container, depth)

    def follow_method(self, source: Source, method: ast.Attribute, depth: int) -> None:
        """What a container that holds iterators gives by one of its methods."""
        call = parents(source).get(method)
        is_called = isinstance(call, ast.Call) and call.func is method
        if depth and is_called and method.attr in TAKING | WHOLE:
            self.follow(source, call, depth - (method.attr in TAKING))
        elif not is_called and (depth or method.attr == "__next__") or depth and method.attr not in GIVING_NOTHING:
            raise Lost

    def follow_argument(self, source: Source, call: ast.Call, part: Any, depth: int) -> None:
        """What a call is given."""
        name, found = name_of(call.func), source.resolve(call.func)
        kind = source.builtin(call)
        made = single_definition(source, name) if found is UNKNOWN else None
        if made is not None:
            return self.follow_parameter(source.nested_source(made), call, part, 0, depth)
        is_named = any(keyword.value is part for keyword in call.keywords)
        if kind == "dict" and is_named:
            return self.follow(source, call, depth + 1)
        if kind in LAZY or id(found) in CONTAINERS:  # what it gives is looked at, too
            return self.follow(source, call, depth) if depth else None
        if any(found is one for one in PASSING):
            return self.follow(source, call, depth)
        if kind == "next" or kind in HARMLESS:
            return self.follow(source, call, depth - 1) if depth and kind in ("next", "min", "max") else None
        called = list(called_by(source, call.func, name))
        if not called:
            return self.follow_unknown(source, call, depth, is_named)
        for own, given in called:
            inner = source_of(own) if own is not None else None
            if inner is not None:
                self.follow_parameter(inner, call, part, given, depth)
            else:
                self.add((field_of(found, call, part), depth))

    def follow_parameter(self, source: Source, call: ast.Call, part: Any, given: int, depth: int) -> None:
        """What a function has by the parameter that gets this argument."""
        name, others = parameter_of(source, call, part, given), source.tree.args.vararg
        if source.is_ambiguous(source.tree):
            self.add((f"{source.name}()", depth))
        if not name and others is not None and not isinstance(part, ast.Starred):
            return self.follow_name(source, others.arg, depth + 1)
        if name not in parameters(source.tree.args) or isinstance(part, ast.Starred):
            raise Lost
        return self.follow_name(source, name, depth)

    def follow_unknown(self, source: Source, call: ast.Call, depth: int, is_named: bool) -> None:
        """What is given to a method of a container, or to something that is not the user's; is_named: by a keyword."""
        name, found = name_of(call.func), source.resolve(call.func)
        is_unknown, is_item = found is UNKNOWN, is_named or name not in FILLING
        if is_unknown and isinstance(call.func, ast.Attribute) and name in ADDING:
            if depth or is_item:
                self.store_in(source, call.func.value, depth + is_item)
        elif name in KEEPING or keeps_what_it_is_given(found) or is_unknown and not self.trusts(call, depth):
            raise Lost

    def trusts(self, call: ast.Call, depth: int) -> bool:
        """Is something unknown taken not to keep what it is given here?"""
        return False


def keeps_what_it_is_given(kind: Any) -> bool:
    """Is this a class whose objects do? Most of Python's own go over it, or are iterators in turn."""
    if not issubclass(type(kind), type):
        return False
    return kind.__module__ not in READING or issubclass(kind, (OrderedDict, BaseException))


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


def parameter_of(source: Source, call: ast.Call, part: Any, given: int) -> str:
    """The parameter that gets this argument; "" if that is not known. given: how many have a value before the arguments."""
    arguments = source.tree.args
    return argument(call, part, [one.arg for one in (*arguments.posonlyargs, *arguments.args)][given:])


def argument(call: ast.Call, part: Any, names: Sequence[str]) -> str:
    """The name of this argument; names: of those that are given by their place."""
    named = {one.value: one.arg or "" for one in call.keywords}
    return named[part] if part in named else "".join(names[call.args.index(part) :][:1])


def field_of(cls: Any, call: ast.Call, part: Any) -> str:
    """The field of a dataclass that gets this argument."""
    maker: Any = in_class(cls, "__init__")
    if in_class(cls, "__dataclass_fields__") is GONE or in_class(cls, "__post_init__") is not GONE:
        raise Lost
    name = argument(call, part, maker.__code__.co_varnames[1 : maker.__code__.co_argcount])
    if not name or isinstance(part, ast.Starred):
        raise Lost
    return name


@once
def parents(source: Source) -> dict[ast.AST, Any]:
    return ir.parents_in(source.tree)


def around_unpacked(source: Source, node: Any) -> Any:
    """What stands around nested tuples and lists."""
    while isinstance(node, ir.UNPACKED):
        node = parents(source).get(node)
    return node


def local_names(source: Source) -> frozenset[str]:
    """The variables of a function, with those of the comprehensions in it."""
    targets = [node.target for node in source.nodes if isinstance(node, ast.comprehension)]
    return source.locals | Names(*targets).bound


def captured_names(source: Source) -> set[str]:
    """Those that functions in it use, too."""
    functions = [node for node in source.nodes if isinstance(node, ir.FUNCTIONS)]
    return captures(*functions) | source.nonlocals | source.seen_at_once


def is_outside(source: Source, node: ast.AST) -> bool:
    """Does this stand for something that is no variable of the function's?"""
    return isinstance(node, ast.Attribute) or isinstance(node, ast.Name) and node.id not in local_names(source)


def is_read(node: Any) -> bool:
    return isinstance(node.ctx, ast.Load)
