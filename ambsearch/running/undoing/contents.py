"""All contents of a container, and one item taken out of it: for the changes that are no better known."""

import array
import io
import operator
import sys
from collections import OrderedDict, deque
from contextlib import suppress
from functools import partial
from typing import Any

from ambsearch.running.undoing.kinds import READING, WEAK, WRITING, base_of
from ambsearch.running.undoing.trail import Inverse, Trail, take_back, take_out


def record_contents(trail: Trail, owner: Any, *args: Any) -> None:
    """Record all contents, whatever the change."""
    base = base_of(owner)
    if base in (list, bytearray, array.array):
        trail.append((take_back, base.__setitem__, owner, slice(None), base.__getitem__(owner, slice(None))))
    elif base is deque:
        trail.append((_refill_deque, owner, owner.maxlen, list(deque.__iter__(owner))))
    else:
        base = base or next(kind for kind in WEAK if isinstance(owner, kind))
        items = base.items if hasattr(base, "items") else base.__iter__
        trail.append((_refill, base, owner, list(items(owner))))


def _refill(inverse: Inverse) -> None:
    _, base, owner, items = inverse
    base.clear(owner)
    if base is OrderedDict:  # whose update calls the __setitem__ of a subclass
        for key, value in items:
            OrderedDict.__setitem__(owner, key, value)
    else:
        base.update(owner, items)


def _refill_deque(inverse: Inverse) -> None:
    _, owner, most, items = inverse
    is_same = owner.maxlen == most and deque.__len__(owner) == len(items)
    if not (is_same and all(map(operator.is_, deque.__iter__(owner), items))):
        deque.__init__(owner, items, most)


def record_text(trail: Trail, file: Any, is_whole: bool = False) -> None:
    """What a StringIO or BytesIO holds, all or from where it stands; nearly always it stands at its end."""
    with suppress(ValueError):  # of a closed one, which the call itself will raise
        base = text_base(file)
        place = base.tell(file)
        start = base.seek(file, 0) if is_whole else place
        rest = base.read(file)
        trail.append((put_text, base, file, place, min(start, base.seek(file, 0, 2)), rest))
        base.seek(file, place)


def text_base(file: Any) -> Any:
    """The class whose methods are called: those of a class derived from it may change something."""
    return io.StringIO if isinstance(file, io.StringIO) else io.BytesIO


def put_text(inverse: Inverse) -> None:
    _, base, file, place, start, rest = inverse
    if not file.closed:
        base.truncate(file, start)
        base.seek(file, start)
        base.write(file, rest)
        base.seek(file, place)


def record_place(trail: Trail, file: Any) -> None:
    """Where a text in memory stands, which is read."""
    if not file.closed:
        base = text_base(file)
        trail.append((take_out, base.seek, file, base.tell(file)))  # unless it is closed by then


def record_closing(trail: Trail, file: Any) -> None:
    """All of a text in memory that is closed, by which Python drops it."""
    if not file.closed:
        base = text_base(file)
        trail.append((open_again, base, file, base.__getstate__(file)))


def open_again(inverse: Inverse) -> None:
    _, base, file, (*text, place, _) = inverse
    if file.closed:
        base.__init__(file, *text)
        base.seek(file, place)


OF_TEXT = {**dict.fromkeys(WRITING, record_text), **dict.fromkeys(READING, record_place), "close": record_closing}
OF_TEXT["truncate"] = partial(record_text, is_whole=True)  # also of what is before where it stands


def is_text(owner: Any) -> bool:
    """Is this a text in memory, which is not the terminal's?"""
    return isinstance(owner, (io.StringIO, io.BytesIO)) and owner is not sys.stdout and owner is not sys.stderr


def record_removal(trail: Trail, owner: Any, *args: Any) -> None:
    """Record all keys of a dictionary, some of which are taken out; what has become of the others by then stays."""
    base = base_of(owner)
    trail.append((_put_keys, base, owner, list(base.items(owner))))


def _put_keys(inverse: Inverse) -> None:
    _, base, owner, items = inverse
    _refill((_refill, base, owner, [*{**dict(items), **dict(base.items(owner))}.items()]))


def record_pop(trail: Trail, base: Any, owner: Any, i: int) -> None:
    """Record the inverse of taking one item out of a list or deque."""
    length = base.__len__(owner)
    if -length <= i < length:
        i %= length  # below 0 C would ask a subclass how long it is
        trail.append((take_back, reinsert, owner, (i, base.__getitem__(owner, i), length), base))


def reinsert(owner: Any, taken: tuple[int, Any, int], base: Any = list) -> None:
    """Put an item back into a list or deque, unless it was not taken out after all. taken: its place, itself, the length before."""
    i, item, length = taken
    now = base.__len__(owner)
    if now < length or i >= now or base.__getitem__(owner, i) is not item:
        base.insert(owner, i, item)
