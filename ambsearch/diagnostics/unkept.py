"""Warns of a change of what is outside that is undone before anything reads it: the program looks at it after the search only.

found.append(x)                 in an ambiguous function
list(solve()); print(found)     below: it is empty again

>>> text = "if solve().exists(): print(found)\\nfor _ in solve(): print(board)"
>>> tree = ast.parse(text)
>>> is_read_after(tree, "found"), is_read_after(tree, "board")
(True, False)
"""

import ast
from typing import Any

from ambsearch.diagnostics.aliases import VALUES
from ambsearch.diagnostics.held import module_of
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS

# what is in these may run while a search stands at an answer, and what is in a function in the search itself
MEANWHILE = (
    *(ast.For, ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
HELD = frozenset({"iter", "next"})  # with these a program may hold a search that stands at an answer


def warn_of_unkept(source: Source) -> None:
    told: set[str] = set()
    for node in [part for part in source.nodes if isinstance(part, ast.stmt)]:
        name = changed_name(node)
        is_value = type(source.space.get(name, source)) in VALUES or name in source.declared["global"]
        is_marked = source.word(getattr(node, "value", node)) == "permanent"
        if name in source.locals or not is_value or is_marked or name in told:
            continue
        if (module := module_of(source)) and is_read_after(module, name):
            told.add(name)
            put_back = f"{name} is put back when the search goes on, and only read after it"
            source.warn(node.lineno, f"{put_back}, so nothing is kept of this; write {marked(node)}")


def changed_name(node: Any) -> str:
    """The variable of which this statement changes what it holds; nothing of any other node."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method))) if method in METHODS:
            return name
        case ast.AugAssign(ast.Name(name) | ast.Subscript(ast.Name(name))):
            return name
        case ast.Assign([ast.Name(name) | ast.Subscript(ast.Name(name))], value) if not ir.has_yield(value):
            return name
    return ""


def marked(change: Any) -> str:
    """The same statement, marked permanent."""
    if isinstance(change, ast.Expr):
        return f"permanent({ast.unparse(change)})"
    place, value = ast.unparse(change.targets[0] if isinstance(change, ast.Assign) else change.target), change.value
    if isinstance(change, ast.AugAssign):
        value = ast.BinOp(ast.parse(place, mode="eval").body, change.op, value)
    return f"{place} = permanent({ast.unparse(value)})"


def is_read_after(tree: Any, name: str) -> bool:
    """Is the variable read in this text, and nowhere while a search may run?"""
    inside = {part for node in ast.walk(tree) if isinstance(node, MEANWHILE) for part in ast.walk(node)}
    changed = {part for node in inside if changed_name(node) == name for part in owner_of(node)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in changed]
    read = [node for node in names if node.id == name and isinstance(node.ctx, ast.Load)]
    return bool(read) and not inside.intersection(read) and not any(node.id in HELD for node in names)


def owner_of(change: Any) -> list[ast.expr]:
    """The variable itself, as this statement reads it to change what it holds."""
    place: Any = change.targets[0] if isinstance(change, ast.Assign) else getattr(change, "target", None)
    if isinstance(change, ast.Expr):
        place = change.value.func  # type: ignore[attr-defined]
    return [getattr(place, "value", place)]
