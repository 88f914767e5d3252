"""Sets: what was not in is taken out, and the very item that was in is put back."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from ambsearch.copiers.simple import is_simple
from ambsearch.ground.alarms import unless_it_fails
from ambsearch.running.undoing.contents import record_contents
from ambsearch.running.undoing.trail import GONE, Trail, take_back


def record_add(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) == 1 and not set.__contains__(owner, args[0]):
        trail.append((take_back, set.discard, owner, args[0]))


def record_discard(trail: Trail, owner: Any, *args: Any) -> None:
    held = held_item(owner, args[0]) if len(args) == 1 else GONE
    if held is not GONE:
        trail.append((take_back, set.add, owner, held))


def record_items(inverse: Any, changed: Callable[[Any, Any], Any], trail: Trail, owner: Any, *args: Any) -> None:
    """Several items that are put in, or taken out. changed: which of them are, of a set and the operands."""
    operands = items_of(args)
    if operands is None:
        return record_contents(trail, owner)
    trail.append((take_back, inverse, owner, changed(owner, operands)))


def items_of(args: tuple[Any, ...]) -> "set[Any] | frozenset[Any] | None":
    """All items of the operands of an update of a set; None if they could be read only once."""
    if len(args) == 1 and type(args[0]) in (set, frozenset):
        return args[0]  # type: ignore[no-any-return]
    if all(isinstance(part, (set, frozenset, list, tuple, range, str, dict)) for part in args):
        return set().union(*map(set_of, args))
    return None


def set_of(items: Any) -> Any:
    """These items up to one that cannot be in a set, at which their change of a set will end, too."""
    try:
        return {*items}
    except TypeError:
        found = set[Any]()
        with suppress(TypeError):
            found.update(items)
        return found


def new_items(owner: Any, items: Any) -> Any:
    """Those of these items that a set does not hold."""
    return (items if type(items) is set else set_of(items)).difference(owner)


def held_items(owner: Any, items: Any) -> Any:
    """The items of a set that are equal to one of these."""
    held = (items if type(items) is set else set_of(items)).intersection(owner)
    for item in held:
        if type(item) is not int and type(item) is not str and not is_simple(item):
            return {held_item(owner, item) for item in held}
    return held


record_update = partial(record_items, set.difference_update, new_items)
record_difference = partial(record_items, set.update, held_items)


def held_item(owner: Any, item: Any) -> Any:
    """The item of a set that is equal to this one, GONE if there is none."""
    if type(item) is tuple and is_simple(item):
        return item if set.__contains__(owner, item) else GONE
    if set.__len__(owner) < FEW:
        rest = set.copy(owner)
        set.discard(rest, item)
        held = set.difference(owner, rest)
        if len(held) < 2:
            return held.pop() if held else GONE
    if not set.__contains__(owner, item):
        return GONE
    finder = Finder(item)
    if finder.finds(owner):
        return finder.found
    return next((other for other in set.__iter__(owner) if other is item or other == item), item)


FEW = 30  # of so few items a copy is made in less time than a `Finder` asks them


class Finder:
    """Equal to an item, or a key, and remembers what it was compared with last."""

    def __init__(self, item: Any) -> None:
        self.item, self.found = frozenset(item) if isinstance(item, set) else item, GONE

    def __hash__(self) -> int:
        return hash(self.item)

    def __eq__(self, other: object) -> bool:
        equal = self.item is other or bool(self.item == other)
        if equal:
            self.found = other
        return equal

    def finds(self, owner: Any) -> bool:
        """Is the very item that a set, or a dictionary, holds now known?"""
        base: Any = dict if isinstance(owner, dict) else set
        # an __eq__ may fail for objects of another class
        is_in = unless_it_fails(False, base.__contains__, owner, self)
        return is_in and self.found is not GONE
