"""Sentences by hand: each phrase is parsed from a given position, in all ways, with the position after it.

A position is the number of a word, 0-based; going back to an earlier position gives words back.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Tree = tuple[Any, ...]
Parses = Iterator[tuple[Tree, int]]


class Parser:
    """The words of a sentence, and the words of each kind."""

    def __init__(self, words: list[str], lexicon: Mapping[str, tuple[str, ...]]) -> None:
        self.words = words
        self.lexicon = lexicon

    def sentence(self) -> Iterator[Tree]:
        for subject, after_subject in self.noun_phrase(0):
            for predicate, end in self.verb_phrase(after_subject):
                if end == len(self.words):
                    yield "sentence", subject, predicate

    def noun_phrase(self, start: int) -> Parses:
        for simple, end in self.simple_noun_phrase(start):
            yield from self.extend("noun-phrase", simple, end)

    def verb_phrase(self, start: int) -> Parses:
        for verb, end in self.word("verb", start):
            yield from self.extend("verb-phrase", verb, end)

    def simple_noun_phrase(self, start: int) -> Parses:
        for article, end in self.word("article", start):
            yield from self.noun_after((article,), end)

    def noun_after(self, parts: tuple[Tree, ...], start: int) -> Parses:
        for noun, end in self.word("noun", start):
            yield ("simple-noun-phrase", *parts, noun), end
        for adjective, end in self.word("adjective", start):
            yield from self.noun_after((*parts, adjective), end)

    def extend(self, name: str, phrase: Tree, start: int) -> Parses:
        yield phrase, start
        for preposition, after_preposition in self.word("preposition", start):
            for noun, end in self.noun_phrase(after_preposition):
                longer = (name, phrase, ("prep-phrase", preposition, noun))
                yield from self.extend(name, longer, end)

    def word(self, kind: str, start: int) -> Parses:
        if start == len(self.words):
            return
        given = self.words[start]
        for found in self.lexicon[kind]:
            if given == "?" or given == found:
                yield (kind, found), start + 1


def solve(sentence: str, lexicon: Mapping[str, tuple[str, ...]]) -> Iterator[Tree]:
    """Yield the parses of a sentence, a tree for each.

    >>> lexicon = {"article": ("a",), "adjective": (), "noun": ("cat",), "verb": ("eats",), "preposition": ()}
    >>> next(solve("a cat eats", lexicon))
    ('sentence', ('simple-noun-phrase', ('article', 'a'), ('noun', 'cat')), ('verb', 'eats'))
    """
    return Parser(sentence.split(), lexicon).sentence()
