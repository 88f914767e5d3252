"""Making a program smaller while something still holds of it: statements go, or their blocks take their place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator


def reduced(source: str, holds: Callable[[str], bool]) -> str:
    """The smallest module that is found by leaving out one statement after another; `holds` is true of it.

    >>> print(reduced("a = 1\\nif a:\\n    b = 2\\n    c = 3", lambda text: "c" in text))
    c = 3
    """
    before = ""
    while source != before:
        before, number = source, 0
        while (text := changed(source, number)) is not None:
            if holds(text):
                source = text  # and the next change has this number now
            else:
                number += 1
    return source


def changed(source: str, number: int) -> str | None:
    """The module with one of the possible changes, the largest of them first; None after the last."""
    tree = ast.parse(source)
    changes = [
        (block, index, instead)
        for block in blocks(tree)
        for index, statement in enumerate(block)
        for instead in ([], *(() if is_definition(statement) else blocks(statement)))
    ]
    if number >= len(changes):
        return None
    block, index, instead = sorted(changes, key=lambda change: -length(change[0][change[1]]))[number]
    block[index : index + 1] = instead or ([] if len(block) > 1 else [ast.Pass()])
    text = ast.unparse(tree)
    return text if len(text) < len(source) else changed(source, number + 1)


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for inner in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(inner, name, None)
            if isinstance(block, list) and block:
                yield block


def is_definition(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def length(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno
