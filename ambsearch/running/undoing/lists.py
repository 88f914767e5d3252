"""Lists, deques and heaps: the item that was put in is taken out, or the one that was taken out is put back."""

import operator
from collections import deque
from contextlib import suppress
from typing import Any

from ambsearch.running.undoing.contents import record_contents, record_pop
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back


def record_append(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) == 1:
        record_put(trail, owner, base_of_row(owner).__len__(owner), args[0])


def record_appendleft(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) == 1:
        record_put(trail, owner, 0, args[0])


def record_insert(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) == 2:
        i, length = operator.index(args[0]), base_of_row(owner).__len__(owner)
        record_put(trail, owner, min(max(i + length if i < 0 else i, 0), length), args[1])


def record_put(trail: Trail, owner: Any, i: int, item: Any) -> None:
    """An item that is put in at this place; where the number of items is limited, another one may have to go."""
    base = base_of_row(owner)
    if base is list or owner.maxlen is None:
        trail.append((_take_out, base, owner, i, item))
    else:
        record_contents(trail, owner)


def base_of_row(owner: Any) -> Any:
    return deque if isinstance(owner, deque) else list


def _take_out(inverse: Inverse) -> None:
    """Take one item out of a list or deque, if it is where it was put: permanent changes may have moved it."""
    _, base, owner, i, item = inverse
    if i < base.__len__(owner) and base.__getitem__(owner, i) is item:
        base.__delitem__(owner, i)


def record_extend(trail: Trail, owner: Any, *args: Any) -> None:
    trail.append((take_back, list.__delitem__, owner, slice(list.__len__(owner), None)))


def record_list_pop(trail: Trail, owner: Any, *args: Any) -> None:
    if len(args) < 2 and all(hasattr(key, "__index__") for key in args):  # else the call itself will say what is wrong
        record_pop(trail, list, owner, operator.index(args[0]) if args else -1)


def record_remove(trail: Trail, owner: Any, *args: Any) -> None:
    base = base_of_row(owner)
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


def record_end(end: int, trail: Trail, owner: Any, *args: Any) -> None:
    record_pop(trail, deque, owner, end)


def record_push(trail: Trail, heap: list[Any]) -> None:
    """Record the inverse of heappush(heap, v), which moves only items between its end and its root."""
    path, i = [], len(heap)
    while i > 0:
        i = (i - 1) >> 1
        path.append((i, heap[i]))
    trail.append((_put_path, heap, len(heap), path))


def _put_path(inverse: Inverse) -> None:
    _, heap, length, path = inverse
    del heap[length:]
    for i, item in path:
        if i < len(heap):
            heap[i] = item
