"""Building trees from text, in which names stand for parts: a text is parsed once, into functions that build nodes."""

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ambsearch.expansion.walking import FIELDS, copied

HELPERS = frozenset(
    "undo room Saved NOTHING GONE set_item delete_item set_attribute delete_attribute augmented changed "
    "changed_argument called calling recording attribute item operated contained entered Dead record_item touch_item "
    "touch_attribute augment_item add sub mul truediv floordiv mod pow lshift rshift or_ and_ xor matmul eq ne lt "
    "le gt ge forget_attribute augment_attribute IMMUTABLE held_item starts_new removal taken reinsert kept Within enter leave UNBOUND unbound "
    "unbound_around put_in named opened attempted attempted_whole deep_attempted deep_items Raised "
    "turns turns_of_enumerate turns_of_zip turns_of_reversed more items choosing Ambiguous passed_on closing isinstance iter "
    "next END iterated chosen_from spread mapped stepping next_step neg pos invert repr str ascii format bool range type len list dict set deque DICTS SMALL int slice globals super".split()
)  # the helpers that texts name
POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


class Expression(ast.expr):
    """An expression that Python does not have."""

    def __init__(self, *fields: Any) -> None:
        super().__init__(*fields)


class Helper(Expression):
    """The name of something that an expansion uses at run time; it means the same even if the user uses this name."""

    _fields = ("id",)
    id: str


def quote(origin: ast.AST, text: str, /, **parts: Any) -> list[ast.stmt]:
    """Statements from text; a name that is a part stands for an expression, a name, or statements.

    New nodes get the position of `origin`; the parts keep theirs.

    >>> where = ast.parse("x").body[0]
    >>> body = ast.parse("print(y)").body
    >>> print(ast.unparse(quote(where, "for x in E: body", E=ast.Name("xs"), body=body)[0]))
    for x in xs:
        print(y)
    """
    return _builder(text)(parts, position_of(origin))  # type: ignore[no-any-return]


def expression(origin: ast.AST, text: str, /, **parts: Any) -> ast.expr:
    """One expression from text, as `quote` does it."""
    (statement,) = quote(origin, text, **parts)
    assert isinstance(statement, ast.Expr)
    return statement.value


# functions that build the nodes of a text from its parts and a position; made once for each text
Parts = dict[str, Any]
Position = dict[str, int]
Build = Callable[[Parts, Position], Any]


@lru_cache(maxsize=1000)
def _builder(text: str) -> Build:
    return _build_all(ast.parse(text).body)


def _build_all(nodes: list[Any]) -> Build:
    builds = [_build_statements(node) if type(node) is ast.Expr else _build_one(node) for node in nodes]

    def build(parts: Parts, position: Position) -> list[Any]:
        found: list[Any] = []
        for build_one in builds:
            found += build_one(parts, position)
        return found

    return build


def _build_one(node: Any) -> Build:
    inner = _build(node) if isinstance(node, ast.AST) else lambda parts, position: node
    return lambda parts, position: (inner(parts, position),)


def _build_statements(node: ast.Expr) -> Build:
    """A name that is a whole statement may stand for statements."""
    inner, name = _build(node), node.value.id if isinstance(node.value, ast.Name) else ""

    def build(parts: Parts, position: Position) -> list[Any]:
        part = parts.get(name)
        if type(part) is list:
            return part or [at_position(ast.Pass(), position)]
        return [inner(parts, position)]

    return build


def _build(node: Any) -> Build:
    kind: Any = type(node)
    if kind is ast.Name:
        return _build_name(node)
    held = {name: value for name, value in node.__dict__.items() if name not in POSITION}
    fields: list[tuple[str, Build]] = []
    for field in FIELDS[kind]:
        value = held.get(field)
        if type(value) is list:
            fields.append((field, _build_all(value)))
        elif isinstance(value, ast.AST):
            fields.append((field, _build(value)))

    def build(parts: Parts, position: Position) -> Any:
        made = kind.__new__(kind)
        inside = made.__dict__
        inside.update(held)
        inside.update(position)
        for field, inner in fields:
            inside[field] = inner(parts, position)
        return made

    return _build_function(build) if kind is ast.FunctionDef else build


def _build_function(inner: Build) -> Build:
    def build(parts: Parts, position: Position) -> Any:
        made = inner(parts, position)
        made.name = parts.get(made.name, made.name)
        return made

    return build


def _build_name(node: ast.Name) -> Build:
    name, context = node.id, node.ctx
    kind: Any = Helper if name in HELPERS else ast.Name
    held = {"id": name} if name in HELPERS else {"id": name, "ctx": context}

    def build(parts: Parts, position: Position) -> ast.expr:
        part = parts.get(name)
        if part is None or type(part) is str:
            made = kind.__new__(kind) if part is None else ast.Name.__new__(ast.Name)
            inside = made.__dict__
            inside.update(held if part is None else {"id": part, "ctx": context})
            inside.update(position)
            return made
        part = copied(part)
        set_context(part, context)
        return part  # type: ignore[no-any-return]

    return build


# positions


def position_of(origin: ast.AST) -> dict[str, int]:
    held = origin.__dict__
    try:
        return {
            "lineno": held["lineno"],
            "col_offset": held["col_offset"],
            "end_lineno": held["end_lineno"],
            "end_col_offset": held["end_col_offset"],
        }
    except KeyError:
        return {field: held[field] for field in POSITION if field in held}


def at_position(node: ast.AST, position: dict[str, int]) -> Any:
    node.__dict__.update(position)
    return node


def at(node: ast.AST, origin: ast.AST) -> Any:
    """Give one node the position of another."""
    node.__dict__.update(position_of(origin))
    return node


# single nodes


def load(name: str, origin: ast.AST) -> ast.Name:
    return at(ast.Name(name, ast.Load()), origin)  # type: ignore[no-any-return]


def helper(name: str, origin: ast.AST) -> Helper:
    return at(Helper(name), origin)  # type: ignore[no-any-return]


def store(name: str, origin: ast.AST) -> ast.Name:
    return at(ast.Name(name, ast.Store()), origin)  # type: ignore[no-any-return]


def constant(value: object, origin: ast.AST) -> ast.Constant:
    return at(ast.Constant(value), origin)  # type: ignore[no-any-return, arg-type]


def set_context(node: Any, context: ast.expr_context) -> None:
    """Make an expression a target, or a target an expression."""
    if hasattr(node, "ctx"):
        node.ctx = context
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts:
            set_context(item, context)
    if isinstance(node, ast.Starred):
        set_context(node.value, context)
