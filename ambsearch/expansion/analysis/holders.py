"""Attributes inside which a function changes something: what they hold is changed, and with it the object that has them.

    robot.path.append(x)                          path
    row = self.board.rows[0]; row[i] = x          board, rows
    for cell in grid.cells: cell.marks.clear()    cells, marks
    push(self.stack, x), if push changes something    stack

In answers, instances that have such an attribute are copied, see `copiers`.

>>> from ambsearch.expansion.reading.source import Source
>>> def move(robot, x):
...     path = robot.path
...     path.append(x)
...     return robot.name
>>> attributes_changed_inside(Source.of_code(move.__code__, {}))
{'path'}
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.effects import changes_first_argument, is_permanent
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.values import bindings
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS

PLACES = (ast.Call, ast.Subscript, ast.AugAssign)
CHAIN = (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)


def attributes_changed_inside(source: Source) -> set[str]:
    """The names of the attributes."""
    nodes = source.nodes
    if source.says_permanent:
        kept = {id(part) for node in nodes if is_permanent(source, node) for part in ir.walk(node)}
        nodes = tuple(node for node in nodes if id(node) not in kept)
    found: set[str] = set()
    variables: dict[str, set[str]] = {}  # the attributes from which a variable comes
    for name, value in (pair for node in nodes for pair in came_from(node)):
        variables.setdefault(name, set()).update(attributes_in(value, variables))
    for node in (node for node in nodes if isinstance(node, PLACES)):
        for place in places(source, node):
            found |= attributes_in(place, variables)
    return found


def came_from(node: Any) -> list[tuple[str, ast.expr]]:
    """The variables that a node binds, each with what it comes from."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return [(name, node.iter) for name in Names(node.target).bound]
    return [(name, value) for name, value in bindings(node) if isinstance(value, (*CHAIN, ast.Name))]


def attributes_in(value: ast.expr, variables: dict[str, set[str]]) -> set[str]:
    """The attributes that lead to this value: of a.b[i].c both b and c."""
    found: set[str] = set()
    part: Any = value
    while isinstance(part, CHAIN):
        if isinstance(part, ast.Attribute):
            found.add(part.attr)
        part = part.func if isinstance(part, ast.Call) else part.value
    return found | variables.get(part.id, set()) if isinstance(part, ast.Name) else found


def places(source: Source, node: Any) -> list[ast.expr]:
    """What this node changes, not being a variable."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
        case ast.Call(args=[first, *_]) if changes_first_argument(source, node.func):
            return [first]
        case ast.Call(args=args) if any(isinstance(part, (*CHAIN, ast.Name)) for part in args):
            return args if source.may_change(node) else []
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return [node.value]
        case ast.AugAssign(target=ast.Name() | ast.Attribute()):
            return [node.target]
    return []
