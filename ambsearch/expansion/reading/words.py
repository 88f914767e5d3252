"""The words of the language, and how a function has them that imports them itself.

>>> from ambsearch import require
>>> word_in(require), word_in(print)
('require', '')
"""

import ast
import importlib.util
import sys
import types
from typing import Any

from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.trees.nodes import inside

WORDS = frozenset({"amb", "ramb", "require", "fail", "permanent"})
ENDS = ("require", "fail")  # those that end the branch
PACKAGE, LANGUAGE = "ambsearch", "ambsearch.language"


def name_in(module: str, value: Any) -> str:
    """The name of a function of this module; empty for any other value, which may be a user's object."""
    return value.__name__ if type(value) is types.FunctionType and value.__module__ == module else ""


def word_in(value: Any) -> str:
    """The name of this function of the language."""
    return name_in(LANGUAGE, value)


def words_imported(arguments: ast.arguments, body: list[Any], space: dict[str, Any], loads: bool) -> dict[str, Any]:
    """What a function itself imports of ambsearch, under names that nothing else in it binds."""
    nodes = [node for node in inside(*body) if isinstance(node, (ast.Import, ast.ImportFrom))]
    words = {node: words_in(node, space, loads) for node in nodes}
    found = {name: value for values in words.values() for name, value in values.items()}
    others = parameters(arguments) | _Others(words, body).bound if found else set()
    return {name: value for name, value in found.items() if name not in others}


def words_in(node: ast.Import | ast.ImportFrom, space: dict[str, Any], loads: bool) -> dict[str, Any]:
    """What an import gives: ambsearch itself, or what is in it, perhaps by way of another module."""
    if isinstance(node, ast.Import):
        is_package = [alias.name for alias in node.names] == [PACKAGE]
        return {node.names[0].asname or PACKAGE: importlib.import_module(PACKAGE)} if is_package else {}
    module = "." * node.level + (node.module or "")
    try:
        name = importlib.util.resolve_name(module, space.get("__package__") or "")
        is_word = any(alias.name in WORDS for alias in node.names)
        holder = importlib.import_module(name) if loads and is_word or name == PACKAGE else sys.modules.get(name)
    except ImportError:  # which the function may expect
        return {}
    held = [alias for alias in node.names if hasattr(holder, alias.name)]
    found = {alias.asname or alias.name: getattr(holder, alias.name) for alias in held}
    return {key: value for key, value in found.items() if name == PACKAGE or word_in(value)}


class _Others(Names):
    """The names that are bound otherwise than by an import of words."""

    def __init__(self, words: dict[ast.Import | ast.ImportFrom, dict[str, Any]], body: list[Any]) -> None:
        self.words = words
        super().__init__(*body)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        names = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        self.bound |= names - self.words.get(node, {}).keys()

    visit_ImportFrom = visit_Import
