"""The copy of an answer that leaves a search.

Most answers are copied in one pass, part by part: `copied`. What is too deep for that, holds itself or has keys that
are copied is left to the walk. It visits each value that an answer holds once, with its own stack, so that only memory
bounds the depth. What is always copied gets its shell at once; then it is known which of the others, such as tuples,
hold something that is copied. These are built, parts first; finally the shells are filled.
`copiers` says how a value of each class is copied.
"""

from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, NamedTuple

from ambsearch.copiers import PLAIN, STATEFUL, copier_for, copier_of, stateful
from ambsearch.copiers.base import ATOMS, NONE, UNFINISHED, Copier, Copies, Unusual
from ambsearch.errors import AmbError

__all__ = ["STATEFUL", "snapshot", "stateful"]

SHALLOW: dict[type, Callable[[Any], Any]] = {list: list.copy, dict: dict.copy, set: set.copy}

MOST = 5_000  # tuples: where they are shared, each is to be visited once
FIXED = frozenset({tuple, frozenset})
TREES = FIXED | SHALLOW.keys()


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
    if cls in TREES:  # most answers hold numbers and strings only
        last: type = int
        for item in value.values() if cls is dict else value:
            if type(item) is not last:
                last = type(item)
                if last not in ATOMS:
                    break
        else:
            for item in value if cls is dict else ():
                if type(item) is not last:
                    last = type(item)
                    if last not in ATOMS:
                        break
            else:
                return value if cls in FIXED else value.copy()
            if last in FIXED and is_constant(value):
                return value.copy()
        if last in FIXED and is_leaf(value, cls):
            return value if cls in FIXED else value.copy()
        rows = copies_of_rows(value) if last is cls is list else None
        if rows is not None:
            return rows
    try:
        return copied(value, {})
    except Exception:  # a ring, something nested too deeply, refused or broken
        return _Walk(value).copy()


def is_leaf(value: Any, cls: type, most: int = MOST) -> bool:
    """Does this list, tuple, dictionary or set hold nothing that is copied?"""
    return is_constant(value, most) and (cls is not dict or is_constant(value.values(), most))


def copied(value: Any, copies: Copies) -> Any:
    """The copy in one pass, or the value itself if nothing in it is copied; copies: of what has been visited, by its id."""
    key, cls = id(value), type(value)
    if key in copies:
        if copies[key] is UNFINISHED:
            raise Unusual
        return copies[key]
    if cls not in TREES:
        return copier_of(cls).at_once(value, copies, copied)
    if is_leaf(value, cls, 0):  # what is deeper is visited once, by `copied`
        copies[key] = found = value if cls in FIXED else value.copy()
    elif cls is list:
        copies[key] = found = []
        for part in value:
            found.append(part if type(part) in ATOMS else copied(part, copies))
    elif cls is tuple:
        copies[key] = UNFINISHED
        parts = [part if type(part) in ATOMS else copied(part, copies) for part in value]
        copies[key] = found = value if all(map(is_, parts, value)) else tuple(parts)
    elif cls is dict and is_constant(value):
        copies[key] = found = value.copy()
        for name, part in value.items():
            if type(part) not in ATOMS:
                found[name] = copied(part, copies)
    else:
        return PLAIN[cls].at_once(value, copies, copied)
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


def is_constant(value: Iterable[Any], most: int = MOST) -> bool:
    """Does this hold nothing but numbers, strings and the like, at any depth? False if that takes long to find out.

    most: how many tuples it goes into that are deeper than the second level.
    """
    deeper: list[Iterable[Any]] = []
    last: type = int  # most hold items of one kind
    for item in value:
        kind = type(item)
        if kind is last:
            continue
        if kind is tuple or kind is frozenset:
            for part in item:
                kind = type(part)
                if kind is not last:
                    if kind in ATOMS:
                        last = kind
                    elif kind not in FIXED or len(deeper) >= most:
                        return False
                    else:
                        deeper.append(part)
        elif kind in ATOMS:
            last = kind
        else:
            return False
    for container in deeper:
        for item in container:
            if type(item) not in ATOMS:
                if type(item) not in FIXED or len(deeper) >= most:
                    return False
                deeper.append(item)
    return True


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
