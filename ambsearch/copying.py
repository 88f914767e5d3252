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

    around: the names in this space that are to hold constants, too.
    """

    copy: Callable[[Any], Any] | None
    parameters: Sequence[Needed]
    space: Mapping[str, Any] = MappingProxyType({})
    around: Sequence[str] = ()

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[Any], Any] | None:
        """The same for a call of it."""
        for name in self.around:
            value: Any = self.space.get(name, NONE)
            if type(value) not in ATOMS and (
                type(value) is not tuple or len(value) > SHORT or not is_constant(value, 0)
            ):
                return snapshot
        changeable: list[Any] = []
        for place, name, is_gone_over, is_indexed, is_optional in self.parameters:
            value = args[place] if place < len(args) else kwargs.get(name, None if is_optional else NONE)
            cls = type(value)
            if cls not in ATOMS:
                if cls not in TREES or len(value) > SHORT or not is_constant(value, 0):
                    return snapshot
                if cls is dict and is_indexed and not is_constant(value.values(), 0):
                    return snapshot
                if cls not in FIXED:
                    if not is_gone_over or sum(value is other for other in (*args, *kwargs.values())) > 1:
                        return snapshot
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


def as_it_is(value: Any) -> Any:
    return value
