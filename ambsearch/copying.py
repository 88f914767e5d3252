"""How the answers of a function are copied where they leave a search, as its text says: see `expansion.analysis.kept`.

A constant is a number, a string or the like, or a tuple or a frozenset of constants. What holds only constants needs no look
at each of them, and what is one, or was made where it is returned, no copy.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ambsearch.copiers.base import ATOMS, NONE
from ambsearch.snapshots import is_constant, snapshot

SHORT = 100  # items of an argument that are looked at before a search


class Needed(NamedTuple):
    """A parameter: its place, its name; may it be given a list of constants; is it one that may be left out, too?"""

    place: int
    name: str
    is_gone_over: bool
    is_optional: bool


class Copying(NamedTuple):
    """What copies the answers of a function, None if they need no copy, where these parameters are given constants."""

    copy: Callable[[Any], Any] | None
    parameters: Sequence[Needed]

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[Any], Any] | None:
        """The same for a call of it."""
        lists: list[list[Any]] = []
        for place, name, is_gone_over, is_optional in self.parameters:
            value: Any = args[place] if place < len(args) else kwargs.get(name, None if is_optional else NONE)
            if type(value) not in ATOMS:
                if type(value) not in (tuple, list) or len(value) > SHORT or not is_constant(value, 0):
                    return snapshot
                if type(value) is list:
                    if not is_gone_over or sum(value is other for other in (*args, *kwargs.values())) > 1:
                        return snapshot
                    lists.append(value)
        return watching(lists, self.copy or flat_copy) if lists else self.copy


AS_EVER = Copying(snapshot, ())


def watching(lists: list[list[Any]], copy: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """This copy as long as these lists hold what they do now, and from then on a snapshot."""
    kept = [items.copy() for items in lists]

    def copied(answer: Any) -> Any:
        try:
            if lists == kept:
                return copy(answer)
        except Exception:  # what somebody has put in cannot be compared
            pass
        kept.clear()
        return snapshot(answer)

    return copied


def flat_copy(value: Any) -> Any:
    """The copy of a constant, or of a list or set of constants."""
    return value.copy() if type(value) is list or type(value) is set else value
