"""A key that is taken out of a dictionary goes back to its place in the order.

Only the keys after it have to move for that, so the last ones, such as those that were put in last, cost nothing of
the size of the dictionary. Where too many would have to move, all are copied before and put in anew, which is faster.
The keys of a small one also get back their places in memory, so that a loop which has begun to go over it goes on as it would.
"""

import itertools
import operator
from typing import Any

from ambsearch.running.undoing.kinds import DICTS, SMALL
from ambsearch.running.undoing.sets import Finder
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back

MOVED = 30  # at most so many keys are moved
SURE = frozenset({int, str, bytes, float, bool})  # comparing these runs no user-defined code


def record_taken_out(trail: Trail, owner: dict[Any, Any], key: Any) -> None:
    """Record the inverse of taking this key, which is in it, out of a dictionary."""
    later: list[Any] = []
    for other in dict.__reversed__(owner) if dict.__len__(owner) > MOVED else ():
        if other is key or type(key) in SURE and type(other) is type(key) and other == key:
            trail.append((_put_back, owner, other, dict.__getitem__(owner, other), later, []))
            return
        if len(later) == MOVED:
            break
        later.append(other)
    finder = Finder(key)
    if dict.__len__(owner) >= SMALL and finder.finds(owner):
        place = operator.indexOf(map(id, dict.__iter__(owner)), id(finder.found))
        follower = key_at(owner, place + 1)
        trail.append((_put_before, owner, finder.found, dict.__getitem__(owner, key), follower, place, []))
    else:
        trail.append((take_back, put_among, owner, key, copy_of(owner)))


def copy_of(owner: dict[Any, Any]) -> dict[Any, Any]:
    """What it holds, whatever the methods of its class say, which `dict.copy` would ask."""
    return dict.copy(owner) if type(owner) in DICTS else dict(dict.items(owner))


def key_at(owner: dict[Any, Any], place: int) -> Any:
    return next(itertools.islice(dict.__iter__(owner), place, None), GONE)


def values_at(owner: dict[Any, Any], *others: dict[Any, Any]) -> dict[Any, Any]:
    """What a dictionary holds at each key of others."""
    return {key: dict.get(owner, key, GONE) for other in others for key in dict.__iter__(other)}


def put_values(owner: dict[Any, Any], values: dict[Any, Any]) -> None:
    """Put these values back, and take out the keys that had none."""
    for key, value in values.items():
        if value is GONE:
            dict.pop(owner, key, None)
        else:
            dict.__setitem__(owner, key, value)


def put_among(owner: dict[Any, Any], key: Any, before: dict[Any, Any]) -> None:
    """Put a key back among those of before; others that were taken out meanwhile, permanently, stay out."""
    if dict.__contains__(owner, key):
        return
    if 0 < dict.__len__(owner) < len(before) - 1:  # it is empty where an interrupt came after `clear`
        key_alone = {key}
        for other in [other for other in before if not dict.__contains__(owner, other) and other not in key_alone]:
            del before[other]
    before.update(owner if type(owner) in DICTS else dict.items(owner))
    dict.clear(owner)
    dict.update(owner, before)


def _put_back(inverse: Inverse) -> None:
    """Put a key back, and those after it behind it; later: the last one first.

    kept: what stands there then, so that it is not lost where an interrupt comes before all of it is put in.
    """
    _, owner, key, value, later, kept = inverse
    if not kept and dict.__contains__(owner, key):
        dict.__setitem__(owner, key, value)
    elif not kept:
        moved = [other for other in reversed(later) if dict.__contains__(owner, other)]
        kept.append({key: value} | {other: dict.__getitem__(owner, other) for other in moved})
    for behind in kept:
        for other in behind:
            dict.pop(owner, other, None)
        dict.update(owner, behind)


def _put_before(inverse: Inverse) -> None:
    """Put a key back before the one that followed it, or at its place if that has been taken out permanently."""
    _, owner, key, value, follower, place, kept = inverse
    if dict.__contains__(owner, key):
        return
    if not kept:
        next_one = Finder(follower)
        if key_at(owner, place) is not follower and next_one.finds(owner):
            place = operator.indexOf(map(id, dict.__iter__(owner)), id(next_one.found))
        before = {**dict(itertools.islice(dict.items(owner), place)), key: value}
        before.update(owner if type(owner) in DICTS else dict.items(owner))
        kept.append(before)
    dict.clear(owner)
    dict.update(owner, kept[0])
    kept.clear()
