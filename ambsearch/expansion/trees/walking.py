"""Walks through syntax trees, faster than `ast`, which looks at every field of every node, though most hold no node.

children           the direct children of a node
evaluated_nodes    what is evaluated with a node: its children, but for a function what its definition evaluates
inside             a node and everything in it, except in functions nested in it
walk               a node and everything in it
parents_in         of each node in it the one around it
name_of            f of f and of o.f
begin_of           where a node begins in its text
copy_of            a copy of a tree
Visitor            calls visit_X for a node of class X, and goes into the others
blocks             the lists of statements in a compound statement
Rewriter           replaces a node of class X by what visit_X gives
Shallow            the same, but not in functions and classes
Walruses           a Rewriter that knows where no walrus is allowed
Jumps              the same for the jumps that lead out of some statements
Known              what is found in a tree, once for all who ask
"""

import ast
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Self

from ambsearch.ground.finding import Finding

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
FUNCTION_KINDS = frozenset(FUNCTIONS)
# these fields hold names, numbers, and marks such as ast.Load() and ast.Add(), which are never changed
WITHOUT_NODES = frozenset("ctx op ops id attr arg module level asname kind kwd_attrs is_async simple rest".split())
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
# what these give is not called
UNCALLED = (ast.Constant, ast.JoinedStr, ast.Tuple, ast.Compare, ast.BinOp, ast.UnaryOp, ast.GeneratorExp, *DISPLAYS)
DEFINITIONS = FUNCTION_KINDS | {ast.ClassDef}
LEAVES = (ast.Constant, ast.Global, ast.Nonlocal)

# the fields that may hold nodes
FIELDS = Finding[Any](lambda kind: [name for name in kind._fields if kind not in LEAVES and name not in WITHOUT_NODES])


def _in_fields(fields: list[str], node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    held = node.__dict__
    for field in fields:
        value = held.get(field)
        if type(value) is list:
            found += [item for item in value if item is not None] if None in value else value
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


# what finds the children, None where there are none, as in half of all nodes; those of the commonest are written out
CHILDREN = Finding[Any](lambda kind: partial(_in_fields, FIELDS[kind]) if FIELDS[kind] else None)
CHILDREN |= {
    ast.Assign: lambda node: [*node.targets, node.value],
    ast.Attribute: lambda node: [node.value],
    ast.Call: lambda node: [node.func, *node.args, *node.keywords],
    ast.Compare: lambda node: [node.left, *node.comparators],
    ast.Expr: lambda node: [node.value],
    ast.If: lambda node: [node.test, *node.body, *node.orelse],
    ast.Subscript: lambda node: [node.value, node.slice],
    ast.Try: lambda node: [*node.body, *node.handlers, *node.orelse, *node.finalbody],
}


def children(node: ast.AST) -> list[ast.AST]:
    """The direct children of a node, in order."""
    return listed(node) if (listed := CHILDREN[type(node)]) else []


def evaluated_nodes(node: Any) -> list[ast.AST]:
    """What is evaluated where a node is evaluated; a decorator counts as a call."""
    kind = type(node)
    if kind not in DEFINITIONS:
        return children(node)
    decorators = getattr(node, "decorator_list", [])
    calls = [ast.copy_location(ast.Call(part, [ast.Constant(None)], []), part) for part in decorators]
    if kind is ast.ClassDef:
        return [*calls, *node.bases, *node.keywords, *node.body]
    return [*calls, node.args, *filter(None, [getattr(node, "returns", None)])]


def inside(*nodes: ast.AST) -> Iterator[ast.AST]:
    """The nodes and all that is in them, but not in functions nested in them."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        kind = type(node)
        if (listed := CHILDREN[kind]) is not None:
            waiting += evaluated_nodes(node) if kind in DEFINITIONS else listed(node)


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and everything in it, in the order of `ast.walk`."""
    found = [node]
    for part in found:
        if (listed := CHILDREN[type(part)]) is not None:
            found += listed(part)
    return found


def parents_in(*nodes: ast.AST) -> dict[ast.AST, Any]:
    """Of each node in these the one around it."""
    return {child: node for part in nodes for node in walk(part) for child in children(node)}


def name_of(node: Any) -> str:
    """f of f and of o.f; nothing of anything else."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def begin_of(node: Any) -> tuple[int, int]:
    return node.lineno, node.col_offset


def blocks(node: ast.AST) -> list[tuple[Any, str]]:
    """The lists of statements in a compound statement, each as a field of the statement, a handler or a case."""
    holders = [node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    places = [(holder, field) for holder in holders for field in ("body", "orelse", "finalbody")]
    return [(holder, field) for holder, field in places if isinstance(getattr(holder, field, None), list)]


def copy_of(node: Any) -> Any:
    """A copy of a tree, or of a list of trees."""
    kind: Any = type(node)
    if kind is list:
        return [*map(copy_of, node)]
    if not isinstance(node, ast.AST):
        return node
    made = kind.__new__(kind)
    held = made.__dict__ = node.__dict__.copy()
    for field in FIELDS[kind]:
        value = held.get(field)
        if type(value) is list:
            held[field] = [*map(copy_of, value)]
        elif isinstance(value, ast.AST):
            held[field] = copy_of(value)
    return made


class Visitor:
    """Calls visit_X(node) for a node of class X, if there is such a method, else visits its children, in order."""

    methods: dict[type, Callable[..., Any] | None]
    leaves: frozenset[type]  # the commonest nodes, if there is nothing to do for them

    def __init_subclass__(cls) -> None:
        cls.methods = {}
        cls.leaves = frozenset(k for k in (ast.Name, ast.Constant) if not hasattr(cls, f"visit_{k.__name__}"))

    def visit(self, node: ast.AST) -> Any:
        kind = type(node)
        try:
            method = self.methods[kind]
        except KeyError:
            method = self.methods[kind] = getattr(type(self), f"visit_{kind.__name__}", None)
        return self.generic_visit(node) if method is None else method(self, node)

    def generic_visit(self, node: ast.AST) -> Any:
        for child in children(node):
            self.visit(child)


class Rewriter(Visitor):
    """Replaces each node by what visit_X(node) returns: a node or, in a list, several nodes."""

    def generic_visit(self, node: ast.AST) -> Any:
        held = node.__dict__
        for field in FIELDS[type(node)]:
            old = held.get(field)
            if type(old) is list and old:
                old[:] = self.block(old)
            elif isinstance(old, ast.AST) and type(old) not in self.leaves:
                held[field] = self.visit(old)
        return node

    def block(self, statements: list[Any]) -> list[Any]:
        found: list[Any] = []
        for statement in statements:
            is_node = isinstance(statement, ast.AST) and type(statement) not in self.leaves
            new = self.visit(statement) if is_node else statement
            if type(new) is list:
                found += new
            else:
                found.append(new)
        return found


class Shallow(Rewriter):
    """Leaves the functions and classes in it as they are."""

    def skip(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = skip


class Walruses(Rewriter):
    """Knows where no walrus is allowed: in a comprehension, and in the body of a class, where it would make an attribute."""

    in_expression = False

    def visit_comprehensions(self, node: Any) -> Any:
        before, self.in_expression = self.in_expression, True
        self.generic_visit(node)
        self.in_expression = before
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehensions


class Jumps(Shallow):
    """Replaces each `break` and `continue` that leads out of the statements by what `jump` returns."""

    def jump(self, node: ast.Break | ast.Continue) -> Any:
        raise NotImplementedError

    def visit_Break(self, node: Any) -> Any:
        return self.jump(node)

    visit_Continue = visit_Break

    def visit_For(self, node: Any) -> ast.AST:
        """The jumps in the body of another loop are its own."""
        node.orelse = self.block(node.orelse)
        return node  # type: ignore[no-any-return]

    visit_While = visit_AsyncFor = visit_For


class Known:
    """What is found in a tree, or in a text: once, and as long as that lives."""

    known: ClassVar[weakref.WeakKeyDictionary[Any, Any]]

    def __init_subclass__(cls) -> None:
        cls.known = weakref.WeakKeyDictionary()

    @classmethod
    def of(cls, asked: Any) -> Self:
        if asked not in cls.known:
            cls.known[asked] = cls(asked)  # type: ignore[call-arg]
        return cls.known[asked]  # type: ignore[no-any-return]
