"""Functions made inside an ambiguous function: which of them outlive their statement, and what they share.

Closures.variables    the variables that such a function shares with what comes after it, which rebinds them
Closures.soon         by its place, those that a def right after it binds for good: these are shared by Python itself
Closures.escaping     the functions that outlive their statement
"""

import ast

from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.flow import Names, captures
from ambsearch.expansion.analysis.uses import use_of
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

# what consumes its generator expressions and functions before it returns
EAGER = frozenset("any all sum min max sorted list tuple set dict frozenset next".split())
EAGER_METHODS = frozenset(
    {"sort", "extend", "update", "join", "union", "intersection", "difference", "symmetric_difference", "fromkeys"}
)
MADE = (*ir.FUNCTIONS, ast.GeneratorExp)


class Closures:
    """The functions and generators made in these nodes, each with what it captures."""

    def __init__(self, source: Source, *nodes: ast.AST) -> None:
        self.source = source
        self.nodes = nodes
        self.found: set[str] = set()
        self.made = {node for node in ir.inside(*nodes) if isinstance(node, MADE)}
        self.parents = ir.parents_in(*nodes) if self.made else {}
        self.soon: dict[tuple[int, int], set[str]] = {}

    def escaping(self) -> set[ast.AST]:
        """The functions that outlive their statement and see variables of the branch."""
        return {node for node in self.made if not self.is_brief(node) and captures(node) & self.source.locals}

    def is_brief(self, node: ast.AST) -> bool:
        """Is it called, or gone over, before its statement goes on?"""
        match use_of(node, self.parents):
            case "given", call:
                return is_eager(self.source, call)
            case "over", ir.Choose() | ir.PassOn():
                return isinstance(node, ast.GeneratorExp)
        return False

    def variables(self) -> frozenset[str]:
        """The variables of the source that a function shares with what runs after it was made."""
        if not self.made:
            return frozenset()
        self.block(self.source.body, set())
        return frozenset(self.found) | self.source.locals & self.source.nonlocals

    def block(self, statements: list[ast.stmt], later: set[str]) -> None:
        """later: the variables that are rebound after these statements."""
        around, soon = later | self.source.nonlocals, set[str]()
        for statement in reversed(statements):
            bare = is_bare(self.source, statement)
            soon = soon if bare else set()
            if soon:
                self.soon[statement.lineno, statement.col_offset] = captures(statement) & soon
            self.statement(statement, later - soon)
            bound = Names(statement).bound
            later = later | bound
            if bare:
                soon = soon | {name for name in bound - around if single_definition(self.source, name) is statement}

    def statement(self, node: ast.stmt, later: set[str]) -> None:
        if isinstance(node, ir.LOOPS):
            later = later | Names(node).bound
        for holder, field in () if isinstance(node, ir.FUNCTIONS) else ir.blocks(node):
            self.block(getattr(holder, field), later)
        for part in _shallow(node):
            self.closure(part, node, later)

    def closure(self, node: ast.AST, statement: ast.stmt, later: set[str]) -> None:
        if not isinstance(node, MADE):
            return
        chosen = Names(statement).bound if isinstance(statement, ast.Assign) else set()
        wrong = captures(node) & self.source.locals
        if isinstance(node, ast.GeneratorExp) and isinstance(self.parents[node], ast.Yield):
            wrong &= chosen
        elif self.is_brief(node):
            return
        else:
            wrong &= later | (chosen if not isinstance(statement, ast.FunctionDef) else set())
        self.found |= wrong


def is_eager(source: Source, node: ast.Call) -> bool:
    """Does this call consume what it is given, and call it, before it returns?"""
    if isinstance(node.func, ast.Attribute) and node.func.attr in EAGER_METHODS:
        return True
    return source.builtin(node) in EAGER or source.word(node) == "require"


def is_bare(source: Source, node: ast.stmt) -> bool:
    """Is this a def that runs nothing of the user's when the function is made?"""
    if not isinstance(node, ast.FunctionDef) or not all(map(source.makes_ambiguous, node.decorator_list)):
        return False
    evaluated = ir.inside(node.args, *filter(None, [node.returns]))
    return all(isinstance(part, (*EVALUATED, ast.arg, ast.arguments)) for part in evaluated)


EVALUATED = (ast.Name, ast.Constant, ast.expr_context)


def _shallow(statement: ast.stmt) -> list[ast.AST]:
    """The nodes of a statement, without the statements inside it."""
    found: list[ast.AST] = [statement]
    for node in found:
        parts = [] if isinstance(node, ir.FUNCTIONS) else ir.children(node)
        found += [part for part in parts if not isinstance(part, ir.HOLDERS)]
    return found
