"""Lists and deques: the item that was put in is taken out, or the one that was taken out is put back."""

import operator
from collections import deque
from contextlib import suppress
from typing import Any

from ambsearch.running.undoing.contents import record_contents, record_pop
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back


def record_append(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) == 1:
        trail.append((_take_out, list, owner, list.__len__(owner), args[0]))


def record_insert(trail: Trail, owner: Any, *args: Any) -> None:
    base: Any = deque if isinstance(owner, deque) else list
    if len(args) == 2 and getattr(owner, "maxlen", None) is None:  # a full deque refuses it
        i, length = operator.index(args[0]), base.__len__(owner)
        trail.append((_take_out, base, owner, min(max(i + length if i < 0 else i, 0), length), args[1]))
    else:
        record_contents(trail, owner)


def _take_out(inverse: Inverse) -> None:
    """Take one item out of a list or deque, if it is where it was put: permanent changes may have moved it."""
    _, base, owner, i, item = inverse
    if i < base.__len__(owner) and base.__getitem__(owner, i) is item:
        base.__delitem__(owner, i)


def record_extend(trail: Trail, owner: Any, *args: Any) -> None:
    trail.append((take_back, list.__delitem__, owner, slice(list.__len__(owner), None)))


def record_list_pop(trail: Trail, owner: Any, *args: Any) -> None:
    if not args:
        record_pop(trail, list, owner, -1)
        return
    if len(args) < 2 and all(hasattr(key, "__index__") for key in args):  # else the call itself will say what is wrong
        record_pop(trail, list, owner, operator.index(args[0]) if args else -1)


def record_remove(trail: Trail, owner: Any, *args: Any) -> None:
    base: Any = deque if isinstance(owner, deque) else list
    for item in args[:1]:
        with suppress(ValueError):  # which the call itself will raise
            record_pop(trail, base, owner, base.index(owner, item))


def item_to_pop(owner: list[Any], i: int) -> Any:
    """What owner.pop(i) takes out: its place, itself, and the length before; GONE if it is not there."""
    length = len(owner)
    return (i % length, owner[i], length) if -length <= i < length else GONE


def removal(owner: list[Any], item: Any) -> Any:
    """What owner.remove(item) takes out: its place, itself, and the length before; GONE if it is not there."""
    try:
        i = owner.index(item)
    except ValueError:
        return GONE
    return i, owner[i], len(owner)


def record_push(end: int, trail: Trail, owner: Any, *args: Any) -> None:
    """An item at one end of a deque: 0 or -1."""
    if owner.maxlen is None:
        trail.append((_unpush, owner, end, args[0] if args else None))
    else:
        record_contents(trail, owner)


def _unpush(inverse: Inverse) -> None:
    _, owner, end, item = inverse
    last = deque.__len__(owner) - 1
    place = last if end else 0  # below 0 C would ask a subclass how long it is
    if last >= 0 and deque.__getitem__(owner, place) is item:
        deque.__delitem__(owner, place)


def record_end(end: int, trail: Trail, owner: Any, *args: Any) -> None:
    record_pop(trail, deque, owner, end)
