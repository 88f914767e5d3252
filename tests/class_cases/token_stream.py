"""A parser after SICP 4.3.2: a stream of words with a position, and sentences with two parses."""

from ambsearch import ambiguous, fail, require


class Stream:
    def __init__(self, text):
        self.words, self.position = text.split(), 0

    def next(self):
        if self.position == len(self.words):
            return None
        self.position += 1
        return self.words[self.position - 1]

    @property
    def at_end(self):
        return self.position == len(self.words)


STREAM = Stream("1 - 2 - 3")


def expect(word):
    return STREAM.next() == word


@ambiguous
def expression():
    if (yield (True, False)):
        word = STREAM.next()
        require(word is not None and word.isdigit())
        return word
    if len(STREAM.words) - STREAM.position < 3:
        fail()
    word = STREAM.next()
    require(word is not None and word.isdigit())
    require(expect("-"))
    right = yield expression()
    return f"({word} {right})"


@ambiguous
def f():
    parsed = yield expression()
    require(STREAM.at_end)
    return parsed


EXPECTED = ["(1 (2 3))"]
