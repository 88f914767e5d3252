"""The text of a running function: read once, and checked against its code.

A file may be edited while the program runs, and a prompt calls everything typed "<stdin>". So a text counts only if
it compiles to the running code. Then it is kept with its tree as long as that code lives, and answers all later
questions about it, whatever happens to the file; after a reload old functions keep the old text.

Text         the lines of a file, cell or typed block, and their tree
definition   a function's own node in its text, and the class around it
NoSource     there is no such text; `unread` says what is wrong and what to do

A text is looked for in `linecache` (files, archives, notebooks, doctests, the prompt from Python 3.13 on),
then where it was typed, see `typed`.
"""

import __future__

import ast
import linecache
import types
import warnings
import weakref
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.machinery import SourceFileLoader
from typing import Any

from ambsearch.expansion.reading import comprehensions, endings, typed
from ambsearch.expansion.reading.attached import Attached, attached_in
from ambsearch.expansion.reading.codes import EXPRESSION, Function, agrees, codes_in, function_at
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import MIXINS
from ambsearch.running.resumed import OUTERMOST

Found = tuple[Function, str | None]  # with the name of the class around it
Place = tuple[str, int]  # the name and the first line, with decorators, as a code object has them

# they mark each code object below them, and a prompt keeps them from one block to the next
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names[2:])


class NoSource(Exception):
    """The text of a function cannot be found; code: its own; is_read: is there a text of its file, which is another one?"""

    def __init__(self, code: types.CodeType, is_read: bool) -> None:
        super().__init__(code, is_read)

    def __str__(self) -> str:
        # here, because it is seldom needed, and needs this module
        from ambsearch.expansion.reading.unread import reason

        return reason(*self.args)


class Text:
    """The lines of a file, cell or typed block; their tree, parsed once, which nobody may mutate.

    flags: those of the __future__ imports that it was compiled with.
    """

    def __init__(self, filename: str, lines: Iterable[str], flags: int = 0) -> None:
        self.filename = filename
        self.lines = tuple(lines)
        self.flags = flags

    @cached_property
    def tree(self) -> ast.Module:
        return endings.endings_apart(comprehensions.without_unpacking(self.written), self.lines)

    @cached_property
    def written(self) -> ast.Module:
        return ast.parse("".join(self.lines), self.filename)

    @cached_property
    def codes(self) -> dict[Place, list[types.CodeType]]:
        """All code objects that it compiles to; none if it is not valid Python."""
        found: dict[Place, list[types.CodeType]] = {}
        try:
            with warnings.catch_warnings():  # the user has had them
                warnings.simplefilter("ignore")
                flags = self.flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
                module = compile(self.written, self.filename, "exec", flags, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return found
        for code in codes_in(module):
            found.setdefault((code.co_name, code.co_firstlineno), []).append(code)
        return found

    @cached_property
    def attached(self) -> Attached:
        return attached_in(self.lines, lambda text: self.written)._replace(text=weakref.ref(self))

    @cached_property
    def functions(self) -> dict[Place, dict[Function, str | None]]:
        """All functions, each with the name of the class around it."""
        return functions_in([self.tree])

    def definition(self, code: types.CodeType, strict: bool = True, is_plain: bool = False) -> Found | None:
        """The function with this code, if it is here; not strict: a tool may have added to the code, unless is_plain."""
        place = code.co_name, code.co_firstlineno
        written = self.codes.get(place, [])
        if not written or (strict and code not in written):
            return None
        classes = self.functions.get(place, {})
        node = function_at(code, list(classes))
        if node is None or not (strict or any(agrees(code, part, node, is_plain) for part in written)):
            return None
        return node, classes[node]


def functions_in(trees: list[Any], class_name: str | None = None) -> dict[Place, dict[Function, str | None]]:
    """The functions in trees that stand in this class, each with the name of the class around it, the outer ones first."""
    found: dict[Place, dict[Function, str | None]] = {}
    waiting = [(tree, class_name) for tree in reversed(trees)]
    while waiting:
        node, class_name = waiting.pop()
        made = generator_of(node) if isinstance(node, ast.GeneratorExp) else node
        if isinstance(made, Function):
            found.setdefault(_place(made), {})[made] = class_name
        inner = node.name if isinstance(node, ast.ClassDef) else class_name
        waiting += [(child, inner) for child in ir.children(node) if ir.FIELDS[type(child)]]
    return found


def generator_of(node: ast.GeneratorExp) -> Function | None:
    """The generator that Python makes of a generator expression; None if it binds variables around it."""
    loops = node.generators
    if any(loop.is_async for loop in loops) or any(isinstance(part, ast.NamedExpr) for part in ir.inside(node)):
        return None
    body = ir.quote(node.elt, "yield E", E=node.elt)
    for loop in reversed(loops):
        for test in reversed(loop.ifs):
            body = ir.quote(test, "if test: body", test=test, body=body)
        items = ir.load(OUTERMOST, loop.iter) if loop is loops[0] else loop.iter
        body = ir.quote(loop.target, "for target in E: body", target=loop.target, E=items, body=body)
    return ir.definition(node, EXPRESSION, ir.positional([OUTERMOST], node), body)


def _place(node: Function) -> Place:
    if isinstance(node, ast.Lambda):
        return "<lambda>", node.lineno
    return node.name, node.decorator_list[0].lineno if node.decorator_list else node.lineno


Definition = tuple[Function, str | None, Text]

_known: dict[int, tuple[weakref.ref[types.CodeType], Definition]] = {}
_texts: defaultdict[str, weakref.WeakSet[Text]] = defaultdict(weakref.WeakSet)
_read: dict[str, Text] = {}  # of the user's modules, as long as the program runs
_recent: deque[Text] = deque(maxlen=32)  # kept for functions that nobody has asked about yet


def definition(code: types.CodeType, globals: dict[str, Any]) -> Definition:
    """The node of a function in its text, the name of the class around it or None, and the text.

    code, globals: those of the function.
    Raises NoSource if no text compiles to this code.
    """
    key = id(code)
    if (known := _known.get(key)) is not None and known[0]() is code:
        return known[1]
    found = _find(code, globals)
    forget = _known.pop  # by itself: when Python ends, the name may be gone before the code
    _known[key] = weakref.ref(code, lambda _: forget(key, None)), found
    return found


def _find(code: types.CodeType, globals: dict[str, Any]) -> Definition:
    filename, flags = code.co_filename, code.co_flags & FUTURE
    kept = [text for text in _texts[filename] if text.flags == flags]
    for text in kept:
        if found := text.definition(code):
            return *found, text
    read = [_text(filename, lines, flags) for lines in _lines(filename, globals)]
    is_typed = filename.startswith("<")  # then the name is that of many texts, and nobody rewrites them
    is_plain = type(globals.get("__loader__")) is SourceFileLoader  # a tool that rewrites has a loader of its own
    for strict in (True, False):
        for text in read if is_typed else [*read, *kept]:
            if found := text.definition(code, strict, is_plain):
                return *found, _keep(text)
        for lines in typed.typed_lines(code) if is_typed or not strict else ():
            text = _text(filename, lines, flags)
            if found := text.definition(code, strict, is_plain=True):
                return *found, _keep(text)
    raise NoSource(code, bool(read) and filename != "<string>")  # `python -c` keeps a text of that name


def _lines(filename: str, globals: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """What `linecache` has, as cached and, if that differs, read again."""
    if filename == MIXINS:
        filename = globals["__file__"]
    first = linecache.getlines(filename, globals)
    linecache.checkcache(filename)
    second = linecache.getlines(filename, globals)
    for lines in [second, first] if first != second else [first]:
        if lines:  # IDLE keeps them without line ends
            yield tuple(line if line.endswith("\n") else f"{line}\n" for line in lines)


def read(filename: str, globals: dict[str, Any]) -> Text | None:
    """The text of a file, if there is one."""
    for lines in _lines(filename, globals):
        if filename not in _read or _read[filename].lines != lines:
            _read[filename] = _text(filename, lines)
        return _read[filename]
    return None


def _text(filename: str, lines: tuple[str, ...], flags: int | None = None) -> Text:
    kept = (text for text in _texts[filename] if text.lines == lines and flags in (None, text.flags))
    return next(kept, None) or Text(filename, lines, flags or 0)


def _keep(text: Text) -> Text:
    if text not in _texts[text.filename]:
        _texts[text.filename].add(text)
        _recent.append(text)
    return text
