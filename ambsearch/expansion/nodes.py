"""The small language of the normal form, and a vocabulary for building trees.

Statements of a normal form are those of Python and these, which say where a search goes:

    Choose(target, items)       target = yield items
    PassOn(items)               return (yield items)
    Guard(test)                 require(test)
    Answer(value)               return value
    Dead()                      fail()
    Turns(prelude, test, body, orelse, loop)    a loop with a choice in it; the prelude computes the test
    Next(loop), Leave(loop)     continue and break of that loop
    Outside(manager)            the end of a `with` that holds choices
    Touch(target)               what target holds is restored when the search goes back
"""

import ast
from collections.abc import Iterator
from typing import Any


class Statement(ast.stmt):
    """A statement of the normal form that Python does not have."""

    def __init__(self, *fields: Any) -> None:
        super().__init__(*fields)


class Choose(Statement):
    _fields = ("target", "items")
    target: ast.expr
    items: ast.expr


class PassOn(Statement):
    _fields = ("items",)
    items: ast.expr


class Guard(Statement):
    _fields = ("test",)
    test: ast.expr


class Answer(Statement):
    _fields = ("value",)
    value: ast.expr


class Dead(Statement):
    _fields = ()


class Turns(Statement):
    _fields = ("prelude", "test", "body", "orelse")
    prelude: list[ast.stmt]
    test: ast.expr
    body: list[ast.stmt]
    orelse: list[ast.stmt]
    loop: int


class Next(Statement):
    _fields = ()
    loop: int


class Leave(Statement):
    _fields = ()
    loop: int


class Touch(Statement):
    _fields = ("target",)
    target: ast.Subscript | ast.Attribute


class Outside(Statement):
    """What follows stands behind a `with` that holds choices."""

    _fields = ("manager",)
    manager: ast.expr


class Items(ast.expr):
    """What a choice goes over, in the expansion: printed as it is, linked so that searches run bare."""

    _fields = ("value",)
    value: ast.expr

    def __init__(self, *fields: Any) -> None:
        super().__init__(*fields)


class Helper(ast.expr):
    """The name of something that an expansion uses when it runs, and that means the same whatever the user calls so."""

    _fields = ("id",)
    id: str

    def __init__(self, *fields: Any) -> None:
        super().__init__(*fields)


DEAD_ENDS = (Guard, Answer, Dead)
LEAPS = (Choose, PassOn, Turns, Next, Leave, *DEAD_ENDS)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
HELPERS = frozenset(
    "undo room Saved NOTHING Place GONE set_item delete_item set_attribute delete_attribute augmented changed "
    "changed_argument called calling attribute item operated contained entered Dead record_item touch_item "
    "touch_attribute augment_item add sub mul truediv floordiv mod pow lshift rshift or_ and_ xor matmul eq ne lt "
    "le gt ge forget_attribute augment_attribute MethodType IMMUTABLE held_item kept Within UNBOUND put_in named "
    "turns turns_of_enumerate turns_of_zip turns_of_reversed more items choosing Ambiguous passed_on Closing Search "
    "next END range type len list dict set deque DICTS SMALL int slice globals super".split()
)  # the helpers that texts name
SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LOOPS = (ast.For, ast.While)


def children(node: ast.AST) -> list[ast.AST]:
    """What stands right in a node, in order: as `ast.iter_child_nodes`, which takes twice as long."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def inside(*nodes: ast.AST) -> Iterator[ast.AST]:
    """The nodes and all that is in them, but not in functions nested in them."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            waiting += children(node)


def leaps(*nodes: ast.AST) -> bool:
    """Does the search go on elsewhere from inside these?"""
    return any(isinstance(node, LEAPS) for node in inside(*nodes))


def has_choice(*nodes: ast.AST) -> bool:
    """Is there a leap other than a dead end, so that the rest may run several times?"""
    return any(isinstance(node, LEAPS) and not isinstance(node, DEAD_ENDS) for node in inside(*nodes))


def has_choice_or_turns(*nodes: ast.AST) -> bool:
    """Is there a choice, so that the rest may run several times?"""
    return any(isinstance(node, (Choose, PassOn, Turns)) for node in inside(*nodes))


def yields(node: ast.AST) -> list[Any]:
    """The choices in a node, as they were written."""
    return [part for part in inside(node) if isinstance(part, ast.Yield)]


def has_yield(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Yield) for part in inside(node))


def quote(origin: ast.AST, text: str, **parts: Any) -> list[ast.stmt]:
    """Statements from text; a name that is a part stands for an expression, a name, or statements.

    New nodes get the position of `origin`; the parts keep theirs.

    >>> where = ast.parse("x").body[0]
    >>> body = ast.parse("print(y)").body
    >>> print(ast.unparse(quote(where, "for x in E: body", E=ast.Name("xs"), body=body)[0]))
    for x in xs:
        print(y)
    """
    tree = ast.parse(text)
    for node in ast.walk(tree):
        at(node, origin)
    return _Filling(parts).block(tree.body)


def expression(origin: ast.AST, text: str, **parts: Any) -> ast.expr:
    """One expression from text, as `quote` does it."""
    (statement,) = quote(origin, text, **parts)
    assert isinstance(statement, ast.Expr)
    return statement.value


def at(node: ast.AST, origin: ast.AST) -> Any:
    """Give one node the position of another."""
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        if hasattr(origin, field):
            setattr(node, field, getattr(origin, field))
    return node


def load(name: str, origin: ast.AST) -> ast.Name:
    return at(ast.Name(name, ast.Load()), origin)  # type: ignore[no-any-return]


def helper(name: str, origin: ast.AST) -> Helper:
    return at(Helper(name), origin)  # type: ignore[no-any-return]


def store(name: str, origin: ast.AST) -> ast.Name:
    return at(ast.Name(name, ast.Store()), origin)  # type: ignore[no-any-return]


def constant(value: object, origin: ast.AST) -> ast.Constant:
    return at(ast.Constant(value), origin)  # type: ignore[no-any-return, arg-type]


class Rewriter(ast.NodeTransformer):
    """A transformer that can be given a list of statements."""

    def block(self, statements: list[Any]) -> list[Any]:
        found: list[Any] = []
        for statement in statements:
            new = self.visit(statement)
            found += new if isinstance(new, list) else [new]
        return found


class _Filling(Rewriter):
    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Name) and isinstance(self.parts.get(node.value.id), list):
            return self.parts[node.value.id] or [at(ast.Pass(), node)]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        part = self.parts.get(node.id)
        if part is None:
            return helper(node.id, node) if node.id in HELPERS else node
        if isinstance(part, str):
            return at(ast.Name(part, node.ctx), node)  # type: ignore[no-any-return]
        part = copied(part)
        set_context(part, node.ctx)
        return part  # type: ignore[no-any-return]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.parts.get(node.name, node.name)
        return self.generic_visit(node)


def copied(node: Any) -> Any:
    """A copy of a tree, or of a list of trees, as `copy.deepcopy` makes it in four times the time."""
    if isinstance(node, list):
        return [copied(part) for part in node]
    if not isinstance(node, ast.AST) or isinstance(node, MARKS):
        return node
    made = node.__class__.__new__(node.__class__)
    made.__dict__.update({name: copied(part) for name, part in node.__dict__.items()})
    return made


MARKS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)  # nothing in them ever changes


def set_context(node: Any, context: ast.expr_context) -> None:
    """Make an expression a target, or a target an expression."""
    if hasattr(node, "ctx"):
        node.ctx = context
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts:
            set_context(item, context)
    if isinstance(node, ast.Starred):
        set_context(node.value, context)
