"""Simple values: numbers, texts, and tuples of them, which need no copy and are equal to no other object that tells.

>>> is_simple((1, ("a", 2))), is_simple((1, [2]))
(True, False)
"""

from typing import Any

SIMPLE = frozenset({int, str})
# short simple tuples of tuples, by id: many programs take the same ones out again and again
NESTED: dict[int, Any] = {}
SHORT, MANY = 20, 5000


def is_simple(item: Any) -> bool:
    """Is this an int, a str, or a tuple of such items?"""
    kind = type(item)
    if kind is not tuple:
        return kind in SIMPLE
    for part in item:
        if type(part) is not int and type(part) is not str:
            break
    else:
        return True
    if NESTED.get(id(item)) is item:
        return True
    for part in item:
        if type(part) is str:
            if len(part) > SHORT:  # a large one is not kept
                return False
        elif type(part) is not int and not is_simple(part):
            return False
    if len(NESTED) >= MANY:
        NESTED.clear()
    NESTED[id(item)] = item
    return True
