"""The copy of an answer that leaves a search.

The walk visits each value that an answer holds once, with its own stack, so that only memory bounds the depth. What
is always copied gets its shell at once; then it is known which of the others, such as tuples, hold something that is
copied. These are built, parts first; finally the shells are filled.
`copiers` says how a value of each class is copied.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ambsearch.copiers import PLAIN, STATEFUL, copier_for, stateful
from ambsearch.copiers.base import NONE, Copier
from ambsearch.copiers.containers import ATOMS
from ambsearch.errors import AmbError

__all__ = ["STATEFUL", "snapshot", "stateful"]

SHALLOW: dict[type, Callable[[Any], Any]] = {list: list.copy, dict: dict.copy, set: set.copy}


def snapshot(value: Any) -> Any:
    """Copy what can change in `value`: containers, iterators over them, dataclass instances, and what these hold.

    Nothing else is copied: numbers, strings, functions, and objects of ordinary classes, unless these are `stateful`.
    A tuple or a frozen dataclass instance is a new one only if it holds something that is copied.
    An object that is held twice is one object in the copy too, and what holds itself still does.
    Raises LiveAnswer if the value holds a generator, or an iterator from itertools other than `count`; NotChosen if
    it holds something that nothing was chosen from, such as amb(1, 2).

    >>> path = [1, [2]]
    >>> seen = snapshot((path, "north"))
    >>> path[1].clear()
    >>> seen
    ([1, [2]], 'north')
    """
    cls = type(value)
    if cls in ATOMS:
        return value
    if cls in TREES:
        rows = copies_of_rows(value) if cls is list and value and type(value[0]) is list else None
        if rows is not None:
            return rows
        if is_leaf(value, cls):
            return value if cls in FIXED else value.copy()
        copy = copy_by_parts(value, cls, {}, DEPTH)
        if copy is not UNKNOWN:
            return copy
    return _Walk(value).copy()


def is_leaf(value: Any, cls: type) -> bool:
    """Does this list, tuple, dictionary or set hold nothing that is copied?"""
    return is_constant(value) and (cls is not dict or is_constant(value.values()))


def copy_by_parts(value: Any, cls: type, copies: dict[int, Any], depth: int) -> Any:
    """The copy of a list, tuple or dictionary of constants and of such containers; UNKNOWN for anything else.

    copies: the copy of each visited container, by its id, UNKNOWN while it is made; depth: of the containers.
    """
    if not depth or cls is set or cls is frozenset or cls is dict and not is_constant(value):
        return UNKNOWN
    copies[id(value)] = UNKNOWN
    parts = []
    for part in value.values() if cls is dict else value:
        kind = type(part)
        if kind not in ATOMS:
            if kind not in TREES:
                return UNKNOWN
            key = id(part)
            if key in copies:
                part = copies[key]
            elif not is_leaf(part, kind):
                part = copy_by_parts(part, kind, copies, depth - 1)
            elif kind not in FIXED:
                copies[key] = part = part.copy()
            if part is UNKNOWN:
                return UNKNOWN
        parts.append(part)
    copies[id(value)] = found = parts if cls is list else tuple(parts) if cls is tuple else dict(zip(value, parts))  # noqa: B905
    return found


def copies_of_rows(rows: list[Any]) -> list[Any] | None:
    """The copies of lists of numbers, strings and the like, no list twice, as on a board; None where they are others."""
    copies = {}
    last: type = int
    for row in rows:
        if type(row) is not list:
            return None
        for item in row:
            if type(item) is not last:
                last = type(item)
                if last not in ATOMS:
                    return None
        copies[id(row)] = row[:]
    return list(copies.values()) if len(copies) == len(rows) else None


def is_constant(value: Iterable[Any]) -> bool:
    """Does this hold nothing but numbers, strings and the like, at any depth? False if that takes long to find out."""
    deeper: list[Iterable[Any]] = []
    last: type = int  # most hold items of one kind
    for item in value:
        if type(item) is last:
            continue
        if type(item) is tuple or type(item) is frozenset:
            for part in item:
                if type(part) is not last:
                    if type(part) in ATOMS:
                        last = type(part)
                    elif type(part) not in FIXED or len(deeper) > MOST:
                        return False
                    else:
                        deeper.append(part)
        elif type(item) in ATOMS:
            last = type(item)
        else:
            return False
    for container in deeper:
        for item in container:
            if type(item) not in ATOMS:
                if type(item) not in FIXED or len(deeper) > MOST:
                    return False
                deeper.append(item)
    return True


MOST = 5_000  # tuples: where they are shared, the walk visits each once
DEPTH = 20  # of nested containers; deeper ones use the walk, which needs no stack
UNKNOWN: Any = object()
FIXED = frozenset({tuple, frozenset})
TREES = FIXED | SHALLOW.keys()


class _Held(NamedTuple):
    """A value visited by the walk; `twin` is NONE until it is built."""

    copier: Copier
    value: Any
    twin: Any
    parts: Iterable[Any]


class _Walk:
    """Walks from the root to everything that it holds.

    met: every value by its id, which keeps alive what copiers made only for the walk. twins: the copy of each copied
    value, by the id of the value. shells: what has to be filled. waiting: what may have to be copied, depending on
    its parts; these come before it.
    """

    def __init__(self, root: Any) -> None:
        self.root = root
        self.met: dict[int, Any] = {}
        self.twins: dict[int, Any] = {}
        self.shells: list[_Held] = []
        self.waiting: list[_Held] = []

    def copy(self) -> Any:
        self.meet_all()
        if not all(held.copier.bare for held in self.waiting):  # only attributes can close a ring of such values
            self.choose()
        for held in self.waiting:
            self.build(held)
        self.fill()
        return self.twins.get(id(self.root), self.root)

    def meet_all(self) -> None:
        """What shells hold is visited last: it may be a tuple around a tuple around the shell, built from its copy."""
        met, twins, stack, later = self.met, self.twins, [self.root], list[Any]()
        while stack or later:
            if not stack:
                stack, later = later, []
            value = stack.pop()
            cls, key = type(value), id(value)
            if cls in ATOMS or key in met or key in twins:
                continue
            if cls is _Held:
                self.waiting.append(value)
                continue
            met[key] = value
            if cls in SHALLOW:
                twin = twins[key] = SHALLOW[cls](value)
                parts = value if cls is not dict else PLAIN[dict].items(value)
                if not ATOMS.issuperset(map(type, parts)):
                    self.shells.append(_Held(PLAIN[cls], value, twin, parts))
                    later += parts
            elif cls is not tuple or not ATOMS.issuperset(map(type, value)):
                now, then = self.meet(value)
                stack += now
                later += then

    def meet(self, value: Any) -> tuple[Iterable[Any], Iterable[Any]]:
        """Visit a value; what it holds is visited next, or later."""
        copier = copier_for(value)
        if copier is None:
            return (), ()
        try:
            twin, parts = copier.begin(value, self.twins)
        except AmbError:
            raise
        except Exception:  # what cannot be copied is handed out as it is
            return (), ()
        held = _Held(copier, value, twin, parts)
        if twin is NONE or copier.lazy:
            return [held, *parts], ()
        self.twins[id(value)] = twin
        self.shells.append(held)
        return (), parts

    def choose(self) -> None:
        """Keep those waiting values that hold, at any depth, something that is copied."""
        copied = self.twins.keys() | {id(held.value) for held in self.waiting if not held.copier.lazy}
        before = -1
        while before < len(copied):  # once, and again where they hold each other in a ring
            before = len(copied)
            for held in self.waiting:
                if not copied.isdisjoint(map(id, held.parts)):
                    copied.add(id(held.value))
        self.waiting = [held for held in self.waiting if id(held.value) in copied]
        for held in self.waiting:
            if held.twin is not NONE:
                self.twins[id(held.value)] = held.twin
                self.shells.append(held)

    def build(self, held: _Held) -> None:
        copier, value, twin, parts = held
        if twin is not NONE or copier.lazy and copier.bare and not self.changes(parts):
            return
        try:
            twin = self.twins[id(value)] = copier.build(value, self.copies_of(parts))
        except AmbError:
            raise
        except Exception:  # what cannot be built is handed out as it is
            return
        if not copier.bare:
            self.shells.append(_Held(copier, value, twin, parts))

    def fill(self) -> None:
        self.shells.sort(key=lambda held: held.copier.hashes)
        for copier, _, twin, parts in self.shells:
            if self.changes(parts):
                try:
                    copier.put(twin, self.copies_of(parts))
                except Exception:  # as where a key has no hash: then the shell keeps the old parts
                    continue

    def changes(self, parts: Iterable[Any]) -> bool:
        return not self.twins.keys().isdisjoint(map(id, parts))

    def copies_of(self, parts: Iterable[Any]) -> list[Any]:
        get = self.twins.get
        return [get(id(part), part) for part in parts]
