"""Where a search can end without a value, shown if an answer is None or a None was used."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.analysis.flow import Liveness
from ambsearch.expansion.normalizing.normal import normalize
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes
from ambsearch.reached import searches


def endings(answers: object) -> list[str]:
    """A line for each place where an ambiguous function of this search gives the answer None without saying so."""
    if not isinstance(answers, Answers):
        return []
    found = [place for function in searches(answers) for place in endings_of(Source.of(function.__wrapped__))]
    return [f"{Path(file).name}, line {line}: {told}" for file, line, told in sorted(set(found))]


def endings_of(source: Source) -> Iterator[tuple[str, int, str]]:
    for node in nodes.inside(*source.body):
        if isinstance(node, ast.Return) and node.value is None:
            told = "`return` alone gives the answer None; write fail() to give the branch up"
            yield source.filename, node.lineno, told
    if Liveness(frozenset()).falls(normalize(source)):
        last: Any = source.body[-1]
        is_choice = isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield)
        told = f"{source.name} can end here without `return`, which gives the answer None"
        yield source.filename, last.lineno, told + ("; `yield` chooses, an answer is returned" if is_choice else "")


def holds_none(answer: object) -> bool:
    """Is it None, or does it directly hold a None?"""
    parts = answer.values() if isinstance(answer, dict) else answer if isinstance(answer, (list, tuple)) else ()
    return answer is None or any(part is None for part in parts)
