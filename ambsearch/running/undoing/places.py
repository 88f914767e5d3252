"""Items: a[k] = v and del a[k], of a container or of any other object with items."""

import operator
from collections import OrderedDict, deque
from typing import Any

from ambsearch.ground.alarms import unless_it_fails
from ambsearch.running.undoing.contents import record_contents, record_pop
from ambsearch.running.undoing.dicts import record_moved, record_taken_out
from ambsearch.running.undoing.kinds import WEAK, base_of
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back, take_out


def record_item(trail: Trail, owner: Any, key: Any, *value: Any) -> None:
    """Record the inverse of owner[key] = value, of a container or of any other object with items."""
    base = base_of(owner)
    if base is dict or base is OrderedDict:
        old = dict.get(owner, key, GONE)
        if old is GONE:
            trail.append((take_back, base.pop, owner, key, None))
        else:
            trail.append((take_back, base.__setitem__, owner, key, old))
    elif base is not None and isinstance(key, slice):
        record_contents(trail, owner)
    elif base not in (None, set) and hasattr(key, "__index__"):  # else the assignment itself will say what is wrong
        i = operator.index(key)
        length = base.__len__(owner)
        if -length <= i < length:
            trail.append((_set_item, base, owner, i % length, base.__getitem__(owner, i)))
    elif base is None:
        record_foreign_item(trail, owner, key)


def _set_item(inverse: Inverse) -> None:
    _, base, owner, i, old = inverse
    if i < base.__len__(owner):
        base.__setitem__(owner, i, old)


def record_foreign_item(trail: Trail, owner: Any, key: Any) -> None:
    if type(owner) is memoryview and base_of(owner.obj) is not None:  # it may be released before this is undone
        return record_item(trail, owner.obj, key) if is_whole(owner) else record_contents(trail, owner.obj)
    old = unless_it_fails(GONE, operator.getitem, owner, key)
    if old is GONE:  # new; or the assignment itself will say what is wrong
        trail.append((take_out, operator.delitem, owner, key))
        return
    if isinstance(old, memoryview):  # a view of what will change
        old = bytes(old)
    elif hasattr(old, "__array_interface__"):
        old = old.copy()
    trail.append((take_back, operator.setitem, owner, key, old))


def is_whole(view: memoryview) -> bool:
    """Does it have the same items as what it is a view of, at the same places?"""
    with memoryview(view.obj) as other:
        return (view.format, view.shape, view.strides) == (other.format, other.shape, other.strides)


def record_deletion(trail: Trail, owner: Any, key: Any) -> None:
    """Record the inverse of del owner[key]; a dictionary gets its order back too."""
    base = base_of(owner)
    if base in (list, deque) and hasattr(key, "__index__"):
        record_pop(trail, base, owner, operator.index(key))
    elif base is dict:
        if dict.__contains__(owner, key):
            record_taken_out(trail, owner, key)
    elif base is OrderedDict:
        record_moved(trail, owner, key)
    elif base is not None or isinstance(owner, WEAK):
        record_contents(trail, owner)
    else:
        record_foreign_item(trail, owner, key)
