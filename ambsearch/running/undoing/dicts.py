"""A key that is taken out of a dictionary goes back to its place in the order.

Of a large one only the keys after it are moved for that, so the last ones, such as those that were put in last, cost nothing
of its size. A small one is copied before, and its keys also get back their places in memory, so that a loop which has begun
to go over it goes on as it would.
"""

import itertools
import operator
from collections import OrderedDict
from typing import Any

from ambsearch.running.undoing.contents import record_contents
from ambsearch.running.undoing.kinds import DICTS, SMALL
from ambsearch.running.undoing.sets import Finder
from ambsearch.running.undoing.trail import GONE, Inverse, Trail, take_back


def record_taken_out(trail: Trail, owner: dict[Any, Any], key: Any) -> None:
    """Record the inverse of taking this key, which is in it, out of a dictionary."""
    finder = Finder(key)
    behind = keys_behind(owner, finder.found) if dict.__len__(owner) >= SMALL and finder.finds(owner) else -1
    if behind >= 0:
        follower = next(itertools.islice(dict.__reversed__(owner), max(behind - 1, 0), None))
        trail.append((_put_before, owner, finder.found, dict.__getitem__(owner, key), follower, behind, []))
    else:
        before = dict.copy(owner) if type(owner) in DICTS else dict(dict.items(owner))  # not by a `copy` of its class
        trail.append((take_back, put_among, owner, key, before))


def keys_behind(owner: dict[Any, Any], key: Any) -> int:
    """How many keys stand behind this very one? -1 if it is not there."""
    try:
        return operator.indexOf(map(id, dict.__reversed__(owner)), id(key))
    except ValueError:
        return -1


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


def _put_before(inverse: Inverse) -> None:
    """Put a key back before the one that followed it, or where as many stand behind it if that has been taken out permanently.

    kept: what stands there then, so that it is not lost where an interrupt comes before all of it is put in.
    """
    _, owner, key, value, follower, behind, kept = inverse
    if not kept:
        if dict.__contains__(owner, key):
            return
        followed = keys_behind(owner, follower) + 1
        moved = [*itertools.islice(dict.__reversed__(owner), followed or behind)][::-1]
        kept.append({key: value} | {other: dict.__getitem__(owner, other) for other in moved})
    for other in kept[0]:
        dict.pop(owner, other, None)
    dict.update(owner, kept[0])


def record_moved(trail: Trail, owner: Any, *args: Any) -> None:
    """Record the inverse of moving a key of an OrderedDict to one of its ends, or of taking it out."""
    if type(owner) is not OrderedDict:  # C may call what the derived class has instead
        return record_contents(trail, owner)
    if not args or args[0] not in owner:
        return
    key, before = args[0], None
    if key is not next(reversed(owner)):
        before = []
        for other in owner:
            if other is key:
                break
            before.append(other)
        else:  # only an equal key is there
            finder = Finder(key)
            return record_moved(trail, owner, finder.found) if finder.finds(owner) else record_contents(trail, owner)
    trail.append((_put_behind, owner, key, owner[key], before))


def _put_behind(inverse: Inverse) -> None:
    """Put a key back behind those that stood before it, as far as they are still there; none are told of the last key."""
    _, owner, key, value, before = inverse
    owner.setdefault(key, value)
    owner.move_to_end(key, last=before is None)
    for other in reversed(before or ()):
        if other in owner:
            owner.move_to_end(other, last=False)
