"""Functions from a table of the module that nothing changes: OPS = {"+": operator.add}, RULES = [is_full, is_safe].

    OPS[sign](a, b)                                 one of those in it
    for name, rule in RULES.items(): rule(board)
    rule = yield RULES

A table is a dict, list or tuple that holds functions, alone or in tuples. That nothing changes it is told by its name: the
texts of all related modules only read it, or put something into it by a decorator, where they are imported. Whether it
holds what it held is asked whenever a search begins.

>>> from ambsearch.expansion.reading.texts import Text
>>> text = Text("a.py", ["SIGNS, OPS = {}, {}\\n", "SIGNS[0] = OPS[0]\\n", "for sign in OPS.values(): sign(OPS)\\n"])
>>> [is_read(Outline.of(text), node) for node in Outline.of(text).uses["OPS"]]
[True, True, False]
"""

import ast
import types
from abc import ABCMeta
from collections.abc import Iterable
from enum import Enum
from typing import Any

from ambsearch.expansion.analysis import items
from ambsearch.expansion.analysis.bindings import Found, given_by, once
from ambsearch.expansion.analysis.callees import near, of_value
from ambsearch.expansion.analysis.counters import texts
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.held import may_be_called
from ambsearch.expansion.analysis.outlines import Outline
from ambsearch.expansion.analysis.uses import VIEWS, use_of
from ambsearch.expansion.analysis.values import FUNCTIONS
from ambsearch.expansion.analysis.world import WORLD, steady_value
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.texts import NoSource
from ambsearch.expansion.reading.words import LANGUAGE, name_in
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import is_own
from ambsearch.running.asking import ONE
from ambsearch.running.protocols import CALLING_BACK
from ambsearch.running.reads import OPERATIONS
from ambsearch.running.twins import VALUES
from ambsearch.running.undoing import GONE, in_class

TABLES = (dict, list, tuple)
UNSEEN = ("__getattr__", "__getattribute__")  # these give any attribute
GIVING = VIEWS | {"get"}
# what gives the functions in it to a loop or a choice; and what else gives it to nobody: max, min and sum may
PASSING = {"list", "tuple", "sorted", "reversed", "enumerate", "iter"}
LOOKING = (items.LOOKING | {"an_element_of"}) - {"max", "min", "sum"}
# Python's own that neither change nor call what they are given
ASKING = {*ONE, *(plain for plain, names in OPERATIONS.items() if len(names) < 3)}


def callees_taken(source: Source, call: ast.Call) -> list[Own] | None:
    """The user's functions that this call may run, if all that it may call stands in such tables."""
    functions = taken(source, call.func, set())
    if not functions or not all(map(is_known, functions)):
        return None
    return together(of_value(source, ir.constant(None, call), one) for one in functions)


def together(found: Iterable[list[Any] | None]) -> list[Any] | None:
    """All that is in these lists; None if one of them is not known."""
    lists = [*found]
    return None if None in lists else [one for part in lists for one in part or ()]


def is_known(function: Any) -> bool:
    """Is this the user's, or neither changes nor calls what it is given?"""
    if type(function) is types.FunctionType:
        return is_own(function.__code__)
    if type(function) is types.BuiltinFunctionType:
        return function in ASKING
    return not any(function is kind for kind in CALLING_BACK)  # map; a metaclass may compare as it likes


def taken(source: Source, place: Any, names: set[str]) -> list[Any] | None:
    """All the functions in the tables from which this is taken; None if it may be anything else. names: those that were asked."""
    match place:
        case ast.Name(id=name) if name in source.locals or name in givers(source):
            if name in names:
                return []
            names.add(name)
            return together(taken(source, one, names) for one in givers(source).get(name, [None]))
        case ast.Name(id=name):
            table = steady_value(source, place, *TABLES)
            return None if table is UNKNOWN else held(source, name, table)
        case ast.Attribute(attr=name) if source.mangled_name(name) == name:
            return in_classes(source, name)
        case ast.Subscript(value=owner) | ast.Starred(value=owner):
            return taken(source, owner, names)
        case ast.Yield(value=owner) if source.is_ambiguous(source.tree):
            return taken(source, owner, names)
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=given) if name in GIVING and len(given) < 2:
            return taken(source, owner, names)
        case ast.Call(args=[owner, *_]) if source.builtin(place) in PASSING or is_element(source, place):
            return taken(source, owner, names)
    return None


def is_element(source: Source, call: ast.Call) -> bool:
    return name_in(LANGUAGE, source.resolve(call.func)) == "an_element_of"


@once
def givers(source: Source) -> Found:
    """Of each variable that which it is taken from, wherever it is bound; None for anything else."""
    found: Found = {name: [None] for name in parameters(source.tree.args) | source.nonlocals}
    for node in source.nodes:
        changed = [(name, None) for name in Names(node.target).bound] if isinstance(node, ast.AugAssign) else []
        for name, one in changed or given_by(source, node):
            found.setdefault(name, []).append(one)
    known = source.locals | names_apart(source)
    return {name: values for name, values in found.items() if name in known}


def names_apart(source: Source) -> set[str]:
    """The variables of comprehensions whose names stand for nothing else in the function."""
    found: set[str] = set()
    inside: set[ast.AST] = set()
    for node in source.nodes:
        loops = getattr(node, "generators", [])
        names = {name for loop in loops for name in Names(loop.target).bound}
        found |= names
        inside |= {part for part in ir.inside(node) if names and ir.name_of(part) in names}
        inside -= {*ir.inside(loops[0].iter)} if loops else set()  # evaluated outside of it
    return found - {node.id for node in source.nodes if isinstance(node, ast.Name) and node not in inside}


def in_classes(source: Source, name: str) -> list[Any] | None:
    """The same of the tables that classes have under this name, if no object has anything else."""
    spaces = WORLD.relations.of(source.space)
    classes = [cls for cls in WORLD.known.values if issubclass(type(cls), type) and name in vars(cls)]
    if name in WORLD.stored or name in WORLD.words or may_be_called(name, spaces) or near(source, *UNSEEN):
        return None
    if not all(type(vars(cls)[name]) in TABLES for cls in classes):
        return None
    for cls in classes:
        WORLD.assume(vars(cls), name, vars(cls)[name], cls)
    return together(held(source, name, vars(cls)[name]) for cls in classes) or None


def held(source: Source, name: str, table: Any) -> list[Any] | None:
    """The functions in this table, which the expansion relies on; None if it may hold, or be given, anything else."""
    found = contents(table)
    if not found or not WORLD.relations.once(WORLD.relations.of(source.space), is_only_read, name):
        return None
    return found if WORLD.assumed.note_contents(table, contents) else None


def contents(table: Any) -> list[Any] | None:
    """The functions and classes in a table; None if there is anything else in it but constants, such as another table."""
    waiting = [*table, *table.values()] if type(table) is dict else [*table]
    found = []
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += part
        elif type(part) in (*FUNCTIONS, type, ABCMeta):
            found.append(part)
        elif type(part) not in VALUES and not is_member(part):
            return None
    return found


def is_member(part: Any) -> bool:
    """Is this a member of an enumeration, which cannot be called, and has no items?"""
    kind = type(part)
    return issubclass(kind, Enum) and all(
        in_class(kind, name) is GONE for name in ("__call__", "__getitem__", "__iter__")
    )


def is_only_read(spaces: frozenset[int], name: str) -> bool:
    """Do the functions of these namespaces, and what stands beside them, only read what has this name?"""
    try:
        outlines = [Outline.of(text) for text, _ in texts(spaces)]
    except (NoSource, SyntaxError, RecursionError):
        return False
    uses = [(outline, node) for outline in outlines for node in outline.uses.get(name, ())]
    return all(is_read(outline, node) or is_of_decorator(outlines, outline, node) for outline, node in uses)


def is_read(outline: Outline, node: Any) -> bool:
    """Is the table, which has this name here, only read, or named?"""
    how, by = use_of(node, outline.parents)
    match node, by:
        case ast.alias(asname=other), _:
            return other is None
        case ast.Constant(), _:  # __all__
            return how == "held"
        case _, ast.Call(func=ast.Attribute(attr=name)) if how == "asked":
            return name in GIVING
        case _, ast.Call(func=ast.Name(id=name)) if how == "given":
            return name in LOOKING and not is_other(outline, name)
    return is_chosen_from(outline, node) if how == "yielded" else how in ("item", "over", "looked")


def is_other(outline: Outline, name: str) -> bool:
    """Does this name of a builtin function, or of ambsearch's, stand for another one?"""
    imported = [outline.parents[one].module for one in outline.uses[name] if isinstance(one, ast.alias)]
    return name in outline.stored or name in outline.definitions or imported not in ([], ["ambsearch"])


def is_of_decorator(outlines: list[Outline], outline: Outline, node: Any) -> bool:
    """Does this stand in a function that only decorates others, as @rule does, so that it runs when modules are imported?"""
    functions = [one for one in around(outline, node) if isinstance(one, ast.FunctionDef)]
    name = functions[-1].name if functions else ""
    uses = [decorates(one, use) for one in outlines for use in one.uses.get(name, ())]
    return bool(uses) and all(uses)


def decorates(outline: Outline, node: Any) -> bool:
    """Does this stand above a function of a module or a class, or name what it imports?"""
    if isinstance(node, ast.alias):
        return node.asname is None
    above = outline.parents[node]
    if isinstance(above, ast.Call) and above.func is node:
        node, above = above, outline.parents[above]
    is_outside = all(isinstance(one, (ast.Module, ast.ClassDef)) for one in around(outline, above))
    return is_outside and node in getattr(above, "decorator_list", ())


def around(outline: Outline, node: Any) -> list[Any]:
    """The nodes around this one, the innermost first."""
    found = []
    while (node := outline.parents.get(node)) is not None:
        found.append(node)
    return found


def is_chosen_from(outline: Outline, node: Any) -> bool:
    """Does this stand in an ambiguous function? A generator would give it to somebody."""
    function = next((one for one in around(outline, node) if isinstance(one, ir.FUNCTIONS)), None)
    return any("ambiguous" in map(ir.name_of, ir.walk(one)) for one in getattr(function, "decorator_list", ()))
