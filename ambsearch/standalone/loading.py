"""The statements of a module that make its objects, such as `graph = Graph()` and `graph.link("a", "b")`, in their order.

What searches, such as `print(list(solve()))`, and what a script does only where it is started, is left out.
"""

import ast
import types
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ambsearch.answers import Ambiguous
from ambsearch.errors import Refused
from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.expansion.analysis.flow import Names
from ambsearch.ground.ownership import plain_function
from ambsearch.running.undoing import in_class, in_classes
from ambsearch.standalone.written import DEFINING, literal, statements_of

FIXED = (
    int,
    float,
    str,
    bytes,
    bool,
    tuple,
    frozenset,
    range,
    type(None),
    types.ModuleType,
    types.FunctionType,
    type,
    Ambiguous,
)
MAKING = "__new__", "__init__", "__post_init__"


class Making(NamedTuple):
    """statements: what makes the values of these names; objects: is there any that is no literal?"""

    statements: list[ast.stmt]
    names: frozenset[str]
    objects: bool

    def text(self) -> str:
        return "\n".join(map(ast.unparse, self.statements))


def making(name: str, space: Mapping[str, Any]) -> Making | None:
    """What the module does to make the value of this name, with all that is made or changed together with it; None if it does not.

    Raises Refused if a decorator changes it, or what a class calls for those that are derived from it.
    """
    body = [node for node in statements_of(space) if not isinstance(node, DEFINING) and not is_for_script(node)]
    reached = {node: {*reach(node, space)} for node in body}
    names, found = {name}, list[ast.stmt]()
    while True:
        found = [node for node in body if reached[node] & names]
        made = [node for node in found if not any(type(space.get(part)) is Ambiguous for part in reached[node])]
        told = Names(*made)
        more = names.union(told.bound, (part for node in made for part in reached[node] if is_changeable(space, part)))
        if more == names:
            break
        names = more
    if name not in told.bound or Names(*(node for node in found if node not in made)).bound & names:
        return None
    if names.intersection(run_where_defined(space)):  # a decorator puts something there, perhaps
        raise Refused(
            f"{name} has been changed since, by what is called where a function or class of the module is defined"
        )
    objects = any(part in space and literal(space[part]) is None for part in told.bound)
    return Making([without_annotation(node) for node in made], frozenset(told.bound), objects)


def first_value(name: str, space: Mapping[str, Any]) -> str | None:
    """The text of the first value that the module gives to this name."""
    for place, value in [pair for node in statements_of(space) for pair in assigned_parts(node)]:
        if isinstance(place, ast.Name) and place.id == name and value is not None:
            return ast.unparse(value)
    return None


def imported(name: str, space: Mapping[str, Any]) -> str | None:
    """The statement by which a module imports this name."""
    for node in statements_of(space):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return ast.unparse(ast.ImportFrom(node.module, [alias], 0))
    return None


def is_changeable(space: Mapping[str, Any], name: str) -> bool:
    """May what the module does change this: an object, or a variable that a function assigns?"""
    is_object = not isinstance(space[name], FIXED) and not callable(space[name])
    return is_object or any(name in node.names for tree in statements_of(space) for node in globals_in(tree))


def globals_in(tree: ast.stmt) -> list[ast.Global]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Global)]


def run_where_defined(space: Mapping[str, Any]) -> Iterator[str]:
    """The names that decorators and default values use, and what classes call for those that are derived from them."""
    for node in statements_of(space):
        for part in run_for(node):
            yield from reach(part, space)
        cls = space.get(node.name) if isinstance(node, ast.ClassDef) else None
        if isinstance(cls, type):
            hooks = [in_classes(cls.__mro__[1:], "__init_subclass__"), *(in_class(type(cls), part) for part in MAKING)]
            for hook in filter(None, map(plain_function, hooks)):
                yield from reached_from(names_in(hook.__code__), space)


def run_for(node: ast.stmt) -> Iterator[ast.AST]:
    """What is run for the definition of this function or class: decorators, default values, calls in the body of a class."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from node.decorator_list
    if isinstance(node, ast.FunctionDef):
        yield from (part for part in (*node.args.defaults, *node.args.kw_defaults) if isinstance(part, ast.Call))
    for part in node.body if isinstance(node, ast.ClassDef) else ():
        yield from run_for(part)
        if not isinstance(part, DEFINING) and any(isinstance(inner, ast.Call) for inner in ast.walk(part)):
            yield part


def is_for_script(node: ast.stmt) -> bool:
    """if __name__ == "__main__": ..."""
    return isinstance(node, ast.If) and "__name__" in Names(node.test).read


def without_annotation(node: ast.stmt) -> ast.stmt:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return ast.copy_location(ast.Assign([node.target], node.value), node)
    return node


def reach(node: ast.AST, space: Mapping[str, Any]) -> Iterator[str]:
    """The names of the module that a statement uses, and those that the functions use which it may call."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    methods = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return reached_from(names | methods, space)


def reached_from(names: set[str], space: Mapping[str, Any]) -> Iterator[str]:
    """names: of variables and methods."""
    classes = [value for value in space.values() if isinstance(value, type)]
    waiting, seen = [*names], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in space:
            yield name
        values: list[Any] = [space.get(name), *(vars(cls).get(name) for cls in classes)]
        for value in values:
            if isinstance(value, type):
                values += [vars(value).get(part) for part in MAKING]
            if isinstance(value, types.FunctionType) and value.__globals__.get("__name__") == space.get("__name__"):
                waiting += names_in(value.__code__)


def names_in(code: types.CodeType) -> set[str]:
    """The names that a function uses, or one made in it."""
    return {*code.co_names}.union(*(names_in(part) for part in code.co_consts if isinstance(part, types.CodeType)))
