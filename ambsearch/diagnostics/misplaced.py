"""A `permanent` that keeps nothing, because it is around a value and not around a change: it is legal, and warned of.

    permanent(count)                count = permanent(...), or permanent(count.append(...))
    permanent(count + 1)            count = permanent(count + 1)
    permanent(found).append(x)      permanent(found.append(x))
    permanent(note)(x)              permanent(note(x))
    found.append(permanent(x))      likewise
    permanent(found)[0] = x         found[0] = permanent(...)
    found = permanent([])           permanent(found.append(x)), where found is a variable of the function

And a `cache` above `@ambiguous`, which keeps no answers.

>>> import warnings
>>> from ambsearch import ambiguous, permanent
>>> found = []
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def noted():
...         x = yield (1, 2)
...         permanent(found).append(x)
...         return x
>>> print(told[0].message)
permanent marks a change where it is made, so permanent(found) alone keeps nothing of found; write permanent(found.append(x))
"""

import ast
import functools
import types
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.diagnostics.aliases import CONTAINERS
from ambsearch.expansion.analysis.bindings import single_definition
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS


def warn_of_misplaced(source: Source, node: Any) -> None:
    """Warn if the owner or an argument of a change is marked, and not the change."""
    marks: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args) if name in METHODS:
            marks = [owner, *args]
        case ast.Call(func=ast.Call() as mark):
            marks = [mark]
        case ast.Assign([ast.Name(id=name)], ast.Call() as mark) if name in source.locals:
            warn_of_fresh(source, name, mark)
        case ast.Attribute(value=mark) | ast.Subscript(value=mark) if not isinstance(node.ctx, ast.Load):
            marks = [mark]
    for mark in marks:
        if source.word(mark) == "permanent":
            warn_of_kept(source, mark, node)


def warn_of_kept(source: Source, mark: Any, whole: ast.AST | None = None) -> None:
    """Warn of a `permanent` around a value; whole: the change that it should be around."""
    kept = mark.args[0] if len(mark.args) == 1 else None
    if kept is None or is_function(source, kept) and getattr(whole, "func", None) is not mark:
        return
    if instead := written(mark, kept, whole):
        name = ast.unparse(kept)
        told = f"permanent marks a change where it is made, so permanent({name}) alone keeps nothing"
        source.warn(mark.lineno, f"{told} of {name}; write {instead}")


def warn_of_fresh(source: Source, name: str, mark: ast.Call) -> None:
    """Warn of a new container that is marked, in a variable of the function, which changes it without a mark."""
    match mark.args:
        case [kept] if source.word(mark) == "permanent" and isinstance(kept, CONTAINERS):
            if marked := next((text for node in source.nodes if (text := marked_change(node, name))), ""):
                told = f"permanent marks a change where it is made, so {name} = {ast.unparse(mark)} keeps nothing"
                source.warn(mark.lineno, f"{told} of {name}; write {marked}")


def marked_change(node: ast.AST, name: str) -> str:
    """This statement with a mark, if it changes what the variable holds, and has none."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=owner), method))) if owner == name and method in METHODS:
            return f"permanent({ast.unparse(node)})"
        case ast.Assign([ast.Subscript(ast.Name(id=owner)) as place], value) if owner == name:
            is_marked = isinstance(value, ast.Call) and ast.unparse(value.func).endswith("permanent")
            return "" if is_marked else f"{ast.unparse(place)} = permanent({ast.unparse(value)})"
    return ""


def written(mark: Any, kept: ast.expr, whole: ast.AST | None) -> str:
    """What to write instead; nothing where this may be a change, or where its value may be meant."""
    name = ast.unparse(kept)
    if whole is not None and isinstance(kept, (*ir.PLACES, ast.BinOp)):
        text = ast.unparse(whole).replace(ast.unparse(mark), name, 1)
        return f"permanent({text})" if isinstance(whole, ast.Call) else f"`{text} = permanent(...)`"
    if whole is None and isinstance(kept, ir.PLACES):
        return f"`{name} = permanent(...)`, or permanent({name}.append(...))"
    if whole is not None or any(isinstance(part, (ast.Call, ast.NamedExpr)) for part in ir.inside(kept)):
        return ""
    place = next((part.id for part in ir.inside(kept) if isinstance(part, ast.Name)), None)
    return f"`{place} = permanent({name})`" if place else "permanent(found.append(...))"


def warn_of_cache(source: Source) -> None:
    """Warn of `@cache` above `@ambiguous`."""
    for mark in source.tree.decorator_list:
        function = mark.func if isinstance(mark, ast.Call) else mark
        if source.resolve(function) in (functools.cache, functools.lru_cache):
            told = (
                f"{ast.unparse(function)} keeps the search, and not its answers, which are searched for again each time"
            )
            source.warn(mark.lineno, f"{told}; write it above a function that returns list({source.name}(...))")


WRITTEN = (Ambiguous, types.FunctionType)


def is_function(source: Source, node: ast.expr) -> bool:
    """Does this stand for a function, made around this one or in it, which is never meant as a value or a condition?"""
    if isinstance(node, ast.Name) and node.id in source.locals:
        made = single_definition(source, node.id)
        return made is not None and not getattr(made, "decorator_list", ())
    return issubclass(type(source.resolve(node)), WRITTEN)
