"""What a function binds: which variables, and to which values, as far as its text shows them.

bindings        the variables that one node binds; given_by: with what a loop, a choice or an unpacking takes out of its items
values_of       of each variable all that it is given
assigned_parts  the places of an assignment, each with its value; pairs_of: of one target
definitions     the functions and lambdas that a variable is bound to for good
once            finds something once for each source
"""

import ast
import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.world import steady_value
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.twins import VALUES

# of each variable the values that it is given; None for one that cannot be seen
Found = dict[str, list[ast.expr | None]]

WRITTEN = VALUES - {range}  # of which there are constants in a text

Asked = ParamSpec("Asked")
Result = TypeVar("Result")


def once(find: Callable[Concatenate[Source, Asked], Result]) -> Callable[Concatenate[Source, Asked], Result]:
    """Find it once for each source."""

    @functools.wraps(find)
    def look_up(source: Source, /, *asked: Asked.args, **named: Asked.kwargs) -> Result:
        question = find, *asked, *named.items()
        if question not in source.found:
            source.found[question] = find(source, *asked, **named)
        result: Result = source.found[question]
        return result

    return look_up


# their contents are examined separately
BINDS_NOTHING = {ast.keyword, ast.Expr, ast.Return, ast.If, ast.While, ast.Pass, ir.Guard, ir.Answer}
BINDS_NOTHING |= {*ast.expr.__subclasses__()} - {ast.NamedExpr, ast.Lambda}


def bindings(node: Any) -> list[tuple[str, ast.expr | None]]:
    """The variables that this node binds, each with its value if that can be seen."""
    if type(node) in BINDS_NOTHING:  # nearly all nodes
        return []
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return [(part.id, value) for part, value in assigned_parts(node) if isinstance(part, ast.Name)]
    # a function, an exception or a pattern has a name
    names = [node.name] if isinstance(getattr(node, "name", None), str) else []
    if not isinstance(node, (ast.AugAssign, ast.Name, ast.Tuple, ast.List, ast.Starred)):
        for child in ir.children(node):
            if not isinstance(child, ir.HOLDERS):
                names += Names(child).bound
    return [(name, None) for name in names]


def single_definition(source: Source, name: str) -> Any:
    """The def or lambda that this variable holds, if it is bound just once."""
    return definitions(source).get(name) if name in source.locals else None  # else it may be a method of a class


@once
def definitions(source: Source) -> dict[str, ast.FunctionDef | ast.Lambda]:
    """Of each name in the text that is bound just once, to a def or lambda, which that is."""
    made: dict[str, list[Any]] = {}
    for node in ir.walk(source.tree):
        bound = [(name, value or node) for name, value in bindings(node)]
        bound += [(node.arg, node)] if isinstance(node, ast.arg) else []
        bound += [(name, node) for name in Names(node.target).bound] if isinstance(node, ast.AugAssign) else []
        for name, value in bound:
            made.setdefault(name, []).append(value)
    single = {name: found[0] for name, found in made.items() if len(found) == 1}
    return {name: one for name, one in single.items() if isinstance(one, (ast.FunctionDef, ast.Lambda))}


def assigned_parts(node: Any) -> list[tuple[ast.expr, ast.expr | None]]:
    """What an assignment assigns to, each with its value if that can be seen; nothing of any other node."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return []
    targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [pair for target in targets for pair in pairs_of(target, node.value)]


def places_stored(source: Source, name: str) -> list[tuple[ast.Attribute, ast.expr | None]]:
    """The attributes of this name that a function assigns to, each with its value; None for one that cannot be seen.

    That of `o.x += v` is a sum of this place and v.
    """
    values = {place: value for node in source.nodes for place, value in assigned_parts(node)}
    added = [node for node in source.nodes if isinstance(node, ast.AugAssign)]
    values |= {node.target: ir.at(ast.BinOp(node.target, node.op, node.value), node) for node in added}
    stores = [node for node in source.nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return [(node, values.get(node)) for node in stores if source.mangled_name(node.attr) == name]


def pairs_of(target: Any, value: Any = None) -> list[tuple[ast.expr, ast.expr | None]]:
    """What a target assigns to, each with its value if that can be seen: of `a, (b.x, *c[i])` each of the three."""
    if isinstance(target, ast.Starred):
        return pairs_of(target.value)
    if not isinstance(target, ir.UNPACKED):
        return [(target, value)]
    values = value.elts if isinstance(value, ir.UNPACKED) and len(value.elts) == len(target.elts) else []
    if not values or any(isinstance(part, ast.Starred) for part in target.elts + values):
        return [pair for part in target.elts for pair in pairs_of(part)]
    return [pair for one, other in zip(target.elts, values, strict=True) for pair in pairs_of(one, other)]


def given_by(source: Source, node: Any) -> list[tuple[str, ast.expr | None]]:
    """The same, with what is taken out of something: the constants in it, if it visibly holds such; else `*items`."""
    match node:
        case ast.For(target=target, iter=items) | ast.comprehension(target=target, iter=items):
            pairs = [(target, item) for item in constants_in(source, items)] or parts_taken(source, node)
        case ir.Choose():
            pairs = parts_taken(source, node)
        case ast.Assign(targets=[ast.Tuple() as target], value=ast.Yield() as choice):
            pairs = [(target, item) for item in constants_chosen(source, choice) or [choice]]
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case _:
            return bindings(node)
    return [pair for target, value in pairs for pair in parts_of(target, value)]


def parts_taken(source: Source, loop: Any) -> list[tuple[Any, ast.expr]]:
    """What a loop or a choice assigns to, each with what it takes: of `i, x in enumerate(xs)` both."""
    target, items = loop.target, loop.items if isinstance(loop, ir.Choose) else loop.iter
    match target, items:
        case ast.Tuple(elts=[one, other]), ast.Call(args=[owner], keywords=[]) if source.builtin(items) == "enumerate":
            return [(one, ir.constant(0, items)), (other, taken_from(owner, items))]
    return [(target, taken_from(items, items))]


def taken_from(items: ast.expr, place: ast.expr) -> ast.expr:
    """One of these items."""
    found: ast.expr = ir.at(ast.Starred(items, ast.Load()), place)
    return found


def parts_of(target: Any, value: ast.expr) -> list[tuple[str, ast.expr | None]]:
    """The variables in a target, each with what it is given; None where it is a list of the rest."""
    has_star = ast.Starred in map(type, ir.inside(target))
    item = None if has_star else taken_from(value, value)
    pairs = pairs_of(target, value)
    return [(part.id, item if one is None else one) for part, one in pairs if isinstance(part, ast.Name)]


def constants_chosen(source: Source, choice: ast.Yield) -> list[ast.expr]:
    """The items of a choice, if it visibly is from constants; any other `yield` gives what is sent."""
    return constants_in(source, choice.value) if source.is_ambiguous(source.tree) else []


def constants_in(source: Source, items: Any) -> list[ast.expr]:
    """The items of this, if it visibly holds constants, or tuples of them: those of a range are like 0."""
    if isinstance(items, ast.Call) and source.is_range(items):
        return [ir.constant(0, items)]
    if isinstance(items, ast.Name) and items.id.isupper():  # others are given new values more often
        items = written(steady_value(source, items, tuple, str), items)
    match items:
        case ast.Constant(value=str(value)) if value:
            return [items]
        case ast.Tuple(elts=found) | ast.List(elts=found) if all(map(is_written, found)):
            return found
    return []


def is_written(value: ast.expr) -> bool:
    """Is this visibly a constant, or a tuple of them?"""
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, ast.Constant) or isinstance(value, ast.Tuple) and all(map(is_written, value.elts))


def written(value: Any, origin: ast.AST) -> ast.expr | None:
    """A constant, or a tuple of them, as it would be written; None for anything else."""
    if type(value) in WRITTEN:
        return ir.constant(value, origin)
    parts = [written(part, origin) for part in value] if type(value) is tuple else [None]
    return None if None in parts else ir.at(ast.Tuple(parts, ast.Load()), origin)  # type: ignore[arg-type]


@once
def values_of(source: Source) -> Found:
    """What the statements bind, here or in a function inside."""
    found: Found = {}
    for node in source.nodes:
        for name, value in given_by(source, node):
            found.setdefault(name, []).append(None if isinstance(value, ast.Starred) else value)
    for name in source.nonlocals:
        found.setdefault(name, []).append(None)
    return found
