"""How the answers of a function are copied where they leave a search, as its text says: see `expansion.analysis.kept`.

A constant is a number, a string or the like, or a tuple or a frozenset of constants. What holds only constants needs no look
at each of them, and what is one, or was made where it is returned, no copy.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import is_
from types import MappingProxyType
from typing import Any, NamedTuple

from ambsearch.copiers.base import ATOMS, NONE
from ambsearch.snapshots import FIXED, TREES, is_constant, snapshot

SHORT = 100  # items of an argument that are looked at before a search


class Needed(NamedTuple):
    """A parameter: its place, its name.

    is_gone_over: may it be given a container of constants? is_indexed: do the values of a dict count, too? is_optional: may it
    be left out?
    """

    place: int
    name: str
    is_gone_over: bool
    is_indexed: bool
    is_optional: bool


class Copying(NamedTuple):
    """What copies the answers of a function, None if they need no copy, where these parameters are given constants.

    around: the names in this space that are to hold constants, too. otherwise: what copies them if something else is given.
    """

    copy: Callable[[Any], Any] | None
    parameters: Sequence[Needed]
    space: Mapping[str, Any] = MappingProxyType({})
    around: Sequence[str] = ()
    otherwise: Callable[[Any], Any] = snapshot

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[Any], Any] | None:
        """The same for a call of it."""
        for name in self.around:
            value: Any = self.space.get(name, NONE)
            if type(value) not in ATOMS and (
                type(value) is not tuple or len(value) > SHORT or not is_constant(value, 0)
            ):
                return self.otherwise
        changeable: list[Any] = []
        for place, name, is_gone_over, is_indexed, is_optional in self.parameters:
            value = args[place] if place < len(args) else kwargs.get(name, None if is_optional else NONE)
            cls = type(value)
            if cls not in ATOMS:
                if cls not in TREES or len(value) > SHORT or not is_constant(value, 0):
                    return self.otherwise
                if cls is dict and is_indexed and not is_constant(value.values(), 0):
                    return self.otherwise
                if cls not in FIXED:
                    if not is_gone_over or sum(value is other for other in (*args, *kwargs.values())) > 1:
                        return self.otherwise
                    changeable.append(value)
        return watching(changeable, self.copy or as_it_is) if changeable else self.copy


AS_EVER = Copying(snapshot, ())


def watching(containers: list[Any], copy: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """This copy as long as these containers hold what they do now, and from then on a snapshot."""
    kept = [items.copy() for items in containers]

    def copied(answer: Any) -> Any:
        try:
            if containers == kept:
                return copy(answer)
        except Exception:  # what somebody has put in cannot be compared
            pass
        kept.clear()
        return snapshot(answer)

    return copied


def flat_copy(value: Any) -> Any:
    """The copy of a constant, or of a list, set or dict of constants."""
    cls = type(value)
    return value.copy() if cls is list or cls is dict or cls is set else value


def copy_of_parts(value: Any) -> Any:
    """The same of a tuple or a list of such."""
    cls = type(value)
    if cls is not tuple and cls is not list:
        return flat_copy(value)
    parts = [*map(flat_copy, value)]
    return parts if cls is list else value if all(map(is_, parts, value)) else tuple(parts)


def copy_of_rows(value: Any) -> Any:
    """The same of a list or a dict of lists, sets and dicts of constants."""
    parts = value if type(value) is list else value.values()
    if len({*map(id, parts)}) < len(value):  # the same one twice
        return snapshot(value)
    copies = [part.copy() for part in parts]
    return copies if type(value) is list else dict(zip(value, copies, strict=True))


def copy_each(copies: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """What copies each part of a tuple or a list by one of these."""

    def copied(value: Any) -> Any:
        parts = [copy(part) for copy, part in zip(copies, value, strict=True)]
        return tuple(parts) if type(value) is tuple else parts

    return copied


def as_it_is(value: Any) -> Any:
    return value


def copy_of_made(value: Any) -> Any:
    """The copy of something new: itself if all that it holds is constant."""
    return value if is_flat(value) else snapshot(value)


def copy_of_made_twice(value: Any) -> Any:
    """The same if what it holds is new, too, or constant: of rows made for an answer."""
    return value if is_of_flat(value) else snapshot(value)


# by the number of levels that are new, see `expansion.analysis.levels_made`
COPIES = (snapshot, copy_of_made, copy_of_made_twice)


def copy_by_parts(levels: Sequence[int]) -> Callable[[Any], Any]:
    """What copies a new tuple, list or dict of so many parts, of each of which so many levels are new."""

    def copied(value: Any) -> Any:
        cls = type(value)
        if cls is dict and (len(value) < len(levels) or not is_constant(value)):  # fewer where a key stands twice
            return snapshot(value)
        found, changeable = [], []
        for level, part in zip(levels, value.values() if cls is dict else value, strict=True):
            kind = type(part)
            if kind not in ATOMS:
                if not (is_of_flat(part) if level > 1 else is_flat(part)):
                    return snapshot(value)
                if level == 0 and kind not in FIXED:
                    changeable.append(part)
                    part = part.copy()
            found.append(part)
        if len({*map(id, changeable)}) < len(changeable):
            return snapshot(value)
        return found if cls is list else tuple(found) if cls is tuple else dict(zip(value, found, strict=True))

    return copied


def is_flat(value: Any) -> bool:
    """Is this a constant, or a container of constants?"""
    cls = type(value)
    if cls not in TREES:
        return cls in ATOMS
    return is_constant(value) and (cls is not dict or is_constant(value.values()))


def is_of_flat(value: Any) -> bool:
    """Is this flat, or a list, tuple or dict of what is?"""
    cls = type(value)
    if cls is dict and is_constant(value, 0):
        value = value.values()
    elif cls is not list and cls is not tuple:
        return is_flat(value)
    last: type = int
    before: type = int  # most hold items of one kind
    for part in value:
        kind = type(part)
        if kind is before:
            continue
        if kind is list or kind is tuple or kind is set:
            for item in part:
                if type(item) is not last:
                    last = type(item)
                    if last not in ATOMS:
                        if last not in FIXED or not is_constant(part, 0):
                            return False
                        last = int
                        break
        elif kind in ATOMS:
            before = kind
        elif not is_flat(part):
            return False
    return True
