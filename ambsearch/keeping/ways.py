"""Digests of what a search chooses from, by which another process sees that it has the same choices.

digest_of   of a choice
differs     does a choice differ from what it was?
prefix      the digests of a path that hold for its neighbours, too

A path gives items by number, so it means something else if the items come in another order: a set of strings has
another order in each process, unless they have the same PYTHONHASHSEED. The digest of a choice is made of all its
items, if they are numbers and text, or tuples of these, and not too many; otherwise of the item taken, if it is of
this kind; otherwise there is no digest, and a difference is not noticed.
"""

from typing import Any

from ambsearch.keeping.encoding import ATOMS, digest

MANY = 1000  # items of a choice that go into its digest
NONE = "-"
WHOLE = "="  # marks a digest of all items
ADVICE = (
    "what is chosen from has to come in the same order in each process, so sort a set of text, give each `ramb` an rng "
    "made for it alone, such as random.Random(7), and do not depend on the time or on other files"
)


def digest_of(items: Any, item: Any) -> str:
    """The digest of a choice. items: chosen from, to which nobody else has a reference; item: the one that is taken.

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
    """Is it made only of numbers and text?"""
    if type(value) in (tuple, frozenset):
        return len(value) <= MANY and all(map(is_constant, value))
    return type(value) in ATOMS or type(value) is range


def differs(known: str, items: Any, item: Any) -> bool:
    """Does this choice differ from the one with the known digest? known: "" if there is none."""
    return known != "" and known != digest_of(items, item)


def prefix(way: tuple[str, ...], depth: int) -> tuple[str, ...]:
    """The digests that also hold for another item of the choice at this depth of a path."""
    last = way[depth : depth + 1]
    return way[:depth] + (last if last and last[0].startswith(WHOLE) else ())
