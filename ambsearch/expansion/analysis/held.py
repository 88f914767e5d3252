"""What attributes hold: may a call of this attribute call something assigned to it, rather than a method?

    self.items = []                     no: the list is not called; so `d.items()` is the method of a dictionary
    def __init__(self, items: list)     no
    self.act = act                      known only at run time

>>> from ambsearch.expansion.reading.source import Source
>>> class Bag:
...     def __init__(self, act, size: int):
...         self.parts, self.act, self.size = [], act, size
>>> source = Source.of_code(Bag.__init__.__code__, {})
>>> [is_uncalled_in(source, name) for name in ("parts", "act", "size")]
[True, False, True]
"""

import ast
import types
from collections.abc import Set
from typing import Any

from ambsearch.expansion.analysis.bindings import places_stored
from ambsearch.expansion.analysis.bytecode import names_stored_by, reads_global
from ambsearch.expansion.analysis.values import UNCALLED, is_one, variables_of
from ambsearch.expansion.analysis.world import WORLD, relatives
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.reading.texts import Text
from ambsearch.expansion.trees import nodes as ir

PLAIN_TYPES = frozenset(
    "int float complex bool str bytes list dict set tuple frozenset range deque Counter defaultdict OrderedDict "
    "List Dict Set Tuple FrozenSet Deque Sequence Iterable Mapping MutableSequence MutableMapping Collection".split()
)
# what gives attributes other values than are assigned, or any
HIDING = frozenset("__getattr__ __getattribute__ __setattr__ __getstate__ __reduce__ __reduce_ex__ copyreg".split())
EXECUTING = frozenset({"exec", "eval"})


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


def stored_in(spaces: Set[int]) -> list[Stored]:
    """What the texts of these namespaces assign."""
    found = [one.text() for key in spaces for one in WORLD.texts.get(key, {}).values()]
    return [Stored.of(text) for text in found if text]


def is_stored_elsewhere(name: str, spaces: Set[int]) -> bool:
    """Does code of these namespaces assign it otherwise than in a function that is known: in the module, or one that is gone?"""
    known = {place_of(own.code) for own in WORLD.stored.get(name, {}).values()}
    return not all(stored.places.get(name, known) <= known for stored in stored_in(spaces))


def may_be_called(name: str, spaces: frozenset[int] | None = None) -> bool:
    """May an object hold something callable under this name? spaces: those from which it may come, if not from all."""
    called = WORLD.called.setdefault(name, {})
    if spaces not in called:
        stored = relatives(spaces, list(WORLD.stored.get(name, {}).values()))
        annotated = [one for one in WORLD.annotated.get(name, {}).values() if spaces is None or one[2] in spaces]
        sources = [own.source() for own in stored if not (annotated and own.is_generated)]
        are_uncalled = all(source is not None and is_uncalled_in(source, name) for source in sources)
        called[spaces] = not (are_uncalled and all(is_plain_type(annotation) for _, annotation, _ in annotated))
    if called[spaces] or WORLD.may_be_given(name, spaces):
        return True
    spaces = frozenset(WORLD.texts) if spaces is None else spaces
    is_hidden = name in WORLD.stored and any(stored.is_open for stored in stored_in(spaces))
    return is_hidden or is_stored_elsewhere(name, spaces)


def is_uncalled_in(source: Source, name: str) -> bool:
    """Does this function visibly assign only things to the attribute that are not called?"""
    uncalled = variables_of(source, UNCALLED) | parameters_uncalled(source)
    annotated = [node for node in source.nodes if isinstance(node, ast.AnnAssign)]
    said = {node.target for node in annotated if is_plain_annotation(node.annotation)}
    assigned = places_stored(source, name)
    return all(place in said or is_one(UNCALLED, source, value, uncalled) for place, value in assigned)


def parameters_uncalled(source: Source) -> set[str]:
    """Those that hold nothing that is called, by their annotations."""
    arguments: list[Any] = [part for part in ir.children(source.tree.args) if isinstance(part, ast.arg)]
    annotated = {part.arg for part in arguments if part.annotation and is_plain_annotation(part.annotation)}
    return annotated - source.names.bound


def is_plain_annotation(node: ast.expr) -> bool:
    return is_plain_type(ast.unparse(node))


def is_plain_type(annotation: Any) -> bool:
    """Is this the type, or its name, of a number, a string or a container?"""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    parts = [part.strip() for part in str(text).split("|")]
    return all(part.partition("[")[0].rpartition(".")[2] in PLAIN_TYPES | {"None"} for part in parts)
