"""The copy of an answer that leaves a search.

Most answers are numbers and strings in a container: `snapshot` itself copies these, and `straight` many of one shape. Others
are copied in one pass, part by part: `copied`. What is too deep for that, holds itself or has keys that
are copied is left to the walk. It visits each value that an answer holds once, with its own stack, so that only memory
bounds the depth. What is always copied gets its shell at once; then it is known which of the others, such as tuples,
hold something that is copied. These are built, parts first; finally the shells are filled.
`copiers` says how a value of each class is copied.
"""

from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, NamedTuple

from ambsearch.copiers import COPIER_OF, PLAIN, STATEFUL, copier_for, stateful
from ambsearch.copiers.base import ATOMS, NONE, UNFINISHED, Copier, Copies, Unusual
from ambsearch.copiers.simple import NESTED, is_simple
from ambsearch.errors import AmbError
from ambsearch.ground.alarms import is_alarm

__all__ = ["STATEFUL", "snapshot", "stateful"]

SHALLOW: dict[type, Callable[[Any], Any]] = {list: list.copy, dict: dict.copy, set: set.copy}

MOST = 5_000  # tuples: where they are shared, each is to be visited once
FEW = 4  # items of a list, such as a node of a tree, that are copied one by one: it takes as long to look at them first
FIXED = frozenset({tuple, frozenset})
TREES = FIXED | SHALLOW.keys()


def snapshot(value: Any, walked: type[dict[int, Any]] = dict) -> Any:
    """Copy what can change in `value`: containers, iterators over them, dataclass instances, and what these hold.

    Nothing else is copied: numbers, strings, functions, and objects of ordinary classes, unless these are `stateful`.
    A tuple or a frozen dataclass instance is a new one only if it holds something that is copied.
    An object that is held twice is one object in the copy too, and what holds itself still does.
    Raises LiveAnswer if the value holds a generator, or an iterator from itertools other than `count`; NotChosen if
    it holds something that nothing was chosen from, such as amb(1, 2).
    walked: AsItIs if it is only to be shown, so that no __copy__ of the user's is run.

    >>> path = [1, [2]]
    >>> seen = snapshot((path, "north"))
    >>> path[1].clear()
    >>> seen
    ([1, [2]], 'north')
    """
    cls = type(value)
    try:
        if cls is tuple or cls is list:  # most answers, of numbers and strings
            last: type = int
            for item in value:
                if type(item) is not last:
                    last = type(item)
                    if last not in ATOMS:
                        break
            else:
                return value if cls is tuple else value.copy()
            is_leaf = last in FIXED and is_constant(value)
        elif cls in ATOMS:
            return value
        elif cls not in TREES:
            return COPIER_OF[cls].at_once(value, {}, copied)
        else:
            is_leaf = is_constant(value) and (cls is not dict or is_constant(value.values()))
        if is_leaf:
            return value if cls in FIXED else value.copy()
        return copied(value, {})
    except Unusual:
        pass
    except Exception as error:  # something nested too deeply, refused or broken
        if is_alarm(error):
            raise
    return _Walk(value, walked).copy()  # outside, for what it raises does not come from that exception


def copied(value: Any, copies: Copies) -> Any:
    """The copy in one pass, or the value itself if nothing in it is copied; copies: of what has been visited, by its id."""
    key, cls = id(value), type(value)
    if key in copies:
        if copies[key] is UNFINISHED:
            raise Unusual
        return copies[key]
    # what is deeper is visited once, by `copied`
    if cls is list and (len(value) <= FEW or not is_constant(value, 0)):
        found: Any = []
        copies[key] = found
        for part in value:
            found.append(part if type(part) in ATOMS else copied(part, copies))
    elif cls not in TREES:
        return COPIER_OF[cls].at_once(value, copies, copied)
    elif cls is list or is_constant(value, 0) and (cls is not dict or is_constant(value.values(), 0)):
        copies[key] = found = value if cls in FIXED else value.copy()
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


def is_constant(value: Iterable[Any], most: int = MOST) -> bool:
    """Does this hold nothing but numbers, strings and the like, at any depth? False if that takes long to find out.

    most: how many tuples it goes into that are deeper than the second level.
    Nested ones are remembered: a path holds the same ones from answer to answer, while a tree, a tuple, is made anew.
    """
    deeper: list[Iterable[Any]] = []
    last: type = int  # most hold items of one kind
    for item in value:
        kind = type(item)
        if kind is last:
            continue
        if kind is not tuple and kind is not frozenset:
            if kind not in ATOMS:
                return False
            last = kind
            continue
        for part in item:
            kind = type(part)
            if kind is not int and kind is not str and kind not in ATOMS:
                if kind not in FIXED:
                    return False
                if type(value) is tuple or not (NESTED.get(id(item)) is item or is_simple(item)):
                    if len(deeper) >= most:
                        return False
                    deeper.append(item)
                break
    for container in deeper:
        for item in container:
            kind = type(item)
            if kind is not int and kind is not str and kind not in ATOMS:
                if kind not in FIXED or len(deeper) >= most:
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

    def __init__(self, root: Any, walked: type[dict[int, Any]] = dict) -> None:
        self.root = root
        self.met: dict[int, Any] = {}
        self.twins = walked()
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
        except Exception as error:  # what cannot be copied is handed out as it is
            if isinstance(error, AmbError) or is_alarm(error):
                raise
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
        except Exception as error:  # what cannot be built is handed out as it is
            if isinstance(error, AmbError) or is_alarm(error):
                raise
            return
        if not copier.bare:
            self.shells.append(_Held(copier, value, twin, parts))

    def fill(self) -> None:
        self.shells.sort(key=lambda held: held.copier.hashes)
        for copier, _, twin, parts in self.shells:
            if self.changes(parts):
                try:
                    copier.put(twin, self.copies_of(parts))
                except Exception as error:  # as where a key has no hash: then the shell keeps the old parts
                    if is_alarm(error):
                        raise

    def changes(self, parts: Iterable[Any]) -> bool:
        return not self.twins.keys().isdisjoint(map(id, parts))

    def copies_of(self, parts: Iterable[Any]) -> list[Any]:
        get = self.twins.get
        return [get(id(part), part) for part in parts]
