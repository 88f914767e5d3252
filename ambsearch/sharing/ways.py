"""Digests of what a search chooses from, by which another process knows that it has the same choices.

digest_of   of a choice
differs     is a choice another one than it was?
prefix      the digests of a way that hold for its neighbours, too

A path tells an item by its number, so it means something else where the items come in another order: a set of text has
another one in each process, unless they have the same PYTHONHASHSEED. The digest of a choice is made of all its items, if
they are numbers and text, or tuples of these, and not too many; else of the item taken, if it is such a one; else there
is none, and nothing is found out.
"""

from typing import Any

from ambsearch.keeping.encoding import ATOMS, digest

MANY = 1000  # items of a choice that are looked at, to know it again
NONE = "-"
WHOLE = "="  # before a digest of all items
ADVICE = (
    "what is chosen from has to come in the same order in each process, so sort a set of text, give `ramb` an rng that the "
    "program makes, and do not depend on the time or on other files"
)


def digest_of(items: Any, item: Any) -> str:
    """The digest of a choice. items: chosen from, of which nobody has another name; item: that is taken.

    >>> digest_of(("red", "blue"), "red") == digest_of(("red", "blue"), "blue")
    True
    >>> digest_of([object(), 2], 2) == digest_of([3, object(), 2], 2), digest_of([object()], object())
    (True, '-')
    """
    is_whole = type(items) is range or (
        type(items) in (tuple, list, set, frozenset, str) and len(items) <= MANY and all(map(is_constant, items))
    )
    if not is_whole and not is_constant(item):
        return NONE
    told = repr(items if is_whole else item)
    return WHOLE * is_whole + digest(told.encode("utf-8", "surrogatepass"))[:16]


def is_constant(value: Any) -> bool:
    """Is it made of numbers and text alone?"""
    if type(value) in (tuple, frozenset):
        return len(value) <= MANY and all(map(is_constant, value))
    return type(value) in ATOMS or type(value) is range


def differs(known: str, items: Any, item: Any) -> bool:
    """Is this choice another one than that of which the digest is known? known: "" if nothing is."""
    return known != "" and known != digest_of(items, item)


def prefix(way: tuple[str, ...], depth: int) -> tuple[str, ...]:
    """The digests that hold for another item of the choice so deep on a way."""
    last = way[depth : depth + 1]
    return way[:depth] + (last if last and last[0].startswith(WHOLE) else ())
