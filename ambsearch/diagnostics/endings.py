"""Warns of how a function ends: of an answer that is missing, or None, and of what is never reached.

>>> from ambsearch import ambiguous
>>> import warnings
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def f():
...         if (yield [True, False]):
...             return 1
>>> print(told[0].message)
where f ends here without `return`, the answer is None; write `return ...`, fail() to give the branch up, or `return None`
"""

import ast
import itertools
from collections.abc import Callable
from typing import Any

from ambsearch.diagnostics.called import is_condition
from ambsearch.diagnostics.visible import COUNT, is_of
from ambsearch.expansion.analysis.effects import changes
from ambsearch.expansion.analysis.flow import Liveness, Names
from ambsearch.expansion.analysis.values import containers
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir

COLLECTIONS = (ast.Tuple, ast.List, ast.Set, ast.ListComp, ast.SetComp)


def warn_of_endings(source: Source) -> None:
    warn_of_none(source)
    warn_of_false(source)
    warn_of_empty(source)
    warn_of_unreached(source)


VALUES = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.JoinedStr, ast.Subscript)


def warn_of_none(source: Source) -> None:
    """Warn of an answer None that nobody wrote: where other branches return a value, or where one was yielded."""
    returns = [node for node in source.nodes if isinstance(node, ast.Return)]
    last: Any = source.body[-1]
    chosen = last.value.value if isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield) else None
    instead = "fail() to give the branch up, or `return None`"
    if all(node.value is None or is_none(node.value) for node in returns):
        # a call may be a step, made for its requires
        if chosen is not None and not isinstance(chosen, ast.Call) and not is_dead_end(last.value):
            told = "the last line chooses, so the answer is None; an answer is given by"
            source.warn(last.lineno, f"{told} `return {ast.unparse(chosen)}`")
        elif isinstance(last, ast.Expr) and isinstance(last.value, VALUES):
            text = ast.unparse(last.value)
            source.warn(last.lineno, f"{text} alone is no answer, so the answer is None; write `return {text}`")
        warn_of_dropped(source)
        return
    for node in returns:
        if node.value is None:
            source.warn(node.lineno, f"with `return` alone the answer is None; write `return ...`, {instead}")
    if isinstance(last, ast.Return):
        return
    if Liveness(frozenset()).falls(_Ending(source).block(ir.copy_of(source.body))):
        written = "return ..." if chosen is None else f"return (yield {ast.unparse(chosen)})"
        told = f"where {source.name} ends here without `return`, the answer is None"
        source.warn(last.lineno, f"{told}; write `{written}`, {instead}")


def warn_of_false(source: Source) -> None:
    """Warn of an answer False where all others are collections, texts or numbers: a plain search by hand gives up so."""
    returns = [node for node in source.nodes if isinstance(node, ast.Return)]
    given_up = [node for node in returns if isinstance(node.value, ast.Constant) and node.value.value is False]
    others = [node.value for node in returns if node not in given_up]
    if others and all(is_collection(source, value) or is_number(source, value) for value in others):
        for node in given_up:
            told = "the answer is False here, and others are no truth values"
            source.warn(node.lineno, f"{told}; write fail() to give the branch up")


def is_collection(source: Source, value: Any) -> bool:
    is_name = isinstance(value, ast.Name) and value.id in containers(source)
    return is_name or isinstance(value, (*COLLECTIONS, ast.Dict, ast.DictComp, ast.JoinedStr))


def is_number(source: Source, value: Any) -> bool:
    """Is this visibly a number? One that is written there may be meant as a truth value."""
    return not isinstance(value, ast.Constant) and is_of(COUNT, source, value)


def is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def unreturned(source: Source) -> Callable[[Any], Any] | None:
    """What hands out the answers of a function that chooses and requires, changes nothing, and forgets its `return`: it warns.

    Whoever only asks whether there is an answer, or how many, is not given one, and so not warned.
    """
    last: Any = source.body[-1]
    chosen: dict[str, int] = {}
    for node in source.nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Yield()):
                chosen.setdefault(name, node.lineno)
            case ast.Return() | ast.Assert() | ast.Raise() | ast.Global() | ast.Nonlocal() | ast.Import() | ast.With():
                return None
            case ast.Expr(value=value) if source.word(value) not in ENDS and not isinstance(value, ast.Constant):
                return None
    if not chosen or source.word(getattr(last, "value", last)) != "require" or changes(source, source.body):
        return None

    def given(answer: Any) -> Any:
        told = f"{source.name} ends here without `return`, so its answers are None"
        source.warn(last.lineno, f"{told}; write `return {', '.join(sorted(chosen, key=chosen.__getitem__))}`")
        return answer

    return given


def warn_of_dropped(source: Source) -> None:
    """Warn of choices, from what is made there or one turn of a loop has, that nothing uses; a call may be a step.

    `yield ()` ends a branch.
    """
    tested = [
        part for node in source.nodes if isinstance(node, ast.For) for part in node.body if isinstance(part, ast.If)
    ]
    turns = {name for node in source.nodes if isinstance(node, ast.For) for name in Names(node.target).bound}
    for node in source.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node is not source.body[-1]:
            chosen: Any = node.value.value
            is_made = isinstance(chosen, (*COLLECTIONS, ast.Dict, ast.BinOp)) and getattr(chosen, "elts", True)
            if is_made or getattr(chosen, "id", None) in turns and any(node in part.body for part in tested):
                told = "nothing uses what is chosen here; an answer is given by"
                source.warn(node.lineno, f"{told} `return {ast.unparse(chosen)}`")


def warn_of_empty(source: Source) -> None:
    """Warn of a choice from nothing that seems to be meant as an answer; `yield ()` ends a branch."""
    returned = [type(node.value) for node in source.nodes if isinstance(node, ast.Return)]
    for node in source.nodes:
        if isinstance(node, ast.Expr) and is_dead_end(node.value):
            chosen: Any = node.value.value  # type: ignore[attr-defined]
            if not isinstance(chosen, ast.Tuple) or ast.Tuple in returned:
                text = ast.unparse(chosen)
                told = f"there is nothing to choose in {text}, so the branch ends here; write"
                source.warn(node.lineno, f"{told} fail() for that, or `return {text}` for the answer {text}")
        elif isinstance(node, ast.Assign) and is_dead_end(node.value):
            chosen = node.value.value  # type: ignore[attr-defined]
            told = f"there is nothing to choose in {ast.unparse(chosen)}, so the branch ends here"
            source.warn(node.lineno, f"{told}; write the choices in it, or fail() to give the branch up")


def warn_of_unreached(source: Source) -> None:
    """Warn of a `require` or `return` behind a `return`, and of anything behind `break`, `continue` and `fail()`, or a loop that never ends."""
    for before, node in neighbours(source):
        if isinstance(before, ast.Return) and isinstance(node, ast.Expr) and source.word(node.value) in ENDS:
            warn_of_behind(source, node, "`return`", "it above")
        if isinstance(before, ast.Return) and isinstance(node, ast.Return) and is_condition(before.value):
            asked = f"require({ast.unparse(before.value)})"  # type: ignore[arg-type]
            warn_of_behind(source, node, f"`{ast.unparse(before)}`", f"{asked} in its place")
        if isinstance(before, (ast.Break, ast.Continue)):
            warn_of_behind(source, node, f"`{ast.unparse(before)}`", "it above")
        if isinstance(before, ast.Expr) and source.word(before.value) == "fail":
            warn_of_behind(source, node, "fail()", "fail() under an `if`")
        if isinstance(before, ast.While) and not before.orelse and not Liveness(frozenset()).falls([before]):
            warn_of_behind(source, node, "a loop that nothing leaves", "`break` in the loop")


def warn_of_behind(source: Source, node: ast.stmt, what: str, instead: str) -> None:
    first_line = ast.unparse(node).partition("\n")[0]
    source.warn(node.lineno, f"{first_line} stands behind {what}, so it is never reached; write {instead}")


def neighbours(source: Source) -> list[tuple[Any, Any]]:
    """Each two statements of which one directly follows the other."""
    return [pair for block in blocks_of(source) for pair in itertools.pairwise(block)]


def blocks_of(source: Source) -> list[list[Any]]:
    holders = [source.tree, *(node for node in source.nodes if isinstance(node, ir.HOLDERS))]
    blocks = [getattr(node, name, None) for node in holders for name in ("body", "orelse")]
    return [block for block in blocks if isinstance(block, list)]


def is_dead_end(node: ast.expr) -> bool:
    """`yield []` and the like, a choice from nothing."""
    match node:
        case ast.Yield(ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value="" | b"")):
            return True
    return False


class _Ending(ir.Shallow):
    """The statements for `Liveness`: `fail()` and `require(False)` are dead ends; no manager swallows an exception.

    A loop over `count()` is left by `break` alone, as `while True` is.

    The cases of a `match`, and several branches of an `if`, are taken to be all that there are.
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        ended: ast.stmt = node
        match node.value:
            case ast.Call(args=[] | [ast.Constant(value=False | None | 0)]) if self.source.word(node.value) in ENDS:
                ended = ir.at(ir.Dead(), node)
            case value if is_dead_end(value):
                ended = ir.at(ir.Dead(), node)
        return ended

    def visit_With(self, node: ast.With) -> list[ast.stmt]:
        return self.block(node.body)

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        loop: ast.stmt = node
        made_by = self.source.resolve(node.iter.func) if isinstance(node.iter, ast.Call) else None
        if made_by is itertools.count or made_by is itertools.cycle:
            loop = ir.at(ast.While(ast.Constant(True), node.body, []), node)
        return loop

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        match node.orelse:
            case [ast.If(orelse=[]) as last]:
                last.orelse = [ir.at(ir.Dead(), node)]
        return node

    def visit_Match(self, node: ast.Match) -> ast.Match:
        self.generic_visit(node)
        node.cases.append(ast.match_case(ast.MatchAs(), None, [ir.at(ir.Dead(), node)]))
        return node
