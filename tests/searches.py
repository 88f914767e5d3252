"""Small searches: one that chooses from another, squares above 10, each twice; one of pairs, of moves, a long one; one in try."""

from dataclasses import dataclass
from typing import Any

from ambsearch import ambiguous, an_integer_from, require


@ambiguous
def above(n: int) -> Any:
    k = yield an_integer_from(n)
    return k * k


@ambiguous
def square(n: int) -> Any:
    s = yield above(n)
    require(s > 10)
    return (yield ("small", "large"))


@ambiguous
def pairs(n: int) -> Any:
    a = yield range(n)
    b = yield range(a)
    require((a + b) % 3)
    return a, b


@dataclass
class Move:
    start: int
    end: int


@ambiguous
def moves(n: int) -> Any:
    a, b = yield pairs(n)
    return Move(a, b)


@ambiguous
def long(n: int) -> Any:
    k = yield range(n)
    require(k % 7 == 0)
    return [k]


BAG: list[int] = []


@ambiguous
def packed(n: int) -> Any:
    thing = yield range(n)
    BAG.append(thing)
    return thing


@ambiguous
def packed_in_try(n: int) -> Any:
    """The searches chosen from have changed BAG, and stay open meanwhile."""
    try:
        a = yield packed(n)
        b = yield packed(n)
        return a // (4 - b), list(BAG)
    except RuntimeError:
        return None
