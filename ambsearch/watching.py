"""Searches that are watched: something is told of every item that is taken, and of the end of its branch.

watching            meanwhile a search tells a watch
WatchedEmission     the expansion in which every choice does so; a subclass says how
searches            the functions whose choices are watched

A watched search is expanded from the same source by the same rules; only what stands around the body of each choice
is added. The ambiguous functions that it calls are found by the names in its code, and in the code of the ordinary
functions that it calls, and watched too; the choices of one that is not found so, e.g. in a dict of functions, are not
seen. Meanwhile their searches are replaced, so two threads should not watch at the same time. A search that is
decorated with deep=True is watched in its ordinary form, which is bounded by Python's stack.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, ClassVar

from ambsearch.answers import REFRESH, WATCHED, Ambiguous, Answers
from ambsearch.errors import SearchTooDeep
from ambsearch.expansion import made as expanded
from ambsearch.expansion import nodes as n
from ambsearch.expansion.emission import Emission
from ambsearch.expansion.linking import linked

NAME = "watch@"  # of the watch, in an expansion; no name of a user's
NOW = CellType(None)  # the watch; all watched expansions share it, so each is made once
WATCHES = WATCHED  # those of the `with` statements that are running, the innermost last


class WatchedEmission(Emission):
    """The expansion, with the watch told of every item that is taken, also of one that is an answer at once.

    choice_text: what stands for a choice, with `target`, `items` and `body` as in `for target in items: body`, `watch`,
    `place` for a variable, and `name` and `line` of the choice. answer_text: what stands for an answer.
    """

    choice_blocks = 2
    choice_text: ClassVar[str]
    answer_text: ClassVar[str] = "yield value"

    def choice(self, node: n.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        return self.watched(node, node.target, node.items, self.named(node), body)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        item = n.store(self.source.fresh("item"), origin)
        return self.watched(origin, item, items, "return", self.answer(item, origin))

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, self.answer_text, watch=n.load(NAME, origin), value=value)

    def watched(
        self, origin: ast.AST, target: ast.expr, items: ast.expr, name: str, body: list[ast.stmt]
    ) -> list[ast.stmt]:
        return n.quote(
            origin,
            self.choice_text,
            watch=n.load(NAME, origin),
            place=self.source.fresh("place"),
            target=target,
            items=n.at(n.Items(items), items),
            name=n.constant(name, origin),
            line=n.constant(getattr(origin, "lineno", 0), origin),
            body=body,
        )

    def named(self, node: n.Choose) -> str:
        """The variable, as the user wrote it; else what is chosen from."""
        written = {part.id for part in ast.walk(self.source.tree) if isinstance(part, ast.Name)}
        names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        if names <= written:
            return ast.unparse(node.target)
        is_amb = isinstance(node.items, (ast.Tuple, ast.Call)) and min(names).startswith("which")
        return "the alternative of amb, from 0," if is_amb else f"yield {ast.unparse(node.items)}"


@contextmanager
def watching(answers: Answers[Any], watch: Any, emission: type[WatchedEmission]) -> Iterator[None]:
    """Meanwhile the choices of this search, and of those that it calls, are told to the watch.

    Raises TypeError for what is no Answers: the choices of an ordinary generator cannot be seen; SearchTooDeep for a
    search that is too deep for Python's stack.
    """
    if not isinstance(answers, Answers):
        raise TypeError(f"expected the answers of an ambiguous function, found {type(answers).__name__}")
    for refresh in REFRESH:
        refresh()
    found = searches(answers)
    before = [function.search for function in found]
    WATCHES.append(watch)
    try:
        NOW.cell_contents = watch
        for function in found:
            function.search = watched_search(function, emission)
        yield
    except SearchTooDeep as error:
        raise SearchTooDeep(error.name, watched=True) from None
    finally:
        WATCHES.pop()
        NOW.cell_contents = WATCHES[-1] if WATCHES else watch  # a search that is still held may go on
        for function, search in zip(found, before, strict=True):
            function.search = search


def watched_search(function: Ambiguous, emission: type[WatchedEmission]) -> Callable[..., Any]:
    """The watched expansion of a function, made when first needed."""
    made: dict[type[WatchedEmission], Callable[..., Any]] = vars(function).setdefault("watched", {})
    if emission not in made:
        source, emitted = expanded(function.__wrapped__, emission)
        source.captured = {**source.captured, NAME: NOW}
        made[emission] = linked(source, emitted.functions, deep=False)
    return made[emission]


def searches(answers: Answers[Any]) -> list[Ambiguous]:
    """The ambiguous functions that a search may run."""
    found: dict[Any, None] = {}
    waiting = list(of_arguments(answers))
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            plain = function.__wrapped__ if isinstance(function, Ambiguous) else function
            waiting += filter(is_followed, named_in(plain))
    return [function for function in found if isinstance(function, Ambiguous)]


def of_arguments(answers: Answers[Any]) -> Iterator[Any]:
    """The function of a search, and those that it is given: as they are, as searches, as methods of what is given."""
    source: Any = answers._source
    if isinstance(source, Ambiguous):
        yield source
    names = list(names_in(source.__wrapped__.__code__)) if isinstance(source, Ambiguous) else []
    for value in (*answers._args, *answers._kwargs.values()):
        if isinstance(value, Answers):
            yield from of_arguments(value)
        methods = (inspect.getattr_static(type(value), name, None) for name in names)
        yield from filter(is_followed, (value, *methods))


def is_followed(value: Any) -> bool:
    """May a search run in this function? Not in one of the standard library."""
    if isinstance(value, FunctionType):
        module = str(value.__globals__.get("__name__"))
        return module.partition(".")[0] not in sys.stdlib_module_names
    return isinstance(value, Ambiguous)


def named_in(function: Any) -> Iterator[Any]:
    """What the names in a function's code stand for."""
    names = set(names_in(function.__code__))
    owners = [function.__globals__]
    for cell in function.__closure__ or ():
        if cell != CellType():
            yield cell.cell_contents
    owners += [vars(value) for name in names if isinstance(value := function.__globals__.get(name), ModuleType)]
    for owner in owners:
        yield from (owner[name] for name in names if name in owner)


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)
