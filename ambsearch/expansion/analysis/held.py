"""What expressions and attributes hold: is this visibly no instance of a user's class, or nothing that is called?

    xs = sorted(ys)                     xs is plain, wherever else such a thing is bound to it
    self.cells.get(k)                   so is self.cells, if all functions assign only such things to attributes of this name:
                                        no method `get` of the user's is called
    self.items = []                     the list is not called; so `d.items()` is the method of a dictionary
    def __init__(self, items: list)     likewise
    self.act = act                      known only at run time

Nor is what is plain an iterator, the steps of which may be changes.

>>> from ambsearch.expansion.reading.source import Source
>>> class Bag:
...     def __init__(self, act, size: int):
...         self.parts, self.act, self.size = [], act, size
...         ys = sorted(act)
...         print(act[0], ys[0])
>>> source = Source.of_code(Bag.__init__.__code__, {})
>>> [name for name in ("parts", "act", "size") for place in places_stored(source, name) if is_uncalled(source, *place)]
['parts', 'size']
>>> sorted((node.value.id, is_plain(source, node.value)) for node in source.nodes if isinstance(node, ast.Subscript))
[('act', False), ('ys', True)]
"""

import ast
import builtins
import sys
import types
from collections.abc import Callable, Set
from functools import partial
from typing import Any

from ambsearch.expansion.analysis import values
from ambsearch.expansion.analysis.bindings import once, places_stored
from ambsearch.expansion.analysis.bytecode import names_stored_by, reads_global
from ambsearch.expansion.analysis.world import WORLD, relatives
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.texts import Text
from ambsearch.expansion.trees import nodes as ir

# the attributes of Python's own objects, such as the `value` of StopIteration: what they hold is not assigned in any text
KINDS = [*vars(builtins).values(), *vars(types).values(), partial]
OF_PYTHON = frozenset(name for kind in KINDS if isinstance(kind, type) for name in dir(kind)) | {"_value_"}
PLAIN_TYPES = frozenset(
    "int float complex bool str bytes list dict set tuple frozenset range deque Counter defaultdict OrderedDict "
    "List Dict Set Tuple FrozenSet Deque Sequence Iterable Mapping MutableSequence MutableMapping Collection None".split()
)
# what gives attributes other values than are assigned, or any
HIDING = frozenset("__getattr__ __getattribute__ __setattr__ __getstate__ __reduce__ __reduce_ex__ copyreg".split())
EXECUTING = frozenset({"exec", "eval"})
Spaces = frozenset[int] | None  # the namespaces from which an object may come, None for all


def is_plain(source: Source, node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr=attribute):
            return attribute not in OF_PYTHON and holds_plain(source, source.mangled_name(attribute))
        case ast.GeneratorExp():
            return True
        case ast.Call() if (name := source.builtin(node)) == "reversed" or name in values.ITERATORS:
            return name != "reversed" or all(is_plain(source, argument) for argument in node.args)
    return values.is_visibly(values.PLAIN, source, node)


def holds_plain(source: Source, name: str) -> bool:
    """Are all things plain that functions assign to an attribute of this name, of whatever object that may be met here?"""
    spaces = WORLD.relations.of(source.space)
    if name not in WORLD.stored or name in WORLD.annotated or WORLD.objects.is_said(name, spaces):
        return False
    return not WORLD.may_be_given(name, spaces) and asked_once(are_plain, name, spaces)


def may_be_called(name: str, spaces: Spaces = None) -> bool:
    """May an object hold something callable under this attribute, other than a method?"""
    if not asked_once(are_uncalled, name, spaces) or WORLD.may_be_given(name, spaces):
        return True
    return is_hidden(name, frozenset(WORLD.texts) if spaces is None else spaces)


def asked_once(find: Callable[[str, Any], bool], name: str, spaces: Spaces) -> bool:
    """Is this so of an attribute, in these namespaces?"""
    found = WORLD.held.setdefault(name, {})
    if (find, spaces) not in found:
        found[find, spaces] = False  # while it is asked
        found[find, spaces] = find(name, spaces)
    return found[find, spaces]


def are_plain(name: str, spaces: frozenset[int]) -> bool:
    is_open = any(one.is_open for space in spaces for one in WORLD.texts.get(space, {}).values())
    if is_open or hasattr(sys, "ps1") or is_hidden(name, spaces):  # what is typed is in no text
        return False
    return assigns_only(name, spaces, adds_plain)


def are_uncalled(name: str, spaces: Spaces) -> bool:
    """Do functions visibly assign only things to an attribute of this name that are not called, as annotations say, too?"""
    said = [one for _, one, space in WORLD.annotated.get(name, {}).values() if spaces is None or space in spaces]
    return all(map(is_plain_type, said)) and assigns_only(name, spaces, is_uncalled)


def assigns_only(name: str, spaces: Spaces, is_one: Callable[[Source, Any, Any], bool]) -> bool:
    """Do functions visibly assign only such things, but for what a dataclass is given, which its annotations tell?"""
    owns = relatives(spaces, [*WORLD.stored.get(name, {}).values()])
    sources = [own.source() for own in owns if not (own.is_generated and name in WORLD.annotated)]
    return all(
        source is not None and all(is_one(source, *assigned) for assigned in places_stored(source, name))
        for source in sources
    )


def adds_plain(source: Source, place: ast.Attribute, value: ast.expr | None) -> bool:
    """Is this plain, and no iterator, which something else could move on; or is something plain added to what the attribute holds?"""
    match value:
        case ast.BinOp(left=ast.Attribute(ctx=ast.Store()), right=added):
            return is_plain(source, added)
        case ast.Attribute():
            return is_plain(source, value)
    return value is not None and values.is_visibly(values.PLAIN, source, value)


def is_uncalled(source: Source, place: ast.Attribute, value: ast.expr | None) -> bool:
    uncalled = values.variables_of(source, values.UNCALLED) | parameters_uncalled(source)
    return place in places_uncalled(source) or values.is_one(values.UNCALLED, source, value, uncalled)


@once
def places_uncalled(source: Source) -> set[ast.AST]:
    """The places that hold nothing that is called, by their annotations."""
    annotated = [node for node in source.nodes if isinstance(node, ast.AnnAssign)]
    return {node.target for node in annotated if is_plain_type(ast.unparse(node.annotation))}


@once
def parameters_uncalled(source: Source) -> set[str]:
    arguments: list[Any] = [part for part in ir.children(source.tree.args) if isinstance(part, ast.arg)]
    annotated = {part.arg for part in arguments if part.annotation and is_plain_type(ast.unparse(part.annotation))}
    return annotated - source.names.bound


def is_plain_type(annotation: Any) -> bool:
    """Is this the type, or its name, of a number, a string or a container?"""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    parts = [part.strip() for part in str(text).split("|")]
    return all(part.partition("[")[0].rpartition(".")[2] in PLAIN_TYPES for part in parts)


# what else assigns it than functions that are known


class Stored(ir.Known):
    """What the code of a text assigns.

    places: of each attribute the names and first lines of the code that does, of the module and of classes, too;
    is_open: may it have another value, or any?
    """

    def __init__(self, text: Text) -> None:
        self.places: dict[str, set[tuple[str, int]]] = {}
        names = set[str]()
        codes = [code for found in text.codes.values() for code in found]
        for code in codes:
            stored = names_stored_by(code, "STORE_ATTR")
            names.update(stored, names_stored_by(code, "STORE_NAME"))
            for name in stored:
                self.places.setdefault(name, set()).add(place_of(code))
        executes = any(reads_global(code, EXECUTING - names) for code in codes)
        self.is_open = not codes or executes or not HIDING.isdisjoint(names)


def place_of(code: types.CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


def is_hidden(name: str, spaces: Set[int]) -> bool:
    """Does code of these namespaces assign it otherwise than in a function that is known: in the module, or one that is gone?"""
    texts = [one.text() for key in spaces for one in WORLD.texts.get(key, {}).values()]
    found = [Stored.of(text) for text in texts if text]
    known = {place_of(own.code) for own in WORLD.stored.get(name, {}).values()}
    if not all(stored.places.get(name, known) <= known for stored in found):
        return True
    return bool(known) and any(stored.is_open for stored in found)
