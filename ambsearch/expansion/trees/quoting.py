"""Builds trees from text, in which names stand for parts; each text is parsed once."""

import ast
import builtins
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ambsearch.expansion.trees.walking import FIELDS, Rewriter, copy_of, walk

# the helpers that texts name, and the functions and types of Python, also where a variable of the user has that name
HELPERS = frozenset(filter(str.islower, dir(builtins))).union(
    "undo room Saved NOTHING GONE set_item delete_item set_attribute delete_attribute augment change "
    "change_argument apply calling FunctionType MethodType KNOWN FREE recording recording_later attribute item operate is_in enter_manager Dead "
    "Uncommon lasting record_item augment_item add sub mul truediv floordiv mod lshift "
    "rshift or_ and_ xor matmul eq ne lt le gt ge forget_attribute augment_attribute IMMUTABLE BUILT_IN OF_PYTHON "
    "held_item held_items new_items values_at put_among put_values starts_new removal item_to_pop reinsert copy_to_keep Within enter leave leave_turns "
    "UNBOUND unbound unbound_around variables "
    "put_in rename open_items attempts whole_attempts deep_attempts deep_items Raised turns turns_of_enumerate "
    "turns_of_zip turns_of_reversed more items choosing Ambiguous pass_on closing Mapping Sequence TEXTS END ASK ASKING "
    "iterate choose_from spread as_mapping stepping more_steps resumable neg pos invert Counter defaultdict deque DICTS ARRAYS SMALL".split()
)
POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


class Node(ast.AST):
    """A node that Python does not have; its annotations are its fields."""

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    if TYPE_CHECKING:

        def __init__(self, *fields: Any) -> None: ...


class Expression(Node, ast.expr):
    """Such an expression."""


class Helper(Expression):
    """The name of something that an expansion uses at run time; it means the same even if the user uses this name."""

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
    return _filled_block(_parse(text), parts, position_of(origin))


def expression(origin: ast.AST, text: str, /, **parts: Any) -> ast.expr:
    """One expression from text, as `quote` does it."""
    (statement,) = quote(origin, text, **parts)
    assert isinstance(statement, ast.Expr)
    return statement.value


@lru_cache(maxsize=1000)
def _parse(text: str) -> list[ast.stmt]:
    """The statements of a text, without positions."""
    nodes = ast.parse(text).body
    for node in nodes:
        for part in walk(node):
            for field in POSITION:
                part.__dict__.pop(field, None)
    return nodes


def _filled_block(nodes: list[Any], parts: dict[str, Any], position: dict[str, int]) -> list[Any]:
    """The same nodes with the parts in them; a name that is a whole statement may stand for statements."""
    found: list[Any] = []
    for node in nodes:
        part = parts.get(node.value.id) if type(node) is ast.Expr and type(node.value) is ast.Name else None
        if type(part) is list:
            found += part or [at_position(ast.Pass(), position)]
        else:
            found.append(_fill(node, parts, position) if isinstance(node, ast.AST) else node)
    return found


def _fill(node: Any, parts: dict[str, Any], position: dict[str, int]) -> Any:
    kind: Any = type(node)
    if kind is ast.Name:
        return _filled_name(node, parts, position)
    made = kind.__new__(kind)
    held = made.__dict__ = node.__dict__ | position
    for field in FIELDS[kind]:
        value = held.get(field)
        if type(value) is list:
            held[field] = _filled_block(value, parts, position) if value else []
        elif isinstance(value, ast.AST):
            held[field] = _fill(value, parts, position)
    if kind is ast.FunctionDef:
        made.name = parts.get(made.name, made.name)
    if kind is ast.If and _is_not(made.test) and _is_not(made.test.operand):
        made.test = made.test.operand.operand
    return made


def _is_not(node: ast.expr) -> bool:
    return type(node) is ast.UnaryOp and type(node.op) is ast.Not


def _filled_name(node: ast.Name, parts: dict[str, Any], position: dict[str, int]) -> ast.expr:
    part = parts.get(node.id)
    if part is None:
        made = Helper(node.id) if node.id in HELPERS else ast.Name(node.id, node.ctx)
        return at_position(made, position)  # type: ignore[no-any-return]
    if type(part) is str:
        return at_position(ast.Name(part, node.ctx), position)  # type: ignore[no-any-return]
    part = copy_of(part)
    set_context(part, node.ctx)
    return part  # type: ignore[no-any-return]


def definition(origin: ast.AST, name: str, arguments: ast.arguments, body: list[Any]) -> ast.FunctionDef:
    """A function with these parameters and this body."""
    (made,) = quote(origin, "def name(): body", name=name, body=body)
    assert isinstance(made, ast.FunctionDef)
    made.args = arguments
    return made


def positional(names: Iterable[str], origin: ast.AST) -> ast.arguments:
    return ast.arguments([], [at(ast.arg(name), origin) for name in names], None, [], [], None, [])


# positions


def position_of(origin: ast.AST) -> dict[str, int]:
    held = origin.__dict__
    if "end_col_offset" not in held:
        return {}
    line, column, end_line, end = held["lineno"], held["col_offset"], held["end_lineno"], held["end_col_offset"]
    return {"lineno": line, "col_offset": column, "end_lineno": end_line, "end_col_offset": end}


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
    if not hasattr(node, "ctx"):
        return
    node.ctx = context
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts:
            set_context(item, context)
    if isinstance(node, ast.Starred):
        set_context(node.value, context)


class Placing(Rewriter):
    """Statements with other variables, or values, for their own."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parts:
            return node
        part = copy_of(self.parts[node.id])
        set_context(part, node.ctx)
        return part  # type: ignore[no-any-return]
