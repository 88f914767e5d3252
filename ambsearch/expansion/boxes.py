"""Boxes: a local variable that is assigned permanently lives in a list of one item, which all branches share.

    count = 0                       ->  count = [0]
    count = permanent(count + 1)    ->  count[0] = permanent(count[0] + 1)
    count = 5                       ->  count[0] = 5, a change like any other

An ordinary variable would be reset at the end of the branch, and be another one in each continuation.
"""

import ast
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.effects import is_permanent
from ambsearch.expansion.flow import Names, parameters
from ambsearch.expansion.source import Source


def boxed(source: Source, body: list[ast.stmt]) -> list[ast.stmt]:
    """The body with its permanent variables in boxes, which are made where they get their first value."""
    permanent = _permanent_names(source)
    source.boxes = frozenset(permanent)
    boxing = _Boxing(source.boxes)
    statements: list[ast.stmt] = []
    for name in permanent:
        _check_box(source, name, permanent[name])
        if name in parameters(source.tree.args):
            statements += n.quote(source.tree, "name = [name]", name=name)
    for statement in body:
        names = _first_value(statement)
        if names in boxing.boxes and names not in parameters(source.tree.args) | boxing.made:
            boxing.made.add(names)
            value = boxing.visit(statement.value)  # type: ignore[attr-defined]
            statements += n.quote(statement, "name = [value]", name=names, value=value)
        else:
            statements.append(boxing.visit(statement))
    return statements


def _permanent_names(source: Source) -> dict[str, ast.AST]:
    found: dict[str, ast.AST] = {}
    for node in n.inside(*source.tree.body):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and is_permanent(source, node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and target.id in source.locals:
                    found.setdefault(target.id, node)
        if isinstance(node, ast.NamedExpr) and is_permanent(source, node.value):
            raise source.complaint(node, "permanent in a walrus; assign on a line of its own")
    return found


def _first_value(statement: ast.stmt) -> str:
    """The variable that this statement gives a value, and nothing else; empty if it is another kind."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
    return ""


def _check_box(source: Source, name: str, node: ast.AST) -> None:
    for part in n.inside(*source.tree.body):
        if isinstance(part, n.SCOPES) and name in _own_names(part):
            raise source.complaint(part, f"{name} is assigned permanently; use another name in here")
        other = isinstance(part, (ast.For, ast.With, ast.ExceptHandler, ast.NamedExpr, ast.match_case))
        if other and name in Names(*_binders(part)).bound:
            raise source.complaint(part, f"{name} is assigned permanently; bind it by = only")
    if name not in parameters(source.tree.args) and not _bound_first(source, name):
        raise source.complaint(
            node,
            f"{name} is assigned permanently; give it a first value, on a line of its own, at the start of the function",
        )


def _own_names(scope: Any) -> set[str]:
    if isinstance(scope, n.FUNCTIONS):
        return parameters(scope.args)
    return Names(*(part.target for part in scope.generators)).bound


def _binders(node: Any) -> list[ast.AST]:
    if isinstance(node, ast.With):
        return [item.optional_vars for item in node.items if item.optional_vars is not None]
    if isinstance(node, ast.ExceptHandler):
        return [ast.Name(node.name or "", ast.Store())]
    return [node.pattern] if isinstance(node, ast.match_case) else [node.target]


def _bound_first(source: Source, name: str) -> bool:
    for statement in source.tree.body:
        names = Names(statement)
        if name in names.read | names.bound:
            return _first_value(statement) == name and name not in names.read
    return False


class _Boxing(ast.NodeTransformer):
    """Reads and writes the boxed variables in their boxes."""

    def __init__(self, boxes: frozenset[str]) -> None:
        self.boxes = boxes
        self.made: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.boxes:
            return node
        box = n.at(ast.Subscript(n.load(node.id, node), n.constant(0, node), node.ctx), node)
        return box  # type: ignore[no-any-return]
