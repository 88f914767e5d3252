"""The programs of a search, line by line, with their expansions.

Listing     one function, and its expansion
listings    those of a search
"""

import ast
import linecache
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion import emit
from ambsearch.expansion.emitting.sites import Site
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees.printing import source_text
from ambsearch.reached import searches

FAILING = (SyntaxError, RecursionError)


@dataclass
class Listing:
    """A function as written, without its docstring.

    lines: its text, by the number of the line in the file; expansion: the lines of its expansion, empty if it
    has none; rows: for each line of the file, the rows of the expansion that come from it, from 0, each with its
    role: "choice", "guard", "answer" or "".
    """

    function: str
    file: str
    lines: dict[int, str]
    expansion: list[str] = field(default_factory=list)
    rows: dict[int, list[tuple[int, str]]] = field(default_factory=dict)

    def has(self, site: Site) -> bool:
        return self.file == site.file and site.line in self.lines


def listings(answers: Answers[Any] | None, sites: Iterable[Site]) -> list[Listing]:
    """A listing for each function that has one of the sites, in their order."""
    functions = [function.__wrapped__ for function in searches(answers)] if answers is not None else []
    known = [of_source(Source.of(function)) for function in functions]
    found: list[Listing] = []
    for site in sites:
        if not any(listing.has(site) for listing in found):
            listing = next((listing for listing in known if listing.has(site)), None) or of_file(site)
            if listing is not None:
                found.append(listing)
    for function, listing in zip(functions, known, strict=True):
        if listing in found:
            source, emission = emit(function)
            expand(listing, [*emission.functions, *source.inverses], source.taken - source.constants.keys())
    return found


def of_source(source: Source) -> Listing:
    """An ambiguous function."""
    return of_tree(source.tree, source.filename, source.lines)


def of_file(site: Site) -> Listing | None:
    """The function around a place in a file, such as a helper; None if the file cannot be read."""
    lines = linecache.getlines(site.file)
    try:
        tree = ast.parse("".join(lines))
    except FAILING:
        return None
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= site.line <= (node.end_lineno or 0)
    ]
    return of_tree(around[-1], site.file, lines) if around else None


def of_tree(tree: Any, file: str, lines: Iterable[str]) -> Listing:
    first = min([tree.lineno, *(decorator.lineno for decorator in tree.decorator_list)])
    text = dict(enumerate((line.rstrip("\n") for line in lines), 1))
    kept = {number: text[number] for number in range(first, tree.end_lineno + 1) if number not in docstring(tree)}
    margin = min((len(line) - len(line.lstrip()) for line in kept.values() if line.strip()), default=0)
    return Listing(tree.name, file, {number: line[margin:] for number, line in kept.items()})


def docstring(tree: Any) -> range:
    """The lines of a docstring, unless other code shares them."""
    first = tree.body[0]
    if len(tree.body) == 1 or ast.get_docstring(tree) is None or first.lineno == tree.lineno:
        return range(0)
    return range(first.lineno, first.end_lineno + 1)


# the expansion


def expand(listing: Listing, functions: list[ast.FunctionDef], taken: set[str]) -> None:
    """Put the expansion into a listing."""
    text = source_text(functions, taken)
    listing.expansion = text.rstrip("\n").split("\n")
    for shown, origin in pairs_of(ast.parse(text).body, functions):
        line = getattr(origin, "lineno", 0)
        listing.rows.setdefault(line, []).append((shown.lineno - 1, role(shown)))


def pairs_of(shown: Iterable[ast.AST], origins: Iterable[ast.AST]) -> Iterator[tuple[Any, ast.AST]]:
    """Each statement of the text, with the statement that it was printed from."""
    for one, other in zip(shown, origins, strict=False):
        if isinstance(one, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            if isinstance(one, ast.stmt):
                yield one, other
            for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                yield from pairs_of(getattr(one, part, ()), getattr(other, part, ()))


def role(statement: ast.stmt) -> str:
    """The role of a statement of an expansion in the search."""
    if isinstance(statement, ast.For):
        return "choice"
    if isinstance(statement, ast.If):
        return "guard"
    if isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom)):
        return "answer"
    return ""
