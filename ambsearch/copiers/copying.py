"""How the answers of a function are copied where they leave a search, as its text says: see `expansion.analysis.kept_answers`.

A constant is a number, a string or the like, or a tuple or a frozenset of constants. What holds only constants needs no look
at each of them, and what is one, or was made where it is returned, no copy.
"""

from collections.abc import Callable, Sequence, Set
from typing import Any, NamedTuple

from ambsearch.copiers.base import ATOMS, NONE
from ambsearch.copiers.shapes import Shape, Various, merged, shape_of
from ambsearch.copiers.snapshots import FIXED, TREES, is_constant, snapshot
from ambsearch.copiers.straight import copier_for
from ambsearch.ground.alarms import is_alarm

SHORT = 100  # items of an argument that are looked at before a search
SEEN = 40, 81, 122  # the answers that show the shape of all; with the last of them the code for it is made
MADE = 5  # how often it is made at most


class Needed(NamedTuple):
    """A parameter: its place, its name.

    is_gone_over: may it be given a list or a set of constants? is_optional: may it be left out?
    """

    place: int
    name: str
    is_gone_over: bool
    is_optional: bool


class Copying(NamedTuple):
    """What copies the answers of a function, None if they need no copy, where these parameters are given constants.

    kept: the places of the parameters to whose containers it adds nothing, and which it hands on to no others.
    """

    copy: Callable[[Any], Any] | None
    parameters: Sequence[Needed]
    kept: Set[int] = frozenset()

    def of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[Any], Any] | None:
        """The same for a call of it."""
        changeable: list[Any] = []
        for place, name, is_gone_over, is_optional in self.parameters:
            value: Any = args[place] if place < len(args) else kwargs.get(name, None if is_optional else NONE)
            cls = type(value)
            if cls not in ATOMS:
                if cls not in TREES or cls is dict or len(value) > SHORT or not is_constant(value, 0):
                    return snapshot
                if cls not in FIXED:
                    if not is_gone_over or [*map(id, (*args, *kwargs.values()))].count(id(value)) > 1:
                        return snapshot
                    changeable.append(value)
        return watching(changeable, self.copy) if changeable else self.copy


AS_EVER = Copying(snapshot, ())


class Learning:
    """What copies the answers of a function: a look at all that they hold, then straight code for what they have been so far.

    An answer of another shape is looked at, and the code is made again, for both shapes.
    copy: what copies an answer now; ask for it each time.
    """

    __slots__ = "_count", "_look", "_shape", "copy"

    def __init__(self, look: Callable[[Any], Any], learns: bool = False) -> None:
        self._look, self._count = look, 0
        self._shape: Shape = None
        self.copy = self._first if learns else look

    def _first(self, answer: Any) -> Any:
        self._count += 1
        if self._count in SEEN:
            self._learn(answer, is_last=self._count == SEEN[-1])
        return self._look(answer)

    def _other(self, answer: Any) -> Any:
        self._count += 1
        self._learn(answer, is_last=True)
        return self._look(answer)

    def _learn(self, answer: Any, is_last: bool) -> None:
        try:
            self._shape = merged(self._shape, shape_of(answer))
            if self._count == SEEN[-1] + MADE:
                raise Various
            if is_last:
                self.copy = copier_for(self._shape, self._other)
        except (Various, RecursionError):
            self.copy = self._look


def watching(containers: list[Any], copy: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """This copy as long as these containers hold what they do now, and from then on a snapshot."""
    held = containers if len(containers) > 1 else containers[0]
    kept = [items.copy() for items in containers] if len(containers) > 1 else held.copy()

    def copied(answer: Any) -> Any:
        nonlocal kept
        try:
            is_same = held == kept
        except Exception as error:  # what somebody has put in cannot be compared
            if is_alarm(error):
                raise
            is_same = False
        if is_same:
            return answer if copy is None else copy(answer)
        kept = None  # which equals nothing
        return snapshot(answer)

    return copied
