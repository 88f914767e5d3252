"""All readings of a calculation without brackets; an answer is made of the answers for its parts."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous

FULL = {"text": "1 - 2 - 3 * 4 - 5 - 6 * 7 - 8 - 9 * 10"}
SMALL = {"text": "1 - 2 * 3 - 4"}
Tree = Any


@ambiguous
def solve(text: str) -> Generator[Any, Any, Tree]:
    return (yield expression(text.split()))


@ambiguous
def expression(tokens: Sequence[str]) -> Generator[Any, Any, Tree]:
    """A tree is a number, or (operator, left tree, right tree)."""
    if len(tokens) == 1:
        return int(tokens[0])
    middle = yield range(1, len(tokens), 2)
    left = yield expression(tokens[:middle])
    right = yield expression(tokens[middle + 1 :])
    return tokens[middle], left, right


def by_hand(text: str) -> Iterator[Tree]:
    return trees(text.split())


def trees(tokens: Sequence[str]) -> Iterator[Tree]:
    if len(tokens) == 1:
        yield int(tokens[0])
        return
    for middle in range(1, len(tokens), 2):
        for left in trees(tokens[:middle]):
            for right in trees(tokens[middle + 1 :]):
                yield tokens[middle], left, right
