"""Anagrams: words that use up the letters of a sentence; the letters left are a Counter."""

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ambsearch import ambiguous, require

WORDS = tuple("a ant at ate den dent eat end in inn net nine on one tan ten tie tin to toe ton tone".split())
FULL = {"sentence": "ten on a tied note in", "words": WORDS}
SMALL = {"sentence": "ten at", "words": WORDS}


def letters_of(text: str) -> Counter[str]:
    return Counter(text.replace(" ", ""))


@ambiguous
def solve(sentence: str, words: Sequence[str]) -> Generator[Any, Any, dict[int, list[str]]]:
    """Each word once, in the order of the list; an answer is the words of each length."""
    left = letters_of(sentence)
    chosen: defaultdict[int, list[str]] = defaultdict(list)
    first = 0
    while sum(left.values()):
        index = yield range(first, len(words))
        word = words[index]
        for letter in word:
            left[letter] -= 1
        require(min(left.values()) >= 0)
        chosen[len(word)].append(word)
        first = index + 1
    return dict(chosen)


def by_hand(sentence: str, words: Sequence[str]) -> Iterator[dict[int, list[str]]]:
    left = letters_of(sentence)
    chosen: defaultdict[int, list[str]] = defaultdict(list)

    def choose(first: int) -> Iterator[dict[int, list[str]]]:
        if not sum(left.values()):
            yield {length: group.copy() for length, group in chosen.items() if group}
            return
        for index in range(first, len(words)):
            word = words[index]
            for letter in word:
                left[letter] -= 1
            if min(left.values()) >= 0:
                chosen[len(word)].append(word)
                yield from choose(index + 1)
                chosen[len(word)].pop()
            for letter in word:
                left[letter] += 1

    return choose(0)
