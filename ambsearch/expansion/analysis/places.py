"""Under which names iterators are held: where those go that a function keeps, and from there on.

held_names      these names, in some namespaces; None if one goes where no name tells

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
from collections.abc import Set
from functools import partial
from typing import Any

from ambsearch.expansion.analysis.advancing import GIVEN, is_advancing, makes_kept, stepped
from ambsearch.expansion.analysis.counters import counters, name_of, texts
from ambsearch.expansion.analysis.flow import Names, captures, parameters
from ambsearch.expansion.analysis.giving import CONTAINERS as MADE
from ambsearch.expansion.analysis.giving import gives_iterator, returns_iterator, source_of
from ambsearch.expansion.analysis.handing_on import GIVING, KEEPING, called_by, keeps_argument, parameter_of, parents
from ambsearch.expansion.analysis.reached import (
    classes_in,
    functions_in,
    hidden,
    may_hold_more,
    names_in,
    names_matched,
    unmangled,
    values_in,
)
from ambsearch.expansion.analysis.values import assigned_parts, single_definition
from ambsearch.expansion.analysis.world import COMPREHENSIONS, WORLD, Own, function_in
from ambsearch.expansion.reading.source import HARMLESS, LAZY, UNKNOWN, Source
from ambsearch.expansion.reading.texts import NoSource, Text
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.trees.walking import DISPLAYS
from ambsearch.running.positions import CONTAINERS, names_holding
from ambsearch.running.twins import default_factories
from ambsearch.running.undoing import GONE, in_class

Place = tuple[str, int]
DEEP = 3  # so many containers around an iterator are followed
# what looks at an iterator and is done, and what gives it in turn
STARTS = (ast.Call, ast.Attribute, ast.GeneratorExp)
PLACES = (ast.Name, ast.Attribute)
HOLDS = (*DISPLAYS, ast.Tuple, ast.GeneratorExp)
LOOKS = (ast.Expr, ast.Compare, ast.If, ast.While, ast.Assert, ast.UnaryOp, ast.FormattedValue, ast.Delete)
GIVES = (ast.IfExp, ast.BoolOp, ast.BinOp)
# methods of containers that give as much as these hold, and those that give nothing of it
WHOLE = frozenset({"copy", "values", "items", "__iter__"})
NOTHING = frozenset(
    "append appendleft extend extendleft add insert remove discard clear update reverse sort index count rotate".split()
)
FILLING = frozenset({"extend", "extendleft", "update", "__iadd__"})


class Lost(Exception):
    """An iterator goes where no name tells."""


def held_names(spaces: frozenset[int]) -> tuple[frozenset[str] | None, set[str]]:
    """These names, and those in the texts around functions that make such iterators."""
    counted, places = counters(spaces), Places(names_matched(spaces))
    owns = [own for own in [*functions_in(spaces), *hidden(spaces)] if own.code.co_name not in COMPREHENSIONS]
    if any(map(may_hold_more, spaces)):
        return None, set()
    try:
        others = [around(text, space) for text, space in texts(spaces)]
        keeping = [source for source in others if makes_kept(source, counted)]
        for source in [*keeping, *filter(None, map(source_of, filter(is_advancing, owns)))]:
            places.start(source)
        places.add(*places_seen(spaces))
        while places.waiting:
            name, depth = places.waiting.pop()
            words = {name, name.removesuffix("()")} - counted
            naming = [source_of(own) for own in owns if not words.isdisjoint(names_in(own))]
            for source in filter(None, [*others, *naming]):
                places.follow_all(source, name, depth)
    except (Lost, NoSource):
        return None, set()
    names = {name.removesuffix("()") for name, _ in places.found if name not in counted}
    return frozenset(names), {name for source in keeping for name in names_making(source)}


def names_making(source: Source) -> set[str]:
    """The names in those statements that make iterators."""
    making = [node for node in source.body if any(gives_iterator(source, part) for part in ir.inside(node))]
    return {name_of(part) for node in making for part in ir.inside(node)}


def around(text: Text, space: dict[str, Any]) -> Source:
    """What stands in a file around its functions, as a function whose variables are global."""
    (made,) = ast.parse("def around(): pass").body
    made.body = statements(text.tree.body)  # type: ignore[attr-defined]
    source = Source(made, None, text.lines, text.filename, space, {})
    source.locals = frozenset()
    return source


def statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """These, and those in the classes among them, but no functions."""
    parts = [node.body if isinstance(node, ast.ClassDef) else [node] for node in body]
    inner = [statements(part) if part[0] not in body else part for part in parts]
    return [node for part in inner for node in part if not isinstance(node, ir.FUNCTIONS)]


def places_seen(spaces: frozenset[int]) -> set[Place]:
    """The places where one has been seen: in what searches were given, in classes, and in global variables."""
    found = {(name, 0) for key in spaces for name in WORLD.holding.get(key, ())}
    found |= {(name, depth) for key in spaces for name in GIVEN.get(key, ()) for depth in (0, int("()" in name))}
    for name, value in [
        *values_in(spaces),
        *(pair for _, cls in classes_in(spaces) for pair in list(vars(cls).items())),
    ]:
        found |= {(part or name, int(not part and type(value) in CONTAINERS)) for part in names_holding(value)}
        found |= {(f"{value.func.__name__}()", 0)} if type(value) is partial and names_holding(value) else set()
    found |= {(name, depth) for name in fields_made(spaces) for depth in (0, 1)}
    return {(unmangled(name), depth) for name, depth in found}


def fields_made(spaces: frozenset[int]) -> set[str]:
    """The fields of dataclasses that are given one that is made for each object."""
    made = [pair for _, cls in classes_in(spaces) for pair in default_factories(cls).items()]
    owns = [(name, Own(f.__code__, f.__globals__)) for name, make in made if (f := function_in(make)) is not None]
    return {name for name, own in owns if returns_iterator(own, False) or returns_iterator(own, True)}


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
        """Follow the iterators that this function makes or advances."""
        for node in source.nodes:
            if isinstance(node, STARTS) and gives_iterator(source, node):
                self.follow(source, node, int(gives_iterator(source, node, inside=True)))
        self.add(*((name_of(node), 0) for node in stepped(source) if is_outside(source, node)))

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
                parent = parents(source).get(node)
                if isinstance(parent, ast.Call) and (parent.func is node or source.builtin(parent) == "property"):
                    self.follow(source, parent, depth)
                elif isinstance(parent, ast.Call) and name in WORLD.functions and name not in WORLD.getters:
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
        if name not in local_names(source) or name in shared_names(source):
            self.add((name, depth))
        for node in source.nodes:
            if isinstance(node, ast.Name) and node.id == name and is_read(node):
                self.follow(source, node, depth)

    def follow(self, source: Source, node: Any, depth: int) -> None:
        """Follow what this node gives: an iterator, in so many containers."""
        parent = parents(source).get(node)
        match parent:
            case ast.Assign() | ast.AnnAssign():
                for place, value in assigned_parts(parent):
                    if value is node or value is None and depth:
                        self.store(source, place, depth - (value is None))
            case ast.NamedExpr():
                self.store(source, parent.target, depth)
                self.follow(source, parent, depth)
            case ast.AugAssign():
                if depth:
                    self.store(source, parent.target, depth)
            case ast.For() | ast.comprehension():
                if depth:
                    for name in Names(parent.target).bound:
                        self.follow_name(source, name, depth - 1)
            case ast.Starred() | ast.Subscript():
                if depth:
                    self.follow(source, parent, depth - 1)
            case ast.Attribute():
                self.follow_method(source, parent, depth)
            case ast.Call() if parent.func is not node:
                self.follow_argument(source, parent, node, depth)
            case ast.keyword():
                self.follow_argument(source, parents(source)[parent], parent, depth)
            case ast.Yield() if source.is_ambiguous(source.tree):
                if depth:
                    self.follow(source, parent, depth - 1)
            case ast.Return() | ast.Yield() | ast.YieldFrom():
                is_one = isinstance(parent, ast.Return) and not source.is_ambiguous(source.tree)
                around = depth + (not is_one) - isinstance(parent, ast.YieldFrom)
                if source.name.startswith("__") and (source.name != "__iter__" or around):  # which no name calls
                    raise Lost
                self.add((source.name, around))
            case ast.arguments() if source.code is None:
                pass  # a default value, which the function has
            case _ if isinstance(parent, HOLDS):
                self.follow(source, parent, depth + 1)
            case _ if isinstance(parent, GIVES):
                self.follow(source, parent, depth)
            case _ if not isinstance(parent, LOOKS):
                raise Lost

    def store(self, source: Source, place: Any, depth: int) -> None:
        """What is assigned to this place."""
        match place:
            case ast.Name(id=name):
                self.follow_name(source, name, depth)
            case ast.Attribute(attr=name):
                self.add((name, depth))
            case ast.Subscript(value=value):
                self.store(source, value, depth + 1)
            case _:
                raise Lost

    def follow_method(self, source: Source, method: ast.Attribute, depth: int) -> None:
        """What a container that holds iterators gives by one of its methods."""
        call = parents(source).get(method)
        is_called = isinstance(call, ast.Call) and call.func is method
        if depth and is_called and method.attr in GIVING | WHOLE:
            self.follow(source, call, depth - (method.attr in GIVING))
        elif not is_called and (depth or method.attr == "__next__") or depth and method.attr not in NOTHING:
            raise Lost

    def follow_argument(self, source: Source, call: ast.Call, part: Any, depth: int) -> None:
        """What a call is given."""
        name, found = name_of(call.func), source.resolve(call.func)
        kind = source.builtin(call)
        made = single_definition(source, name) if found is UNKNOWN else None
        if made is not None:
            return self.follow_parameter(source.nested_source(made), call, part, 0, depth)
        if kind in LAZY or any(found is one for one in MADE):  # what it gives is looked at, too
            return self.follow(source, call, depth) if depth else None
        if kind == "next" or kind in HARMLESS:
            return self.follow(source, call, depth - 1) if depth and kind in ("next", "min", "max") else None
        called = list(called_by(source, call.func, name))
        if not called:
            return self.follow_unknown(source, call, part, depth)
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

    def follow_unknown(self, source: Source, call: ast.Call, part: Any, depth: int) -> None:
        """What is given to a method of a container, or to something that is not the user's."""
        is_method = isinstance(call.func, ast.Attribute) and source.resolve(call.func) is UNKNOWN
        if is_method and name_of(call.func) in NOTHING | KEEPING - {"__setattr__"}:
            self.store(source, call.func.value, depth + (name_of(call.func) not in FILLING))  # type: ignore[attr-defined]
        elif source.resolve(call.func) is UNKNOWN or keeps_argument(source, call, part):
            raise Lost


def field_of(cls: Any, call: ast.Call, part: Any) -> str:
    """The field of a dataclass that gets this argument."""
    maker: Any = in_class(cls, "__init__")
    if in_class(cls, "__dataclass_fields__") is GONE or in_class(cls, "__post_init__") is not GONE:
        raise Lost
    names = maker.__code__.co_varnames[1 : maker.__code__.co_argcount]
    name = part.arg if isinstance(part, ast.keyword) else "".join(names[call.args.index(part) :][:1])
    if not name or isinstance(part, ast.Starred):
        raise Lost
    return name


def local_names(source: Source) -> frozenset[str]:
    """The variables of a function, with those of the comprehensions in it."""
    targets = [node.target for node in source.nodes if isinstance(node, ast.comprehension)]
    return source.locals | Names(*targets).bound


def shared_names(source: Source) -> set[str]:
    """Those that functions in it use, too."""
    return captures(*(node for node in source.nodes if isinstance(node, ir.FUNCTIONS))) | source.nonlocals


def is_outside(source: Source, node: ast.AST) -> bool:
    """Does this stand for something that is no variable of the function's?"""
    return isinstance(node, ast.Attribute) or isinstance(node, ast.Name) and node.id not in local_names(source)


def is_read(node: Any) -> bool:
    return isinstance(node.ctx, ast.Load)
