"""The sentences of a grammar, each with a given number of words; its rules are methods with choices of their own."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from ambsearch import ambiguous, an_integer_between, require

Words = tuple[str, ...]
RULES = {
    "sentence": [("subject", "verb"), ("subject", "verb", "subject")],
    "subject": [("article", "noun"), ("article", "adjective", "noun")],
}
WORDS = {"article": ["the", "a"], "noun": ["cat", "dog"], "adjective": ["big", "red"], "verb": ["sees", "bites"]}
FULL = {"rules": RULES, "words": WORDS, "length": 7}
SMALL = {"rules": RULES, "words": WORDS, "length": 4}


class Grammar:
    def __init__(self, rules: Mapping[str, Sequence[Words]], words: Mapping[str, Sequence[str]]) -> None:
        self.rules = rules
        self.words = words

    @ambiguous
    def phrase(self, symbol: str, length: int) -> Generator[Any, Any, Words]:
        if symbol in self.words:
            require(length == 1)
            word = yield self.words[symbol]
            return (word,)
        parts = yield self.rules[symbol]
        return (yield self.sequence(parts, length))

    @ambiguous
    def sequence(self, parts: Words, length: int) -> Generator[Any, Any, Words]:
        if len(parts) == 1:
            return (yield self.phrase(parts[0], length))
        first = yield an_integer_between(1, length - len(parts) + 1)
        left = yield self.phrase(parts[0], first)
        right = yield self.sequence(parts[1:], length - first)
        return left + right

    def phrases(self, symbol: str, length: int) -> Iterator[Words]:
        if symbol in self.words:
            if length == 1:
                for word in self.words[symbol]:
                    yield (word,)
            return
        for parts in self.rules[symbol]:
            yield from self.sequences(parts, length)

    def sequences(self, parts: Words, length: int) -> Iterator[Words]:
        if len(parts) == 1:
            yield from self.phrases(parts[0], length)
            return
        for first in range(1, length - len(parts) + 2):
            for left in self.phrases(parts[0], first):
                for right in self.sequences(parts[1:], length - first):
                    yield left + right


@ambiguous
def solve(
    rules: Mapping[str, Sequence[Words]], words: Mapping[str, Sequence[str]], length: int
) -> Generator[Any, Any, str]:
    """An answer is a sentence."""
    grammar = Grammar(rules, words)
    sentence = yield grammar.phrase("sentence", length)
    return " ".join(sentence)


def by_hand(rules: Mapping[str, Sequence[Words]], words: Mapping[str, Sequence[str]], length: int) -> Iterator[str]:
    return map(" ".join, Grammar(rules, words).phrases("sentence", length))
