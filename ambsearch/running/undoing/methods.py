"""What a method, an augmented assignment or a function of heapq, bisect or random changes, and how it is recorded."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from heapq import heappush
from itertools import chain
from typing import Any

from ambsearch.running.undoing import lists, sets
from ambsearch.running.undoing.attributes import own_attributes, record_attribute
from ambsearch.running.undoing.contents import is_text, record_contents, record_removal, record_text
from ambsearch.running.undoing.dicts import put_values, record_moved, record_taken_out, values_at
from ambsearch.running.undoing.kinds import CONTAINERS, METHODS, base_of, container_inside, is_array
from ambsearch.running.undoing.places import record_deletion, record_foreign_item, record_item
from ambsearch.running.undoing.trail import Trail, take_back


def record_method(trail: Trail, owner: Any, name: str, args: tuple[Any, ...], kwargs: Any = None) -> None:
    """Record the inverse of owner.name(*args) for a container; the common ones do not look at all its contents."""
    if kwargs and name == "update":  # d.update(a=1)
        args, kwargs = (*args, kwargs), None
    record = record_contents if kwargs else RECORD.get((base_of(owner), name), record_contents)
    record(trail, owner, *args)


def record_whole(trail: Trail, owner: Any, *args: Any) -> None:
    """All that a container, one of the standard library's around it, or an array of numpy's holds, and the notes of an
    exception; nothing of anything else.
    """
    container = owner if base_of(owner) is not None else container_inside(owner)
    if container is not None:
        record_contents(trail, container)
    elif is_array(owner):
        record_foreign_item(trail, owner, ...)
    elif is_text(owner):
        record_text(trail, owner)
    elif isinstance(owner, BaseException):
        record_attribute(trail, owner, "__notes__")
        if "__notes__" in own_attributes(owner):
            owner.__notes__ = [*owner.__notes__]  # to these a note is added; the list itself stays as it is


def record_argument(trail: Trail, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Record what a function of heapq, bisect or random, or `print`, changes."""
    if function is heappush and len(args) == 2 and type(args[0]) is list:
        lists.record_push(trail, args[0])
    else:
        record_first_argument(trail, args, kwargs)


def record_first_argument(trail: Trail, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Record all of the first argument, or of the file that is given by its name."""
    for first in [kwargs["file"]] if "file" in kwargs else args[:1] or tuple(kwargs.values())[:1]:
        record_whole(trail, first)


# Dictionaries


def record_dict_pop(trail: Trail, owner: Any, *args: Any) -> None:
    if args and dict.__contains__(owner, args[0]):
        record_taken_out(trail, owner, args[0])


def record_popitem(trail: Trail, owner: Any, *args: Any) -> None:
    if dict.__len__(owner):
        record_taken_out(trail, owner, next(dict.__reversed__(owner)))


def record_end_taken(trail: Trail, owner: Any, *last: Any) -> None:
    """What the popitem of an OrderedDict takes out."""
    if type(owner) is not OrderedDict or not all(type(one) is bool for one in last):
        record_removal(trail, owner)
    elif owner:
        record_moved(trail, owner, next(iter(owner) if last == (False,) else reversed(owner)))


def record_setdefault(trail: Trail, owner: Any, *args: Any) -> None:
    if args and not dict.__contains__(owner, args[0]):
        record_item(trail, owner, args[0])


def record_dict_update(trail: Trail, owner: Any, *args: Any) -> None:
    if not all(isinstance(part, dict) for part in args):
        return record_contents(trail, owner)
    trail.append((take_back, put_values, owner, values_at(owner, *args)))


def record_counts(trail: Trail, counter: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """What update or subtract of a Counter changes: only what it holds of these items."""
    given = [*args, kwargs]
    if COUNTED.issuperset(map(type, given)):  # another may be read only once
        with suppress(TypeError):  # which the call itself will raise
            keys = dict.fromkeys(chain.from_iterable(given))
            trail.append((take_back, put_values, counter, values_at(counter, keys)))
            return
    record_contents(trail, counter)


COUNTED = frozenset({dict, Counter, list, tuple, str, range, set, frozenset})
# of a container's method: what records it; of most, all contents are recorded. A call with a wrong number
# of arguments changes nothing
RECORD: dict[tuple[Any, str], Callable[..., None]] = {
    **{(kind, name): record_contents for kind in (OrderedDict, *CONTAINERS) for name in METHODS},
    **{(kind, "append"): lists.record_append for kind in (list, deque)},
    **{(kind, "insert"): lists.record_insert for kind in (list, deque)},
    **{(list, name): lists.record_extend for name in ("extend", "__iadd__")},
    (list, "pop"): lists.record_list_pop,
    **{(kind, "remove"): lists.record_remove for kind in (list, deque)},
    (deque, "appendleft"): lists.record_appendleft,
    (deque, "pop"): partial(lists.record_end, -1),
    (deque, "popleft"): partial(lists.record_end, 0),
    (set, "add"): sets.record_add,
    **{(set, name): sets.record_discard for name in ("discard", "remove")},
    **{(set, name): sets.record_update for name in ("update", "__ior__")},
    **{(set, name): sets.record_difference for name in ("difference_update", "__isub__")},
    (dict, "pop"): record_dict_pop,
    (dict, "popitem"): record_popitem,
    (dict, "clear"): record_removal,
    **{(OrderedDict, name): record_moved for name in ("pop", "move_to_end")},
    (OrderedDict, "popitem"): record_end_taken,
    (OrderedDict, "clear"): record_removal,
    **{(kind, "setdefault"): record_setdefault for kind in (dict, OrderedDict)},
    **{(dict, name): record_dict_update for name in ("update", "__ior__")},
    **{(kind, "__setitem__"): record_item for kind in (OrderedDict, *CONTAINERS)},
    **{(kind, "__delitem__"): record_deletion for kind in (OrderedDict, *CONTAINERS)},
}
