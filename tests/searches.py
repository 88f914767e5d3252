"""Small searches: one that chooses from another, squares above 10, each twice; and one of pairs."""

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
