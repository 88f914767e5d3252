"""Searches whose choices are watched: which items were taken on the way to where the search is now.

Watch       the choices of the present branch
watching    runs a search with a Watch
WatchedEmission     the expansion in which every choice tells the Watch

A watched search is expanded from the same source by the same rules; only a line is added at the start and at the end
of the body of each choice. The ambiguous functions that the search calls are found by their names in its code, and
watched too; one that is not found so, e.g. in a dict of functions, counts as one choice for each of its answers.
The choices of a search inside that is cut short, by `once` or `first`, stay on the path until the branch ends.
Meanwhile their searches are replaced, so two threads should not watch at the same time. A search that is decorated
with deep=True is watched in its ordinary form, which is bounded by Python's stack.
"""

import ast
import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CellType, CodeType, ModuleType
from typing import Any

from ambsearch.answers import Ambiguous, Answers, snapshot
from ambsearch.decorator import ambiguous
from ambsearch.expand import nodes as n
from ambsearch.expand.emission import Emission
from ambsearch.expand.fence import check
from ambsearch.expand.linking import linked
from ambsearch.expand.normal import normalized
from ambsearch.expand.source import Source
from ambsearch.testing.sides import Different, shown

WATCH = "watch@"  # no name of a user's


@dataclass(frozen=True)
class Choice:
    """An item that was taken; name: of the variable, or the choice as it is written; line: in its file."""

    name: str
    line: int
    item: Any

    def __str__(self) -> str:
        return f"{self.name} = {shown(self.item)} (line {self.line})"


class Enough(BaseException):
    """As many items have been tried as may be."""


class Watch:
    """The choices of the present branch, and how many items have been tried in all."""

    def __init__(self, limit: int | None = None) -> None:
        self.path: list[Choice] = []
        self.tried = 0
        self.limit = limit

    def enter(self, name: str, line: int, item: Any) -> int:
        """An item is taken; gives the place of the choice on the path."""
        if self.tried == self.limit:
            raise Enough
        self.tried += 1
        self.path.append(Choice(name, line, snapshot(item)))
        return len(self.path) - 1

    def leave(self, place: int) -> None:
        """The branch of the choice at this place has ended."""
        del self.path[place:]

    def told(self) -> str:
        return ", ".join(map(str, self.path)) or "no choice"


class WatchedEmission(Emission):
    """The expansion, with the watch told of every item that is taken, and of the end of its branch."""

    def choice(self, node: n.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        return self.watched(node, node.target, node.items, self.label(node), body)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        item = n.store(self.source.fresh("item"), origin)
        return self.watched(origin, item, items, "return", n.quote(origin, "yield item", item=item))

    def watched(
        self, origin: ast.AST, target: ast.expr, items: ast.expr, label: str, body: list[ast.stmt]
    ) -> list[ast.stmt]:
        return n.quote(
            origin,
            "for target in items:\n    place = watch.enter(label, line, target)\n    body\n    watch.leave(place)",
            place=self.source.fresh("place"),
            watch=n.load(WATCH, origin),
            target=target,
            items=n.at(n.Items(items), items),
            label=n.constant(label, origin),
            line=n.constant(getattr(origin, "lineno", 0), origin),
            body=body,
        )

    def label(self, node: n.Choose) -> str:
        """The variable, as the user wrote it; else what is chosen from."""
        written = {part.id for part in ast.walk(self.source.tree) if isinstance(part, ast.Name)}
        names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        if names <= written:
            return ast.unparse(node.target)
        is_amb = isinstance(node.items, (ast.Tuple, ast.Call)) and min(names).startswith("which")
        return "the alternative of amb, from 0," if is_amb else f"yield {ast.unparse(node.items)}"


@contextmanager
def watching(answers: Answers[Any], limit: int | None = None) -> Iterator[Watch]:
    """Meanwhile the choices of this search, and of those that it calls, are told to the Watch.

    limit: end with Enough when more items than that are tried.

    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(n)
    ...     b = yield range(a)
    ...     return a, b
    >>> with watching(pairs(3)) as watch:
    ...     print(pairs(3).first(), watch.tried)
    (1, 0) 3
    """
    watch = Watch(limit)
    found = searches(answers)
    before = [function.search for function in found]
    try:
        for function in found:
            function.search = watched_search(function.__wrapped__, watch)
        yield watch
    finally:
        for function, search in zip(found, before, strict=True):
            function.search = search


def watched_search(function: Callable[..., Any], watch: Watch) -> Callable[..., Any]:
    """The expansion of a plain function that tells the watch of its choices."""
    source = Source(function)
    check(source)
    body = normalized(source)
    source.captured[WATCH] = CellType(watch)
    return linked(source, WatchedEmission(source, body).functions, deep=False)


def searches(answers: Answers[Any]) -> list[Ambiguous]:
    """The ambiguous functions that a search may run."""
    found: list[Ambiguous] = []
    waiting = list(of_arguments(answers))
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.append(function)
            waiting += [value for value in named_in(function.__wrapped__) if isinstance(value, Ambiguous)]
    return found


def of_arguments(answers: Answers[Any]) -> Iterator[Ambiguous]:
    """The function of a search, and those that it is given: as they are, as searches, as methods of what is given."""
    source: Any = answers._source
    if isinstance(source, Ambiguous):
        yield source
    names = list(names_in(source.__wrapped__.__code__)) if isinstance(source, Ambiguous) else []
    for value in (*answers._args, *answers._kwargs.values()):
        if isinstance(value, Answers):
            yield from of_arguments(value)
        methods = (inspect.getattr_static(type(value), name, None) for name in names)
        yield from (part for part in (value, *methods) if isinstance(part, Ambiguous))


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


def nothing_within(answers: Answers[Any], n: int) -> bool:
    """Fail if the search gives an answer before it has tried more than n items.

    answers: the Answers of an ambiguous function, e.g. queens(3).
    n: how many items to try at most, at all choices together, in depth-first order; for a search that may have no
    answer, and never end. An item that is an answer of another search counts besides the items tried in that search.
    Returns True; raises Different, which tells the answer and the choices that led to it, TypeError for what is no
    Answers: the choices of an ordinary generator cannot be seen.

    >>> from ambsearch import an_integer_from, require
    >>> @ambiguous
    ... def odd_square():
    ...     k = yield an_integer_from(1)
    ...     require(k * k % 4 == 1 and k > 4)
    ...     return k * k
    >>> nothing_within(odd_square(), 4)
    True
    >>> nothing_within(odd_square(), 5)
    Traceback (most recent call last):
    ...
    ambsearch.testing.sides.Different: extra: odd_square() has the answer 25 after 5 items tried: k = 5 (line 3)

    Source: Kiselyov and others (2005), whose tests bound a search by a number of answers; here items are counted.
    """
    __tracebackhide__ = True
    if not isinstance(answers, Answers):
        raise TypeError(f"expected the answers of an ambiguous function, found {type(answers).__name__}")
    with watching(answers, n) as watch:
        try:
            for answer in answers:
                told = (
                    f"extra: {answers!r} has the answer {shown(answer)} after {watch.tried} items tried: {watch.told()}"
                )
                raise Different(told, "extra")
        except Enough:
            pass
    return True


def exhaustive(test: Callable[..., Any]) -> Callable[..., None]:
    """Make a test of a function with choices: every branch is a test case.

    test: a function as @ambiguous takes it, or an ambiguous one, e.g. a pytest test; its parameters, such as fixtures,
    stay. `x = yield E` tries all items of E, `require` leaves a case out, `assert` checks it.
    Gives an ordinary function. It runs all branches, and ends with the first exception, as it was raised, with a note
    that holds the choices that led there, by the names of their variables. AssertionError if no branch comes to its
    end, because then nothing was checked.

    >>> from ambsearch import require
    >>> @exhaustive
    ... def test_differences_are_small():
    ...     a = yield range(10)
    ...     b = yield range(a)
    ...     assert a - b < 4
    >>> try:
    ...     test_differences_are_small()
    ... except AssertionError as error:
    ...     print(*error.__notes__)
    branch number 6 (counted from 0) of test_differences_are_small: a = 4 (line 3), b = 0 (line 4)

    Source: SmallCheck; there the cases come from types, here from the choices.
    """
    search: Any = test if isinstance(test, Ambiguous) else ambiguous(test)

    def tried(*arguments: Any, **named: Any) -> None:
        __tracebackhide__ = True
        answers = search(*arguments, **named)
        passed = 0
        with watching(answers) as watch:
            try:
                for _ in answers:
                    passed += 1
            except Exception as error:
                error.add_note(f"branch number {passed} (counted from 0) of {search.__name__}: {watch.told()}")
                raise
        if not passed:
            raise AssertionError(f"{search.__name__} checks nothing: each of its branches is given up before its end")

    functools.update_wrapper(tried, search.__wrapped__)
    del tried.__wrapped__  # type: ignore[attr-defined]  # it is no generator function, whatever pytest thinks
    tried.__signature__ = inspect.signature(search.__wrapped__)  # type: ignore[attr-defined]
    return tried
