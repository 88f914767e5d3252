"""A helper with the statements of those that it calls in the place of their calls, so that it is short as a whole.

    def put(self, x):               def put(self, x):
        self.cells.append(x)            self.cells.append(x)
        self.count(1)                   self.total += 1

The same object is of the same class; what a function's name stands for is watched. If a change fails, or is not a common one,
the twin of the helper is called, which calls the others as they are.

>>> def note(seen, x):
...     seen.append(x)
>>> def put(seen, x):
...     note(seen, x)
...     note(seen, x + 1)
>>> print(ast.unparse(merge(Source.of_code(put.__code__, put.__globals__), None).tree))
def put(seen, x):
    seen.append(x)
    x_2 = x + 1
    seen.append(x_2)
"""

import ast
import copy
from typing import Any

from ambsearch.expansion.analysis.callees import near
from ambsearch.expansion.analysis.facts import consult, is_harmless
from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source, Written
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.methods import plain_method

DEEPEST = 3  # calls in calls


def merge(source: Source, cls: type | None, depth: int = 0) -> Source:
    """The source with those of the helpers that it calls; cls: that of its first argument, if it is known."""
    consult(source)
    merging = _Merging(source, cls, depth)
    body = merging.block(ir.copy_of(source.body))
    if not merging.trees:
        return source
    tree, trees = copy.copy(source.tree), [source.tree, *merging.trees]
    tree.body = body
    tree.lineno, tree.end_lineno = min(one.lineno for one in trees), max(one.end_lineno for one in trees)
    return source.with_tree(tree)


class Placing(ir.Rewriter):
    """Statements with other variables, or values, for their own."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parts:
            return node
        part = ir.copy_of(self.parts[node.id])
        ir.set_context(part, node.ctx)
        return part  # type: ignore[no-any-return]


class _Merging(ir.Rewriter):
    def __init__(self, source: Source, cls: type | None, depth: int) -> None:
        self.source, self.cls, self.depth = source, cls, depth
        self.trees: list[Any] = []  # of the helpers that have been put in

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if not isinstance(call, ast.Call) or call.keywords or self.depth == DEEPEST or ir.has_star(call):
            return node
        inner, values, cls = self.target(call)
        if inner is None or not isinstance(inner.tree, ast.FunctionDef):
            return node
        inner = merge(inner, cls, self.depth + 1)
        given = [argument.arg for argument in inner.tree.args.args]
        names = {part.id for part in ir.inside(*inner.body) if isinstance(part, ast.Name)}
        # what it reads from elsewhere, or binds in a comprehension, is to be no variable here
        hidden = self.source.locals if inner.around is self.source.around else self.source.locals | self.source.unseen
        if len(given) != len(values) or not is_straight(inner) or (names - inner.locals) & hidden:
            return node
        self.trees.append(inner.tree)
        before: list[ast.stmt] = []
        parts: dict[str, Any] = {name: ir.load(self.source.fresh(name), node) for name in inner.locals - set(given)}
        for name, value in zip(given, values, strict=True):
            parts[name] = value
            # a comprehension in it may bind the name of a global variable
            is_local = isinstance(value, ast.Name) and value.id in self.source.locals
            if not is_local and not isinstance(value, ast.Constant):
                parts[name] = ir.load(self.source.fresh(name), node)
                before += ir.quote(node, "name = value", name=parts[name].id, value=value)
        return [*before, *Placing(parts).block(ir.copy_of(inner.body))]

    def target(self, call: ast.Call) -> tuple[Source | None, list[ast.expr], type | None]:
        """The function that is called here, if it is known, its arguments, and the class of the first of them."""
        around = self.source.around
        match call.func:
            case ast.Name(id=name) if around is not None and name in around.made:
                return around.nested_source(around.made[name]), call.args, None
            case ast.Name():
                known = self.source.known_twin(call)
                return self.source_of(known and known[0]), call.args, None
            case ast.Attribute(value=ast.Name(id=name) as owner, attr=attribute) if self.cls is not None:
                first = [argument.arg for argument in self.source.tree.args.args[:1]]
                if [name] == first and self.source.is_method(call.func):
                    WORLD.rely(self.cls, attribute)
                    method = plain_method(attribute, self.cls)
                    changing = [own.function for own in near(self.source, attribute) if not is_harmless(own)]
                    return self.source_of(method if method in changing else None), [owner, *call.args], self.cls
        return None, [], None

    def source_of(self, function: Any) -> Source | None:
        """The source of a function of the same module."""
        if function is None or function.__globals__ is not self.source.space:
            return None
        return Source.of_code(function.__code__, function.__globals__)


def is_straight(source: Source) -> bool:
    """Does this return nothing, bind only its own variables, and no parameter?"""
    names = {argument.arg for argument in source.tree.args.args}
    bound = source.names.bound | Written.of(source.tree).inner
    is_plain = names == parameters(source.tree.args) and not names & bound
    return is_plain and not any(isinstance(node, (ast.Return, ast.Global, ast.Nonlocal)) for node in source.nodes)
