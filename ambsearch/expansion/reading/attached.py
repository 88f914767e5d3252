"""Under which names a text may give an object something that is called, otherwise than by an assignment, see `held`.

    SimpleNamespace(act=act)
    setattr(board, "act", act)
    namedtuple("Rule", "act when")
    type("Rule", (), {"act": act})

Where a text of the user's is open, which gives any names, as by setattr(board, name, act), under each that one of them has
as a keyword or as a text of one word.

>>> found = attached_in(["rules = SimpleNamespace(act=act, size=3)"])
>>> sorted(found.names), found.is_open
(['act'], False)
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ambsearch.expansion.trees.walking import UNCALLED, name_of, walk

# what gives an object attributes, and which of its arguments says under which names; and what does by keywords alone
NAMING = {"setattr": 1, "__setattr__": -2, "type": 2, "namedtuple": 1, "make_dataclass": 1, "NamedTuple": 1}
NAMING_BY_KEYWORDS = frozenset({"SimpleNamespace", "Namespace", "Mock", "MagicMock"})
MAKERS = frozenset({"__getattr__", "__getattribute__"})
READING = frozenset("len list dict set sorted tuple str repr".split())
# no other text need be parsed
ATTACHING = re.compile(rf"\b(?:{'|'.join({*NAMING, *NAMING_BY_KEYWORDS, *MAKERS, 'vars', '__dict__'})})\b")
WORDS = re.compile(r"""[(,]\s*(\w+)\s*=(?!=)|['"](\w+)['"]""")

# from board import PIECES, SIZES as sizes
FROM = re.compile(r"(?:^|;)[ \t]*from[ \t]+([.\w]+)[ \t]+import\b[ \t]*(\([^)]*\)|[^\n;#]*)", re.MULTILINE)


class Attached(NamedTuple):
    """names: these; words: those that count, too, where some text is open; is_open: is this one?

    taken: the modules from which it imports something, as they are written, such as `.board`, each with the names that it has
    here; text: gives it, as long as it lives.
    """

    names: frozenset[str]
    words: frozenset[str]
    is_open: bool
    taken: frozenset[tuple[str, str]]
    text: Callable[[], Any] = lambda: None


def attached_in(lines: Sequence[str], parse: Callable[[str], ast.Module] = ast.parse) -> Attached:
    text = "".join(lines)
    words = frozenset(one or other for one, other in WORDS.findall(text))
    taken = frozenset((module, name) for module, names in FROM.findall(text) for name in names_here(names))
    try:
        nodes = list(walk(parse(text))) if ATTACHING.search(text) else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Attached(words, words, True, taken)
    calls = [node for node in nodes if isinstance(node, ast.Call) and gives_attributes(node)]
    names = {name for call in calls for name in names_given(call)}
    makers = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name in MAKERS]
    if any(map(makes_called, makers)):
        names |= {name_of(node.func) for node in nodes if isinstance(node, ast.Call)}
    opening = {*filter(is_open_call, calls), *filter(is_table, nodes)}
    read = {part for node in nodes for part in parts_read(node)} if opening else set()
    return Attached(frozenset(names), words, bool(makers) or not opening <= read, taken)


def names_here(names: str) -> list[str]:
    """The variables that `from module import ...` binds.

    >>> names_here("(PIECES, SIZES as sizes)")
    ['PIECES', 'sizes']
    """
    parts = re.sub(r"#.*|[()\\]", " ", names).split(",")
    return [part.split()[-1] for part in parts if part.strip()]


def is_table(node: ast.AST) -> bool:
    """Does it give all attributes of an object, by their names?"""
    return name_of(node) == "__dict__" or isinstance(node, ast.Call) and name_of(node.func) == "vars"


def parts_read(node: ast.AST) -> Sequence[ast.AST]:
    """What is only read here, if it is such a table."""
    match node:
        case (
            ast.Subscript(value=value, ctx=ast.Load())
            | ast.Attribute(value=value, attr="get" | "items" | "keys" | "values" | "copy")
            | ast.For(iter=value)
            | ast.comprehension(iter=value)
        ):
            return [value]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.Assert() | ast.FunctionDef(name="__setattr__"):  # what that is given stands in an assignment
            return list(walk(node))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in READING:
            return parts
    return []


def gives_attributes(call: ast.Call) -> bool:
    name = name_of(call.func)
    return name in NAMING_BY_KEYWORDS or name in NAMING and (name != "type" or len(call.args) == 3)


def naming(call: ast.Call) -> list[ast.expr]:
    """The argument that says under which names."""
    place = NAMING.get(name_of(call.func))
    return [] if place is None else call.args[place:][:1]


def names_given(call: ast.Call) -> Iterator[str]:
    yield from (one.arg for one in call.keywords if one.arg and not isinstance(one.value, UNCALLED))
    for node in (node for given in naming(call) for node in walk(given)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value)


def is_open_call(call: ast.Call) -> bool:
    """May it give other attributes than those whose names stand there?"""
    given = naming(call)
    is_told = name_of(call.func) in NAMING_BY_KEYWORDS or given and all(map(is_literal, given))
    return not is_told or any(part.arg is None for part in call.keywords)


def is_literal(node: ast.expr) -> bool:
    """Does it hold texts, and nothing else that may be a name?"""
    if isinstance(node, ast.Dict):
        return all(isinstance(key, ast.Constant) for key in node.keys)
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(isinstance(part, ast.Tuple) or is_literal(part) for part in node.elts)
    return isinstance(node, ast.Constant)


def makes_called(function: ast.AST) -> bool:
    """Does this function make something that is called?"""
    kinds = (ast.Lambda, ast.FunctionDef)
    return any(isinstance(node, kinds) or name_of(node) == "partial" for node in walk(function) if node is not function)
