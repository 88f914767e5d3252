"""The copy of an answer that leaves a search.

The walk: each value that an answer holds is met once, with a stack of our own, so that depth is bounded by memory;
what is always copied gets its shell at once; then it is known which of the others, such as tuples,
hold something that is copied; these are built, parts first; at last the shells are filled.
How a value of each class is copied stands in `copiers`.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from ambsearch.copiers import NONE, PLAIN, STATEFUL, Copier, copier_of, stateful
from ambsearch.errors import LiveAnswer

__all__ = ["STATEFUL", "snapshot", "stateful"]

ATOMS = frozenset({int, str, bool, float, complex, bytes, type(None), range})
SHALLOW: dict[type, Callable[[Any], Any]] = {list: list.copy, dict: dict.copy, set: set.copy}


def snapshot(value: Any) -> Any:
    """Copy what can change in `value`: containers, iterators over them, dataclass instances, and what these hold.

    Nothing else is copied: numbers, strings, functions, and objects of ordinary classes, unless these are `stateful`.
    A tuple or a frozen dataclass instance is a new one only if it holds something that is copied.
    What is held twice is one thing afterwards too, and what holds itself does so afterwards.
    Raises LiveAnswer if there is a generator, or an iterator from itertools but for `count`, in the value.

    >>> path = [1, [2]]
    >>> seen = snapshot((path, "north"))
    >>> path[1].clear()
    >>> seen
    ([1, [2]], 'north')
    """
    cls = type(value)
    if cls in ATOMS:
        return value
    if cls is dict:
        flat = ATOMS.issuperset(map(type, value.values())) and ATOMS.issuperset(map(type, value))
    else:
        flat = (cls is tuple or cls in SHALLOW) and ATOMS.issuperset(map(type, value))
    if flat:
        return value if cls is tuple else SHALLOW[cls](value)
    return _Walk(value).copy()


class _Held(NamedTuple):
    """A value met on the walk; `twin` is NONE until it is built."""

    copier: Copier
    value: Any
    twin: Any
    parts: Iterable[Any]


class _Walk:
    """From the root to all that it holds.

    met: every value by its id, which keeps alive what copiers made only for the walk.
    twins: by the id of each value that is copied its copy.
    shells: what is to be filled.
    waiting: what may have to be copied, depending on its parts; these come before it.
    """

    def __init__(self, root: Any) -> None:
        self.root = root
        self.met: dict[int, Any] = {}
        self.twins: dict[int, Any] = {}
        self.shells: list[_Held] = []
        self.waiting: list[_Held] = []

    def copy(self) -> Any:
        self.meet_all()
        if self.waiting:
            self.choose()
            self.build()
        self.fill()
        return self.twins.get(id(self.root), self.root)

    def meet_all(self) -> None:
        met, stack = self.met, [self.root]
        while stack:
            value = stack.pop()
            cls = type(value)
            if cls in ATOMS or id(value) in met:
                continue
            if cls is _Held:
                self.waiting.append(value)
                continue
            met[id(value)] = value
            if cls in SHALLOW:
                twin = self.twins[id(value)] = SHALLOW[cls](value)
                parts = [*value, *value.values()] if cls is dict else value
                if not ATOMS.issuperset(map(type, parts)):
                    self.shells.append(_Held(PLAIN[cls], value, twin, parts))
                    stack += parts
            elif cls is not tuple or not ATOMS.issuperset(map(type, value)):
                stack += self.meet(value, cls)

    def meet(self, value: Any, cls: type) -> Iterable[Any]:
        """What is to be met next."""
        copier = copier_of(cls)
        if copier is None:
            return ()
        try:
            twin, parts = copier.begin(value)
        except LiveAnswer:
            raise
        except Exception:  # what cannot be copied is handed out as it is
            return ()
        if twin is NONE or copier.lazy:
            return [_Held(copier, value, twin, parts), *parts]
        self.twins[id(value)] = twin
        self.shells.append(_Held(copier, value, twin, parts))
        return parts

    def choose(self) -> None:
        """Keep those of the waiting that hold, at any depth, something that is copied."""
        copied = self.twins.keys() | {id(held.value) for held in self.waiting if not held.copier.lazy}
        before = -1
        while before < len(copied):  # once, and again where objects hold each other in a ring
            before = len(copied)
            for held in self.waiting:
                if not copied.isdisjoint(map(id, held.parts)):
                    copied.add(id(held.value))
        self.waiting = [held for held in self.waiting if id(held.value) in copied]

    def build(self) -> None:
        for held in self.waiting:
            if held.twin is not NONE:
                self.twins[id(held.value)] = held.twin
                self.shells.append(held)
        for held in self.waiting:
            if held.twin is NONE:
                with suppress(Exception):  # what cannot be built is handed out as it is
                    twin = held.copier.build(held.value, self.copied(held.parts))
                    self.twins[id(held.value)] = twin
                    if not held.copier.bare:
                        self.shells.append(held._replace(twin=twin))

    def fill(self) -> None:
        self.shells.sort(key=lambda held: held.copier.hashes)
        for held in self.shells:
            if not self.twins.keys().isdisjoint(map(id, held.parts)):
                with suppress(Exception):  # as where a key has no hash: then the shell keeps the old parts
                    held.copier.put(held.twin, self.copied(held.parts))

    def copied(self, parts: Iterable[Any]) -> list[Any]:
        return [self.twins.get(id(part), part) for part in parts]
