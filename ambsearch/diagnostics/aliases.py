"""Warns of one list, or variable, where several are meant.

[[0] * n] * n           is n times the same row, where an item of one is assigned; likewise dict.fromkeys(names, [])
rows = cols = []        is one list with two names, where both are changed
for n in xs: rules.append(lambda x: x != n)     has the last n for all of them
class Box: items = []   is one list of all boxes, where they change it and several are made
def f(xs=[])            is one list for all calls, where it is changed; [0], of which an item is assigned, and _xs=[] are kept on purpose

>>> import warnings
>>> from ambsearch import ambiguous
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def filled(n):
...         board = [[0] * n] * n
...         board[0][0] = yield (1, 2)
...         return board
>>> print(told[0].message)
the rows of board are one and the same list; write [[0] * n for _ in range(n)]
"""

import ast
from collections.abc import Iterator
from typing import Any

from ambsearch.diagnostics.held import nodes_of_file
from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.analysis.values import is_repeated
from ambsearch.expansion.reading.source import Source
from ambsearch.running.undoing import METHODS

CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MADE = frozenset({"list", "dict", "set"})
VALUES = (bool, int, float, str, list, dict, set, tuple, type(None))


def warn_of_aliases(source: Source) -> None:
    for node in [part for part in source.nodes if isinstance(part, (ast.Assign, ast.Subscript))]:
        match node:
            case ast.Assign([ast.Name() | ast.Attribute() as place], ast.BinOp(ast.List([row]), ast.Mult(), times)):
                if is_container(source, row):
                    each = f"[{ast.unparse(row)} for _ in range({ast.unparse(times)})]"
                    warn_of_rows(source, place, each)
            case ast.Assign(
                [ast.Name() | ast.Attribute() as place],
                ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [keys, row]),
            ) if is_container(source, row):
                each = f"{{key: {ast.unparse(row)} for key in {ast.unparse(keys)}}}"
                warn_of_rows(source, place, each, "values")
            case ast.Assign([ast.Name(), ast.Name(), *_] as names, value) if is_container(source, value):
                warn_of_names(source, names, value)
            case ast.Subscript(ast.Subscript(ast.Name() as board), ctx=ast.Store()):
                warn_of_shared(source, board)
    warn_of_objects(source)
    warn_of_defaults(source)
    for loop in source.nodes:
        warn_of_last_turn(source, loop)


def is_container(source: Source, node: ast.expr) -> bool:
    is_call = isinstance(node, ast.Call) and source.builtin(node) in MADE
    return isinstance(node, CONTAINERS) or is_repeated(node) or is_call


def warn_of_rows(source: Source, place: Any, instead: str, parts: str = "rows") -> None:
    """Warn of a board whose rows are one list, where a row is changed, and no whole row is assigned."""
    nodes = source.nodes if isinstance(place, ast.Name) else nodes_of_file(source)
    name = getattr(place, "attr", None) or place.id
    stores = [node for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    if any(has_name(node.value, type(place), name) for node in stores):
        return
    changed = map(changed_by, nodes)
    if any(isinstance(row, ast.Subscript) and has_name(row.value, type(place), name) for row in changed):
        told = f"the {parts} of {ast.unparse(place)} are one and the same {'list' if parts == 'rows' else 'object'}"
        source.warn(place.lineno, f"{told}; write {instead}")


def has_name(node: Any, kind: type, name: str) -> bool:
    return isinstance(node, kind) and name in (getattr(node, "attr", None), getattr(node, "id", None))


def warn_of_shared(source: Source, board: ast.Name) -> None:
    """Warn of a board of the module's whose rows are one list."""
    rows = source.resolve(board)
    if type(rows) is list and len(rows) > 1 and type(rows[0]) is list and all(row is rows[0] for row in rows):
        told = f"the rows of {board.id} are one and the same list"
        source.warn(board.lineno, f"{told}; write {board.id} = [[...] for _ in range({len(rows)})]")


def warn_of_last_turn(source: Source, loop: Any) -> None:
    """Warn of functions that a loop puts into a list for later, and which all read its variable, as it then is."""
    match loop:
        case ast.For(target, body=body):
            made = [found for part in body for found in kept_functions(part)]
            turn = Names(target, *body).bound
        case (
            ast.ListComp(ast.Lambda() as value, [ast.comprehension(target)])
            | ast.DictComp(value=ast.Lambda() as value, generators=[ast.comprehension(target)])
        ):
            made, turn = [(value, None)], Names(target).bound
        case _:
            return
    inside = set(ast.walk(loop))
    others = [node for node in source.nodes if isinstance(node, ast.Name) and node not in inside]
    turn -= {node.id for node in others if isinstance(node.ctx, ast.Store)}  # a sum may be meant as it is in the end
    for value, place in made:
        read = sorted(turn & Names(value.body).read - parameters(value.args))
        reads = [node.lineno for node in others if place and node.id == place.id]
        is_kept = not place or place.id not in turn and max(reads, default=0) > loop.lineno
        if read and is_kept:
            told = f"each of these functions reads {read[0]} when it is called, and after the loop that is the last one"
            given = ", ".join(filter(None, (ast.unparse(value.args), *(f"{name}={name}" for name in read))))
            source.warn(value.lineno, f"{told}; write lambda {given}: ...")


def kept_functions(node: ast.stmt) -> Iterator[tuple[ast.Lambda, ast.Name | None]]:
    """The functions that this statement puts into a container, and which that is."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name() as place, "append"), [ast.Lambda() as value])) | ast.Assign(
            [ast.Subscript(ast.Name() as place)], ast.Lambda() as value
        ):
            yield value, place


def warn_of_objects(source: Source) -> None:
    """Warn of a list in the body of a class that its objects change, where this function makes several of them."""
    again = [part for node in source.nodes for turn in turn_of(node) for part in ast.walk(turn)]
    calls = [node.func for node in (*source.nodes, *again) if isinstance(node, ast.Call)]
    made = [function.id for function in calls if isinstance(function, ast.Name)]
    several = {name for name in made if made.count(name) > 1 and isinstance(source.space.get(name), type)}
    nodes = list(nodes_of_file(source)) if several else []
    for node in nodes:
        if isinstance(node, ast.ClassDef) and node.name in several:
            for statement in node.body:
                match statement:
                    case ast.Assign([ast.Name(name)], value) if is_container(source, value):
                        is_memo = isinstance(value, ast.Dict) and any(is_asked_for_key(node, name) for node in nodes)
                        if not is_memo and is_changed_by_objects(nodes, name, node.name):
                            told = f"{name} is shared by all objects of {node.name}"
                            instead = f"write self.{name} = {ast.unparse(value)} in __init__"
                            source.warn(statement.lineno, f"{told}; {instead}")


def turn_of(node: Any) -> list[Any]:
    """What this loop or comprehension runs at each turn."""
    match node:
        case ast.For(body=body) | ast.While(body=body):
            return body
        case ast.ListComp(turn) | ast.SetComp(turn) | ast.DictComp(value=turn):
            return [turn]
    return []


def is_changed_by_objects(nodes: list[Any], name: str, owner: str) -> bool:
    """Do these nodes change what the attribute holds, without naming the class or assigning another to it?"""
    uses = [node for node in nodes if has_name(node, ast.Attribute, name)]
    is_meant = any(isinstance(node.ctx, ast.Store) or ast.unparse(node.value) in (owner, *OF_CLASS) for node in uses)
    return not is_meant and any(has_name(place, ast.Attribute, name) for place in map(changed_by, nodes))


def is_asked_for_key(node: Any, name: str) -> bool:
    """key in self.seen: what one object finds out, others of its class may use."""
    is_membership = isinstance(node, ast.Compare) and isinstance(node.ops[-1], (ast.In, ast.NotIn))
    return is_membership and has_name(node.comparators[-1], ast.Attribute, name)


OF_CLASS = "cls", "type(self)", "self.__class__"


def warn_of_names(source: Source, names: list[Any], value: ast.expr) -> None:
    """Warn of two names of one list that are both changed, and never bound to another."""
    bound = [node.id for node in source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    changed = {owner.id for owner in map(changed_by, source.nodes) if isinstance(owner, ast.Name)}
    both = [part.id for part in names if part.id in changed and bound.count(part.id) == 1]
    if len(both) > 1:
        told = f"{' and '.join(both)} are one {'list' if isinstance(value, ast.List) else 'container'}"
        text = ast.unparse(value)
        source.warn(names[0].lineno, f"{told}; write {'; '.join(f'{name} = {text}' for name in both)}")


def changed_by(node: Any) -> ast.expr | None:
    """What this changes: the owner of an item that is stored, or of a method that changes it."""
    match node:
        case ast.Subscript(owner, ctx=ast.Store() | ast.Del()):
            return owner
        case ast.Call(ast.Attribute(owner, name)) if name in METHODS:
            return owner
    return None


def warn_of_defaults(source: Source) -> None:
    """Warn of a list as the default of a parameter, which a function changes in place, or keeps as what its object changes."""
    given: Any = source.tree.args
    pairs = [*zip([*given.posonlyargs, *given.args][::-1], given.defaults[::-1], strict=False)]
    pairs += [*zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for name, default in [(part.arg, value) for part, value in pairs if isinstance(value, (ast.List, ast.Set))]:
        kept = [
            place.attr
            for node in source.nodes
            for place, value in assigned_parts(node)
            if isinstance(place, ast.Attribute) and has_name(value, ast.Name, name)
        ]
        changes = [node for node in source.nodes if has_name(changed_by(node), ast.Name, name)]
        if name[0] == "_" or default.elts and changes and all(isinstance(node, ast.Subscript) for node in changes):
            continue
        changed = list(map(changed_by, nodes_of_file(source) if kept else changes))
        is_changed = any(has_name(place, ast.Attribute, kept_as) for place in changed for kept_as in kept)
        if source.function is None and (is_changed or any(has_name(place, ast.Name, name) for place in changed)):
            text = ast.unparse(default)
            told = f"{name}={text} is one list for all calls of {source.name}"
            source.warn(
                source.tree.lineno, f"{told}; write {name}=None, and `if {name} is None: {name} = {text}` in it"
            )
