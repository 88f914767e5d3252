"""Functions, classes and values as text, and what a text needs.

source_of, literal, only_assignment      the text of a function or class, of a value, of a value by its statement
attributes_given                         what a function or class is given below its definition
free_names, declared, searches_kept      the names that a text needs, and the searches that it stores
"""

import ast
import inspect
import linecache
import symtable
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.errors import Refused
from ambsearch.expansion.analysis.bindings import assigned_parts
from ambsearch.language import if_fail, interleave, once

COMPOSING = [once, if_fail, interleave]
COMPREHENSIONS = frozenset({"listcomp", "setcomp", "dictcomp", "genexpr"})
DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)  # they say what is done later


def source_of(value: Any) -> str:
    """The text of a plain function or class."""
    try:
        return without_annotations(textwrap.dedent(inspect.getsource(value)))
    except (OSError, TypeError):
        raise Refused(f"the source of {value.__name__} is needed and cannot be found") from None


def without_annotations(text: str) -> str:
    """The text without the annotations of functions, which may name what is not there; `register` is given its class."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    dispatching = {one.name for one in functions if "singledispatchmethod" in map(last_name, one.decorator_list)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            kinds = [arg.annotation for arg in node.args.args if arg.annotation]
            for i, decorator in enumerate(node.decorator_list):
                match decorator:
                    case ast.Attribute(ast.Name(name), "register") if name in dispatching:
                        node.decorator_list[i] = ast.Call(decorator, kinds[:1], [])
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree)


def last_name(decorator: ast.expr) -> str:
    """`cache` of @cache, of @functools.cache and of @cache()"""
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator).rpartition(".")[2]


def free_names(text: str, at_once: bool = False) -> list[str]:
    """The names that a text uses and does not bind itself, in a fixed order; at_once: before its functions are called."""
    try:
        top = symtable.symtable(text, "<standalone>", "exec")
    except SyntaxError as error:
        raise Refused(f"a function shares variables with the one around it, which is not there: {error.msg}") from None
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_namespace()}
    used = {
        symbol.get_name()
        for table in tables(top, at_once)
        for symbol in table.get_symbols()
        if symbol.is_global() and (symbol.is_referenced() or symbol.is_assigned())  # total += n is no reference
    }
    used |= {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    return sorted(used - bound)


def globals_declared(text: str) -> set[str]:
    """The names that a text declares as global."""
    return {name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Global) for name in node.names}


def searches_kept(text: str, space: Mapping[str, Any], chooses: bool) -> Iterator[str]:
    """The functions whose search is not chosen from at once, but stored, say, or asked for its first answer.

    chooses: is this an expansion, whose loops choose?
    """
    tree = ast.parse(text)
    chosen = {part for node in ast.walk(tree) if chooses for part in choice_sources(node, space)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node not in chosen:
            if gives_search(space.get(node.func.id)):
                yield node.func.id


def choice_sources(node: ast.AST, space: Mapping[str, Any]) -> list[ast.expr]:
    """What a node iterates over, once."""
    match node:
        case ast.For(iter=items) | ast.YieldFrom(value=items):
            return [items]
        case ast.Call(func=ast.Name(name), args=args) if space.get(name) in COMPOSING:
            return [part.body if isinstance(part, ast.Lambda) else part for part in args]
    return []


def gives_search(value: Any) -> bool:
    return type(value) is Ambiguous or value in COMPOSING


def tables(table: Any, at_once: bool) -> Iterator[Any]:
    for child in table.get_children():
        if not at_once or child.get_type() != "function" or child.get_name() in COMPREHENSIONS:
            yield child
            yield from tables(child, at_once)


def literal(value: Any) -> str | None:
    """A value as a literal; None if there is none."""
    if type(value) is frozenset:
        inner = literal(set(value))
        return inner and f"frozenset({inner})"
    text = repr(value)
    try:
        return text if is_same(ast.literal_eval(text), value) else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def literal_of(node: ast.expr) -> Any:
    """The value of a literal; None for anything else."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None


def is_same(one: Any, other: Any) -> bool:
    """Are these equal, and everything in them of the same classes?"""
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, dict):
        return all(is_same(*pair) for pair in zip(one.items(), other.items(), strict=True))
    return not isinstance(one, (list, tuple)) or all(is_same(*pair) for pair in zip(one, other, strict=True))


def write_constant(name: str, value: Any) -> str:
    text = literal(value)
    if text is None:
        raise Refused(f"{name} is a {type(value).__name__}, which cannot be written as a literal")
    return text


def only_assignment(name: str, space: Mapping[str, Any]) -> str | None:
    """The source of a name's value, from the only top-level statement of a module that mentions it, or None."""
    match [node for node in statements_of(space) if not isinstance(node, DEFINING) and mentions(node, name)]:
        case [ast.Assign(targets=[ast.Name(target)], value=value)] | [
            ast.AnnAssign(target=ast.Name(target), value=ast.expr() as value)
        ] if target == name:
            return ast.unparse(value)
    return None


def statements_of(space: Mapping[str, Any]) -> list[ast.stmt]:
    """The top-level statements of a module."""
    try:
        return ast.parse("".join(linecache.getlines(space.get("__file__") or ""))).body
    except SyntaxError:
        return []


def attributes_given(name: str, space: Mapping[str, Any]) -> dict[str, ast.expr]:
    """What a module gives a function or class, below its definition, with its value: f.calls = 0."""
    found: dict[str, ast.expr] = {}
    for place, value in [pair for node in statements_of(space) for pair in assigned_parts(node)]:
        match place:
            case ast.Attribute(ast.Name(id=owner), attribute) if owner == name and value is not None:
                found[attribute] = value
    return found


def mentions(node: ast.stmt, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
