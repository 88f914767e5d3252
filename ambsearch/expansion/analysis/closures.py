"""Functions made inside an ambiguous function: which of them outlive their statement, and what they share.

Closures.variables    the variables that such a function shares with what comes after it, which rebinds them
Closures.soon         by its place, those that a def right after it binds for good: these are shared by Python itself
Closures.escaping     the functions that outlive their statement
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.analysis.flow import Names, captures
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.uses import use_of
from ambsearch.expansion.analysis.values import are_near
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
        self.find_soon()
        found = self.source.locals & self.source.nonlocals
        return found.union(*(captures(node) & self.source.locals & self.bound_after(node) for node in self.made))

    def bound_after(self, node: Any) -> set[str]:
        """The variables that are bound when this has been made: by its own statement, by what follows, by a loop around it."""
        around = self.around(node)
        statement = next(part for part in around if isinstance(part, ast.stmt))
        own = set() if hasattr(statement, "body") else Names(statement).bound
        if isinstance(node, ast.GeneratorExp) and isinstance(self.parents[node], ast.Yield):
            return own
        if self.is_brief(node):
            return set()
        end = node.end_lineno, node.end_col_offset
        later = {part for part in self.source.nodes if hasattr(part, "lineno") and ir.begin_of(part) >= end}
        # what is inside another one has a scope of its own
        later = {part for part in later if later.isdisjoint(self.around(part)[1:])}
        loops = [part for part in around if isinstance(part, ir.LOOPS)]
        return (own | Names(*later, *loops).bound) - self.soon.get(ir.begin_of(statement), set())

    def around(self, node: Any) -> list[Any]:
        """This, and what stands around it."""
        found = [node]
        while (node := self.parents.get(node)) is not None:
            found.append(node)
        return found

    def find_soon(self) -> None:
        blocks = [getattr(*place) for node in self.source.nodes for place in ir.blocks(node)]
        for block in [self.source.body, *blocks]:
            soon: set[str] = set()
            for statement in reversed(block):
                if not is_bare(self.source, statement):
                    soon = set()
                    continue
                if soon:
                    self.soon[ir.begin_of(statement)] = captures(statement) & soon
                is_single = single_definition(self.source, statement.name) is statement
                is_alone = is_single and not any(isinstance(part, ir.LOOPS) for part in self.around(statement))
                soon = soon | ({statement.name} if is_alone else set()) - self.source.nonlocals


def is_eager(source: Source, node: ast.Call) -> bool:
    """Does this call consume what it is given, and call it, before it returns?"""
    if isinstance(node.func, ast.Attribute) and node.func.attr in EAGER_METHODS:  # a user's method may keep it
        return is_plain(source, node.func.value) or not are_near(source, [node.func.attr])
    return source.builtin(node) in EAGER or source.word(node) == "require"


def is_bare(source: Source, node: ast.stmt) -> bool:
    """Is this a def that runs nothing of the user's when the function is made?"""
    if not isinstance(node, ast.FunctionDef) or not all(map(source.makes_ambiguous, node.decorator_list)):
        return False
    evaluated = ir.inside(node.args, *filter(None, [node.returns]))
    return all(isinstance(part, (*EVALUATED, ast.arg, ast.arguments)) for part in evaluated)


EVALUATED = (ast.Name, ast.Constant, ast.expr_context)
