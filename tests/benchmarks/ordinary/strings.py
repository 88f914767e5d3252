"""Words without a square: no part of them comes twice in a row."""

from collections.abc import Generator, Iterator
from typing import Any

from ambsearch import ambiguous, require

FULL = {"letters": "abc", "length": 22}
SMALL = {"letters": "abc", "length": 4}


def ends_in_a_square(word: str) -> bool:
    for half in range(1, len(word) // 2 + 1):
        if word[-half:] == word[-2 * half : -half]:
            return True
    return False


@ambiguous
def solve(letters: str, length: int) -> Generator[Any, Any, str]:
    word = ""
    while len(word) < length:
        word += yield letters
        require(not ends_in_a_square(word))
    return word


def by_hand(letters: str, length: int) -> Iterator[str]:
    def lengthen(word: str) -> Iterator[str]:
        if len(word) == length:
            yield word
            return
        for letter in letters:
            longer = word + letter
            if not ends_in_a_square(longer):
                yield from lengthen(longer)

    return lengthen("")
